import { describe, expect, it } from 'vitest';
import { UNKNOWN_CURSOR } from '../../live/entity-cache.ts';
import {
  FIRST_PAGE_ROWS,
  isAvailableOffline,
  MAX_COMPLETE_ROWS,
  trimForOffline,
} from './offline-query-filter.ts';

const id = '6f1c9f0e-0000-4000-8000-000000000001';

describe('offline queries', () => {
  it.each([
    '/api/trade-ideas?market=Forex&state=active',
    '/api/trade-ideas?market=Crypto&ideaType=Exchange&state=completed',
    `/api/trade-ideas/${id}`,
    `/api/trade-ideas/${id}/revisions`,
    '/api/chat/rooms',
    `/api/chat/rooms/${id}/messages`,
  ])('stores %s for offline reading', (url) => expect(isAvailableOffline([url])).toBe(true));

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
  ])('does not store %s for offline reading', (url) => expect(isAvailableOffline([url])).toBe(false));

  it('stores the first page of a longer list with an unknown cursor', () => {
    const rows = Array.from({ length: FIRST_PAGE_ROWS + 1 }, (_, index) => index);
    const first = { rows: rows.slice(0, FIRST_PAGE_ROWS), next: UNKNOWN_CURSOR };
    expect(trimForOffline({ rows, next: 'c' })).toEqual(first);
    const onePage = { rows: rows.slice(1), next: 'c' };
    expect(trimForOffline(onePage)).toBe(onePage);
  });

  it('stores a complete list up to the limit', () => {
    const rows = Array.from({ length: MAX_COMPLETE_ROWS + 1 }, (_, index) => index);
    const complete = { rows: rows.slice(1), next: null };
    expect(trimForOffline(complete)).toBe(complete);
    expect(trimForOffline({ rows, next: null })).toEqual({
      rows: rows.slice(0, FIRST_PAGE_ROWS),
      next: UNKNOWN_CURSOR,
    });
  });
});
