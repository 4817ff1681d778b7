import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { httpsLink, optionalText, plainText, requiredText } from './text.ts';

const read = (schema: z.ZodMiniType, text: string) => {
  const { data, error } = schema.safeParse(text);
  return error ? error.issues[0]?.message : data;
};

describe('a typed text', () => {
  it.each([
    // Isolates, overrides and embeddings, as messengers wrap copied names and prices.
    ['\u2066a\u2069', 'a'],
    ['\u2067a\u2068b', 'ab'],
    ['a\u202eb\u202c', 'ab'],
    ['\u202aa\u202b\u202d', 'a'],
    // Spaces without width, joiners, byte order marks, soft hyphens, fillers, controls.
    ['a\u200bb', 'ab'],
    ['\ufeffa', 'a'],
    ['a\u2060b\u2061', 'ab'],
    ['a\u00adb', 'ab'],
    ['a\u3164\u115f\uffa0', 'a'],
    ['a\u061cb', 'ab'],
    ['a\u180eb', 'ab'],
    ['a\u0000b\u0007', 'ab'],
    ['a\u007fb\u009b', 'ab'],
    ['a\u{e0001}b', 'ab'],
    ['a\u206ab', 'ab'],
    ['\u200b a \u200b', 'a'],
    // Line ends of word processors.
    ['one\u000btwo', 'one\ntwo'],
    ['one\u000ctwo\u0085three', 'one\ntwo\nthree'],
    // What languages and emoji need.
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['क्\u200dष', 'क्\u200dष'],
    ['\u200fשלום\u200e', '\u200fשלום\u200e'],
    ['👩\u200d💻 ❤\ufe0f', '👩\u200d💻 ❤\ufe0f'],
    [
      '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
      '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    ],
    ['a\tb\r\nc', 'a\tb\r\nc'],
    ['\ud800a', '\ufffda'],
  ])('becomes what can be seen and what languages need: %j', (written, stored) => {
    expect(read(optionalText('Notes', 100), written)).toBe(stored);
  });

  it.each(['', ' ', '\u200b', '\u200e\u200f', '\u2066\u2069', '\u3164'])(
    'is missing if nothing can be seen: %j',
    (text) => expect(read(requiredText('Name', 10), text)).toBe('Name is required'),
  );

  it('is not too long by what can not be seen', () => {
    expect(read(requiredText('Name', 3), '\u2066abc\u2069')).toBe('abc');
    expect(read(requiredText('Name', 3), 'abcd')).toBe('Name must be 3 characters or fewer');
  });

  it('has no marks of languages either in a pair or an address', () => {
    expect(read(plainText('Pair', 10), '\u200e EUR\u200d/USD\u200f')).toBe('EUR/USD');
    expect(
      read(
        httpsLink('Link', () => false),
        '\u2068https://video.example/a\u200e',
      ),
    ).toBe('https://video.example/a');
  });
});
