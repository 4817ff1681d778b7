import { BlockList, isIP } from 'node:net';
import type { Env } from '../env.ts';

/** Whether what an address claims of its clients is believed; hop 0 is the socket's own peer. */
export type Trust = (address: string, hop: number) => boolean;

/** TRUST_PROXY as a rule: the proxies nearest to us by count, or by their addresses; false trusts nobody. */
export const createTrust = (setting: Env['trustProxy']): false | Trust => {
  if (setting === false) return false;
  if (typeof setting === 'number') return (_address, hop) => hop < setting;
  const list = new BlockList();
  for (const range of setting) {
    const [address = '', bits] = range.split('/');
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  // A socket that takes both families names an IPv4 peer as ::ffff:…, which the list knows to be the same.
  return (address) => list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
};
