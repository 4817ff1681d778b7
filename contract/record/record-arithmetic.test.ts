import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { IdeaStatus, ResultLevel } from '../ideas/ideas.ts';
import { computeFigures, equityCurve } from './compute-track-record.ts';
import { computeResult } from './record-story.fixture.ts';
import { type FixedRule, fixedRules, type RecordEntry } from './track-record.ts';

/** Exact reference arithmetic: a fraction of integers. */
type Fraction = { n: bigint; d: bigint };
const fraction = (n: bigint, d: bigint): Fraction => (d < 0n ? { n: -n, d: -d } : { n, d });
const plus = (a: Fraction, b: Fraction) => fraction(a.n * b.d + b.n * a.d, a.d * b.d);
const parseFraction = (text: string): Fraction => {
  const [whole = '', decimals = ''] = text.split('.');
  return fraction(BigInt(whole + decimals), 10n ** BigInt(decimals.length));
};
/** Half to even at eight decimals, as the track record rounds. */
const rounded = ({ n, d }: Fraction): bigint => {
  const [top, bottom] = [n * 10n ** 8n * 2n + d, d * 2n];
  const down = top >= 0n ? top / bottom : -((-top + bottom - 1n) / bottom);
  const isTie = top % bottom === 0n;
  return isTie && down % 2n !== 0n ? down - 1n : down;
};
/** A decimal of the track record in units of its last place. */
const toUnits = (text: string | undefined): bigint => {
  const { n, d } = parseFraction(text ?? '');
  expect((n * 10n ** 8n) % d, 'no more than eight decimals').toBe(0n);
  return (n * 10n ** 8n) / d;
};

describe('computeResults', () => {
  const price = fc.integer({ min: 1, max: 9_999_999 }).map((digits) => `${digits / 1000}`);

  it('equals exact fractions rounded once', () => {
    fc.assert(
      fc.property(
        price,
        price,
        fc.tuple(price, price, price),
        fc.constantFrom('BUY', 'SELL'),
        (entry, stop, exits, order_type) => {
          const distance = (to: string) => {
            const { n, d } = plus(
              parseFraction(to),
              fraction(-parseFraction(entry).n, parseFraction(entry).d),
            );
            return fraction(order_type === 'SELL' ? -n : n, d);
          };
          const risk = fraction(-distance(stop).n, distance(stop).d);
          const [exit_1, exit_2, exit_3] = exits;
          const published = { order_type, entry_1: entry, invalidation_level: stop, exit_1, exit_2, exit_3 };
          const found = computeResult('successful', 'exit_3', { published });
          if (risk.n <= 0n || !found) {
            expect(risk.n <= 0n).toBe(found === null);
            return;
          }
          const over = (total: Fraction, parts: bigint) =>
            fraction(total.n * risk.d, total.d * risk.n * parts);
          const [first, second, third] = exits.map(distance) as [Fraction, Fraction, Fraction];
          const exact: Record<FixedRule, Fraction> = {
            exit_1: over(first, 1n),
            parts: over(plus(plus(first, second), third), 3n),
            last_exit: over(third, 1n),
          };
          for (const rule of fixedRules)
            expect(found[rule]?.map(toUnits), rule).toEqual([rounded(exact[rule]), rounded(exact[rule])]);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('rounds half to even', () => {
    const published = { entry_1: '1000', invalidation_level: '488', exit_1: '1001', exit_2: '1003' };
    // 1/512 = 0.001953125 and 3/512 = 0.005859375.
    expect(computeResult('successful', 'exit_1', { published })?.exit_1).toEqual([
      '0.00195312',
      '0.00195312',
    ]);
    const last = computeResult('successful', 'exit_2', { published: { ...published, exit_3: null } });
    expect(last?.last_exit).toEqual(['0.00585938', '0.00585938']);
  });

  /** Levels as integer distances from the entry; exits in ascending order, invalidation below them. */
  const plan = fc
    .tuple(
      fc.integer({ min: -40, max: 3 }),
      fc.array(fc.integer({ min: 4, max: 60 }), { minLength: 1, maxLength: 3 }),
    )
    .map(([stop, steps]) => ({
      stop,
      exits: steps.map((_, index) => steps.slice(0, index + 1).reduce((a, b) => a + b, 0)),
    }));
  type Plan = typeof plan extends fc.Arbitrary<infer P> ? P : never;

  const toLevels = ({ stop, exits }: Plan) => ({
    entry_1: '1000',
    invalidation_level: `${1000 + stop}`,
    exit_1: `${1000 + (exits[0] ?? 0)}`,
    exit_2: exits[1] === undefined ? null : `${1000 + exits[1]}`,
    exit_3: exits[2] === undefined ? null : `${1000 + exits[2]}`,
  });

  /** What may have happened: how many exits were reached, and where the rest of the position ended. */
  type Course = { reached: number; rest: number };
  type Reported = [IdeaStatus | 'deleted', ResultLevel | null];

  /** The extreme courses that agree with the report, by the wording of the calculation rules. */
  const possibleCourses = ([status, level]: Reported, { stop, exits }: Plan): Course[] => {
    const beyond = (reached: number) =>
      [stop, exits[reached - 1] ?? 0].map((rest): Course => ({ reached, rest }));
    const named = level?.startsWith('exit_') ? Number(level.at(-1)) : 0;
    if (level === 'invalidation_level') return [{ reached: 0, rest: stop }];
    if (level === 'entry_1') return [{ reached: 0, rest: 0 }];
    if (named > 0 && named <= exits.length) return beyond(named);
    if (status === 'unsuccessful' || status === 'invalid') return beyond(0);
    const any = exits.flatMap((_, index) => beyond(index + 1));
    return status === 'successful' ? any : [...beyond(0), ...any];
  };

  const outcome = (rule: FixedRule, { exits }: Plan, { reached, rest }: Course, risk: number): bigint => {
    const ends = exits.map((exit, index) => (index < reached ? exit : rest));
    const held = rule === 'exit_1' ? ends.slice(0, 1) : rule === 'last_exit' ? ends.slice(-1) : ends;
    const total = held.reduce((a, b) => a + b, 0);
    return rounded(fraction(BigInt(total), BigInt(risk * held.length)));
  };

  const reported = fc.constantFrom<Reported>(
    ['successful', null],
    ['successful', 'exit_1'],
    ['successful', 'exit_2'],
    ['successful', 'exit_3'],
    ['unsuccessful', null],
    ['unsuccessful', 'invalidation_level'],
    ['unsuccessful', 'entry_1'],
    ['unsuccessful', 'exit_1'],
    ['completed', null],
    ['invalid', null],
    ['deleted', null],
  );

  it('spans exactly from the worst to the best possible outcome', () => {
    const published = plan.filter(({ stop }) => stop < 0);
    fc.assert(
      fc.property(reported, published, fc.option(plan), (report, first, moved) => {
        const found = computeResult(...report, {
          published: toLevels(first),
          ...(moved && { later: toLevels(moved) }),
        });
        for (const rule of fixedRules) {
          const plans = moved ? [first, moved] : [first];
          const outcomes = plans.flatMap((levels) =>
            possibleCourses(report, levels).map((course) => outcome(rule, levels, course, -first.stop)),
          );
          const sorted = outcomes.toSorted((a, b) => (a < b ? -1 : 1));
          expect(found?.[rule]?.map(toUnits), rule).toEqual([sorted[0], sorted.at(-1)]);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('computeFigures and equityCurve', () => {
  const entries = fc.array(
    fc
      .tuple(fc.integer({ min: -5_000, max: 9_000 }), fc.integer({ min: 0, max: 4_000 }))
      .map(([low, width]): RecordEntry => {
        const range = { low: `${low / 1000}`, high: `${(low + width) / 1000}` };
        return {
          idea_id: '',
          pair: '',
          order_type: 'BUY',
          idea_type: 'Leverage',
          market_type: 'Forex',
          published_at: '',
          closed_at: 'then',
          last_closed_at: 'then',
          reopened: false,
          published_as: [],
          status: 'successful',
          deleted: false,
          result_level: null,
          check: null,
          r: { exit_1: range, parts: range, last_exit: range, as_told: range },
        };
      }),
    { maxLength: 40 },
  );
  const whole = (text: string) => BigInt(Math.round(Number(text) * 1000));

  it('matches integer arithmetic for sum, mean, drawdown, curve and number of profits', () => {
    fc.assert(
      fc.property(entries, (list) => {
        const figures = computeFigures(list, 'parts');
        const curve = equityCurve(list, 'parts');
        for (const side of ['low', 'high'] as const) {
          const steps = list.map(({ r }) => whole(r!.parts[side]));
          const sums = steps.map((_, index) => steps.slice(0, index + 1).reduce((a, b) => a + b, 0n));
          const path = [0n, ...sums];
          const falls = path.flatMap((height, from) => path.slice(from).map((after) => height - after));
          const sum = sums.at(-1) ?? 0n;
          expect(whole(figures.sum[side])).toBe(sum);
          expect(curve.map((point) => whole(point[side]))).toEqual(sums);
          const deepest = whole(figures.drawdown[side === 'low' ? 'high' : 'low']);
          expect(falls.every((fall) => fall <= deepest)).toBe(true);
          expect(falls).toContain(deepest);
          expect(figures.positive[side]).toBe(steps.filter((step) => step > 0n).length);
          if (steps.length > 0)
            expect(toUnits(figures.mean?.[side])).toBe(rounded(fraction(sum, 1000n * BigInt(steps.length))));
        }
      }),
    );
  });
});
