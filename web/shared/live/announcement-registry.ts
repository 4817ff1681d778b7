import type { Market } from '../../../contract/markets.ts';

const announcers = new Map<Market, number>();

const count = (market: Market, by: 1 | -1) => announcers.set(market, (announcers.get(market) ?? 0) + by);

/**
 * Says that a part of the screen announces new ideas of this market by itself, for readers and screen readers, so that
 * no toast says the same once more (docs/decisions/0062). Returns the way to stop.
 */
export const registerAnnouncer = (market: Market): (() => void) => {
  count(market, 1);
  return () => void count(market, -1);
};

export const hasAnnouncer = (market: Market): boolean => (announcers.get(market) ?? 0) > 0;
