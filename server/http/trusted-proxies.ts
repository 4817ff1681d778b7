import type { IncomingMessage } from 'node:http';
import { compile } from '@fastify/proxy-addr';
import type { Env } from '../shared/env.ts';

/** Whether to trust the forwarding headers of this address; hop 0 is the socket's peer. */
export type Trust = (address: string, hop: number) => boolean;

/** TRUST_PROXY as a function: trusts the nearest proxies by count, or by address; false trusts nobody. */
export const createTrust = (setting: Env['trustProxy']): false | Trust => {
  if (setting === false) return false;
  if (typeof setting === 'number') return (_address, hop) => hop < setting;
  return compile(setting);
};

/** What the nearest proxy says last; the entries before it are the client's. */
const LAST_IS_HTTPS = /(?:^|,)\s*https\s*$/;

/** Whether a trusted proxy says that the client's connection uses TLS. */
export const usesTls = (trust: false | Trust, { headers, socket }: IncomingMessage): boolean => {
  const protocol = headers['x-forwarded-proto'];
  return (
    trust !== false &&
    typeof protocol === 'string' &&
    LAST_IS_HTTPS.test(protocol) &&
    trust(socket.remoteAddress ?? '', 0)
  );
};
