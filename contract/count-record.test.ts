import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countRecord, equityCurve, figuresOf, resultsOf } from './count-record.ts';
import { ideaLives } from './idea-lives.ts';
import type { IdeaRevision } from './idea-revisions.ts';
import type { IdeaStatus, ResultLevel } from './ideas.ts';
import { CORRECTION_MS, exitRules, type RecordEntry } from './track-record.ts';

const base = Date.UTC(2026, 0, 1);
const educator = { id: '1', name: 'Ada Wren' };

/** A ledger told as a story: each line one revision, minutes after the beginning. */
const ledger = () => {
  const revisions: IdeaRevision[] = [];
  const add = (
    id: string,
    minute: number,
    action: IdeaRevision['action'],
    values: Record<string, unknown>,
  ) => {
    const changes = Object.entries(values).map(([field, value]) => ({ field, old: null, new: value }));
    revisions.push({
      number: revisions.length + 1,
      idea_id: id,
      version: 1,
      action,
      at: new Date(base + minute * 60_000).toISOString(),
      educator_id: '1',
      changes,
      digest: '',
      prev_hash: '',
      hash: '',
    });
  };
  const levels = { entry_1: '100', invalidation_level: '90', exit_1: '110', exit_2: '120', exit_3: '130' };
  const about = {
    educator_name: 'Ada Wren',
    pair: 'EUR/USD',
    order_type: 'BUY',
    idea_type: 'Leverage',
    market_type: 'Forex',
  };
  return {
    publish: (id: string, minute: number, values: Record<string, unknown> = {}) =>
      add(id, minute, 'created', { ...about, ...levels, status: 'active', ...values }),
    change: (id: string, minute: number, values: Record<string, unknown>) =>
      add(id, minute, 'changed', values),
    remove: (id: string, minute: number) =>
      add(
        id,
        minute,
        'deleted',
        Object.fromEntries(Object.keys({ ...about, ...levels, status: 0 }).map((f) => [f, null])),
      ),
    record: () => countRecord(educator, ideaLives(revisions)),
  };
};

/** One idea closed with a status, and with a level where one was given: its results as numbers. */
const resultOf = (
  status: IdeaStatus | 'deleted',
  level: ResultLevel | null = null,
  published: Record<string, unknown> = {},
  later: Record<string, unknown> = {},
) => {
  const story = ledger();
  story.publish('a', 0, published);
  if (Object.keys(later).length > 0) story.change('a', 60, later);
  if (status === 'deleted') story.remove('a', 120);
  else story.change('a', 120, { status, result_level: level });
  const [entry] = story.record().entries;
  return (
    entry?.r &&
    Object.fromEntries(exitRules.map((rule) => [rule, [entry.r?.[rule].low, entry.r?.[rule].high]]))
  );
};

describe('a result under the three rules', () => {
  const cases: [string, ReturnType<typeof resultOf>, Record<string, [string, string]>][] = [
    [
      'the last exit: nothing is unknown',
      resultOf('successful', 'exit_3'),
      { exit_1: ['1', '1'], parts: ['2', '2'], last_exit: ['3', '3'] },
    ],
    [
      'exit 1: the rest ended between the invalidation level and there',
      resultOf('successful', 'exit_1'),
      { exit_1: ['1', '1'], parts: ['-0.33333333', '1'], last_exit: ['-1', '1'] },
    ],
    [
      'exit 2',
      resultOf('successful', 'exit_2'),
      { exit_1: ['1', '1'], parts: ['0.66666667', '1.66666667'], last_exit: ['-1', '2'] },
    ],
    [
      'success without a level: exit 1 at least',
      resultOf('successful'),
      { exit_1: ['1', '1'], parts: ['-0.33333333', '2'], last_exit: ['-1', '3'] },
    ],
    [
      'the invalidation level',
      resultOf('unsuccessful', 'invalidation_level'),
      { exit_1: ['-1', '-1'], parts: ['-1', '-1'], last_exit: ['-1', '-1'] },
    ],
    [
      'the entry',
      resultOf('unsuccessful', 'entry_1'),
      { exit_1: ['0', '0'], parts: ['0', '0'], last_exit: ['0', '0'] },
    ],
    [
      'failure without a level',
      resultOf('unsuccessful'),
      { exit_1: ['-1', '0'], parts: ['-1', '0'], last_exit: ['-1', '0'] },
    ],
    [
      'completed, and nothing more',
      resultOf('completed'),
      { exit_1: ['-1', '1'], parts: ['-1', '2'], last_exit: ['-1', '3'] },
    ],
    ['invalid', resultOf('invalid'), { exit_1: ['-1', '0'], parts: ['-1', '0'], last_exit: ['-1', '0'] }],
    [
      'deleted while open',
      resultOf('deleted'),
      { exit_1: ['-1', '1'], parts: ['-1', '2'], last_exit: ['-1', '3'] },
    ],
    [
      'one exit only: the rules agree',
      resultOf('successful', null, { exit_2: null, exit_3: null }),
      { exit_1: ['1', '1'], parts: ['1', '1'], last_exit: ['1', '1'] },
    ],
    [
      'a bearish idea',
      resultOf('successful', 'exit_1', {
        order_type: 'SELL',
        invalidation_level: '105',
        exit_1: '90',
        exit_2: null,
        exit_3: null,
      }),
      { exit_1: ['2', '2'], parts: ['2', '2'], last_exit: ['2', '2'] },
    ],
  ];
  it.each(cases)('%s', (_name, found, expected) => {
    expect(found).toEqual(expected);
  });

  it('does not exist where the invalidation level stands on the wrong side, or on the entry', () => {
    expect(resultOf('successful', 'exit_1', { invalidation_level: '101' })).toBeNull();
    expect(resultOf('successful', 'exit_1', { invalidation_level: '100' })).toBeNull();
  });
});

describe('what is moved later', () => {
  it('changes neither entry nor risk: a stop moved to the entry costs what it costs', () => {
    expect(resultOf('unsuccessful', 'invalidation_level', {}, { invalidation_level: '100' })?.parts).toEqual([
      '0',
      '0',
    ]);
    expect(resultOf('unsuccessful', 'invalidation_level', {}, { invalidation_level: '80' })?.parts).toEqual([
      '-2',
      '-2',
    ]);
    expect(resultOf('successful', 'exit_1', {}, { entry_1: '109' })?.exit_1).toEqual(['1', '1']);
  });

  it('counts as published within five minutes of it', () => {
    for (const [minutes, expected] of [
      [CORRECTION_MS / 60_000, '0.5'],
      [CORRECTION_MS / 60_000 + 1, '1'],
    ] as const) {
      const story = ledger();
      story.publish('a', 0);
      story.change('a', minutes, { invalidation_level: '80' });
      story.change('a', 60, { status: 'successful', result_level: 'exit_1' });
      expect(story.record().entries[0]?.r?.exit_1.low).toBe(expected);
    }
  });

  it('counts no more once the idea was closed, except for the level that was reached', () => {
    const story = ledger();
    story.publish('a', 0);
    story.change('a', 60, { status: 'successful' });
    story.change('a', 61, { exit_1: '190', invalidation_level: '99' });
    story.change('a', 62, { result_level: 'exit_3' });
    expect(story.record().entries[0]).toMatchObject({
      closed_at: new Date(base + 3_600_000).toISOString(),
      r: { exit_1: { low: '1', high: '1' }, last_exit: { low: '3', high: '3' } },
    });
  });

  it('begins anew after a reset to pending', () => {
    const story = ledger();
    story.publish('a', 0);
    story.change('a', 60, { status: 'unsuccessful', result_level: 'invalidation_level' });
    story.change('a', 70, { status: 'pending', result_level: null });
    expect(story.record().entries[0]).toMatchObject({ closed_at: null, r: null });
    story.change('a', 80, { exit_1: '120', status: 'success', result_level: 'exit_1' });
    expect(story.record().entries[0]).toMatchObject({ status: 'successful', r: { exit_1: { low: '2' } } });
  });
});

describe('the record', () => {
  it('leaves out nothing: open, invalid and deleted ideas are counted', () => {
    const story = ledger();
    for (const id of ['won', 'lost', 'gone', 'gone open', 'void', 'odd', 'open', 'waiting'])
      story.publish(id, 0);
    story.change('won', 10, { status: 'successful', result_level: 'exit_3' });
    story.change('lost', 11, { status: 'unsuccessful', result_level: 'invalidation_level' });
    story.change('gone', 12, { status: 'unsuccessful', result_level: 'invalidation_level' });
    story.remove('gone', 13);
    story.remove('gone open', 14);
    story.change('void', 15, { status: 'invalid' });
    story.change('odd', 3, { invalidation_level: '200' });
    story.change('odd', 16, { status: 'successful' });
    story.change('waiting', 17, { status: 'pending' });
    const record = story.record();
    expect(record.ideas).toEqual({
      total: 8,
      open: 2,
      successful: 2,
      unsuccessful: 2,
      completed: 0,
      invalid: 1,
      deleted: 2,
      deleted_open: 1,
      without_r: 1,
    });
    expect(record.rules.last_exit).toMatchObject({
      results: 5,
      sum: { low: '-1', high: '4' },
      mean: { low: '-0.2', high: '0.8' },
      positive: { low: 1, high: 2 },
      drawdown: { low: '2', high: '4' },
    });
    expect(record.entries.map(({ idea_id }) => idea_id)).toEqual([
      'won',
      'lost',
      'gone',
      'gone open',
      'void',
      'odd',
      'open',
      'waiting',
    ]);
  });

  it.each([
    [19, null],
    [20, { low: '50.0', high: '50.0' }],
    [21, { low: '52.4', high: '52.4' }],
  ])('gives with %i results the percentage %o', (count, expected) => {
    const story = ledger();
    for (let index = 0; index < count; index++) {
      story.publish(`${index}`, index);
      const won = index % 2 === 0;
      story.change(`${index}`, 100 + index, {
        status: won ? 'successful' : 'unsuccessful',
        result_level: won ? 'exit_1' : 'invalidation_level',
      });
    }
    expect(story.record().rules.exit_1.positive_percent).toEqual(expected);
  });

  it('of nobody is empty, not wrong', () => {
    expect(countRecord(educator, [])).toMatchObject({
      ideas: { total: 0 },
      rules: {
        parts: { results: 0, mean: null, sum: { low: '0', high: '0' }, drawdown: { low: '0', high: '0' } },
      },
      entries: [],
    });
  });
});

/** Exact arithmetic to compare with: a fraction of whole numbers. */
type Fraction = { n: bigint; d: bigint };
const fraction = (n: bigint, d: bigint): Fraction => (d < 0n ? { n: -n, d: -d } : { n, d });
const plus = (a: Fraction, b: Fraction) => fraction(a.n * b.d + b.n * a.d, a.d * b.d);
const isLess = (a: Fraction, b: Fraction) => a.n * b.d < b.n * a.d;
const scaled = (text: string): Fraction => {
  const [whole = '', decimals = ''] = text.split('.');
  return fraction(BigInt(whole + decimals), 10n ** BigInt(decimals.length));
};
/** Half to even, at eight decimals: what the record says it does. */
const rounded = ({ n, d }: Fraction): bigint => {
  const [top, bottom] = [n * 10n ** 8n * 2n + d, d * 2n];
  const down = top >= 0n ? top / bottom : -((-top + bottom - 1n) / bottom);
  const isTie = top % bottom === 0n;
  return isTie && down % 2n !== 0n ? down - 1n : down;
};

describe('the arithmetic', () => {
  const price = fc.integer({ min: 1, max: 9_999_999 }).map((digits) => `${digits / 1000}`);

  it('of each result is that of exact fractions, rounded once', () => {
    fc.assert(
      fc.property(
        fc.record({
          entry: price,
          stop: price,
          exits: fc.array(price, { minLength: 3, maxLength: 3 }),
          sell: fc.boolean(),
        }),
        ({ entry, stop, exits, sell }) => {
          const sign = sell ? -1n : 1n;
          const distance = (to: string) => {
            const { n, d } = plus(scaled(to), fraction(-scaled(entry).n, scaled(entry).d));
            return fraction(n * sign, d);
          };
          const risk = fraction(-distance(stop).n, distance(stop).d);
          const levels = {
            order_type: sell ? ('SELL' as const) : ('BUY' as const),
            entry_1: entry,
            entry_2: null,
            invalidation_level: stop,
            exit_1: exits[0]!,
            exit_2: exits[1]!,
            exit_3: exits[2]!,
          };
          const state = { ...levels, result_level: 'exit_3', status: 'successful' } as never;
          const found = resultsOf({
            idea_id: '',
            educator_id: '',
            published_at: '',
            published: levels,
            state,
            end: { at: '', number: 1, levels },
            deleted: false,
          });
          if (risk.n <= 0n || !found) {
            expect(risk.n <= 0n).toBe(found === null);
            return;
          }
          const total = exits.map(distance).reduce(plus, fraction(0n, 1n));
          const mean = fraction(total.n * risk.d, total.d * risk.n * 3n);
          const { n, d } = scaled(found.parts.low.replace('-', ''));
          const value = found.parts.low.startsWith('-') ? -n : n;
          expect((value * 10n ** 8n) / d).toBe(rounded(mean));
          expect(found.parts.high).toBe(found.parts.low);
        },
      ),
      { numRuns: 500 },
    );
  });

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
          status: 'successful',
          deleted: false,
          result_level: null,
          r: { exit_1: range, parts: range, last_exit: range },
        };
      }),
    { maxLength: 40 },
  );
  const whole = (text: string) => BigInt(Math.round(Number(text) * 1000));

  it('of sum, drawdown and curve is that of whole numbers', () => {
    fc.assert(
      fc.property(entries, (list) => {
        const figures = figuresOf(list, 'parts');
        const curve = equityCurve(list, 'parts');
        for (const side of ['low', 'high'] as const) {
          const steps = list.map(({ r }) => whole(r!.parts[side]));
          const sums = steps.map((_, index) => steps.slice(0, index + 1).reduce((a, b) => a + b, 0n));
          const path = [0n, ...sums];
          const falls = path.flatMap((height, from) => path.slice(from).map((after) => height - after));
          expect(whole(figures.sum[side])).toBe(sums.at(-1) ?? 0n);
          expect(curve.map((point) => whole(point[side]))).toEqual(sums);
          const deepest = whole(figures.drawdown[side === 'low' ? 'high' : 'low']);
          expect(falls.every((fall) => fall <= deepest)).toBe(true);
          expect(falls).toContain(deepest);
        }
      }),
    );
  });

  it('never says less than the worst nor more than the best, whatever really happened', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<[IdeaStatus, ResultLevel | null]>(
          ['successful', null],
          ['successful', 'exit_2'],
          ['unsuccessful', null],
          ['completed', null],
          ['invalid', null],
        ),
        ([status, level]) => {
          const found = resultOf(status, level);
          for (const rule of exitRules) {
            const [low, high] = found?.[rule] ?? [];
            expect(isLess(scaled(`${Number(high) + 10}`), scaled(`${Number(low) + 10}`))).toBe(false);
          }
        },
      ),
    );
  });
});
