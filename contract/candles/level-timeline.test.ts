import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from './candles.ts';
import { buildLevelTimelines } from './level-timeline.ts';
import { START, startRevisions } from './tick-stories.fixture.ts';

const levels = {
  order_type: 'BUY',
  entry_1: '100',
  entry_2: null,
  invalidation_level: '90',
  exit_1: '110',
  exit_2: '120',
  exit_3: null,
};

/** The spans of both readings: minutes from the publication on and what differs from the levels above. */
const readSpans = (...changes: [number, 'created' | 'changed' | 'undone' | 'deleted', object][]) => {
  const { revisions, add } = startRevisions();
  add(START, 'created', { ...levels, status: 'active', pair: 'EUR/USD' });
  for (const [minute, action, values] of changes) add(START + minute * MINUTE_MS, action, values);
  const timelines = buildLevelTimelines(revisions)!;
  const list = ({ spans }: (typeof timelines)['locked']) =>
    spans.map(({ from, to, levels: found }) => [
      (from - START) / MINUTE_MS,
      (to - START) / MINUTE_MS,
      Object.fromEntries(
        Object.entries(found).filter(([name, value]) => value !== levels[name as keyof typeof levels]),
      ),
    ]);
  return { locked: list(timelines.locked), moved: list(timelines.moved), plan: timelines.locked.plan };
};

describe('the two readings of an idea', () => {
  it('have the plan as locked five minutes after publishing, and the levels as they were moved', () => {
    const { locked, moved, plan } = readSpans(
      [3, 'changed', { exit_1: '111' }],
      [60, 'changed', { invalidation_level: '100' }],
      [90, 'changed', { status: 'successful' }],
    );
    expect(plan).toEqual({ ...levels, exit_1: '111' });
    expect(locked).toEqual([[0, 90, { exit_1: '111' }]]);
    expect(moved).toEqual([
      [0, 3, {}],
      [3, 60, { exit_1: '111' }],
      [60, 90, { exit_1: '111', invalidation_level: '100' }],
    ]);
  });

  it('leave out a change that was undone: it never stood', () => {
    const { moved } = readSpans([10, 'changed', { exit_1: '105' }], [10.1, 'undone', {}]);
    expect(moved).toEqual([[0, Number.POSITIVE_INFINITY, {}]]);
  });

  it('leave out a close that was undone', () => {
    const { locked } = readSpans([10, 'changed', { status: 'unsuccessful' }], [10.1, 'undone', {}]);
    expect(locked).toEqual([[0, Number.POSITIVE_INFINITY, {}]]);
  });

  it('have each time in which a reopened idea stood open', () => {
    const { locked, moved } = readSpans(
      [10, 'changed', { status: 'invalid' }],
      [20, 'changed', { exit_1: '112' }],
      [30, 'changed', { status: 'pending' }],
      [40, 'deleted', { status: null }],
    );
    expect(locked).toEqual([
      [0, 10, {}],
      [30, 40, {}],
    ]);
    expect(moved).toEqual([
      [0, 10, {}],
      [30, 40, { exit_1: '112' }],
    ]);
  });

  it('have no time for an idea that was published with its result', () => {
    const { revisions, add } = startRevisions();
    add(START, 'created', { ...levels, status: 'successful', pair: 'EUR/USD' });
    expect(buildLevelTimelines(revisions)?.moved.spans).toEqual([]);
  });

  it('are none without a publication', () => {
    expect(buildLevelTimelines([])).toBeNull();
  });
});
