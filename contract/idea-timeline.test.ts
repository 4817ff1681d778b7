import { describe, expect, it } from 'vitest';
import { BEGINNING, pairsOf, resultOf, tellLedger } from './record-story.fixture.ts';
import { CORRECTION_MS } from './track-record.ts';

/** What a record makes of an idea that was moved, closed, opened and closed again: what flatters it counts as doubt. */
const CORRECTION_MINUTES = CORRECTION_MS / 60_000;

describe('a level moved later', () => {
  it('changes neither entry nor risk', () => {
    expect(resultOf('successful', 'exit_1', { later: { entry_1: '109' } })?.exit_1).toEqual(['1', '1']);
    expect(
      resultOf('unsuccessful', 'invalidation_level', { later: { invalidation_level: '80' } })?.parts,
    ).toEqual(['-2', '-1']);
  });

  it('counts as published too: a stop moved to the entry may have been moved after it was hit', () => {
    expect(
      resultOf('unsuccessful', 'invalidation_level', { later: { invalidation_level: '100' } })?.parts,
    ).toEqual(['-1', '0']);
  });

  it('counts as published too: an exit moved out to where the price went, or in to where it turned', () => {
    expect(resultOf('successful', 'exit_1', { later: { exit_1: '150' } })?.exit_1).toEqual(['1', '5']);
    expect(resultOf('successful', 'exit_1', { later: { exit_1: '102' } })?.exit_1).toEqual(['0.2', '1']);
  });

  it('proves nothing of an exit that was added later', () => {
    expect(
      resultOf('successful', 'exit_3', { published: { exit_3: null }, later: { exit_3: '300' } }),
    ).toEqual({
      exit_1: ['1', '1'],
      parts: ['0', '7.66666667'],
      last_exit: ['-1', '20'],
    });
  });

  it('counts as published within five minutes of it', () => {
    for (const [minutes, expected] of [
      [CORRECTION_MINUTES, ['0.5', '0.5']],
      [CORRECTION_MINUTES + 1, ['1', '1']],
    ] as const) {
      const story = tellLedger();
      story.publish('a', 0);
      story.change('a', minutes, { invalidation_level: '80' });
      story.change('a', 60, { status: 'successful', result_level: 'exit_1' });
      expect(pairsOf(story.first()?.r)?.exit_1).toEqual(expected);
    }
  });

  it('counts no more once the idea was closed, except for the level that was reached', () => {
    const story = tellLedger();
    story.publish('a', 0);
    story.change('a', 60, { status: 'successful' });
    story.change('a', 61, { exit_1: '190', invalidation_level: '99' });
    story.change('a', 62, { result_level: 'exit_3' });
    expect(story.first()).toMatchObject({
      closed_at: new Date(BEGINNING + 3_600_000).toISOString(),
      r: { exit_1: { low: '1', high: '1' }, last_exit: { low: '3', high: '3' } },
    });
  });
});

describe('an idea that was closed and is closed as something else', () => {
  /** Closed as a loss at 60, opened at `opened`, closed as a success further out at 80. */
  const flipped = (opened: number) => {
    const story = tellLedger();
    story.publish('a', 0);
    story.change('a', 60, { status: 'unsuccessful', result_level: 'invalidation_level' });
    story.change('a', opened, { status: 'pending', result_level: null });
    const open = story.record();
    story.change('a', 80, { status: 'success', result_level: 'exit_3' });
    return { open, closed: story.first() };
  };

  it('begins anew where it was opened within five minutes: a slip of the hand', () => {
    const { open, closed } = flipped(60 + CORRECTION_MINUTES);
    expect(open.entries[0]).toMatchObject({ closed_at: null, r: null });
    expect(open.ideas).toMatchObject({ open: 1, reopened: 0 });
    expect(closed).toMatchObject({ status: 'successful', r: { last_exit: { low: '3', high: '3' } } });
  });

  it('keeps its first end in the range else, and is named while it is open again', () => {
    const { open, closed } = flipped(60 + CORRECTION_MINUTES + 1);
    expect(open.entries[0]).toMatchObject({ closed_at: null, r: null });
    expect(open.ideas).toMatchObject({ open: 1, reopened: 1 });
    expect(closed).toMatchObject({ status: 'successful', r: { last_exit: { low: '-1', high: '3' } } });
  });

  it('keeps it also where it was never opened between', () => {
    const story = tellLedger();
    story.publish('a', 0);
    story.change('a', 60, { status: 'unsuccessful', result_level: 'invalidation_level' });
    story.change('a', 90, { status: 'successful', result_level: 'exit_1' });
    expect(story.first()).toMatchObject({
      closed_at: new Date(BEGINNING + 90 * 60_000).toISOString(),
      r: { exit_1: { low: '-1', high: '1' } },
    });
  });

  it('keeps it when it is deleted at last', () => {
    const story = tellLedger();
    story.publish('a', 0, { exit_2: null, exit_3: null });
    story.change('a', 60, { status: 'invalid', result_level: 'entry_1' });
    story.change('a', 90, { status: 'active', result_level: null });
    story.remove('a', 100);
    expect(story.record().ideas).toMatchObject({ deleted_open: 1, reopened: 0 });
    expect(pairsOf(story.first()?.r)?.exit_1).toEqual(['-1', '1']);
  });
});
