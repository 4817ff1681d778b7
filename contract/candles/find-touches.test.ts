import { describe, expect, it } from 'vitest';
import { buy, hour, look, series } from './candle-example.fixture.ts';

/** A quiet market above the entry until the publication. */
const before = [9, 104, 105, 103, 104] as const;

describe('the entry', () => {
  it('is entry 1: it opens the idea, and entry 2 is reported only', () => {
    const found = look(
      { ...buy, entry_2: '95' },
      series('trade', [before, [20, 104, 104, 99, 99], [30, 99, 99, 94, 96], [40, 96, 111, 96, 111]]),
    );
    expect(found.touches).toEqual(['entry_1 20-21 certain', 'entry_2 30-31 certain', 'exit_1 40-41 certain']);
    expect(found.outcomes).toEqual(['entered, exit_1 1R']);
  });

  it('is not entry 2 alone', () => {
    const rows = [before, [20, 104, 106, 103, 106], [30, 106, 111, 106, 111]] as const;
    expect(look({ ...buy, entry_2: '106' }, series('trade', rows)).outcomes).toEqual([
      'exit before entry, exit_1 1R',
    ]);
  });

  it('is touched from below if price stood below it', () => {
    const rows = [[9, 95, 96, 94, 95] as const, [20, 95, 101, 95, 101] as const];
    expect(look(buy, series('trade', rows)).touches).toEqual(['entry_1 20-21 certain']);
  });

  it('is touched at once if price stood exactly there', () => {
    const rows = [[9, 101, 101, 99, 100] as const];
    expect(look(buy, series('trade', rows)).touches).toEqual(['entry_1 10-10 certain']);
  });

  it('comes before everything: an exit or the invalidation touched before it is an outcome of its own', () => {
    const exit = look(buy, series('trade', [before, [20, 104, 111, 104, 111], [30, 111, 111, 80, 80]]));
    expect(exit).toMatchObject({ certainty: 'certain', outcomes: ['exit before entry, exit_1 1R'] });
    const below = [9, 95, 96, 94, 95] as const;
    const stop = look(buy, series('trade', [below, [20, 95, 95, 89, 89]]));
    expect(stop).toMatchObject({
      certainty: 'certain',
      outcomes: ['invalidation before entry, invalidation -1R'],
    });
  });

  it('is what levels wait for that price had passed already when they were set', () => {
    // Price stands beyond exit 1, and falls to the entry first.
    const rows = [
      [9, 115, 116, 114, 115],
      [20, 115, 116, 104, 104],
      [30, 104, 104, 99, 99],
      [40, 99, 111, 99, 111],
    ];
    expect(look(buy, series('trade', rows as never)).outcomes).toEqual(['entered, exit_1 1R']);
  });

  it('is missing in an idea that no price came near', () => {
    expect(look(buy, series('trade', [before, [20, 104, 106, 102, 104]]))).toMatchObject({
      touches: [],
      certainty: 'certain',
      outcomes: ['not entered'],
    });
  });
});

describe('one candle', () => {
  it('proves nothing about the time before a publication within it', () => {
    const found = look(buy, series('trade', [[0, 104, 104, 99, 103]], hour));
    expect(found.touches).toEqual(['entry_1 10-60 cannot tell']);
    expect(found).toMatchObject({ certainty: 'cannot tell', outcomes: ['entered', 'not entered'] });
  });

  it('proves nothing about the time after a close within it', () => {
    const found = look(buy, series('trade', [before, [60, 104, 104, 99, 104]], { covered: [[0, 120]] }), [
      [10, 60.5],
    ]);
    expect(found.touches).toEqual(['entry_1 60-60.5 cannot tell']);
  });

  it('proves nothing about a level that was changed within it, but everything about one that was not', () => {
    const rows = [before, [20, 104, 104, 99, 101], [30, 101, 112, 101, 108]] as const;
    const moved = look(buy, series('trade', rows), [
      [10, 30.5],
      [30.5, 100, { exit_1: '115' }],
    ]);
    expect(moved.touches).toEqual(['entry_1 20-21 certain', 'exit_1 30-30.5 cannot tell']);
    const other = look(buy, series('trade', rows), [
      [10, 30.5],
      [30.5, 100, { invalidation_level: '95' }],
    ]);
    expect(other.touches).toEqual(['entry_1 20-21 certain', 'exit_1 30-31 certain']);
  });

  it('is made up for by the next one that has the level', () => {
    const rows = [
      [10, 104, 104, 99, 103],
      [12, 103, 103, 99, 99],
    ] as const;
    expect(look(buy, series('trade', rows), [[10.5, 100]]).touches).toEqual(['entry_1 10.5-13 certain']);
  });

  it('says that its open was first', () => {
    const rows = [before, [20, 104, 104, 99, 99], [30, 112, 113, 89, 95]] as const;
    expect(look(buy, series('trade', rows)).outcomes).toEqual(['entered, exit_1 1.2R, invalidation -1R']);
  });

  it('says that its close was last', () => {
    // Price stands beyond exit 1 at the publication, so exit 1 waits for the entry.
    const rows = (close: number) =>
      [
        [9, 115, 116, 114, 115],
        [20, 115, 116, 99, close],
      ] as never;
    expect(look(buy, series('trade', rows(112))).outcomes).toEqual(['entered, exit_1 1R']);
    expect(look(buy, series('trade', rows(105))).certainty).toBe('cannot tell');
  });

  it('cannot tell the order of levels on both sides, unless finer candles decide', () => {
    const hours = series(
      'trade',
      [
        [0, 104, 104, 99, 99],
        [60, 99, 111, 89, 95],
      ],
      { ...hour, covered: [[0, 120]] },
    );
    const early = series('trade', [before, [20, 104, 104, 99, 99]], { covered: [[0, 60]] });
    const found = look(buy, [hours, early]);
    expect(found.touches).toEqual([
      'entry_1 20-21 certain',
      'invalidation_level 60-100 cannot tell',
      'exit_1 60-100 cannot tell',
    ]);
    const both = look(buy, [hours, early], [[10, 120]]);
    expect(both.certainty).toBe('cannot tell');
    expect(both.outcomes?.toSorted()).toEqual([
      'entered, exit_1 1R, invalidation -1R',
      'entered, invalidation -1R',
    ]);
    const rest = series(
      'trade',
      [
        [70, 99, 111, 99, 105],
        [80, 105, 105, 89, 95],
      ],
      { covered: [[60, 120]] },
    );
    expect(look(buy, [hours, early, rest], [[10, 120]]).outcomes).toEqual([
      'entered, exit_1 1R, invalidation -1R',
    ]);
  });

  it('touches levels on one side in their order', () => {
    const rows = [
      [9, 95, 96, 94, 95],
      [20, 95, 125, 95, 95],
    ] as never;
    expect(look(buy, series('trade', rows))).toMatchObject({
      touches: ['entry_1 20-21 certain', 'exit_1 20-21 certain', 'exit_2 20-21 certain'],
      certainty: 'certain',
      outcomes: ['entered, exit_1 1R, exit_2 2R'],
    });
  });

  it('is not used before it is finished', () => {
    const rows = [before, [20, 104, 104, 99, 99]] as const;
    expect(
      look(buy, series('trade', rows, { covered: [[0, 20.5]] }), [[10, Number.POSITIVE_INFINITY]]),
    ).toMatchObject({
      touches: [],
      certainty: 'certain',
    });
  });

  it('that contradicts itself says nothing', () => {
    // The low is above the close, which is below the invalidation.
    const rows = [before, [20, 104, 104, 99, 99], [30, 99, 112, 99, 89]] as const;
    expect(look(buy, series('trade', rows)).certainty).toBe('not covered');
  });
});

describe('a gap', () => {
  it('over a level touches it at the open, and R shows the excess', () => {
    const rows = [before, [20, 104, 104, 99, 99], [30, 85, 86, 84, 85]] as const;
    expect(look(buy, series('trade', rows)).outcomes).toEqual(['entered, invalidation -1.5R']);
  });

  it('over entry and invalidation touches both, in that order', () => {
    expect(look(buy, series('trade', [before, [20, 85, 86, 84, 85]]))).toMatchObject({
      touches: ['entry_1 20-21 certain', 'invalidation_level 20-21 certain'],
      certainty: 'certain',
      outcomes: ['entered, invalidation -1.5R'],
    });
  });

  it('over a closed market is one: closed is covered', () => {
    const rows = [before, [90, 85, 86, 84, 85]] as const;
    expect(look(buy, series('trade', rows), [[20, 100]])).toMatchObject({
      certainty: 'certain',
      outcomes: ['entered, invalidation -1.5R'],
    });
  });
});

describe('the levels as they were moved', () => {
  const rows = [before, [20, 104, 104, 99, 99], [40, 99, 106, 99, 104], [50, 104, 104, 89, 89]] as const;

  it('count from the time of their change, and the plan as locked does not', () => {
    const moved = look(buy, series('trade', rows), [
      [10, 30],
      [30, 100, { exit_1: '105' }],
    ]);
    expect(moved.outcomes).toEqual(['entered, exit_1 0.5R, invalidation -1R']);
    expect(look(buy, series('trade', rows)).outcomes).toEqual(['entered, invalidation -1R']);
  });

  it('are touched at once where price has passed them after the entry', () => {
    const moved = look(buy, series('trade', rows), [
      [10, 45],
      [45, 100, { invalidation_level: '104.5' }],
    ]);
    expect(moved.touches.at(-1)).toBe('invalidation_level 50-51 certain');
    expect(moved.outcomes).toEqual(['entered, invalidation 0.4R']);
  });

  it('are looked at over each time in which a reopened idea stood open', () => {
    const found = look(buy, series('trade', rows), [
      [10, 30],
      [45, 100],
    ]);
    expect(found.touches).toEqual(['entry_1 20-21 certain', 'invalidation_level 50-51 certain']);
    const closed = look(buy, series('trade', rows), [
      [10, 15],
      [30, 45],
    ]);
    // Price stood below the entry at the reopening, and came back to it.
    expect(closed.touches).toEqual(['entry_1 40-41 certain']);
  });
});
