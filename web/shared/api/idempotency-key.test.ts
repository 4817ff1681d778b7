import { expect, test } from 'vitest';
import { toSentContent } from './idempotency-key.ts';

test('keeps the key of the same content, and gives other content another', () => {
  const first = toSentContent({ pair: 'EUR/USD' }, null);
  expect(first.key).toMatch(/^[0-9a-f]{32}$/);
  expect(toSentContent({ pair: 'EUR/USD' }, first).key).toBe(first.key);
  expect(toSentContent({ pair: 'BTC/USD' }, first).key).not.toBe(first.key);
  expect(toSentContent({ pair: 'EUR/USD' }, null).key).not.toBe(first.key);
});
