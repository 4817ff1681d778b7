import { expect, it } from 'vitest';
import { serializeError } from './log-errors.ts';

it('leaves parameters of queries out, and shortens what is very long', () => {
  const cause = new Error(`Failed query: select 1\nparams: secret\n    at here ${'x'.repeat(100_000)}`);
  const text = JSON.stringify(serializeError(new Error('Outer', { cause })));
  expect(text).toContain('select 1');
  expect(text).not.toContain('secret');
  expect(text.length).toBeLessThan(20_000);
});
