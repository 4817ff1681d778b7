import { useSyncExternalStore } from 'react';
import type { LatestPrice, LatestPrices } from '../../contract/live-events.ts';
import { onSessionReset } from '../shared/storage/session-reset.ts';
import { createValueStore } from '../shared/value-store.ts';

type Prices = ReadonlyMap<string, LatestPrice>;

/** By pair. */
const latestPrices = createValueStore<Prices>(new Map());
onSessionReset(() => latestPrices.set(new Map()));

/** A price that is the same stays the same object, so that the ladders of its pair don't render again. */
export const mergePrices = (known: Prices, prices: LatestPrices): Prices =>
  new Map(
    Object.entries(prices).map(([pair, price]) => {
      const before = known.get(pair);
      return [pair, before?.at === price.at && before.price === price.price ? before : price];
    }),
  );

export const setLatestPrices = (prices: LatestPrices): void =>
  latestPrices.set(mergePrices(latestPrices.get(), prices));

/** The newest known price of a pair. */
export const useLatestPrice = (pair: string): LatestPrice | undefined =>
  useSyncExternalStore(latestPrices.subscribe, () => latestPrices.get().get(pair));
