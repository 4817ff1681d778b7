import { describe, expect, it } from 'vitest';
import { buildLedger, computeResult, START, toPairs } from '../record/record-story.fixture.ts';
import { CORRECTION_WINDOW_MS } from './ideas.ts';

/**
 * How the track record treats ideas that were changed, closed and reopened: anything that could flatter widens the
 * range.
 */
const CORRECTION_MINUTES = CORRECTION_WINDOW_MS / 60_000;

describe('the end of an idea', () => {
  it('takes the publication as the end of an idea that was published with a result', () => {
    const ledger = buildLedger();
    ledger.publish('a', 0, { status: 'successful', result_level: 'exit_1' });
    expect(ledger.firstEntry()).toMatchObject({
      closed_at: new Date(START).toISOString(),
      r: { exit_1: { low: '1', high: '1' } },
    });
  });

  it('keeps the end of an idea that is deleted later', () => {
    const ledger = buildLedger();
    ledger.publish('a', 0);
    ledger.change('a', 10, { status: 'unsuccessful' });
    ledger.remove('a', 20);
    expect(ledger.firstEntry()).toMatchObject({
      deleted: true,
      closed_at: new Date(START + 10 * 60_000).toISOString(),
      // The revision named no level, and null is what the contract allows.
      result_level: null,
    });
  });

  it('orders ideas by their end, whatever the order of publication and however it is corrected', () => {
    const ledger = buildLedger();
    for (const id of ['open', 'second', 'first']) ledger.publish(id, 0);
    ledger.change('first', 60, { status: 'unsuccessful' });
    ledger.change('second', 70, { status: 'unsuccessful' });
    ledger.change('first', 90, { status: 'successful' });
    expect(ledger.record().entries.map(({ idea_id }) => idea_id)).toEqual(['first', 'second', 'open']);
  });

  it('orders ideas by their first close, and marks what was open again after it', () => {
    const ledger = buildLedger();
    for (const id of ['second', 'first']) ledger.publish(id, 0);
    ledger.change('first', 60, { status: 'unsuccessful' });
    ledger.change('second', 70, { status: 'successful', result_level: 'exit_1' });
    ledger.change('first', 80, { status: 'active' });
    expect(ledger.record().ideas).toMatchObject({ open: 1, reopened: 1 });
    ledger.change('first', 90, { status: 'unsuccessful' });
    const { entries, ideas } = ledger.record();
    expect(entries.map(({ idea_id, reopened }) => [idea_id, reopened])).toEqual([
      ['first', true],
      ['second', false],
    ]);
    expect(ledger.firstEntry()?.closed_at).toBe(new Date(START + 60 * 60_000).toISOString());
    expect(ideas.reopened).toBe(0);
  });

  it('leaves out an idea published before the range begins, whose end is unknown', () => {
    const ledger = buildLedger();
    ledger.change('a', 60, { status: 'successful' });
    expect(ledger.record().entries).toEqual([]);
  });
});

describe('a level moved after publishing', () => {
  it('does not change the entry or the risk when a level is moved', () => {
    expect(computeResult('successful', 'exit_1', { later: { entry_1: '109' } })?.exit_1).toEqual(['1', '1']);
    expect(
      computeResult('unsuccessful', 'invalidation_level', { later: { invalidation_level: '80' } })?.parts,
    ).toEqual(['-2', '-1']);
  });

  it('widens the range when invalidation is moved to the entry, which may have happened after it was hit', () => {
    expect(
      computeResult('unsuccessful', 'invalidation_level', { later: { invalidation_level: '100' } })?.parts,
    ).toEqual(['-1', '0']);
  });

  it('widens the range when an exit is moved to where price went or turned', () => {
    expect(computeResult('successful', 'exit_1', { later: { exit_1: '150' } })?.exit_1).toEqual(['1', '5']);
    expect(computeResult('successful', 'exit_1', { later: { exit_1: '102' } })?.exit_1).toEqual(['0.2', '1']);
  });

  it('gives no evidence for an exit that was added later', () => {
    expect(
      computeResult('successful', 'exit_3', { published: { exit_3: null }, later: { exit_3: '300' } }),
    ).toEqual({
      exit_1: ['1', '1'],
      parts: ['0', '7.66666667'],
      last_exit: ['-1', '20'],
    });
  });

  it('replaces the published level by one moved within five minutes of publishing', () => {
    for (const [minutes, expected] of [
      [CORRECTION_MINUTES, ['0.5', '0.5']],
      [CORRECTION_MINUTES + 1, ['1', '1']],
    ] as const) {
      const ledger = buildLedger();
      ledger.publish('a', 0);
      ledger.change('a', minutes, { invalidation_level: '80' });
      ledger.change('a', 60, { status: 'successful', result_level: 'exit_1' });
      expect(toPairs(ledger.firstEntry()?.r)?.exit_1).toEqual(expected);
    }
  });

  it('keeps the first levels in the range when the idea closes within five minutes of their correction', () => {
    for (const [minutes, expected] of [
      [2 + CORRECTION_MINUTES, ['1', '3']],
      [3 + CORRECTION_MINUTES, ['3', '3']],
    ] as const) {
      const ledger = buildLedger();
      ledger.publish('a', 0);
      ledger.change('a', 2, { entry_1: '107', invalidation_level: '106' });
      ledger.change('a', minutes, { status: 'successful', result_level: 'exit_1' });
      expect(toPairs(ledger.firstEntry()?.r)?.exit_1).toEqual(expected);
    }
  });

  it('counts the levels before a change that also closes the idea', () => {
    const ledger = buildLedger();
    ledger.publish('a', 0);
    ledger.change('a', 2, { exit_1: '150', status: 'successful', result_level: 'exit_1' });
    expect(toPairs(ledger.firstEntry()?.r)?.exit_1).toEqual(['1', '5']);
  });

  it('counts a loss where the first levels were turned around or gave no R before such a close', () => {
    const turned = {
      order_type: 'SELL',
      invalidation_level: '110',
      exit_1: '90',
      exit_2: null,
      exit_3: null,
    };
    for (const [first, corrected] of [
      [{}, turned],
      [{ invalidation_level: '105' }, { invalidation_level: '90' }],
    ]) {
      const ledger = buildLedger();
      ledger.publish('a', 0, first);
      ledger.change('a', 4, corrected!);
      ledger.change('a', 5, { status: 'successful', result_level: 'exit_1' });
      expect(toPairs(ledger.firstEntry()?.r)?.exit_1).toEqual(['-1', '1']);
    }
  });

  it.each([
    ['the entry', { invalidation_level: '100' }],
    ['beyond the entry', { invalidation_level: '101' }],
  ])('counts the loss of an idea whose invalidation was moved to %s', (_where, corrected) => {
    for (const minutes of [4, 60]) {
      const ledger = buildLedger();
      ledger.publish('a', 0);
      ledger.change('a', 2, corrected);
      ledger.change('a', minutes, { status: 'unsuccessful', result_level: 'invalidation_level' });
      expect(ledger.firstEntry()?.r?.exit_1.low).toBe('-1');
    }
  });

  it('ignores a level that is moved after the close, even within five minutes of publishing', () => {
    const ledger = buildLedger();
    ledger.publish('a', 0);
    ledger.change('a', 2, { status: 'successful', result_level: 'exit_1' });
    ledger.change('a', 3, { exit_1: '190' });
    expect(ledger.firstEntry()?.r?.exit_1).toEqual({ low: '1', high: '1' });
  });

  it('ignores a level that is moved after the close, except for the level that was reached', () => {
    const ledger = buildLedger();
    ledger.publish('a', 0);
    ledger.change('a', 60, { status: 'successful' });
    ledger.change('a', 61, { exit_1: '190', invalidation_level: '99' });
    ledger.change('a', 62, { result_level: 'exit_3' });
    expect(ledger.firstEntry()).toMatchObject({
      closed_at: new Date(START + 3_600_000).toISOString(),
      r: { exit_1: { low: '1', high: '1' }, last_exit: { low: '3', high: '3' } },
    });
  });
});

describe('an idea closed twice', () => {
  /** Closes as a loss at minute 60, reopens at `opened`, closes as a success further out at minute 80. */
  const closeTwice = (opened: number) => {
    const ledger = buildLedger();
    ledger.publish('a', 0);
    ledger.change('a', 60, { status: 'unsuccessful', result_level: 'invalidation_level' });
    ledger.change('a', opened, { status: 'pending', result_level: null });
    const open = ledger.record();
    ledger.change('a', 80, { status: 'success', result_level: 'exit_3' });
    return { open, closed: ledger.firstEntry() };
  };

  it('drops the first end of an idea that was reopened within five minutes', () => {
    const { open, closed } = closeTwice(60 + CORRECTION_MINUTES);
    expect(open.entries[0]).toMatchObject({ closed_at: null, r: null });
    expect(open.ideas).toMatchObject({ open: 1, reopened: 1 });
    expect(closed).toMatchObject({ status: 'successful', r: { last_exit: { low: '3', high: '3' } } });
  });

  it('counts the five minutes from the first close, however often the result is toggled', () => {
    const ledger = buildLedger();
    ledger.publish('a', 0);
    const loss = { status: 'unsuccessful', result_level: 'invalidation_level' };
    ledger.change('a', 60, loss);
    ledger.change('a', 62.8, { status: 'pending', result_level: null });
    ledger.change('a', 62.9, loss);
    ledger.change('a', 60 + CORRECTION_MINUTES + 0.7, { status: 'successful', result_level: 'exit_3' });
    expect(toPairs(ledger.firstEntry()?.r)?.last_exit).toEqual(['-1', '3']);
  });

  it('shows what an idea was about at its first close, though it was reopened at once', () => {
    const ledger = buildLedger();
    ledger.publish('a', 0);
    ledger.change('a', 1, { status: 'unsuccessful', result_level: 'invalidation_level' });
    ledger.change('a', 2, { status: 'active', result_level: null });
    ledger.change('a', 3, { pair: 'DOGE/USDT', market_type: 'Crypto' });
    ledger.change('a', 4, { status: 'successful', result_level: 'exit_1' });
    expect(ledger.firstEntry()).toMatchObject({
      reopened: true,
      published_as: [
        { field: 'pair', value: 'EUR/USD' },
        { field: 'market_type', value: 'Forex' },
      ],
    });
  });

  it('keeps the first end in the range when an idea is reopened later, and counts it as reopened while open', () => {
    const { open, closed } = closeTwice(60 + CORRECTION_MINUTES + 1);
    expect(open.entries[0]).toMatchObject({ closed_at: null, r: null });
    expect(open.ideas).toMatchObject({ open: 1, reopened: 1 });
    expect(closed).toMatchObject({ status: 'successful', r: { last_exit: { low: '-1', high: '3' } } });
  });

  it('keeps every earlier end in the range', () => {
    const ledger = buildLedger();
    ledger.publish('a', 0);
    ledger.change('a', 60, { status: 'unsuccessful', result_level: 'invalidation_level' });
    ledger.change('a', 70, { status: 'invalid', result_level: 'entry_1' });
    ledger.change('a', 80, { status: 'successful', result_level: 'exit_3' });
    expect(toPairs(ledger.firstEntry()?.r)?.last_exit).toEqual(['-1', '3']);
  });

  it('keeps the first end in the range when an idea was never reopened in between', () => {
    const ledger = buildLedger();
    ledger.publish('a', 0);
    ledger.change('a', 60, { status: 'unsuccessful', result_level: 'invalidation_level' });
    ledger.change('a', 90, { status: 'successful', result_level: 'exit_1' });
    expect(ledger.firstEntry()).toMatchObject({
      closed_at: new Date(START + 60 * 60_000).toISOString(),
      r: { exit_1: { low: '-1', high: '1' } },
    });
  });

  it('keeps the first end in the range when an idea is deleted after reopening', () => {
    const ledger = buildLedger();
    ledger.publish('a', 0, { exit_2: null, exit_3: null });
    ledger.change('a', 60, { status: 'invalid', result_level: 'entry_1' });
    ledger.change('a', 90, { status: 'active', result_level: null });
    ledger.remove('a', 100);
    expect(ledger.record().ideas).toMatchObject({ deleted_open: 1, reopened: 0 });
    expect(toPairs(ledger.firstEntry()?.r)?.exit_1).toEqual(['-1', '1']);
  });
});

describe('another level reported for the same end', () => {
  it.each([
    ['unsuccessful', 'exit_3', ['-1', '3']],
    ['unsuccessful', 'entry_1', ['0', '0']],
    ['successful', 'exit_2', ['-1', '2']],
  ] as const)(
    'counts a %s idea whose level is reported as %s after an hour within what was known',
    (status, level, expected) => {
      const ledger = buildLedger();
      ledger.publish('a', 0);
      ledger.change('a', 60, { status });
      ledger.change('a', 120, { result_level: level });
      expect(toPairs(ledger.firstEntry()?.r)?.last_exit).toEqual(expected);
    },
  );

  /** Closes at minute 60, reports a level at minute 62 and others in the minutes given. */
  const report = (...levels: [minute: number, level: string | null][]) => {
    const ledger = buildLedger();
    ledger.publish('a', 0);
    ledger.change('a', 60, { status: 'unsuccessful' });
    ledger.change('a', 62, { result_level: 'invalidation_level' });
    for (const [minute, result_level] of levels) ledger.change('a', minute, { result_level });
    return ledger.firstEntry();
  };

  it('replaces a level up to five minutes after the first close', () => {
    expect(toPairs(report([60 + CORRECTION_MINUTES, 'exit_1'])?.r)?.exit_1).toEqual(['1', '1']);
  });

  it('keeps a level reported earlier in the range', () => {
    expect(report([60 + CORRECTION_MINUTES + 1, 'exit_1'])).toMatchObject({
      closed_at: new Date(START + 60 * 60_000).toISOString(),
      result_level: 'exit_1',
      r: { exit_1: { low: '-1', high: '1' } },
    });
  });

  it('keeps a level that was removed before another one was reported', () => {
    expect(toPairs(report([120, null], [121, 'exit_1'])?.r)?.exit_1).toEqual(['-1', '1']);
  });
});

describe('pair, market and type', () => {
  it('says what they were when they were locked, in a ledger from before they were', () => {
    const ledger = buildLedger();
    ledger.publish('a', 0);
    ledger.change('a', CORRECTION_MINUTES, { idea_type: 'Exchange' });
    expect(ledger.firstEntry()?.published_as).toEqual([]);
    ledger.change('a', 60, { status: 'successful' });
    ledger.change('a', 90, { pair: 'DOGE/USDT', market_type: 'Crypto' });
    expect(ledger.firstEntry()).toMatchObject({
      pair: 'DOGE/USDT',
      published_as: [
        { field: 'pair', value: 'EUR/USD' },
        { field: 'market_type', value: 'Forex' },
      ],
    });
  });
});

describe('an undone change', () => {
  it('counts an undone change nowhere: not as an end, a reopening or a move of a level', () => {
    const [untouched, undone] = [buildLedger(), buildLedger()];
    for (const ledger of [untouched, undone]) {
      ledger.publish('a', 0);
      ledger.publish('b', 0);
    }
    undone.change('b', 4.9, { invalidation_level: '10' });
    undone.undo('b', 5.1);
    undone.change('a', 30, { status: 'successful', result_level: 'exit_3' });
    undone.undo('a', 30.1);
    expect(undone.record()).toEqual(untouched.record());
    for (const ledger of [untouched, undone]) {
      ledger.change('a', 60, { status: 'unsuccessful', result_level: 'invalidation_level' });
      ledger.change('b', 70, { status: 'successful', result_level: 'exit_1' });
    }
    undone.change('a', 90, { status: 'pending', result_level: null });
    undone.undo('a', 90.1);
    expect(undone.record()).toEqual(untouched.record());
  });
});
