import { describe, expect, it } from 'vitest';
import { headText, pageText, parseHead, readLedgerText } from './ledger-file.ts';

const head = { count: 12, head: 'ab'.repeat(32) };

describe('a ledger file', () => {
  it('made page by page reads as one list', () => {
    const pages = [[{ number: 1 }, { number: 2 }], [{ number: 3 }], []];
    const text = `[${pages.map((page, index) => pageText(page, index === 0)).join('')}]`;
    expect(readLedgerText(text)).toEqual({ rows: [{ number: 1 }, { number: 2 }, { number: 3 }] });
    expect(readLedgerText(`[${pageText([], true)}]`)).toEqual({ rows: [] });
  });

  it.each([
    ['no JSON', 'number,idea_id\n1,2'],
    ['a cut file', '[{"number":1},'],
    ['an object', '{"rows":[]}'],
    ['nothing', ''],
  ])('says what is wrong with %s', (_name, text) => {
    expect(readLedgerText(text)).toMatchObject({ fault: expect.stringContaining('ledger') });
  });
});

describe('a noted head', () => {
  it('is read as it was written', () => {
    expect(parseHead(headText(head))).toEqual(head);
    expect(parseHead(` ${headText(head).toUpperCase()} \n`)).toEqual(head);
  });

  it.each(['', '12', `12:${'ab'.repeat(31)}`, `:${'ab'.repeat(32)}`, `12:${'zz'.repeat(32)}`])(
    'is nothing where it reads "%s"',
    (text) => {
      expect(parseHead(text)).toBeNull();
    },
  );
});
