import { type LatestPrices, PRICES_EVENT } from '../../contract/live-events.ts';
import type { Db } from '../database/connection.ts';
import type { LiveHub } from '../live/live-hub.ts';
import { type CandleSource, formatSource } from './candle-source.ts';
import { selectLatestPrices } from './candles-db.ts';

export type StateHub = Pick<LiveHub, 'announceState'>;
export type AnnouncePrices = (sources: ReadonlyMap<string, CandleSource>) => Promise<void>;

/** Sends the newest price of each pair to all open streams: from the store, because another process may have read it. */
export const announcePricesOn =
  (db: Db, hub: StateHub): AnnouncePrices =>
  async (sources) => {
    const rows = await selectLatestPrices(db, [...sources.keys()]);
    if (rows.length === 0) return;
    const prices: LatestPrices = {};
    for (const { pair, price, at, source } of rows)
      prices[pair] = { price, at, source: formatSource(source) };
    hub.announceState(PRICES_EVENT, prices);
  };
