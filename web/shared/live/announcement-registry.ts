import type { Market } from '../../../contract/markets.ts';

const claims = new Map<Market, number>();

const count = (market: Market, by: 1 | -1) => claims.set(market, (claims.get(market) ?? 0) + by);

/**
 * Says that a part of the screen announces new ideas of this market by itself, for readers and screen readers, so that
 * no toast says the same once more (docs/decisions/0062). Returns the way to stop.
 */
export const claimArrivals = (market: Market): (() => void) => {
  count(market, 1);
  return () => void count(market, -1);
};

export const isClaimed = (market: Market): boolean => (claims.get(market) ?? 0) > 0;
