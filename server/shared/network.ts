import ipaddr from 'ipaddr.js';

/** An IPv4 address, or the part of an IPv6 address that `groups` of 16 bits name. */
const toPart = (given: string, groups: number): string => {
  // Some proxies append the port.
  const address = given.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const part = parsed.parts.slice(0, groups).map((group) => group.toString(16));
  return `${part.join(':')}::/${groups * 16}`;
};

/** An IPv4 address, or the /64 of an IPv6 address, because a household has a whole one. */
export const toNetwork = (given: string): string => toPart(given, 4);

/** An IPv4 address, or the /48 of an IPv6 address, which is what one customer of a provider has at most. */
export const toSite = (given: string): string => toPart(given, 3);
