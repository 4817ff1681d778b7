import Big from 'big.js';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { describeResult } from '../../contract/ideas/idea-result.ts';
import { ideaRow } from '../../contract/ideas/idea-row.fixture.ts';
import { formatResultR } from '../../contract/ideas/levels.ts';
import { buildLedger } from '../../contract/record/record-story.fixture.ts';
import { toIdea } from './idea-model.ts';
import {
  formatResultLevel,
  initialResultLevel,
  listReachableLevels,
  parseDateTimeInput,
  toDateTimeInput,
} from './result-labels.ts';

describe('the result of an idea', () => {
  const listNames = (changes: Parameters<typeof ideaRow>[0]) =>
    listReachableLevels(toIdea(ideaRow(changes))).map(({ name }) => name);

  it('offers only the levels that the idea has', () => {
    expect(listNames({ status: 'unsuccessful', exit_2: null, exit_3: null })).toEqual([
      'invalidation_level',
      'entry_1',
      'exit_1',
    ]);
  });

  it('offers only exits for a success', () => {
    expect(listNames({ status: 'successful', exit_3: null })).toEqual(['exit_1', 'exit_2']);
  });

  it('starts with the stored level, the first exit, or the invalidation level for a loss', () => {
    expect(initialResultLevel({ status: 'successful', result_level: null })).toBe('exit_1');
    expect(initialResultLevel({ status: 'successful', result_level: 'exit_2' })).toBe('exit_2');
    expect(initialResultLevel({ status: 'unsuccessful', result_level: null })).toBe('invalidation_level');
    expect(initialResultLevel({ status: 'unsuccessful', result_level: 'exit_1' })).toBe('exit_1');
  });

  it('starts with the first exit for a success that was stored with the invalidation level', () => {
    expect(initialResultLevel({ status: 'successful', result_level: 'invalidation_level' })).toBe('exit_1');
  });

  it('uses the level names of the ladder', () => {
    expect(formatResultLevel('invalidation_level')).toBe('Invalidation');
    expect(formatResultLevel('exit_9')).toBe('exit_9');
  });

  it('round-trips a minute through the input in any time zone', () => {
    const at = new Date('2026-07-01T21:45:00.000Z');
    expect(parseDateTimeInput(toDateTimeInput(at))).toEqual([at.toISOString()]);
    expect(parseDateTimeInput('')).toEqual([]);
    expect(parseDateTimeInput('soon')).toEqual([]);
  });

  it.each([
    ['Europe/Berlin', '2026-10-25T02:30', ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']],
    ['Europe/Berlin', '2026-10-25T03:00', ['2026-10-25T02:00:00.000Z']],
    ['Europe/Berlin', '2026-03-29T02:30', ['2026-03-29T01:30:00.000Z']],
    ['America/New_York', '2026-11-01T01:00', ['2026-11-01T05:00:00.000Z', '2026-11-01T06:00:00.000Z']],
    ['Australia/Lord_Howe', '2026-04-05T01:45', ['2026-04-04T14:45:00.000Z', '2026-04-04T15:15:00.000Z']],
    ['Asia/Kolkata', '2026-10-25T02:30', ['2026-10-24T21:00:00.000Z']],
  ])('reads in %s %s as %j', (zone, text, times) => {
    vi.stubEnv('TZ', zone);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(parseDateTimeInput(text)).toEqual(times);
  });
});

describe('describeResult', () => {
  const describeRow = (changes: Parameters<typeof ideaRow>[0]) => {
    const result = describeResult(toIdea(ideaRow(changes)));
    return result && [result.label, result.r, result.tone];
  };
  const { order_type, entry_1, entry_2, invalidation_level, exit_1, exit_2, exit_3 } = ideaRow();
  const plan = { order_type, entry_1, entry_2, invalidation_level, exit_1, exit_2, exit_3 };

  it('names the level reached, with the R it paid', () => {
    expect(describeRow({ status: 'successful', result_level: 'exit_3' })).toEqual(['Exit 3', '+2.5R', 'win']);
    expect(describeRow({ status: 'unsuccessful', result_level: 'invalidation_level' })).toEqual([
      'Stopped at invalidation',
      '−1R',
      'loss',
    ]);
    expect(describeRow({ status: 'completed', result_level: 'entry_1' })).toEqual(['Entry 1', '0R', 'even']);
  });

  it('says when nobody recorded it, and nothing about an open idea', () => {
    for (const status of ['unsuccessful', 'completed'] as const)
      expect(describeRow({ status })).toEqual(['Result not recorded', null, 'even']);
    expect(describeRow({ status: 'pending' })).toBeNull();
  });

  it('counts a success that nobody recorded as exit 1 at least, as the track record does', () => {
    for (const status of ['successful', 'success'] as const)
      expect(describeRow({ status })).toEqual(['At least exit 1', '+0.9R', 'win']);
    const ledger = buildLedger();
    ledger.publish('a', 0, plan);
    ledger.change('a', 60, { status: 'successful' });
    const { low = '' } = ledger.firstEntry()?.r?.exit_1 ?? {};
    expect(formatResultR(new Big(low))).toBe('+0.9R');
  });

  it('leaves open whether an invalid idea was entered', () => {
    expect(describeRow({ status: 'invalid' })).toEqual(['Invalid', '−1R to 0R', 'loss']);
  });

  it('counts a level that was moved where it was and where it is at the close, in units of the published risk', () => {
    const moved = { plan, status: 'unsuccessful', result_level: 'invalidation_level' } as const;
    expect(describeRow({ ...moved, invalidation_level: '1.0842' })).toEqual([
      'Stopped at invalidation',
      '−1R to 0R',
      'loss',
    ]);
    const further = { plan, exit_1: '1.1016', status: 'successful', result_level: 'exit_1' } as const;
    expect(describeRow(further)).toEqual(['Exit 1', '+0.9R to +2R', 'win']);
    expect(describeRow({ ...further, levels_at_close: plan })).toEqual(['Exit 1', '+0.9R', 'win']);
  });

  it('returns no R without a risk', () => {
    expect(
      describeRow({ status: 'successful', result_level: 'exit_1', invalidation_level: '1.0900' }),
    ).toEqual(['Exit 1', null, 'even']);
  });
});
