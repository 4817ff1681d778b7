import { describe, expect, it } from 'vitest';
import { listBookmarks } from '../../../contract/ideas/bookmarks.ts';
import { paths } from '../../shared/paths.ts';
import { describeScreen, lastUpdated } from './offline-bar.tsx';

describe('lastUpdated', () => {
  it('returns the time of the oldest query', () => {
    expect(lastUpdated([500, 300, 400], { pageSince: 0, liveUntil: 0 })).toBe(300);
  });

  it('extends queries of this page to the end of the live stream', () => {
    expect(lastUpdated([300], { pageSince: 200, liveUntil: 900 })).toBe(900);
    expect(lastUpdated([300], { pageSince: 200, liveUntil: 250 })).toBe(300);
  });

  it('keeps the time of a copy restored from an earlier visit', () => {
    expect(lastUpdated([100, 300], { pageSince: 200, liveUntil: 900 })).toBe(100);
  });

  it('returns null without queries', () => {
    expect(lastUpdated([], { pageSince: 0, liveUntil: 0 })).toBeNull();
  });
});

describe('describeScreen', () => {
  it('counts the bookmarks alone on their page, which the live stream does not carry', () => {
    const { isRelevant, isLive } = describeScreen(paths.bookmarks);
    expect([listBookmarks.path, '/api/trade-ideas?market=Forex&state=active'].filter(isRelevant)).toEqual([
      listBookmarks.path,
    ]);
    expect(isLive).toBe(false);
  });
});
