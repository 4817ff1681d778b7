import { describe, expect, it } from 'vitest';
import { ideaChanges, newIdea } from '../publishing/idea-writing.ts';
import { ideaRow } from './idea-row.fixture.ts';
import {
  completedStatuses,
  disclosures,
  ideaStatuses,
  invalidationMessage,
  isCompleted,
  normalizeStatus,
  tradeIdea,
} from './ideas.ts';

const requiredFields = {
  pair: 'EUR/USD',
  time_frame: '4H',
  entry_1: '1.0842',
  invalidation_level: '1.0755',
  exit_1: '1.0921',
};

describe('a new idea (SPEC §5 and §9)', () => {
  it('requires five fields and fills in the defaults', () => {
    expect(newIdea.parse(requiredFields)).toMatchObject({
      order_type: 'BUY',
      idea_type: 'Leverage',
      market_type: 'Crypto',
      entry_2: null,
      exit_2: null,
      exit_3: null,
      notes: null,
      disclosure: 'not_stated',
    });
  });

  it.each(Object.keys(requiredFields))('rejects an idea without %s (§5.4)', (field) => {
    const { error } = newIdea.safeParse({ ...requiredFields, [field]: undefined });
    expect(error?.issues.map((issue) => issue.path[0])).toContain(field);
    expect(newIdea.safeParse({ ...requiredFields, [field]: '  ' }).success).toBe(false);
  });

  it('accepts the five disclosures and nothing else', () => {
    for (const disclosure of disclosures) {
      expect(newIdea.parse({ ...requiredFields, disclosure }).disclosure).toBe(disclosure);
      expect(ideaChanges.parse({ disclosure })).toEqual({ disclosure });
    }
    for (const disclosure of [null, '', 'long']) {
      expect(newIdea.safeParse({ ...requiredFields, disclosure }).success).toBe(false);
      expect(ideaChanges.safeParse({ disclosure }).success).toBe(false);
    }
  });

  it('reads the row of an older version as from before the question', () => {
    const { disclosure: _, ...row } = ideaRow();
    expect(tradeIdea.parse(row).disclosure).toBeNull();
  });

  it('ignores fields a client may not set', () => {
    const parsed = newIdea.parse({
      ...requiredFields,
      educator_id: '2',
      id: 'x',
      created_by: 'y',
      status: 'successful',
    });
    expect(Object.keys(parsed)).not.toEqual(expect.arrayContaining(['educator_id']));
    expect('status' in parsed).toBe(false);
  });

  it('drops what is invisible from pairs, time frames and prices', () => {
    const written = { pair: '\u2066EUR/USD\u2069', time_frame: '4H\ufeff', entry_1: '\u200e1.0842\u200b' };
    const read = { pair: 'EUR/USD', time_frame: '4H', entry_1: '1.0842', exit_2: null };
    expect(newIdea.parse({ ...requiredFields, ...written, exit_2: '\u202c' })).toMatchObject(read);
  });

  it.each([
    'http://example.org/v',
    'javascript:alert(1)',
    'https://user:pass@example.org',
    'ftp://example.org',
  ])('rejects the video link %s', (video_url) => {
    expect(newIdea.safeParse({ ...requiredFields, video_url }).success).toBe(false);
  });
});

describe('a change of an idea', () => {
  it('rejects an empty change', () => {
    expect(ideaChanges.safeParse({}).success).toBe(false);
    expect(ideaChanges.safeParse({ status: 'successful' }).success).toBe(true);
  });

  it('clears an optional level with null and keeps it when absent', () => {
    expect(ideaChanges.parse({ entry_2: null })).toEqual({ entry_2: null });
    expect(ideaChanges.parse({ pair: 'A' })).toEqual({ pair: 'A' });
  });
});

describe('status (SPEC §4)', () => {
  it('counts five values as completed and all others as active (§4.8)', () => {
    expect(ideaStatuses.filter(isCompleted)).toEqual(
      [...completedStatuses].sort((a, b) => ideaStatuses.indexOf(a) - ideaStatuses.indexOf(b)),
    );
    expect(['active', 'pending', 'invalid'].some((status) => isCompleted(status as 'active'))).toBe(false);
  });

  it('stores success and failure as successful and unsuccessful', () => {
    expect(normalizeStatus('success')).toBe('successful');
    expect(normalizeStatus('failure')).toBe('unsuccessful');
    expect(normalizeStatus('pending')).toBe('pending');
  });

  it('says in which direction price invalidated an idea (§4.5)', () => {
    expect(invalidationMessage({ order_type: 'BUY', invalidation_level: '1.0755' })).toBe(
      'Idea invalidated as price broke below 1.0755. Looking for new setups.',
    );
    expect(invalidationMessage({ order_type: 'SELL', invalidation_level: '65900' })).toBe(
      'Idea invalidated as price broke above 65900. Looking for new setups.',
    );
  });
});
