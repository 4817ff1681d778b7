import { describe, expect, it } from 'vitest';
import { completedRow, completedRows } from '../../../contract/record/completed-rows.fixture.ts';
import { anchorList } from './scroll-anchor.ts';

const numbers = (ideas: readonly { id: string }[]) => ideas.map(({ id }) => Number(id.slice(-12)));
const shown = [2, 3, 4, 6, 7, 8].map((number) => completedRow(number));

describe('anchorList', () => {
  it('returns the current list at the top of the page', () => {
    const current = completedRows(1, 8);
    expect(anchorList(shown, current, 0)).toBe(current);
  });

  it('applies changes only from the first card on screen on', () => {
    expect(numbers(anchorList(shown, completedRows(1, 8), 2))).toEqual([2, 3, 4, 5, 6, 7, 8]);
  });

  it('keeps the position of a card when ideas above are added or removed', () => {
    const current = [1, 3, 4, 6, 7].map((number) => completedRow(number));
    expect(numbers(anchorList(shown, current, 3)).indexOf(6)).toBe(numbers(shown).indexOf(6));
  });

  it('updates the cards above in place', () => {
    const changed = completedRow(3, { status: 'failure', version: 3 });
    const current = [completedRow(2), changed, ...shown.slice(2)];
    expect(anchorList(shown, current, 4)[1]).toBe(changed);
  });

  it('anchors to the next card when the first one on screen was removed', () => {
    const current = [1, 2, 3, 4, 7, 8].map((number) => completedRow(number));
    expect(numbers(anchorList(shown, current, 3))).toEqual([2, 3, 4, 6, 7, 8]);
    expect(numbers(anchorList(shown, completedRows(20, 22), 3))).toEqual([20, 21, 22]);
  });

  it('returns the current list when only a further page was loaded', () => {
    const current = [...shown, ...completedRows(9, 12)];
    expect(anchorList(shown, current, 4)).toBe(current);
  });

  it('never contains an idea twice', () => {
    for (let first = 0; first < shown.length; first += 1) {
      const ids = numbers(anchorList(shown, completedRows(1, 9), first));
      expect(new Set(ids).size).toBe(ids.length);
    }
  });
});
