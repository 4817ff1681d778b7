import { describe, expect, it } from 'vitest';
import { clockOf, lastUpdated } from './last-updated.ts';

const at = (updatedAt: number) => ({ url: '/api/trade-ideas', updatedAt });

describe('when what is shown offline was last true', () => {
  it('is the time of its least current part', () => {
    expect(lastUpdated([at(500), at(300), at(400)], { pageSince: 0, liveUntil: 0 })).toBe(300);
  });

  it('is as late as the live stream lived, for what this page had loaded itself', () => {
    expect(lastUpdated([at(300)], { pageSince: 200, liveUntil: 900 })).toBe(900);
    expect(lastUpdated([at(300)], { pageSince: 200, liveUntil: 250 })).toBe(300);
  });

  it('is as old as the copy, for what was brought back from an earlier visit', () => {
    expect(lastUpdated([at(100), at(300)], { pageSince: 200, liveUntil: 900 })).toBe(100);
  });

  it('is unknown where nothing is shown', () => {
    expect(lastUpdated([], { pageSince: 0, liveUntil: 0 })).toBeNull();
  });

  it('is said as a time today, and with the day otherwise', () => {
    const noon = new Date(2026, 10, 20, 14, 2).getTime();
    expect(clockOf(noon, noon + 60_000)).toBe('14:02');
    expect(clockOf(noon, noon + 24 * 60 * 60_000)).toBe('20 Nov, 14:02');
  });
});
