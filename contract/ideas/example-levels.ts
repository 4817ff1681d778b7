import type { Levels } from './levels.ts';

/** Sample levels of the login page and of tests. */
export const eurUsdExample: Levels = {
  order_type: 'BUY',
  entry_1: '1.0842',
  entry_2: '1.0811',
  invalidation_level: '1.0755',
  exit_1: '1.0921',
  exit_2: '1.0985',
  exit_3: '1.1062',
};

export const btcUsdExample: Levels = {
  order_type: 'SELL',
  entry_1: '64250.5',
  entry_2: null,
  invalidation_level: '65900',
  exit_1: '61800',
  exit_2: '60150',
  exit_3: null,
};
