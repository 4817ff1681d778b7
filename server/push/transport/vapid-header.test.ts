import { createECDH } from 'node:crypto';
import { expect, it } from 'vitest';
import { assertVapid } from '../../testing/push-service.ts';
import { VapidHeaders } from './vapid-header.ts';

const HOUR = 3_600_000;
const ORIGIN = 'https://push.example.org';

const makeKeys = () => {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const privateKey = pair.getPrivateKey().toString('hex').padStart(64, '0');
  return {
    publicKey: pair.getPublicKey('base64url'),
    privateKey: Buffer.from(privateKey, 'hex').toString('base64url'),
  };
};

it('is signed once for each push service, and anew long before it ends', () => {
  let now = Date.parse('2026-11-20T09:00:00Z');
  const start = now;
  const headers = new VapidHeaders('mailto:operator@example.org', () => new Date(now));
  const keys = makeKeys();
  const made = new Set<string>();
  for (; now < start + 48 * HOUR; now += HOUR / 4) {
    const header = headers.headerFor(ORIGIN, keys);
    made.add(header);
    expect(assertVapid(header, ORIGIN, now).key).toBe(keys.publicKey);
    // A message may wait for a connection, and a clock may be wrong: at least an hour is left.
    assertVapid(header, ORIGIN, now + HOUR);
  }
  expect(made.size).toBeLessThan(8);
  const other = headers.headerFor('https://another.example.org', keys);
  expect(made.has(other)).toBe(false);
  expect(() => assertVapid(other, ORIGIN, now)).toThrow('another.example.org');
});

it('follows the deployment to another key', () => {
  const headers = new VapidHeaders('https://example.org/contact', () => new Date());
  const [old, fresh] = [makeKeys(), makeKeys()];
  expect(assertVapid(headers.headerFor(ORIGIN, old), ORIGIN).key).toBe(old.publicKey);
  expect(assertVapid(headers.headerFor(ORIGIN, fresh), ORIGIN).key).toBe(fresh.publicKey);
});

it('is checked by tests that would notice', () => {
  const headers = new VapidHeaders('mailto:operator@example.org', () => new Date());
  const header = headers.headerFor(ORIGIN, makeKeys());
  const { publicKey } = makeKeys();
  expect(() => assertVapid(header.replace(/k=.*/, `k=${publicKey}`), ORIGIN)).toThrow('does not fit');
  expect(() => assertVapid(header, ORIGIN, Date.now() + 13 * HOUR)).toThrow('ends in');
  expect(() => assertVapid(undefined, ORIGIN)).toThrow('No VAPID header');
});
