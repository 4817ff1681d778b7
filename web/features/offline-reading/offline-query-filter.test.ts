import { describe, expect, it } from 'vitest';
import { UNKNOWN_CURSOR } from '../../shared/live/paged-list.ts';
import { isKept, KEPT_PAGE, keptPart, MOST_KEPT_ROWS } from './offline-query-filter.ts';

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

  it('of a list that goes on its first page, and that there is more', () => {
    const rows = Array.from({ length: KEPT_PAGE + 1 }, (_, index) => index);
    const first = { rows: rows.slice(0, KEPT_PAGE), next: UNKNOWN_CURSOR };
    expect(keptPart({ rows, next: 'c' })).toEqual(first);
    const onePage = { rows: rows.slice(1), next: 'c' };
    expect(keptPart(onePage)).toBe(onePage);
  });

  it('of a complete list all of it, up to a limit', () => {
    const rows = Array.from({ length: MOST_KEPT_ROWS + 1 }, (_, index) => index);
    const complete = { rows: rows.slice(1), next: null };
    expect(keptPart(complete)).toBe(complete);
    expect(keptPart({ rows, next: null })).toEqual({ rows: rows.slice(0, KEPT_PAGE), next: UNKNOWN_CURSOR });
  });
});
