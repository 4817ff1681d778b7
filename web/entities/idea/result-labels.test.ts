import { describe, expect, it } from 'vitest';
import { ideaRow } from '../../../contract/idea-row.fixture.ts';
import { toIdea } from './idea-model.ts';
import {
  defaultResultLevel,
  formatResultLevel,
  listReachableLevels,
  parseDateTimeInput,
  toDateTimeInput,
} from './result-labels.ts';

describe('the result of an idea', () => {
  it('offers only the levels that the idea has', () => {
    const idea = toIdea(ideaRow({ exit_2: null, exit_3: null }));
    expect(listReachableLevels(idea).map(({ name }) => name)).toEqual([
      'invalidation_level',
      'entry_1',
      'exit_1',
    ]);
  });

  it('proposes the first exit, or the invalidation level for a loss', () => {
    expect(defaultResultLevel({ status: 'successful' })).toBe('exit_1');
    expect(defaultResultLevel({ status: 'unsuccessful' })).toBe('invalidation_level');
  });

  it('uses the level names of the ladder', () => {
    expect(formatResultLevel('invalidation_level')).toBe('Invalidation');
    expect(formatResultLevel('exit_9')).toBe('exit_9');
  });

  it('round-trips a minute through the input in any time zone', () => {
    const at = new Date('2026-07-01T21:45:00.000Z');
    expect(parseDateTimeInput(toDateTimeInput(at))).toBe(at.toISOString());
    expect(parseDateTimeInput('')).toBeNull();
    expect(parseDateTimeInput('soon')).toBeNull();
  });
});
