import type { TermTexts } from '../term-text.ts';

/** What can be lost, and how much to put at stake. */
export const riskTerms = {
  r: {
    title: 'R',
    words: ['r multiple', 'risk multiple', '1r', '2r'],
    text: 'The unit for results: 1R is the distance from entry 1 to the invalidation level, in other words what the idea risks. An exit at 2.5R is two and a half times as far away. A loss at invalidation is −1R. In R, ideas with very different prices can be compared.',
    related: ['risk', 'risk-reward', 'invalidation', 'expectancy'],
  },
  risk: {
    title: 'Risk',
    words: ['risk per trade', 'distance to invalidation'],
    text: 'What is lost when an idea turns out wrong. Per unit it is the distance from entry 1 to the invalidation level; multiplied by the size of the position it becomes an amount of money. Real losses can be larger, because spread, fees and slippage come on top.',
    related: ['r', 'account-risk', 'position-size', 'slippage'],
  },
  'risk-reward': {
    title: 'Risk/reward',
    words: ['risk reward', 'rr', 'reward to risk', 'risk to reward ratio'],
    text: 'How much an idea could gain for each unit it risks, measured at its last exit. With 1 : 2.5 the last exit is two and a half times as far from entry 1 as the invalidation level. A high ratio alone is no quality: distant exits are reached less often.',
    related: ['r', 'risk', 'exit', 'win-rate', 'baseline-chance'],
  },
  'position-size': {
    title: 'Position size',
    words: ['lot size', 'units', 'how much to buy', 'calculator'],
    text: 'How many units to buy or sell. Divide the money you are prepared to lose by the distance from entry to invalidation: the wider that distance, the smaller the size. The calculator in the details of an idea does this and rounds down, so the planned loss is never exceeded.',
    related: ['account-risk', 'risk', 'invalidation', 'leverage'],
  },
  'account-risk': {
    title: 'Account risk',
    words: ['risk per trade', 'one percent rule', '1%', 'risk percent'],
    text: 'The share of an account that one trade may lose, often 1% or less. It is chosen before the trade and turned into a position size. Small shares matter because losses come in rows: ten losses of 1% leave about 90% of an account, ten of 10% about 35%.',
    related: ['position-size', 'risk', 'drawdown'],
  },
  leverage: {
    title: 'Leverage',
    words: ['leveraged', 'leverage ideas', 'gearing', 'x10'],
    text: 'Controlling a position larger than the money set aside for it. Gains and losses are those of the whole position, so a small move can use up the margin. On Chartlark, Leverage is one of two idea types: ideas meant for leveraged trading, in contrast to Exchange.',
    related: ['exchange', 'margin', 'liquidation', 'position-size'],
  },
  exchange: {
    title: 'Exchange',
    words: ['spot', 'exchange ideas', 'spot market', 'unleveraged'],
    text: 'Buying and selling the thing itself with your own money, also known as spot trading. Without borrowed money there is no margin and no liquidation; the most you can lose is what you paid. On Chartlark, Exchange is the idea type for such ideas, in contrast to Leverage.',
    related: ['leverage', 'long', 'liquidity'],
  },
  margin: {
    title: 'Margin',
    words: ['collateral', 'margin call'],
    text: 'The part of your own money that a broker or exchange sets aside as security for a leveraged position. When losses reduce it below a required minimum, you must add money or the position is closed. Margin is not the risk of an idea: the invalidation level decides that.',
    related: ['leverage', 'liquidation', 'risk'],
  },
  liquidation: {
    title: 'Liquidation',
    words: ['liquidated', 'forced close'],
    text: 'The forced closing of a leveraged position by the broker or exchange, because its margin no longer covers the loss. With high leverage the price of liquidation can lie closer than the invalidation level: then the position ends before the idea has been proved wrong. A smaller position avoids that.',
    related: ['margin', 'leverage', 'position-size', 'invalidation'],
  },
  drawdown: {
    title: 'Drawdown',
    words: ['max drawdown', 'maximum drawdown', 'losing streak'],
    text: 'The fall from an earlier peak. The track record adds up the results of closed ideas in R, in the order in which they ended, and shows the largest fall below a previous high. It tells what somebody who followed every idea had to sit through before a recovery.',
    related: ['track-record', 'r', 'account-risk'],
  },
  'win-rate': {
    title: 'Win rate',
    words: ['profitable', 'hit rate', 'success rate', 'percentage of winners'],
    text: 'The share of closed ideas with a result above zero under an exit plan. It says nothing about how large gains and losses were: many small wins can be less than a few large losses. Chartlark shows it after 20 results, since fewer say more about chance.',
    related: ['expectancy', 'exit-plan', 'track-record', 'base-rate'],
  },
  expectancy: {
    title: 'Expectancy',
    words: ['average r', 'average', 'mean r', 'expected value'],
    text: 'The average result per closed idea in R, named Average in the track record. With +0.3R, each idea so far returned 0.3 times its risk on average, wins and losses together. It combines how often ideas worked with how much they made, but does not predict the next one.',
    related: ['r', 'win-rate', 'track-record'],
  },
} as const satisfies TermTexts;
