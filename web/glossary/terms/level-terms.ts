import type { TermTexts } from '../term-text.ts';

/** The levels of an idea, and how they are drawn and used. */
export const levelTerms = {
  entry: {
    title: 'Entry',
    words: ['entry 1', 'entry price', 'open a trade'],
    text: 'The price at which an idea begins: the educator plans to buy there on a bullish idea, or to sell on a bearish one. Entry 1 is also where risk and R are measured from. An idea can stay without effect if price never comes back to it.',
    related: ['second-entry', 'invalidation', 'exit', 'r'],
  },
  'second-entry': {
    title: 'Second entry',
    words: ['entry 2', 'add', 'averaging'],
    text: 'An optional second price at which the rest of a position is opened, often a better one. Entry 1 and entry 2 form a zone on the ladder. Chartlark still measures R from entry 1 alone, so results of educators stay comparable whether or not they use two entries.',
    related: ['entry', 'ladder', 'r', 'track-record'],
  },
  invalidation: {
    title: 'Invalidation level',
    words: ['stop', 'stop loss', 'stop-loss', 'sl', 'invalidation', 'stopped at invalidation', 'stopped out'],
    text: 'The price that proves an idea wrong, which traders also call the stop. It lies below entry 1 on a bullish idea and above it on a bearish one. Leaving there limits the loss to about 1R. Decide on it before entering, because it sets the size of the position.',
    related: ['r', 'risk', 'position-size', 'invalid', 'slippage'],
  },
  exit: {
    title: 'Exit',
    words: ['exit 1', 'exit 2', 'exit 3', 'target', 'take profit', 'tp'],
    text: 'A price at which a planned profit is taken. An idea has one to three exits, each further from entry 1 than the one before. The number of R beside an exit says how many times the risk would be gained there. Reaching one is a plan, not a promise.',
    related: ['scaling-out', 'exit-plan', 'risk-reward', 'r'],
  },
  'scaling-out': {
    title: 'Scaling out',
    words: ['partial exit', 'partial close', 'taking partials'],
    text: 'Closing a position in parts at several exits instead of all at once. It secures some profit early and leaves the rest to run, so the result lies between the first and the last exit. The track record shows what an equal share at each exit would have made.',
    related: ['exit', 'exit-plan', 'track-record'],
  },
  'exit-plan': {
    title: 'Exit plan',
    words: ['exit 1', 'equal parts', 'last exit', 'exit rule', 'hold to last exit', 'scale out evenly'],
    text: 'A fixed rule for using the exits of an idea. The track record computes three of them side by side: all out at exit 1, an equal share at each exit, and everything held to the last exit. The same ideas can look quite different under each plan.',
    related: ['exit', 'scaling-out', 'track-record', 'r'],
  },
  ladder: {
    title: 'Ladder',
    words: ['levels', 'axis', 'price ladder', 'chart on a card'],
    text: 'The drawing on each card that puts all levels of an idea on one axis, to scale. The hatched part is the risk between entry and invalidation, the shaded part leads to the exits, and the marks are one R apart. One look shows whether the reward is large compared with the risk.',
    related: ['entry', 'invalidation', 'exit', 'r'],
  },
  bullish: {
    title: 'Bullish',
    words: ['buy', 'up', 'rising', 'bull'],
    text: 'Expecting price to rise. A bullish idea buys at its entry, has its invalidation level below and its exits above. Cards mark it with a green arrow that points up. In many markets the same position is described as being long.',
    related: ['bearish', 'orientation', 'long'],
  },
  bearish: {
    title: 'Bearish',
    words: ['sell', 'down', 'falling', 'bear'],
    text: 'Expecting price to fall. A bearish idea sells at its entry, has its invalidation level above and its exits below. Cards mark it with a red arrow that points down. Profiting from a fall needs a market that allows short positions.',
    related: ['bullish', 'orientation', 'short'],
  },
  orientation: {
    title: 'Orientation',
    words: ['direction', 'side', 'buy or sell', 'bias'],
    text: 'The direction an idea expects price to take: Bullish for a rise or Bearish for a fall. It decides on which side of the entry the invalidation level and the exits belong. In the comparison of ideas the same fact is in the column named Direction.',
    related: ['bullish', 'bearish', 'long', 'short'],
  },
  long: {
    title: 'Long',
    words: ['buy', 'long position'],
    text: 'Holding something in order to sell it later at a higher price. Somebody who is long gains when price rises and loses when it falls. A bullish idea describes a long position. The most that can be lost without leverage is what was paid.',
    related: ['short', 'bullish', 'leverage'],
  },
  short: {
    title: 'Short',
    words: ['sell', 'short selling', 'short position'],
    text: 'Selling something borrowed in order to buy it back later at a lower price. Somebody who is short gains when price falls and loses when it rises. Since price can rise without limit, so can the loss. A bearish idea describes a short position.',
    related: ['long', 'bearish', 'margin', 'liquidation'],
  },
  'time-frame': {
    title: 'Time frame',
    words: ['timeframe', '4h', '1h', 'daily', 'chart period'],
    text: 'The period that one bar of the chart covers, such as 1H for an hour or 4H for four hours. It tells how an educator looked at the market: ideas on a longer time frame usually have levels that are further apart, and take longer to reach them.',
    related: ['trend', 'volatility'],
  },
} as const satisfies TermTexts;
