import { describe, expect, it } from 'vitest';
import { buy, hour, look, sell, series } from './candle-example.fixture.ts';

/** A quiet market above the entry until the publication. */
const before = [9, 104, 105, 103, 104] as const;

describe('bid and ask', () => {
  const bids = [
    [9, 104, 105, 103, 104],
    [20, 104, 104, 98, 98],
    [30, 98, 109, 98, 109],
    [40, 109, 111, 109, 111],
  ] as const;
  const asks = bids.map(([minute, ...prices]) => [minute, ...prices.map((price) => price + 2)]);

  it('enter a long on the ask and end it on the bid', () => {
    const found = look(buy, [series('bid', bids), series('ask', asks as never)]);
    expect(found.sides).toEqual(['bid', 'ask']);
    // Minute 30 has asks above exit 1, but no bid.
    expect(found.touches).toEqual(['entry_1 20-21 certain', 'exit_1 40-41 certain']);
  });

  it('enter a short on the bid and end it on the ask', () => {
    const found = look({ ...sell, entry_1: '109', invalidation_level: '113', exit_1: '101', exit_2: null }, [
      series('bid', [
        [9, 104, 105, 103, 104],
        [30, 104, 109, 104, 109],
        [40, 109, 109, 100, 100],
        [50, 100, 100, 98, 98],
      ]),
      series('ask', [
        [9, 106, 107, 105, 106],
        [30, 106, 111, 106, 111],
        [40, 111, 111, 102, 102],
        [50, 102, 102, 100, 100],
      ]),
    ]);
    expect(found.touches).toEqual(['entry_1 30-31 certain', 'exit_1 50-51 certain']);
  });

  it('can be far apart: the bid may reach the invalidation before the ask reaches the entry', () => {
    const found = look(buy, [
      series('bid', [before, [20, 104, 104, 89, 95]]),
      series('ask', [
        [9, 105, 106, 104, 105],
        [20, 105, 105, 96, 96],
      ]),
    ]);
    expect(found.certainty).toBe('cannot tell');
  });

  it('prove in one direction only if the other side is missing', () => {
    // The market is entered at once, on the ask.
    const rows = (high: number, low: number) =>
      series('ask', [
        [9, 101, 101, 100, 100],
        [20, 101, high, low, low],
      ]);
    // Asks at or below the invalidation prove the end of a long, and asks below an exit disprove it.
    expect(look(buy, rows(109, 90))).toMatchObject({
      certainty: 'certain',
      outcomes: ['entered, invalidation -1R'],
    });
    // Asks at an exit don't prove it, and asks above the invalidation don't disprove that.
    expect(look(buy, rows(112, 99)).outcomes).toContain('entered');
    expect(look(buy, rows(112, 99)).outcomes).toContain('entered, exit_1 1R');
    expect(look(buy, rows(105, 91)).outcomes?.toSorted()).toEqual(['entered', 'entered, invalidation -1R']);
  });

  it('disprove the entry of a long with bids alone, and prove that price left without it', () => {
    const rows = [before, [20, 104, 111, 104, 111]] as const;
    expect(look(buy, series('bid', rows))).toMatchObject({
      sides: ['bid'],
      certainty: 'certain',
      outcomes: ['exit before entry, exit_1 1R'],
    });
  });

  it.each(['trade', 'mid'] as const)('may be %s prices, which stand for both sides and are named', (side) => {
    const found = look(buy, series(side, [before, [20, 104, 104, 100, 100]]));
    expect(found.sides).toEqual([side]);
    expect(found.touches).toEqual(['entry_1 20-21 certain']);
  });

  it('are preferred to trades and to mid prices', () => {
    const rows = [before] as const;
    const sides = (['trade', 'bid', 'mid', 'ask'] as const).map((side) => series(side, rows));
    expect(look(buy, sides).sides).toEqual(['bid', 'ask']);
  });
});

describe('coverage', () => {
  const rows = [before, [20, 104, 104, 99, 99], [40, 99, 111, 99, 111]] as const;

  it('is the range a source answered for: a minute without a trade is covered', () => {
    expect(look(buy, series('trade', rows)).certainty).toBe('certain');
  });

  it('has no place for a failed request: nothing after it is certain', () => {
    const found = look(
      buy,
      series('trade', rows, {
        covered: [
          [0, 30],
          [31, 120],
        ],
      }),
    );
    expect(found.touches).toEqual(['entry_1 20-21 certain', 'exit_1 30-41 not covered']);
    expect(found).toMatchObject({ certainty: 'not covered', favourable: null, adverse: null });
  });

  it('is whole where two answers meet', () => {
    const covered: [number, number][] = [
      [0, 20.5],
      [20.5, 120],
    ];
    expect(look(buy, series('trade', rows, { covered })).certainty).toBe('certain');
  });

  it('is not needed after the result', () => {
    const stop = [before, [20, 104, 104, 99, 99], [25, 99, 99, 89, 89]] as const;
    expect(look(buy, series('trade', stop, { covered: [[0, 30]] }))).toMatchObject({
      certainty: 'certain',
      outcomes: ['entered, invalidation -1R'],
    });
  });

  it('is not needed while the idea is closed', () => {
    const covered: [number, number][] = [
      [0, 30],
      [35, 120],
    ];
    expect(
      look(buy, series('trade', rows, { covered }), [
        [10, 30],
        [35, 100],
      ]).certainty,
    ).toBe('certain');
  });

  it('must reach the close of the idea', () => {
    expect(look(buy, series('trade', rows.slice(0, 2), { covered: [[0, 30]] })).certainty).toBe(
      'not covered',
    );
    expect(look(buy, []).certainty).toBe('not covered');
  });

  it('may begin after the publication, of which nothing is certain then', () => {
    expect(look(buy, series('trade', rows, { covered: [[15, 120]] })).touches).toEqual([
      'entry_1 10-21 not covered',
      'exit_1 10-41 not covered',
    ]);
  });

  it('has no place for the rest of a candle that began before it', () => {
    const part = [
      [9, 104, 105, 103, 104],
      [10, 104, 104, 99, 104],
    ] as const;
    expect(look(buy, series('trade', part, { covered: [[10.5, 120]] }), [[10.5, 100]]).certainty).toBe(
      'not covered',
    );
  });

  it('says nothing about the price at a publication after a gap', () => {
    const gap = [
      [2, 104, 105, 103, 104],
      [20, 89, 90, 88, 89],
    ] as const;
    const found = (covered: [number, number][]) => look(buy, series('trade', gap, { covered })).certainty;
    expect(found([[0, 120]])).toBe('certain');
    expect(
      found([
        [0, 5],
        [8, 120],
      ]),
    ).toBe('cannot tell');
  });

  it('leaves a touch open whose first chance came before a gap', () => {
    const first = [
      [10, 104, 104, 99, 103],
      [40, 103, 103, 99, 99],
    ] as const;
    expect(
      look(
        buy,
        series('trade', first, {
          covered: [
            [0, 30],
            [31, 120],
          ],
        }),
        [[10.5, 100]],
      ).touches,
    ).toEqual(['entry_1 10.5-41 not covered']);
  });

  it('of finer candles within a coarser one leaves the price between them open', () => {
    const rows = [
      [-60, 104, 104, 103, 104],
      [0, 104, 104, 96, 99],
    ] as const;
    const hours = series('trade', rows, { ...hour, covered: [[-60, 60]] });
    const minutes = series('trade', [[40, 99, 101, 99, 101]], { covered: [[30, 120]] });
    expect(look(buy, [hours, minutes], [[30, 100]]).touches).toEqual(['entry_1 30-41 certain']);
  });

  it('must include the price before the publication, or the side of the entry is unknown', () => {
    const first = [[20, 89, 90, 88, 89]] as const;
    const found = look(buy, series('trade', first, { covered: [[10, 120]] }));
    expect(found.certainty).toBe('cannot tell');
  });
});
