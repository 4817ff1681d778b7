import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { btcUsdExample as btcUsd, eurUsdExample as eurUsd } from '../../../contract/ideas/example-levels.ts';
import type { LadderLevels } from '../../shared/level-text.ts';
import { layoutLadder, placePrice, separateLabels } from './ladder-layout.ts';

const size = { height: 340, margin: 18, gap: 30 };

const shib: LadderLevels = {
  order_type: 'BUY',
  entry_1: '0.00000812',
  entry_2: null,
  invalidation_level: '0.00000790',
  exit_1: '0.00000861',
  exit_2: null,
  exit_3: null,
};
const names = (levels: LadderLevels) => layoutLadder(levels, size).rungs.map(({ name }) => name);

describe('the ladder', () => {
  test('puts the exits of a bullish idea above its entries and the invalidation level below', () => {
    expect(names(eurUsd)).toEqual(['exit_3', 'exit_2', 'exit_1', 'entry_1', 'entry_2', 'invalidation_level']);
  });

  test('puts the exits of a bearish idea below its entries', () => {
    expect(names(btcUsd)).toEqual(['invalidation_level', 'entry_1', 'exit_1', 'exit_2']);
  });

  test('keeps prices as typed and computes the R of every exit', () => {
    const { rungs } = layoutLadder(eurUsd, size);
    expect(rungs.map(({ price, r }) => [price, r?.toFixed(1) ?? null])).toEqual([
      ['1.1062', '2.5'],
      ['1.0985', '1.6'],
      ['1.0921', '0.9'],
      ['1.0842', null],
      ['1.0811', null],
      ['1.0755', '-1.0'],
    ]);
  });

  test('gives moved levels the R they were published with, and says from where they were moved', () => {
    const moved = { ...eurUsd, invalidation_level: '1.0800', exit_1: '1.0990', exit_2: '1.09850' };
    const { rungs, risk, scale } = layoutLadder(moved, size, eurUsd);
    const found = Object.fromEntries(
      rungs.map(({ name, r, movedFrom }) => [name, [r?.toFixed(1), movedFrom]]),
    );
    expect(found).toMatchObject({
      invalidation_level: ['-1.0', '1.0755'],
      exit_1: ['0.9', '1.0921'],
      exit_2: ['1.6', null],
      exit_3: ['2.5', null],
    });
    // The zones show where the levels are now.
    const y = (name: string) => rungs.find((rung) => rung.name === name)!.y;
    expect(risk?.bottom).toBe(y('invalidation_level'));
    expect(scale).toBe('full');
  });

  test('keeps the R of a plan whose invalidation level was moved beyond the entry', () => {
    const { rungs, scale, marks } = layoutLadder({ ...btcUsd, invalidation_level: '64000' }, size, btcUsd);
    expect(scale).toBe('full');
    expect(rungs.find(({ name }) => name === 'exit_2')?.r?.toFixed(1)).toBe('2.5');
    expect(marks).toHaveLength(2);
  });

  test('computes no R for a level that was added later', () => {
    const { rungs } = layoutLadder(eurUsd, size, { ...eurUsd, exit_3: null });
    expect(rungs.find(({ name }) => name === 'exit_3')).toMatchObject({ r: null, movedFrom: null });
  });

  test('draws prices of eight decimals to scale', () => {
    const { rungs } = layoutLadder(shib, size);
    const [exit, entry, stop] = rungs.map(({ y }) => y);
    expect(exit).toBe(18);
    expect(stop).toBe(322);
    expect((entry! - exit!) / (stop! - exit!)).toBeCloseTo(49 / 71, 4);
  });

  test('starts the risk zone at the entry nearest to the invalidation level, next to the entry zone', () => {
    const layout = layoutLadder(eurUsd, size);
    const y = (name: string) => layout.rungs.find((rung) => rung.name === name)!.y;
    expect(layout.risk).toEqual({ top: y('entry_2'), bottom: y('invalidation_level') });
    expect(layout.entry).toEqual({ top: y('entry_1'), bottom: y('entry_2') });
    expect(layout.reward).toEqual({ top: y('exit_3'), bottom: y('entry_1') });
  });

  test('marks whole multiples of the risk', () => {
    const { marks } = layoutLadder(btcUsd, size);
    const y = (price: number) => 18 + ((65900 - price) / (65900 - 60150)) * 304;
    expect(marks).toHaveLength(2);
    expect(marks[0]).toBeCloseTo(y(62601), 3);
    expect(marks[1]).toBeCloseTo(y(60951.5), 3);
  });

  test('reports an invalidation level on the wrong side and still places every level', () => {
    const layout = layoutLadder({ ...eurUsd, invalidation_level: '1.0900' }, size);
    expect(layout.scale).toBe('wrong-side');
    expect(layout.risk).toBeNull();
    expect(layout.rungs).toHaveLength(6);
    expect(layout.rungs.every(({ r }) => r === null)).toBe(true);
  });

  test('reports when there is no risk', () => {
    expect(layoutLadder({ ...eurUsd, invalidation_level: '1.08420' }, size).scale).toBe('no-risk');
  });

  test('places the levels that exist while the form is incomplete', () => {
    const none = { ...eurUsd, entry_1: null, entry_2: null, exit_1: null, exit_2: null, exit_3: null };
    expect(layoutLadder({ ...none, invalidation_level: null }, size)).toMatchObject({
      rungs: [],
      scale: 'incomplete',
    });
    expect(layoutLadder(none, size).rungs).toMatchObject([{ y: 170, labelY: 170 }]);
  });

  test('places equal prices at the same height with separate labels in the order of the idea', () => {
    const all = { entry_2: null, exit_2: null, exit_3: null, exit_1: '5' };
    const layout = layoutLadder(
      { ...all, order_type: 'SELL', entry_1: '5', invalidation_level: '5.0' },
      size,
    );
    expect(layout.rungs.map(({ name, y, labelY }) => [name, y, labelY])).toEqual([
      ['invalidation_level', 170, 140],
      ['entry_1', 170, 170],
      ['exit_1', 170, 200],
    ]);
  });
});

const price = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 12n }), fc.integer({ min: 0, max: 12 }))
  .map(([digits, decimals]) => {
    const text = digits.toString().padStart(decimals + 1, '0');
    return decimals === 0 ? text : `${text.slice(0, -decimals)}.${text.slice(-decimals)}`;
  });
const near = fc.integer({ min: 0, max: 40 }).map((step) => `1.08${String(step).padStart(2, '0')}`);
const levels: fc.Arbitrary<LadderLevels> = fc.constantFrom(price, near).chain((one) =>
  fc.record({
    order_type: fc.constantFrom('BUY' as const, 'SELL' as const),
    entry_1: one,
    entry_2: fc.option(one, { nil: null }),
    invalidation_level: one,
    exit_1: one,
    exit_2: fc.option(one, { nil: null }),
    exit_3: fc.option(one, { nil: null }),
  }),
);
const anySize = fc.record({ height: fc.integer({ min: 232, max: 520 }), margin: fc.constant(18) });

describe('for any levels', () => {
  test('never overlaps labels, and keeps them inside and in the order of the prices', () => {
    fc.assert(
      fc.property(levels, anySize, (idea, { height, margin }) => {
        const { rungs } = layoutLadder(idea, { height, margin, gap: 30 });
        rungs.forEach(({ y, labelY, price: shown }, index) => {
          expect(y).toBeGreaterThanOrEqual(margin);
          expect(y).toBeLessThanOrEqual(height - margin);
          expect(labelY).toBeGreaterThanOrEqual(margin - 1e-6);
          expect(labelY).toBeLessThanOrEqual(height - margin + 1e-6);
          const above = rungs[index - 1];
          if (!above) return;
          expect(labelY - above.labelY).toBeGreaterThanOrEqual(30 - 1e-6);
          expect(y).toBeGreaterThanOrEqual(above.y);
          expect(Number(shown)).toBeLessThanOrEqual(Number(above.price));
        });
      }),
    );
  });

  test('keeps distances on the axis proportional to the prices', () => {
    fc.assert(
      fc.property(levels, (idea) => {
        const { rungs } = layoutLadder(idea, size);
        const [first, last] = [rungs[0]!, rungs.at(-1)!];
        const extent = Number(first.price) - Number(last.price);
        if (extent === 0) return;
        for (const { y, price: shown } of rungs) {
          const share = (Number(first.price) - Number(shown)) / extent;
          expect(y).toBeCloseTo(18 + share * 304, 1);
        }
      }),
    );
  });

  test('keeps zones within the axis', () => {
    fc.assert(
      fc.property(levels, (idea) => {
        const { risk, entry, reward, marks, track } = layoutLadder(idea, size);
        for (const zone of [risk, entry, reward]) {
          if (!zone) continue;
          expect(zone.top).toBeGreaterThanOrEqual(track!.top);
          expect(zone.bottom).toBeLessThanOrEqual(track!.bottom);
          expect(zone.top).toBeLessThanOrEqual(zone.bottom);
        }
        for (const y of marks) {
          expect(y).toBeGreaterThanOrEqual(reward!.top - 1e-3);
          expect(y).toBeLessThanOrEqual(reward!.bottom + 1e-3);
        }
      }),
    );
  });
});

test('removes the marks when a distant level leaves no room for the reward zone', () => {
  const far = {
    order_type: 'SELL',
    entry_1: '2',
    entry_2: null,
    invalidation_level: '2.076923077',
    exit_1: '1',
    exit_2: null,
    exit_3: '2000001',
  } as const;
  expect(layoutLadder(far, size)).toMatchObject({ reward: null, marks: [] });
});

test('does not move labels with enough space', () => {
  expect(separateLabels([20, 80, 140], 30, 18, 322)).toEqual([20, 80, 140]);
});

test('moves colliding labels by equal distances', () => {
  expect(separateLabels([100, 100], 30, 18, 322)).toEqual([85, 115]);
});

test('shares the space between labels when it is too small for the gap', () => {
  expect(separateLabels([0, 0, 0], 30, 0, 40)).toEqual([0, 20, 40]);
});

describe('the mark of a price', () => {
  const place = (levels: LadderLevels, price: string) => placePrice(layoutLadder(levels, size), price);

  test('stands to scale between the levels, up to their ends', () => {
    expect(place(shib, '0.00000861')).toEqual({ y: 18, beyond: null });
    expect(place(shib, '0.00000790')).toEqual({ y: 322, beyond: null });
    const mark = place(shib, '0.00000812');
    expect(mark?.y).toBeCloseTo(layoutLadder(shib, size).rungs[1]!.y, 2);
    expect(place(btcUsd, '63025')?.y).toBeCloseTo(170, 4);
  });

  test('stays at the end of the axis that the price is beyond', () => {
    expect(place(eurUsd, '1.2')).toEqual({ y: 18, beyond: 'above' });
    expect(place(btcUsd, '65900.01')).toEqual({ y: 18, beyond: 'above' });
    expect(place(eurUsd, '0.00000001')).toEqual({ y: 322, beyond: 'below' });
  });

  test('has a place where all levels are one, and none without a level', () => {
    const one = { ...shib, invalidation_level: null, exit_1: null };
    expect(place(one, '0.00000812')).toEqual({ y: 170, beyond: null });
    expect(place(one, '0.00000813')).toEqual({ y: 170, beyond: 'above' });
    expect(place({ ...one, entry_1: null }, '1')).toBeNull();
  });
});
