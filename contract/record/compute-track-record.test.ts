import { describe, expect, it } from 'vitest';
import { computeTrackRecord, equityCurve } from './compute-track-record.ts';
import { ada, buildLedger, computeResult, START, toPairs } from './record-story.fixture.ts';

describe('computeResults', () => {
  const cases: [string, ReturnType<typeof computeResult>, Record<string, [string, string]>][] = [
    [
      'gives exact results for the last exit',
      computeResult('successful', 'exit_3'),
      { exit_1: ['1', '1'], parts: ['2', '2'], last_exit: ['3', '3'] },
    ],
    [
      'gives a range beyond exit 1: the rest ended between invalidation and exit 1',
      computeResult('successful', 'exit_1'),
      { exit_1: ['1', '1'], parts: ['-0.33333333', '1'], last_exit: ['-1', '1'] },
    ],
    [
      'gives a range beyond exit 2',
      computeResult('successful', 'exit_2'),
      { exit_1: ['1', '1'], parts: ['0.66666667', '1.66666667'], last_exit: ['-1', '2'] },
    ],
    [
      'counts success without a level as exit 1 at least',
      computeResult('successful'),
      { exit_1: ['1', '1'], parts: ['-0.33333333', '2'], last_exit: ['-1', '3'] },
    ],
    [
      'counts the invalidation level as -1R',
      computeResult('unsuccessful', 'invalidation_level'),
      { exit_1: ['-1', '-1'], parts: ['-1', '-1'], last_exit: ['-1', '-1'] },
    ],
    [
      'counts the entry as 0R',
      computeResult('unsuccessful', 'entry_1'),
      { exit_1: ['0', '0'], parts: ['0', '0'], last_exit: ['0', '0'] },
    ],
    [
      'counts failure without a level as -1R to 0R',
      computeResult('unsuccessful'),
      { exit_1: ['-1', '0'], parts: ['-1', '0'], last_exit: ['-1', '0'] },
    ],
    [
      'counts a bare completed as -1R to the last exit',
      computeResult('completed'),
      { exit_1: ['-1', '1'], parts: ['-1', '2'], last_exit: ['-1', '3'] },
    ],
    [
      'counts invalid as -1R to 0R',
      computeResult('invalid'),
      { exit_1: ['-1', '0'], parts: ['-1', '0'], last_exit: ['-1', '0'] },
    ],
    [
      'counts deleted while open as -1R to the last exit',
      computeResult('deleted'),
      { exit_1: ['-1', '1'], parts: ['-1', '2'], last_exit: ['-1', '3'] },
    ],
    [
      'ends the rest between invalidation and exit 1 also when exit 1 is the furthest',
      computeResult('successful', null, { published: { exit_1: '130', exit_2: '110', exit_3: '120' } }),
      { exit_1: ['3', '3'], parts: ['0.33333333', '3'], last_exit: ['-1', '3'] },
    ],
    [
      'gives the same result under all rules when there is one exit',
      computeResult('successful', null, { published: { exit_2: null, exit_3: null } }),
      { exit_1: ['1', '1'], parts: ['1', '1'], last_exit: ['1', '1'] },
    ],
    [
      'counts exit 3 as the second of two exits when there is no exit 2',
      computeResult('successful', 'exit_3', { published: { exit_2: null } }),
      { exit_1: ['1', '1'], parts: ['2', '2'], last_exit: ['3', '3'] },
    ],
    [
      'measures a bearish idea downwards',
      computeResult('successful', 'exit_1', {
        published: {
          order_type: 'SELL',
          invalidation_level: '105',
          exit_1: '90',
          exit_2: null,
          exit_3: null,
        },
      }),
      { exit_1: ['2', '2'], parts: ['2', '2'], last_exit: ['2', '2'] },
    ],
  ];
  it.each(cases)('%s', (_name, found, expected) => {
    expect(found).toEqual(expected);
  });

  it('gives no result when invalidation is on the wrong side or at the entry', () => {
    for (const invalidation_level of ['101', '100'])
      expect(computeResult('successful', 'exit_1', { published: { invalidation_level } })).toBeNull();
  });
});

describe('computeTrackRecord', () => {
  it('counts every idea, including open, invalid and deleted ones', () => {
    const ledger = buildLedger();
    for (const id of ['won', 'lost', 'gone', 'gone open', 'void', 'odd', 'open', 'waiting'])
      ledger.publish(id, 0, id === 'odd' ? { invalidation_level: '200' } : {});
    ledger.change('won', 10, { status: 'successful', result_level: 'exit_3' });
    ledger.change('lost', 11, { status: 'unsuccessful', result_level: 'invalidation_level' });
    ledger.change('gone', 12, { status: 'unsuccessful', result_level: 'invalidation_level' });
    ledger.remove('gone', 13);
    ledger.remove('gone open', 14);
    ledger.change('void', 15, { status: 'invalid' });
    ledger.change('odd', 16, { status: 'successful' });
    ledger.change('waiting', 17, { status: 'pending' });
    const record = ledger.record();
    expect(record.ideas).toEqual({
      total: 8,
      open: 2,
      successful: 2,
      unsuccessful: 2,
      completed: 0,
      invalid: 1,
      deleted: 2,
      deleted_open: 1,
      reopened: 0,
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
  ])('computes for %i results the percentage %o', (count, expected) => {
    const ledger = buildLedger();
    for (let index = 0; index < count; index++) {
      ledger.publish(`${index}`, index);
      const won = index % 2 === 0;
      ledger.change(`${index}`, 100 + index, {
        status: won ? 'successful' : 'unsuccessful',
        result_level: won ? 'exit_1' : 'invalidation_level',
      });
    }
    expect(ledger.record().rules.exit_1.positive_percent).toEqual(expected);
  });

  it('rounds percentages half to even', () => {
    const percentOf80 = (wins: number) => {
      const ledger = buildLedger();
      for (let index = 0; index < 80; index++) {
        ledger.publish(`${index}`, 0);
        const result_level = index < wins ? 'exit_3' : 'invalidation_level';
        ledger.change(`${index}`, 10, { status: 'completed', result_level });
      }
      return ledger.record().rules.parts.positive_percent?.low;
    };
    // 1.25 and 3.75.
    expect([percentOf80(1), percentOf80(3)]).toEqual(['1.2', '3.8']);
  });

  it('counts a result of 0R as no profit', () => {
    const ledger = buildLedger();
    ledger.publish('a', 0);
    ledger.change('a', 10, { status: 'unsuccessful', result_level: 'entry_1' });
    expect(ledger.record().rules.parts).toMatchObject({ results: 1, positive: { low: 0, high: 0 } });
  });

  it('counts open ideas as reopened only if they were closed before and are not deleted', () => {
    const ledger = buildLedger();
    for (const id of ['open', 'closed twice', 'reopened', 'reopened and deleted']) ledger.publish(id, 0);
    for (const id of ['closed twice', 'reopened', 'reopened and deleted']) {
      ledger.change(id, 10, { status: 'unsuccessful' });
      ledger.change(id, 20, { status: 'active' });
    }
    ledger.change('closed twice', 30, { status: 'successful' });
    ledger.remove('reopened and deleted', 40);
    expect(ledger.record().ideas).toMatchObject({ open: 2, reopened: 1, deleted_open: 1 });
  });

  it('leaves open ideas and those without R out of the curve', () => {
    const ledger = buildLedger();
    for (const id of ['won', 'open']) ledger.publish(id, 0);
    ledger.publish('odd', 0, { invalidation_level: '200' });
    for (const id of ['won', 'odd']) ledger.change(id, 10, { status: 'successful', result_level: 'exit_1' });
    expect(ledger.firstEntry()).toMatchObject({ idea_id: 'won' });
    expect(equityCurve(ledger.record().entries, 'exit_1')).toEqual([
      { at: new Date(START + 10 * 60_000).toISOString(), low: '1', high: '1' },
    ]);
  });

  it('returns an empty record for an educator without ideas', () => {
    expect(computeTrackRecord(ada, [])).toMatchObject({
      ideas: { total: 0 },
      rules: {
        parts: { results: 0, mean: null, sum: { low: '0', high: '0' }, drawdown: { low: '0', high: '0' } },
      },
      entries: [],
    });
  });
});

describe('as the educator told it', () => {
  const told = (steps: unknown[], end: Record<string, unknown>) => {
    const ledger = buildLedger();
    ledger.publish('a', 0);
    if (steps.length > 0) ledger.change('a', 60, { steps });
    ledger.change('a', 120, end);
    const { low, high } = ledger.firstEntry()?.r?.as_told ?? {};
    return [low, high];
  };
  const exit = (level: string, share: number) => ({ kind: 'exit_taken', level, share, at: '' });

  it('adds up the shares closed at exits and the rest at its result', () => {
    // Half at 1R, the rest at the invalidation.
    expect(
      told([exit('exit_1', 50)], { status: 'unsuccessful', result_level: 'invalidation_level' }),
    ).toEqual(['0', '0']);
    expect(
      told([exit('exit_1', 30), exit('exit_2', 30)], { status: 'successful', result_level: 'exit_3' }),
    ).toEqual(['2.1', '2.1']);
    expect(told([exit('exit_1', 33)], { status: 'completed', result_level: 'entry_1' })).toEqual([
      '0.33',
      '0.33',
    ]);
  });

  it('counts no step that was told after a loss was taken back', () => {
    const ledger = buildLedger();
    ledger.publish('a', 0);
    ledger.change('a', 60, { status: 'unsuccessful', result_level: 'invalidation_level' });
    ledger.change('a', 70, { status: 'active', result_level: null });
    ledger.change('a', 71, { steps: [exit('exit_3', 99)] });
    ledger.change('a', 72, { status: 'successful', result_level: 'exit_3' });
    expect(ledger.firstEntry()?.r?.as_told).toEqual({ low: '-1', high: '3' });
  });

  it('has no rest after it was closed at entry', () => {
    const steps = [exit('exit_1', 50), { kind: 'rest_closed', at: '' }];
    expect(told(steps, { status: 'successful', result_level: 'exit_1' })).toEqual(['0.5', '0.5']);
    expect(told(steps, { status: 'successful' })).toEqual(['0.5', '0.5']);
  });

  it('does not take for granted that the rest reached the exit before it, where the result says no more', () => {
    // Half at 1R: the rest may have gone back to the invalidation.
    const half = [exit('exit_1', 50)];
    expect(told(half, { status: 'successful', result_level: 'exit_1' })).toEqual(['0', '1']);
    expect(told(half, { status: 'successful' })).toEqual(['0', '2']);
    expect(told(half, { status: 'successful', result_level: 'exit_2' })).toEqual(['1.5', '1.5']);
    expect(
      told([exit('exit_2', 40), exit('exit_1', 10)], { status: 'successful', result_level: 'exit_2' }),
    ).toEqual(['0.4', '1.9']);
    expect(told(half, { status: 'unsuccessful' })).toEqual(['0', '0.5']);
  });

  it('is the reported level without steps, and a range without a level', () => {
    expect(told([], { status: 'successful', result_level: 'exit_2' })).toEqual(['2', '2']);
    expect(told([], { status: 'successful' })).toEqual(['1', '3']);
    expect(told([], { status: 'unsuccessful' })).toEqual(['-1', '0']);
    expect(told([], { status: 'completed' })).toEqual(['-1', '3']);
    expect(told([], { status: 'invalid' })).toEqual(['-1', '0']);
    expect(
      told([{ kind: 'entry_filled', at: '' }], { status: 'successful', result_level: 'exit_1' }),
    ).toEqual(['1', '1']);
  });

  it('leaves out a step that was undone', () => {
    const ledger = buildLedger();
    ledger.publish('a', 0);
    ledger.change('a', 60, { steps: [exit('exit_1', 50)] });
    ledger.undo('a', 60);
    ledger.change('a', 120, { status: 'unsuccessful', result_level: 'invalidation_level' });
    expect(ledger.firstEntry()?.r?.as_told).toEqual({ low: '-1', high: '-1' });
  });
});

describe('a check by prices', () => {
  const bounds = (value: string) => ({ low: value, high: value });
  const check = (exits: string[], isStopped: boolean, changes = {}) => ({
    conclusion: 'checked',
    source: 'Kraken',
    symbol: 'EURUSD',
    sides: ['trade'],
    interval: 60_000,
    status: 'successful',
    result_level: null,
    levels: 'planned',
    result: {
      certainty: 'certain',
      outcomes: [
        {
          kind: 'entered',
          exits: exits.map((level) => ({ level, r: bounds('1.00') })),
          invalidation: isStopped ? bounds('-1.00') : null,
        },
      ],
      favourable: bounds('2.10'),
      adverse: bounds('-0.40'),
    },
    digest: '',
    ...changes,
  });
  const record = (found: ReturnType<typeof check>, later = {}) => {
    const ledger = buildLedger();
    ledger.publish('a', 0);
    ledger.change('a', 120, { status: 'successful' });
    ledger.check('a', 140, found);
    if (Object.keys(later).length > 0) ledger.change('a', 200, later);
    const entry = ledger.firstEntry();
    return { r: toPairs(entry?.r), check: entry?.check };
  };
  const reported = { exit_1: ['1', '1'], parts: ['-0.33333333', '2'], last_exit: ['-1', '3'] };

  it('narrows a range to what prices prove of the plan', () => {
    expect(record(check(['exit_1', 'exit_2', 'exit_3'], false)).r).toEqual({
      exit_1: ['1', '1'],
      parts: ['2', '2'],
      last_exit: ['3', '3'],
    });
    expect(record(check(['exit_1'], true)).r).toEqual({
      exit_1: ['1', '1'],
      parts: ['-0.33333333', '-0.33333333'],
      last_exit: ['-1', '-1'],
    });
    // Closed between exit 1 and exit 2, who knows where.
    expect(record(check(['exit_1'], false)).r).toEqual({
      exit_1: ['1', '1'],
      parts: ['-0.33333333', '1.66666667'],
      last_exit: ['-1', '2'],
    });
  });

  it('has the largest moves', () => {
    expect(record(check(['exit_1'], false)).check).toEqual({
      conclusion: 'checked',
      source: 'Kraken',
      favourable: bounds('2.10'),
      adverse: bounds('-0.40'),
    });
  });

  it.each([
    ['contradicts it', { conclusion: 'contradicted' }],
    ['takes the levels as they were moved', { levels: 'moved' }],
  ])('leaves the range alone if it %s', (_, changes) => {
    expect(record(check(['exit_1'], true, changes)).r).toEqual(reported);
  });

  it.each<[string, (ledger: ReturnType<typeof buildLedger>) => void]>([
    [
      'levels were corrected just before the close',
      (ledger) => {
        ledger.change('a', 2, { entry_1: '1.0900', invalidation_level: '1.0850' });
        ledger.change('a', 4, { status: 'successful', result_level: 'exit_1' });
      },
    ],
    [
      'a loss was reverted',
      (ledger) => {
        ledger.change('a', 20, { status: 'unsuccessful', result_level: 'invalidation_level' });
        ledger.change('a', 160, { status: 'active', result_level: null });
        ledger.change('a', 170, { status: 'successful', result_level: 'exit_1' });
      },
    ],
  ])('narrows nothing where %s', (_, close) => {
    const results = [false, true].map((isChecked) => {
      const ledger = buildLedger();
      ledger.publish('a', 0);
      close(ledger);
      if (isChecked) ledger.check('a', 200, check(['exit_1', 'exit_2', 'exit_3'], false));
      return ledger.firstEntry()?.r;
    });
    expect(results[0]?.exit_1.low).not.toBe(results[0]?.exit_1.high);
    expect(results[1]).toEqual(results[0]);
  });

  it('never turns a report around', () => {
    const never = check([], true);
    expect(record(never).r?.exit_1).toEqual(['1', '1']);
  });

  it('belongs to the result it was made for', () => {
    expect(record(check(['exit_1'], true), { status: 'unsuccessful' }).check).toBeNull();
    expect(record(check(['exit_1'], true), { lesson_tag: 'news' }).check).not.toBeNull();
  });

  it('stays although a change before it was undone', () => {
    const ledger = buildLedger();
    ledger.publish('a', 0);
    ledger.change('a', 120, { status: 'successful' });
    ledger.change('a', 130, { lesson_tag: 'news' });
    ledger.undo('a', 130);
    ledger.check('a', 140, check(['exit_1'], true));
    expect(ledger.firstEntry()?.check).toMatchObject({ conclusion: 'checked' });
  });
});
