import { expect, test } from 'vitest';
import { btcUsdExample as levels } from '../../../contract/ideas/example-levels.ts';
import { formatRiskReward, type LadderLevels } from '../../shared/level-text.ts';
import { layoutLadder } from './ladder-layout.ts';
import { describeLadder } from './ladder-text.ts';

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
