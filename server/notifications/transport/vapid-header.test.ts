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

it('signs once per push service and renews long before expiry', () => {
  let now = Date.parse('2026-11-20T09:00:00Z');
  const start = now;
  const headers = new VapidHeaders('mailto:operator@example.org', () => new Date(now));
  const keys = makeKeys();
  const made = new Set<string>();
  for (; now < start + 48 * HOUR; now += HOUR / 4) {
    const header = headers.getHeader(ORIGIN, keys);
    made.add(header);
    expect(assertVapid(header, ORIGIN, now).key).toBe(keys.publicKey);
    // At least an hour is left, for queued messages and wrong clocks.
    assertVapid(header, ORIGIN, now + HOUR);
  }
  expect(made.size).toBeLessThan(8);
  const other = headers.getHeader('https://another.example.org', keys);
  expect(made.has(other)).toBe(false);
  expect(() => assertVapid(other, ORIGIN, now)).toThrow('another.example.org');
});

it('uses a new key after it changes', () => {
  const headers = new VapidHeaders('https://example.org/contact', () => new Date());
  const [old, fresh] = [makeKeys(), makeKeys()];
  expect(assertVapid(headers.getHeader(ORIGIN, old), ORIGIN).key).toBe(old.publicKey);
  expect(assertVapid(headers.getHeader(ORIGIN, fresh), ORIGIN).key).toBe(fresh.publicKey);
});

it('verifies headers by an assertion that detects errors', () => {
  const headers = new VapidHeaders('mailto:operator@example.org', () => new Date());
  const header = headers.getHeader(ORIGIN, makeKeys());
  const { publicKey } = makeKeys();
  expect(() => assertVapid(header.replace(/k=.*/, `k=${publicKey}`), ORIGIN)).toThrow('does not fit');
  expect(() => assertVapid(header, ORIGIN, Date.now() + 13 * HOUR)).toThrow('ends in');
  expect(() => assertVapid(undefined, ORIGIN)).toThrow('No VAPID header');
});
