import type { PriceCheck } from './price-check.ts';

/** A check of a result by prices of Kraken; `changes` override fields. */
export const priceCheckRow = (changes: Partial<PriceCheck> = {}): PriceCheck => ({
  conclusion: 'checked',
  source: 'Kraken',
  symbol: 'EURUSD',
  sides: ['trade'],
  interval: 60_000,
  status: 'successful',
  result_level: 'exit_1',
  levels: 'planned',
  touches: [],
  result: null,
  digest: '',
  ...changes,
});
