import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { btcUsdExample as btcUsd, eurUsdExample as eurUsd } from './example-levels.ts';
import { formatR, getPlan, type Levels, levelHints, MAX_PLAUSIBLE_R, riskReward } from './levels.ts';

/** Prices as integers of the smallest unit, for exact comparison with bigint. */
const decimals = fc.integer({ min: 0, max: 12 });
const units = fc.bigInt({ min: 1n, max: 10n ** 20n });
const toText = (value: bigint, places: number) => {
  const digits = value.toString().padStart(places + 1, '0');
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
};

/** A plan with a risk of 40. */
const round: Levels = {
  order_type: 'BUY',
  entry_1: '100',
  entry_2: null,
  invalidation_level: '60',
  exit_1: '140',
  exit_2: null,
  exit_3: null,
};
const formatExit = (exit_1: string) => formatR(riskReward({ ...round, exit_1 })!.headline);

describe('the levels that risk and R are shown for (SPEC §10)', () => {
  it('uses the current levels until a plan is locked', () => {
    expect(getPlan({ ...eurUsd, plan: null })).toMatchObject(eurUsd);
  });

  it('uses the locked levels, without exits that were removed later', () => {
    const plan: Levels = { ...eurUsd, entry_1: '1.0840', exit_2: '1.0980', exit_3: '1.1060' };
    expect(getPlan({ ...eurUsd, plan })).toEqual(plan);
    expect(getPlan({ ...eurUsd, exit_2: null, exit_3: null, plan })).toEqual({
      ...plan,
      exit_2: null,
      exit_3: null,
    });
  });

  it('leaves out an exit that was added later', () => {
    const plan: Levels = { ...eurUsd, exit_2: null, exit_3: null };
    expect(getPlan({ ...eurUsd, plan })).toEqual(plan);
  });
});

describe('R multiples (SPEC §10)', () => {
  it('measures each exit from entry 1 in units of the risk', () => {
    const result = riskReward(eurUsd);
    expect(result?.exits.map((exit) => [exit.name, formatR(exit.r)])).toEqual([
      ['exit_1', '0.9R'],
      ['exit_2', '1.6R'],
      ['exit_3', '2.5R'],
    ]);
    expect(formatR(result!.headline)).toBe('2.5R');
  });

  it('measures a bearish idea downwards', () => {
    expect(riskReward(btcUsd)?.exits.map((exit) => formatR(exit.r))).toEqual(['1.5R', '2.5R']);
  });

  it('returns no R without risk or with invalidation on the wrong side', () => {
    expect(riskReward({ ...eurUsd, invalidation_level: '1.0842' })).toBeNull();
    expect(riskReward({ ...eurUsd, invalidation_level: '1.0900' })).toBeNull();
    expect(riskReward({ ...btcUsd, invalidation_level: '64000' })).toBeNull();
  });

  it('counts an exit on the losing side as a loss', () => {
    expect(formatR(riskReward({ ...eurUsd, exit_1: '1.0755' })!.exits[0]!.r)).toBe('−1.0R');
  });

  it('never shows a minus sign before zero', () => {
    expect(formatR(riskReward({ ...eurUsd, exit_1: '1.0841' })!.exits[0]!.r)).toBe('0.0R');
  });

  it('shows a minus sign before a tenth', () => {
    expect(formatExit('96')).toBe('−0.1R');
  });

  it('rounds half to even', () => {
    expect([formatExit('110'), formatExit('114')]).toEqual(['0.2R', '0.4R']);
  });

  it('caps a typo at three digits', () => {
    expect(formatR(riskReward({ ...eurUsd, exit_1: '64250.5' })!.exits[0]!.r)).toBe('999+R');
    expect(formatR(riskReward({ ...btcUsd, exit_1: '9999999' })!.exits[0]!.r)).toBe('−999+R');
    expect([formatExit('40060'), formatExit('40061')]).toEqual(['999.0R', '999+R']);
  });

  it('agrees with exact fractions for any prices', () => {
    fc.assert(
      fc.property(
        decimals,
        units,
        units,
        units,
        fc.constantFrom('BUY', 'SELL'),
        (places, entry, stop, exit, order) => {
          const direction = order === 'BUY' ? 1n : -1n;
          const risk = (entry - stop) * direction;
          const levels: Levels = {
            order_type: order as Levels['order_type'],
            entry_1: toText(entry, places),
            entry_2: null,
            invalidation_level: toText(stop, places),
            exit_1: toText(exit, places),
            exit_2: null,
            exit_3: null,
          };
          const result = riskReward(levels);
          if (risk <= 0n) {
            expect(result).toBeNull();
            return;
          }
          // |r * risk - distance| <= risk / 10^20 / 2, in whole numbers: r carries twenty decimals.
          const scale = 10n ** 20n;
          const distance = (exit - entry) * direction;
          const r = BigInt(result!.headline.times(scale.toString()).toFixed(0));
          const error = r * risk - distance * scale;
          expect((error < 0n ? -error : error) * 2n <= risk).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('returns the same R when all prices are scaled by one factor', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), (zeros) => {
        const scaled = Object.fromEntries(
          Object.entries(btcUsd).map(([name, value]) => [
            name,
            name === 'order_type' || value === null
              ? value
              : toText(BigInt(value.replace('.', '')) * (value.includes('.') ? 1n : 10n), zeros + 1),
          ]),
        ) as Levels;
        expect(riskReward(scaled)!.headline.eq(riskReward(btcUsd)!.headline)).toBe(true);
      }),
    );
  });
});

describe('hints about levels', () => {
  it('gives no hint for ordered levels', () => {
    expect(levelHints({ ...eurUsd, exit_1: '1.0929' })).toEqual([]);
    expect(levelHints(btcUsd)).toEqual([]);
  });

  it.each([
    ['invalidation on the wrong side', { invalidation_level: '1.0900' }, ['stop-on-wrong-side']],
    [
      'every level on the wrong side',
      { order_type: 'SELL' as const },
      ['stop-on-wrong-side', 'exit-on-losing-side'],
    ],
    ['no risk', { invalidation_level: '1.0842' }, ['no-risk']],
    ['exits out of order', { exit_2: '1.0900' }, ['exits-out-of-order']],
    ['an exit on the losing side', { exit_1: '1.0800' }, ['exit-on-losing-side']],
    ['an exit with a digit too many', { exit_3: '11.062' }, ['exit-far-out']],
    ['a reward below the risk', { exit_1: '1.0850', exit_2: null, exit_3: null }, ['reward-below-risk']],
    ['a first exit below the risk', { exit_1: '1.0928' }, ['exit-1-below-risk']],
  ])('gives a hint for %s', (_name, change, expected) => {
    expect(levelHints({ ...eurUsd, exit_1: '1.0929', ...change })).toEqual(expected);
  });

  it.each([
    ['an exit at the entry as on the losing side', { exit_1: '100' }, ['exit-on-losing-side']],
    [
      'a single exit below the entry as a loss, not as a small reward',
      { exit_1: '90' },
      ['exit-on-losing-side'],
    ],
    ['two equal exits as out of order', { exit_1: '140', exit_2: '140' }, ['exits-out-of-order']],
    ['a reward equal to the risk as enough', { exit_1: '140' }, []],
    ['a reward of 1.5R as enough', { exit_1: '160' }, []],
    [`an exit at ${MAX_PLAUSIBLE_R}R as plausible`, { exit_1: '2100' }, []],
    [`an exit beyond ${MAX_PLAUSIBLE_R}R as far out`, { exit_1: '2100.1' }, ['exit-far-out']],
  ])('counts %s', (_name, change, expected) => {
    expect(levelHints({ ...round, ...change })).toEqual(expected);
  });
});
