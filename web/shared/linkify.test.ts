import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linkify } from './linkify.ts';

const OWN = 'http://127.0.0.1:3000';
const findLinks = (text: string) => linkify(text, OWN).flatMap(({ href }) => href ?? []);

test('reads the longest message of nothing but brackets and full stops in one pass', () => {
  // Quadratic trimming took 5.5 s for one message; a unit test's limit is 30 s for this many.
  const message = `https://a.b/${'.)'.repeat(1_994)}x y`;
  for (let count = 0; count < 200; count++)
    expect(
      linkify(message, OWN)
        .map(({ text }) => text)
        .join(''),
    ).toBe(message);
});

describe('links in a message', () => {
  test.each([
    ['https://example.com', ['https://example.com/']],
    ['See https://example.com/a?b=1#c, then wait.', ['https://example.com/a?b=1#c']],
    ['(https://example.com/a)', ['https://example.com/a']],
    ['https://en.wikipedia.org/wiki/Gold_(metal).', ['https://en.wikipedia.org/wiki/Gold_(metal)']],
    ['https://a.example and https://b.example!', ['https://a.example/', 'https://b.example/']],
    ['HTTPS://EXAMPLE.COM/X', ['https://example.com/X']],
    ['انظر https://a.example/x، ثم انتظر', ['https://a.example/x']],
    ['هل قرأت https://a.example/x؟', ['https://a.example/x']],
    ['https://a.example/x؛https://b.example/y۔', ['https://a.example/x', 'https://b.example/y']],
    ['见https://a.example/x。然后等待', ['https://a.example/x']],
    ['（https://a.example/x）「https://b.example/y」、', ['https://a.example/x', 'https://b.example/y']],
    ['查看https://a.example/x，https://b.example/y！', ['https://a.example/x', 'https://b.example/y']],
    ['«https://a.example/x» “https://b.example/y”', ['https://a.example/x', 'https://b.example/y']],
    ['‹https://a.example/x› „https://b.example/y“', ['https://a.example/x', 'https://b.example/y']],
    ['https://a.example/x। https://b.example/y։', ['https://a.example/x', 'https://b.example/y']],
    [
      '\u2068https://a.example/x\u2069 https://b.example/y\u200f.',
      ['https://a.example/x', 'https://b.example/y'],
    ],
    ['https://a.example/x… and more', ['https://a.example/x']],
    ['https://he.wikipedia.org/wiki/זהב', ['https://he.wikipedia.org/wiki/%D7%96%D7%94%D7%91']],
    ['https://a.example/naïve-test_1?q=é&r=~b#c', ['https://a.example/na%C3%AFve-test_1?q=%C3%A9&r=~b#c']],
    ["https://a.example/x'https://b.example/y`", ['https://a.example/x', 'https://b.example/y']],
  ])('finds the links of %j without the characters around them', (text, links) => {
    expect(findLinks(text)).toEqual(links);
  });

  test('links ideas of this site by their path', () => {
    expect(findLinks(`${OWN}/ideas/1?a=b, ${OWN}//evil.test, ${OWN}/api/auth/user`)).toEqual(['/ideas/1']);
    expect(linkify('https://own.test/ideas/1 https://own.test/a', 'https://own.test')).toMatchObject([
      { href: '/ideas/1' },
      { text: ' ' },
      { href: 'https://own.test/a' },
    ]);
  });

  test.each([
    'http://example.com',
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'example.com',
    'https://',
    'https://user:secret@example.com/',
    `https://example.com/${'a'.repeat(3_000)}`,
    '[a](mailto:a@b.example) **bold** <b>bold</b>',
  ])('finds no links in %j', (text) => {
    expect(linkify(text, OWN)).toEqual([{ text }]);
  });

  test('keeps every character of a message and links only to https URLs', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.webUrl({ validSchemes: ['https', 'http'], withFragments: true, withQueryParameters: true }),
      fc.constantFrom('https://', ' ', '\n', ')', '(', '.', '"', '<', '>', 'https://a.b/(c'),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('');
        const parts = linkify(text, OWN);
        expect(parts.map((part) => part.text).join('')).toBe(text);
        for (const { href } of parts) if (href !== undefined) expect(new URL(href).protocol).toBe('https:');
      }),
    );
  });
});
