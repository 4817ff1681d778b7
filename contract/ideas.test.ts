import { describe, expect, it } from 'vitest';
import { ideaChanges, newIdea } from './idea-writing.ts';
import { completedStatuses, ideaStatuses, invalidationSentence, isCompleted, storedStatus } from './ideas.ts';

const least = {
  pair: 'EUR/USD',
  time_frame: '4H',
  entry_1: '1.0842',
  invalidation_level: '1.0755',
  exit_1: '1.0921',
};

describe('a new idea (SPEC §5 and §9)', () => {
  it('needs five fields and has the defaults', () => {
    expect(newIdea.parse(least)).toMatchObject({
      order_type: 'BUY',
      idea_type: 'Leverage',
      market_type: 'Crypto',
      entry_2: null,
      exit_2: null,
      exit_3: null,
      notes: null,
    });
  });

  it.each(Object.keys(least))('is refused without %s', (field) => {
    const { error } = newIdea.safeParse({ ...least, [field]: undefined });
    expect(error?.issues.map((issue) => issue.path[0])).toContain(field);
    expect(newIdea.safeParse({ ...least, [field]: '  ' }).success).toBe(false);
  });

  it('ignores what is not the client’s to say', () => {
    const parsed = newIdea.parse({
      ...least,
      educator_id: '2',
      id: 'x',
      created_by: 'y',
      status: 'successful',
    });
    expect(Object.keys(parsed)).not.toEqual(expect.arrayContaining(['educator_id']));
    expect('status' in parsed).toBe(false);
  });

  it.each(['a\u0000b', 'a\u202eb'])('refuses characters that cannot be shown: %j', (notes) => {
    expect(newIdea.safeParse({ ...least, notes }).success).toBe(false);
  });

  it.each([
    'http://example.org/v',
    'javascript:alert(1)',
    'https://user:pass@example.org',
    'ftp://example.org',
  ])('refuses the video link %s', (video_url) => {
    expect(newIdea.safeParse({ ...least, video_url }).success).toBe(false);
  });
});

describe('a change', () => {
  it('must change something', () => {
    expect(ideaChanges.safeParse({}).success).toBe(false);
    expect(ideaChanges.safeParse({ status: 'successful' }).success).toBe(true);
  });

  it('takes an optional level away with null and leaves it alone when absent', () => {
    expect(ideaChanges.parse({ entry_2: null })).toEqual({ entry_2: null });
    expect(ideaChanges.parse({ pair: 'A' })).toEqual({ pair: 'A' });
  });
});

describe('status (SPEC §4)', () => {
  it('counts five values as completed and all others as active', () => {
    expect(ideaStatuses.filter(isCompleted)).toEqual(
      [...completedStatuses].sort((a, b) => ideaStatuses.indexOf(a) - ideaStatuses.indexOf(b)),
    );
    expect(['active', 'pending', 'invalid'].some((status) => isCompleted(status as 'active'))).toBe(false);
  });

  it('stores success and failure as successful and unsuccessful', () => {
    expect(storedStatus('success')).toBe('successful');
    expect(storedStatus('failure')).toBe('unsuccessful');
    expect(storedStatus('pending')).toBe('pending');
  });

  it('says of an invalid idea which way price broke', () => {
    expect(invalidationSentence({ order_type: 'BUY', invalidation_level: '1.0755' })).toBe(
      'Idea invalidated as price broke below 1.0755. Looking for new setups.',
    );
    expect(invalidationSentence({ order_type: 'SELL', invalidation_level: '65900' })).toBe(
      'Idea invalidated as price broke above 65900. Looking for new setups.',
    );
  });
});
