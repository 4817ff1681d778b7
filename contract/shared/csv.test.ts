import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCsvLine } from './csv.ts';

describe('formatCsvLine', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+49 30', "'+49 30"],
    ['-cmd', "'-cmd"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['＝1+1', "'＝1+1"],
    ['\t=1', `"'\t'=1"`],
    ['\rx', `"'\rx"`],
    ['a;=1+1', `"a;'=1+1"`],
    ['a\t＠x', `"a\t'＠x"`],
    ['a;"=1"', `"a;'""=1"""`],
    ['a\n =1', `"a\n' =1"`],
    ['a;b', '"a;b"'],
    ['a,"b"\n', '"a,""b""\n"'],
    ['-0.5', '-0.5'],
    ['a=1-b', 'a=1-b'],
  ])('writes %o as %o', (cell, expected) => {
    expect(formatCsvLine([cell, 'x'])).toBe(`${expected},x`);
  });

  it('starts no formula, whichever separator a spreadsheet takes', () => {
    const cell = fc.string({ unit: fc.constantFrom(...'ab1 "\';,\t\r\n=+-@＝＠') });
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1 }), (cells) => {
        for (const part of formatCsvLine(cells).split(/[;\t\r\n]/))
          expect(part).not.toMatch(/^[\s"]*(?:[=+@＝＠]|-(?!\d+(?:\.\d+)?(?:,|$)))/);
      }),
      { numRuns: 2_000 },
    );
  });
});
