import { PassThrough, Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createTerminal } from './terminal.ts';

/** A terminal at which `typed` is waiting to be read. */
const terminal = (typed: string) => {
  const input = Object.assign(Readable.from([Buffer.from(typed)]), { isTTY: true });
  const errors = Object.assign(new PassThrough(), { isTTY: true });
  return { input, errors };
};

describe('confirm', () => {
  it.each([
    ['yes\n', true],
    [' YES \n', true],
    ['y\n', false],
    ['no\n', false],
    ['\n', false],
  ])('takes the answer %j for %s', async (typed, expected) => {
    const { input, errors } = terminal(typed);
    expect(await createTerminal(input, errors).confirm('Remove it?')).toBe(expected);
    expect(String(errors.read())).toContain('Remove it? Type yes to continue: ');
  });

  it.each(['input', 'errors'] as const)(
    'answers no, without a question, where the %s is no terminal',
    async (which) => {
      const streams = terminal('yes\n');
      streams[which].isTTY = false;
      expect(await createTerminal(streams.input, streams.errors).confirm('Remove it?')).toBe(false);
      expect(streams.errors.read()).toBeNull();
    },
  );
});

describe('readLine', () => {
  it.each([
    ['first\nsecond\n', 'first'],
    ['without an end', 'without an end'],
    ['', ''],
  ])('reads %j as %j', async (typed, line) => {
    const { input, errors } = terminal(typed);
    expect(await createTerminal(input, errors).readLine()).toBe(line);
  });
});
