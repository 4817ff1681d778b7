import { isIP } from 'node:net';
import { AppError } from '../../shared/app-error.ts';

/** Whose passkeys these are: the host name they belong to, and the pages that may ask for them (WebAuthn). */
export type RelyingParty = { readonly id: string; allowsOrigin(origin: string): boolean };

/**
 * The relying party of a deployment: the web app's BASE_URL, or any port of localhost without one. Undefined where browsers
 * offer no passkeys: over plain http, and at an IP address.
 */
export const createRelyingParty = (baseUrl: string | undefined): RelyingParty | undefined => {
  if (baseUrl === undefined)
    return { id: 'localhost', allowsOrigin: (origin) => /^http:\/\/localhost(:\d+)?$/.test(origin) };
  const { hostname, protocol } = new URL(baseUrl);
  const isAddress = isIP(hostname) !== 0 || hostname.startsWith('[');
  const isSecure = hostname === 'localhost' || (protocol === 'https:' && !isAddress);
  return isSecure ? { id: hostname, allowsOrigin: (origin) => origin === baseUrl } : undefined;
};

/** Throws PASSKEYS_UNAVAILABLE. */
export const requireParty = (party: RelyingParty | undefined): RelyingParty => {
  if (!party) throw new AppError('PASSKEYS_UNAVAILABLE');
  return party;
};
