import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../database/connection.ts';
import type { Clock } from '../shared/clock.ts';
import type { Env } from '../shared/env.ts';
import { demoPolicy } from '../shared/exposure.ts';
import { selectIdeasOfPair } from './candles-db.ts';
import { CandlesService } from './candles-service.ts';
import { createDemoSource } from './demo-source.ts';
import { createKrakenSource } from './kraken-source.ts';
import { createOandaSource } from './oanda-source.ts';

/** The prices of one process, from the sources that the operator has switched on, in their order. */
export const createCandles = (db: Db, env: Env, clock: Clock, log: FastifyBaseLogger) => {
  const { candles } = env;
  const sources = candles.sources ?? (demoPolicy(env).seed ? (['demo'] as const) : []);
  const create = {
    demo: () => createDemoSource((pair) => selectIdeasOfPair(db, pair)),
    kraken: () => createKrakenSource(candles.krakenUrl, clock),
    oanda: () => createOandaSource(candles.oandaUrl, candles.oandaToken),
  };
  return new CandlesService(
    db,
    sources.map((name) => create[name]()),
    clock,
    log,
  );
};
