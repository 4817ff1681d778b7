import { expect, test } from 'vitest';
import { createIdempotencyKeys } from './idempotency-key.ts';

test('keeps the key of the same content until the call succeeds, and gives other content another', () => {
  const keys = createIdempotencyKeys();
  const first = keys.keyFor({ pair: 'EUR/USD' });
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(keys.keyFor({ pair: 'EUR/USD' })).toBe(first);
  expect(keys.keyFor({ pair: 'BTC/USD' })).not.toBe(first);
  const again = keys.keyFor({ pair: 'EUR/USD' });
  keys.succeeded();
  expect(keys.keyFor({ pair: 'EUR/USD' })).not.toBe(again);
});
