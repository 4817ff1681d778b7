import { describe, expect, it } from 'vitest';
import { buy, look, sell, series } from './candle-example.fixture.ts';

/** A quiet market above the entry until the publication. */
const before = [9, 104, 105, 103, 104] as const;

describe('no result', () => {
  it('has an entry more than 20 % from the price: the symbol is probably wrong', () => {
    const far = { ...buy, entry_1: '130', exit_1: '140', exit_2: null, invalidation_level: '120' };
    const rows = [before, [20, 104, 150, 90, 120]] as const;
    expect(look(far, series('trade', rows))).toMatchObject({ problem: 'wrong symbol', touches: [] });
    expect(look({ ...far, entry_1: '124' }, series('trade', rows)).problem).toBeNull();
  });

  it('has a plan without a risk or with a level on the wrong side', () => {
    const rows = series('trade', [before]);
    expect(look({ ...buy, invalidation_level: '100' }, rows).problem).toBe('no risk');
    expect(look({ ...buy, exit_2: '99' }, rows).problem).toBe('wrong side');
  });

  it('has an idea that was published with its result', () => {
    expect(look(buy, series('trade', [before]), [])).toMatchObject({
      problem: 'never open',
      certainty: undefined,
    });
  });
});

describe('the moves from the entry on', () => {
  it('are exact in whole candles, and a range where the position began or ended', () => {
    const rows = [before, [20, 104, 104, 99, 99], [30, 99, 108, 97, 104], [40, 104, 109, 89, 89]] as const;
    const found = look(buy, series('trade', rows));
    expect(found.outcomes).toEqual(['entered, invalidation -1R']);
    expect(found).toMatchObject({ favourable: '0.8R to 0.9R', adverse: '-1.1R to -1R' });
  });

  it('are measured downwards for a short', () => {
    const rows = [
      [9, 95, 96, 94, 95],
      [20, 95, 100, 95, 99],
      [30, 99, 103, 92, 95],
    ] as never;
    expect(look(sell, series('trade', rows))).toMatchObject({ favourable: '0.8R', adverse: '-0.3R' });
  });

  it('are unknown without a certain entry', () => {
    const rows = [[10, 104, 104, 99, 103]] as const;
    expect(look(buy, series('trade', rows), [[10.5, 100]])).toMatchObject({
      certainty: 'cannot tell',
      favourable: null,
      adverse: null,
    });
  });
});
