import { describe, expect, it } from 'vitest';
import { UNKNOWN_CURSOR } from '../../shared/api/list-cursor.ts';
import { isKept, keptPart, MOST_KEPT_IDEAS } from './offline-query-filter.ts';

const id = '6f1c9f0e-0000-4000-8000-000000000001';

describe('what is kept for reading offline', () => {
  it.each([
    '/api/trade-ideas?market=Forex&state=active',
    '/api/trade-ideas?market=Crypto&ideaType=Exchange&state=completed',
    `/api/trade-ideas/${id}`,
    `/api/trade-ideas/${id}/revisions`,
    '/api/chat/rooms',
    `/api/chat/rooms/${id}/messages`,
  ])('%s', (url) => expect(isKept([url])).toBe(true));

  it.each([
    '/api/trade-ideas?market=Forex&state=completed',
    '/api/trade-ideas?market=Forex&ideaType=Leverage&educatorId=1&state=completed',
    '/api/trade-ideas?market=Forex&ideaType=Leverage&pair=EUR&state=completed',
    '/api/trade-ideas?market=Forex&ideaType=Leverage&result=successful&state=completed',
    '/api/trade-ideas?state=active',
    '/api/trade-ideas?educatorId=1',
    '/api/trade-ideas?market=Forex&state=active&cursor=abc',
    `/api/trade-ideas/${id}/deliveries`,
    `/api/chat/rooms/${id}/messages?mine=true`,
    '/api/auth/user',
    '/api/auth/sessions',
    '/api/push/settings',
  ])('not %s', (url) => expect(isKept([url])).toBe(false));

  it('of a room its newest page, and where that goes on', () => {
    const data = {
      pages: [
        { rows: [1], older: 'c' },
        { rows: [2], older: null },
      ],
      pageParams: [null, 'c'],
    };
    expect(keptPart(data)).toEqual({ pages: [{ rows: [1], older: 'c' }], pageParams: [null] });
    expect(keptPart([1, 2])).toEqual([1, 2]);
  });

  it('of a long history its newest, and that there is more', () => {
    const ideas = Array.from({ length: MOST_KEPT_IDEAS + 1 }, (_, index) => index);
    expect(keptPart({ ideas, next: null })).toEqual({ ideas: ideas.slice(0, -1), next: UNKNOWN_CURSOR });
    const whole = { ideas: ideas.slice(1), next: 'c' };
    expect(keptPart(whole)).toBe(whole);
  });
});
