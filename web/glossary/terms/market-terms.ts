import type { TermTexts } from '../term-text.ts';

/** How markets are quoted and how prices move. */
export const marketTerms = {
  pair: {
    title: 'Pair',
    words: ['currency pair', 'symbol', 'instrument', 'ticker'],
    text: 'Two currencies or coins whose exchange rate is traded, such as EUR/USD or BTC/USD. The price says how much of the second one unit of the first costs. A trade in a pair is always two things at once: buying one side and selling the other.',
    related: ['base-currency', 'quote-currency', 'spread'],
  },
  'base-currency': {
    title: 'Base currency',
    words: ['base', 'first currency'],
    text: 'The first name in a pair: the thing that is bought or sold. In EUR/USD it is the euro, in BTC/USD it is bitcoin. The size of a position is counted in units of the base currency, and a bullish idea expects it to gain value against the other one.',
    related: ['quote-currency', 'pair', 'position-size'],
  },
  'quote-currency': {
    title: 'Quote currency',
    words: ['quote', 'counter currency', 'second currency'],
    text: 'The second name in a pair: the money in which the price is given. In EUR/USD it is the US dollar. Profit and loss arise in the quote currency, which is why the position calculator shows its amounts in it and not in the currency of your account.',
    related: ['base-currency', 'pair', 'position-size'],
  },
  pip: {
    title: 'Pip',
    words: ['point', 'tick', 'pipette'],
    text: 'The customary small step of a currency price: 0.0001 for most pairs and 0.01 for pairs quoted in yen. From 1.0842 to 1.0852 are ten pips. Pips of different pairs are worth different amounts, so Chartlark measures results in R instead.',
    related: ['pair', 'spread', 'r'],
  },
  spread: {
    title: 'Spread',
    words: ['bid', 'ask', 'bid-ask spread', 'offer'],
    text: 'The difference between the price you can buy at and the lower price you can sell at in the same moment. It is a cost of every trade and grows when a market is thin or nervous. Levels on Chartlark are single prices, so results do not include it.',
    related: ['slippage', 'liquidity', 'pip'],
  },
  slippage: {
    title: 'Slippage',
    words: ['gap', 'bad fill', 'execution'],
    text: 'The difference between the price you wanted and the one you got. It appears when price jumps, for example on news or over a weekend, and when an order is larger than the market can take. A loss can therefore be more than 1R. Track records do not include slippage.',
    related: ['liquidity', 'spread', 'invalidation', 'r'],
  },
  liquidity: {
    title: 'Liquidity',
    words: ['volume', 'depth', 'thin market', 'order book'],
    text: 'How much can be bought or sold without moving the price. A liquid market has many orders close to the current price, so spreads are small and orders are filled as planned. Small coins and quiet hours have little liquidity, which makes levels less reliable.',
    related: ['spread', 'slippage', 'volatility'],
  },
  volatility: {
    title: 'Volatility',
    words: ['volatile', 'atr', 'range of movement'],
    text: 'How much a price moves within a given time. In a volatile market levels must be further apart, or ordinary movement reaches the invalidation level by accident. Further apart does not have to mean more risk: a smaller position keeps the possible loss the same.',
    related: ['time-frame', 'invalidation', 'position-size'],
  },
  support: {
    title: 'Support',
    words: ['support level', 'demand', 'floor'],
    text: 'A price area where falling prices have turned upwards before, because enough people wanted to buy there. Bullish ideas often place their entry near support and their invalidation level below it. Support is an observation about the past: every area breaks at some time.',
    related: ['resistance', 'breakout', 'retest', 'invalidation'],
  },
  resistance: {
    title: 'Resistance',
    words: ['resistance level', 'supply', 'ceiling'],
    text: 'A price area where rising prices have turned downwards before, because enough people wanted to sell there. Exits of bullish ideas are often placed just below resistance, and entries of bearish ideas near it. After a breakout, former resistance may act as support.',
    related: ['support', 'breakout', 'retest', 'exit'],
  },
  trend: {
    title: 'Trend',
    words: ['uptrend', 'downtrend', 'higher highs', 'lower lows'],
    text: 'A movement of price in one direction over some time. In an uptrend highs and lows keep rising, in a downtrend they keep falling. Whether there is a trend depends on the time frame: a fall on the hourly chart can be a short pause in a rise on the daily one.',
    related: ['range', 'time-frame', 'breakout'],
  },
  range: {
    title: 'Range',
    words: ['sideways', 'consolidation', 'channel between support and resistance'],
    text: 'A period in which price moves sideways between support and resistance instead of in a trend. Ideas in a range often enter near one edge and exit near the other. They are proved wrong when price leaves the range, which may be the start of a breakout.',
    related: ['trend', 'support', 'resistance', 'breakout'],
  },
  breakout: {
    title: 'Breakout',
    words: ['break', 'break of structure', 'false breakout', 'fakeout'],
    text: 'A move of price beyond support, resistance or the edge of a range. Many breakouts fail and price returns soon after, known as a false breakout. For that reason some ideas wait for a confirmation, or for a retest, before they enter.',
    related: ['retest', 'confirmation', 'range', 'resistance'],
  },
  retest: {
    title: 'Retest',
    words: ['pullback', 'throwback', 'return to the level'],
    text: 'The return of price to a level it has broken through, to see whether that level now holds from the other side. An entry at the retest has its invalidation level close by. The disadvantage is that price sometimes leaves without returning, and the idea is never entered.',
    related: ['breakout', 'support', 'resistance', 'entry'],
  },
  confirmation: {
    title: 'Confirmation',
    words: ['signal', 'trigger', 'candle close'],
    text: 'Something that has to happen before an idea is entered, named by the educator in the notes: for example that a bar of the time frame closes above a level. Waiting for it avoids some false starts, at the cost of a later and often less favourable entry.',
    related: ['breakout', 'retest', 'entry', 'pending'],
  },
} as const satisfies TermTexts;
