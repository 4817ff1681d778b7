import { describe, expect, it } from 'vitest';
import { formatHead, formatPage, parseHead, parseLedger } from './ledger-file.ts';

const head = { count: 12, head: 'ab'.repeat(32) };

describe('parseLedger', () => {
  it('parses formatted pages as one list', () => {
    const pages = [[{ number: 1 }, { number: 2 }], [{ number: 3 }], []];
    const text = `[${pages.map((page, index) => formatPage(page, index === 0)).join('')}]`;
    expect(parseLedger(text)).toEqual({ rows: [{ number: 1 }, { number: 2 }, { number: 3 }] });
    expect(parseLedger(`[${formatPage([], true)}]`)).toEqual({ rows: [] });
  });

  it.each([
    ['no JSON', 'number,idea_id\n1,2'],
    ['a cut file', '[{"number":1},'],
    ['an object', '{"rows":[]}'],
    ['nothing', ''],
  ])('returns an error for %s', (_name, text) => {
    expect(parseLedger(text)).toMatchObject({ error: expect.stringContaining('change log') });
  });
});

describe('parseHead', () => {
  it('parses a formatted head in any letter case', () => {
    expect(parseHead(formatHead(head))).toEqual(head);
    expect(parseHead(` ${formatHead(head).toUpperCase()} \n`)).toEqual(head);
  });

  it.each(['', '12', `12:${'ab'.repeat(31)}`, `:${'ab'.repeat(32)}`, `12:${'zz'.repeat(32)}`])(
    'returns null for "%s"',
    (text) => {
      expect(parseHead(text)).toBeNull();
    },
  );
});
