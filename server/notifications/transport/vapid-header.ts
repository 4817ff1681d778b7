import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../shared/clock.ts';
import type { VapidKeys } from './vapid-keys.ts';

const HOUR_MS = 3_600_000;
/** RFC 8292 allows 24 hours; the margin covers wrong clocks. */
const TOKEN_TTL_MS = 12 * HOUR_MS;
/** Messages may wait for a connection, so headers are renewed early. */
const RENEW_BEFORE_MS = 2 * HOUR_MS;
/** There are few push services, but arbitrary endpoints must not fill the memory. */
const MAX_ORIGINS = 500;

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const JWT_HEADER = encode({ typ: 'JWT', alg: 'ES256' });

export const signingKey = ({ publicKey, privateKey }: VapidKeys): KeyObject => {
  const point = Buffer.from(publicKey, 'base64url');
  const x = point.subarray(1, 33).toString('base64url');
  const y = point.subarray(33).toString('base64url');
  return createPrivateKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y, d: privateKey } });
};

/** The `Authorization` header for one push service (RFC 8292). */
export const vapidHeader = (
  key: KeyObject,
  publicKey: string,
  claims: { aud: string; exp: number; sub: string },
): string => {
  const unsigned = `${JWT_HEADER}.${encode(claims)}`;
  const signature = sign('sha256', Buffer.from(unsigned), { key, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${unsigned}.${signature.toString('base64url')}, k=${publicKey}`;
};

/** VAPID headers cached per push service and renewed before expiry. */
export class VapidHeaders {
  readonly #contact: string;
  readonly #clock: Clock;
  #key: { of: VapidKeys; object: KeyObject } | undefined;
  readonly #byOrigin = new LRUCache<string, { of: VapidKeys; header: string; renewAt: number }>({
    max: MAX_ORIGINS,
  });

  /** `contact` is a mailto: or https: address at which push services can reach the operator. */
  constructor(contact: string, clock: Clock) {
    this.#contact = contact;
    this.#clock = clock;
  }

  getHeader(origin: string, keys: VapidKeys): string {
    const now = this.#clock().getTime();
    const known = this.#byOrigin.get(origin);
    if (known && known.of.publicKey === keys.publicKey && now < known.renewAt) return known.header;
    const expires = now + TOKEN_TTL_MS;
    const claims = { aud: origin, exp: Math.floor(expires / 1000), sub: this.#contact };
    const header = vapidHeader(this.#keyObject(keys), keys.publicKey, claims);
    this.#byOrigin.set(origin, { of: keys, header, renewAt: expires - RENEW_BEFORE_MS });
    return header;
  }

  #keyObject(keys: VapidKeys): KeyObject {
    if (this.#key?.of.publicKey !== keys.publicKey) this.#key = { of: keys, object: signingKey(keys) };
    return this.#key.object;
  }
}
