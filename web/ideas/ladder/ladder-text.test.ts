import { expect, test } from 'vitest';
import { eurUsdExample as bullish, btcUsdExample as levels } from '../../../contract/ideas/example-levels.ts';
import { formatRiskReward, type LadderLevels } from '../../shared/level-text.ts';
import { layoutLadder } from './ladder-layout.ts';
import { describeDistance, describeLadder } from './ladder-text.ts';

const size = { height: 340, margin: 18, gap: 30 };
const words = (of: LadderLevels, isInvalidated = false) =>
  describeLadder(layoutLadder(of, size), of, 'BTC/USD', isInvalidated);

test('describes the ladder from the highest price down', () => {
  expect(words(levels)).toBe(
    'Levels of BTC/USD, bearish. Invalidation 65900, −1R. Entry 1 64250.5. Exit 1 61800, 1.5R. Exit 2 60150, 2.5R. Risk/reward 1 to 2.5.',
  );
});

test('says which level was moved, with the R it was published with', () => {
  const moved = { ...levels, invalidation_level: '64800' };
  expect(describeLadder(layoutLadder(moved, size, levels), levels, 'BTC/USD', false)).toBe(
    'Levels of BTC/USD, bearish. Invalidation 64800, moved from 65900, −1R. Entry 1 64250.5. Exit 1 61800, 1.5R. Exit 2 60150, 2.5R. Risk/reward 1 to 2.5.',
  );
});

test('explains why a ladder without risk has no R', () => {
  expect(words({ ...levels, invalidation_level: '60000' }, true)).toBe(
    "Levels of BTC/USD, bearish, invalid. Entry 1 64250.5. Exit 1 61800. Exit 2 60150. Invalidation 60000. Can't calculate risk/reward: invalidation must be above entry 1 on a bearish idea.",
  );
});

test('formats risk/reward by the last exit, and returns null while levels are missing', () => {
  expect(formatRiskReward(levels)).toBe('1 : 2.5');
  expect(formatRiskReward({ ...levels, exit_1: null })).toBeNull();
});

test.each([
  ['above entry 1', bullish, '1.0881', '0.4R above entry\u00a01, 1.4R above invalidation'],
  ['between entry 1 and invalidation', bullish, '1.0790', '0.6R below entry\u00a01, 0.4R above invalidation'],
  ['beyond the invalidation', bullish, '1.0720', '1.4R below entry\u00a01, 0.4R below invalidation'],
  ['beyond the last exit', bullish, '1.1100', '3.0R above entry\u00a01, 4.0R above invalidation'],
  ['almost at entry 1', bullish, '1.08424', 'at entry\u00a01, 1.0R above invalidation'],
  ['at the invalidation', bullish, '1.0755', '1.0R below entry\u00a01, at invalidation'],
  [
    'on the winning side of a bearish idea',
    levels,
    '63590.7',
    '0.4R below entry\u00a01, 1.4R below invalidation',
  ],
  ['on its losing side', levels, '65240.3', '0.6R above entry\u00a01, 0.4R below invalidation'],
  ['beyond its invalidation', levels, '66560', '1.4R above entry\u00a01, 0.4R above invalidation'],
  ['beyond anything', levels, '9999999', '999+R above entry\u00a01, 999+R above invalidation'],
])('says how far a price is: %s', (_, idea, price, text) => {
  expect(describeDistance(price, idea, idea)).toBe(text);
});

test('measures a price from where the levels are, in R of the plan', () => {
  const moved = { ...bullish, invalidation_level: '1.0842' };
  expect(describeDistance('1.0929', moved, bullish)).toBe('1.0R above entry\u00a01, 1.0R above invalidation');
});

test('says no distance where R is undefined', () => {
  expect(describeDistance('1.08', bullish, { ...bullish, invalidation_level: '1.0842' })).toBeNull();
  expect(describeDistance('1.08', bullish, { ...bullish, invalidation_level: '1.0900' })).toBeNull();
  expect(describeDistance('1.08', { ...bullish, entry_1: null }, bullish)).toBeNull();
});
