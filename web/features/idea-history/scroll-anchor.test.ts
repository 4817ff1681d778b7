import { describe, expect, it } from 'vitest';
import { completedRow, completedRows } from '../../../contract/completed-rows.fixture.ts';
import { steadyList } from './scroll-anchor.ts';

const numbers = (ideas: readonly { id: string }[]) => ideas.map(({ id }) => Number(id.slice(-12)));
const shown = [2, 3, 4, 6, 7, 8].map((number) => completedRow(number));

describe('what a reader sees of a changing list', () => {
  it('at its top is the list', () => {
    const current = completedRows(1, 8);
    expect(steadyList(shown, current, 0)).toBe(current);
  });

  it('further down changes from the first card on screen on', () => {
    expect(numbers(steadyList(shown, completedRows(1, 8), 2))).toEqual([2, 3, 4, 5, 6, 7, 8]);
  });

  it('keeps its place when ideas come or go above', () => {
    const current = [1, 3, 4, 6, 7].map((number) => completedRow(number));
    expect(numbers(steadyList(shown, current, 3)).indexOf(6)).toBe(numbers(shown).indexOf(6));
  });

  it('shows the newest state of the cards above', () => {
    const changed = completedRow(3, { status: 'failure', version: 3 });
    const current = [completedRow(2), changed, ...shown.slice(2)];
    expect(steadyList(shown, current, 4)[1]).toBe(changed);
  });

  it('goes on from the next card when the first on screen has left', () => {
    const current = [1, 2, 3, 4, 7, 8].map((number) => completedRow(number));
    expect(numbers(steadyList(shown, current, 3))).toEqual([2, 3, 4, 6, 7, 8]);
    expect(numbers(steadyList(shown, completedRows(20, 22), 3))).toEqual([20, 21, 22]);
  });

  it('is the list itself when only a further page came', () => {
    const current = [...shown, ...completedRows(9, 12)];
    expect(steadyList(shown, current, 4)).toBe(current);
  });

  it('never shows an idea twice', () => {
    for (let first = 0; first < shown.length; first += 1) {
      const ids = numbers(steadyList(shown, completedRows(1, 9), first));
      expect(new Set(ids).size).toBe(ids.length);
    }
  });
});
