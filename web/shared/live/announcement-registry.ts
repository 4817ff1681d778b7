import type { Market } from '../../../contract/markets.ts';

const announcers = new Map<Market, number>();

const count = (market: Market, by: 1 | -1) => announcers.set(market, (announcers.get(market) ?? 0) + by);

/**
 * Registers a component that announces new ideas of a market itself, so that no toast repeats them (docs/decisions/0062).
 * Returns a function that unregisters it.
 */
export const registerAnnouncer = (market: Market): (() => void) => {
  count(market, 1);
  return () => void count(market, -1);
};

export const hasAnnouncer = (market: Market): boolean => (announcers.get(market) ?? 0) > 0;
