import type { Db } from '../database/connection.ts';
import type { Env } from '../shared/env.ts';
import { listCandleSources } from '../shared/exposure.ts';
import { createBinanceSource } from './binance-source.ts';
import { selectIdeasOfPair } from './candles-db.ts';
import { type CandlesParts, CandlesService } from './candles-service.ts';
import { createCoinbaseSource } from './coinbase-source.ts';
import { createDemoSource } from './demo-source.ts';
import { createKrakenSource } from './kraken-source.ts';
import { createOandaSource } from './oanda-source.ts';
import { announcePricesOn, type StateHub } from './price-display.ts';

/** The prices of one process, from the sources that the operator has switched on, in their order. */
export const createCandles = (
  db: Db,
  env: Env,
  hub: StateHub,
  parts: Omit<CandlesParts, 'announcePrices'>,
): CandlesService => {
  const { clock } = parts;
  const create = {
    demo: () => createDemoSource((pair) => selectIdeasOfPair(db, pair)),
    kraken: () => createKrakenSource(env.krakenUrl, clock),
    coinbase: () => createCoinbaseSource(env.coinbaseUrl, clock),
    binance: () => createBinanceSource(env.binanceUrl, clock),
    oanda: () => createOandaSource(env.oandaUrl, env.oandaToken, clock),
  };
  return new CandlesService(
    db,
    listCandleSources(env).map((name) => create[name]()),
    { ...parts, announcePrices: env.priceDisplay ? announcePricesOn(db, hub) : null },
  );
};
