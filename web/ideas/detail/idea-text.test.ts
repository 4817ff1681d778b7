import { describe, expect, it } from 'vitest';
import { ideaRow } from '../../../contract/ideas/idea-row.fixture.ts';
import { toIdea } from '../idea-model.ts';
import { formatIdeaAsText } from './idea-text.ts';

describe('formatIdeaAsText', () => {
  it('contains every level, the ratio, the notes and the disclaimer', () => {
    const text = formatIdeaAsText(toIdea(ideaRow({ notes: 'Higher low.\n\nPatience.', entry_2: null })));
    expect(text).toMatch(
      /^EUR\/USD · Bullish · Leverage · Forex · 4H\nMaya Okafor, 2\d Nov 2026, \d\d:\d\d \S+\nEducator's own position: Not stated\n/,
    );
    expect(text.split('\n\n').slice(1)).toEqual([
      'Entry 1: 1.0842\nInvalidation: 1.0755\nExit 1: 1.0921 (0.9R)\nExit 2: 1.0985 (1.6R)\nExit 3: 1.1062 (2.5R)\nRisk/reward: 1 : 2.5',
      'Higher low.',
      'Patience.',
      expect.stringContaining('Educational content only, not investment advice.'),
    ]);
  });

  it('names the published price of a moved level', () => {
    const { order_type, entry_1, entry_2, invalidation_level, exit_1, exit_2, exit_3 } = ideaRow();
    const plan = { order_type, entry_1, entry_2, invalidation_level, exit_1, exit_2, exit_3 };
    const text = formatIdeaAsText(toIdea(ideaRow({ plan, invalidation_level: '1.0800', exit_1: '1.0990' })));
    expect(text).toContain(
      'Invalidation: 1.0800 (moved from 1.0755)\nExit 1: 1.0990 (moved from 1.0921, 0.9R)',
    );
    expect(text).toContain('Risk/reward: 1 : 2.5');
  });

  it('adds the invalidation sentence of SPEC §4 to an invalid idea', () => {
    const bearish = ideaRow({
      status: 'invalid',
      order_type: 'SELL',
      invalidation_level: '1.0968',
      entry_1: '1.0915',
      entry_2: null,
      exit_1: '1.0842',
      exit_2: null,
      exit_3: null,
    });
    expect(formatIdeaAsText(toIdea(bearish))).toContain(
      'Idea invalidated as price broke above 1.0968. Looking for new setups.',
    );
  });
});
