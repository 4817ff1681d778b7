import type {
  Disclosure,
  IdeaStatus,
  IdeaType,
  LessonTag,
  OrderType,
  ResultLevel,
} from '../../contract/ideas/ideas.ts';
import { classifyMarket } from '../../contract/ideas/market-detection.ts';

/** Demo data: an idea, its age and its outcome; times in hours. */
export type DemoIdea = {
  educatorId: string;
  pair: string;
  timeFrame: string;
  order: OrderType;
  type: IdeaType;
  /** Levels as typed: entries, invalidation, exits. */
  entries: string[];
  stop: string;
  exits: string[];
  hoursAgo: number;
  notes: string;
  /** Null: from before educators were asked. */
  disclosure: Disclosure | null;
  /** Invalidation moved later: new level, and hours after publication. */
  movedStop?: { to: string; after: number };
  /** `result` and `lesson` are missing where the educator reported none; a result is reached before the idea is closed. */
  outcome?: {
    status: IdeaStatus;
    after: number;
    result?: { level: ResultLevel; after: number };
    lesson?: string;
    lessonTag?: LessonTag;
  };
};

export const getDemoMarket = (idea: DemoIdea) => classifyMarket({ pair: idea.pair });

/**
 * One idea per line: educator, pair, time frame, B(ullish) or S (bearish), L(everage) or E(xchange), entries,
 * invalidation, exits, hours ago, outcome@hours after (w successful, l unsuccessful, i invalid, p pending, - open) with
 * level@hours after (s invalidation, or the number of the exit), notes, lesson, what it is about.
 */
const lines = `
1 | EUR/USD | 4H | B | L | 1.0842 1.0811 | 1.0755 | 1.0921 1.0985 1.1062 | 0.4 | - | Higher low above last month's base and a weekly close back over 1.0800. Between the two entries the trend line and the last demand meet. Below 1.0755 the idea is wrong and we look elsewhere.
2 | GBP/JPY | 4H | B | L | 191.40 | 190.25 | 193.10 194.80 | 3.1 | - | Pullback into the breakout shelf. London held it twice, so the third test is the one I want to be early for, with a close stop.
4 | XAU/USD | 1D | S | L | 2748.50 2756.00 | 2779.00 | 2705.00 2668.50 | 5.6 | - | Two rejections at the same shelf with fading momentum. No chase here: I wait for the retest, and if it closes above 2779 the sellers are gone.
5 | AUD/CAD | 1H | B | E | 0.9034 | 0.8998 | 0.9071 0.9102 | 8.2 | - | Range low with a clean sweep under it. Small idea, close target, out before the close if it goes nowhere.
6 | USD/CHF | 1D | S | E | 0.8865 | 0.8941 | 0.8790 0.8718 0.8655 | 14 | - | The franc follows the yield gap again. Half the move is done if 0.8790 trades; the rest needs a soft inflation print.
7 | SPX500 | 4H | B | L | 5862.0 5838.5 | 5804.0 | 5921.0 5978.0 | 20 | - | Buying the first pullback after a breadth thrust has paid more often than it has not. The stop sits under the gap.
2 | EUR/GBP | 4H | S | L | 0.8368 | 0.8401 | 0.8329 0.8297 | 27 | - | Failed break above the monthly open, back inside. Patience: this cross moves slowly and then all at once.
1 | NZD/USD | 1D | B | E | 0.5918 0.5890 | 0.5841 | 0.6012 0.6085 | 33 | p@2 | Base of eleven sessions. I want a daily close above 0.5930 before the second half; until then the idea waits.
4 | GBP/USD | 4H | B | L | 1.2710 | 1.2648 | 1.2795 1.2860 | 41 | i@30 | Reclaim of the 200 period average with a rising low. It needed 1.2648 to hold.
3 | BTC/USD | 1D | S | L | 64250.5 | 65900 | 61800 60150 | 1.2 | - | Lower high under the range average while funding stays rich. Above 65900 the sellers were wrong, and I would rather be flat than stubborn.
3 | SOL/USD | 4H | B | L | 152.40 149.80 | 145.90 | 160.50 168.00 | 2.5 | - | Strength against the majors for two weeks. Entry on the retest of the flag, the second one where the volume shelf begins.
5 | SHIB/USDT | 1D | B | E | 0.00000812 | 0.00000764 | 0.00000884 0.00000957 | 6.8 | - | Long base, rising volume on green days only. Small size: thin books punish confidence.
6 | ETH/USD | 1D | B | E | 3120.00 3055.00 | 2948.00 | 3390.00 3580.00 3845.00 | 11 | - | The ratio against bitcoin turned up from a three year shelf. Two entries because nobody rings a bell at a low.
7 | LINK/USDT | 4H | S | L | 14.86 | 15.42 | 13.98 13.35 | 18 | - | Third touch of the falling line, each with less volume than the one before.
1 | ADA/USD | 1D | B | E | 0.4615 | 0.4380 | 0.4990 0.5325 | 24 | - | A plain range idea: bottom quarter, stop outside, first exit at the middle.
3 | AVAX/USD | 4H | B | L | 31.25 | 29.90 | 33.80 35.60 | 36 | - | Reclaimed the weekly open on the first attempt. Under 29.90 the reclaim failed and so did I.
5 | XRP/USD | 1H | S | L | 0.6284 | 0.6391 | 0.6140 0.6035 | 44 | i@20 | Exhaustion after three pushes. The stop is close because the idea is only right if it is right soon.
2 | EUR/USD | 1D | S | L | 1.0915 | 1.0968 | 1.0842 1.0790 | 70 | w@52 | Rejected at the yearly pivot, and positioning was crowded on the long side.
4 | USD/JPY | 4H | S | L | 154.60 | 155.35 | 153.10 152.20 | 92 | w@31 1@29 | Verbal intervention above 154.50 has become a habit, and so has the reaction to it. | I took the first exit and watched the second trade a day later. When officials talk, half the position can stay on. | size
1 | GBP/USD | 4H | B | L | 1.2655 | 1.2590 | 1.2740 1.2810 | 118 | w@60 1@58 | Higher low into the figure with a divergence on the hourly. First exit before the option expiry. | Moving the stop up after a day and a half cost nothing here. I would still do it only at a level, not by the clock. | invalidation
2 | GBP/JPY | 1D | S | L | 194.90 | 196.10 | 192.70 190.90 | 140 | l@44 s@43 | Stretched from its average after nine green days, into the top of the range. I expect a return to the average. | Stretched is not a reason to sell a trend. Next time I wait for a lower high before I fade it. | entry
6 | XAU/USD | 1D | B | L | 2652.00 | 2618.00 | 2705.00 2748.00 | 165 | w@96 2@95 | Real yields rolled over while gold has not moved yet. I expect the gap to close within a week. | The driver moved first and the price followed within four days. Both exits were worth waiting for. | patience
7 | SPX500 | 1D | S | L | 5955.0 | 6010.0 | 5870.0 5800.0 | 190 | l@26 s@25 | A fade of the new high: breadth is thinner than at the last one, and the weekly close is far away. | A new high is not a reason to sell by itself. I had an opinion and no signal. | thesis_wrong
5 | AUD/USD | 1H | B | L | 0.6518 | 0.6489 | 0.6558 0.6590 | 214 | w@9 1@8 | Opening range break on strong employment numbers; taken for the first exit only. | A news breakout gives its move in the first hours. Taking the whole position off at exit 1 was the plan and it was right. | news
4 | EUR/JPY | 4H | B | L | 163.80 | 162.70 | 165.90 167.40 | 240 | w@70 2@68 | Continuation flag after the breakout, measured from its pole. | The measured move of the pole gave the second exit to within a few pips. Nothing to change. | other
2 | USD/CAD | 4H | S | L | 1.3948 | 1.4002 | 1.3875 1.3820 | 268 | l@38 s@38 | Oil says lower and the pair has not followed yet. Entry under the shelf of the last three sessions. | The stop was hit on a headline, and the reason was gone before that. When oil and the pair disagree for two days, I reduce. | news
1 | EUR/CHF | 1D | B | L | 0.9372 | 0.9318 | 0.9450 0.9505 | 300 | w@120 1@112 | Slow pair, wide base, small stop. The kind of idea that needs a long wait. | It took almost five days to reach the first exit. In this pair I plan for a week or leave it alone. | patience
6 | USD/SEK | 1D | S | L | 10.985 | 11.120 | 10.760 10.580 | 340 | w@150 1@141 | Central bank divergence, late cycle. The krona had room. | The direction was clear, the pace was not. Half at the first exit kept me patient with the rest. | patience
5 | NZD/JPY | 1H | S | L | 91.35 | 91.90 | 90.55 90.05 | 372 | l@5 s@5 | Rejection at the top of the Asian range. Sold early, before the London open confirms it. | Too early: I sold before the London open and was stopped out in it. The same idea worked a day later without me. | entry
4 | WTI | 4H | S | L | 71.40 | 72.90 | 68.90 67.20 | 405 | w@44 2@42 | Inventory build into a falling average, with the whole curve below. | The whole curve agreed with the inventory number. When both point the same way I can hold for the last exit. | other
7 | DXY | 1D | B | L | 104.20 | 103.55 | 105.30 106.10 | 450 | w@130 1@126 | The dollar's base after the summer. Broad, so no single cross to blame.
2 | GBP/AUD | 4H | B | E | 1.9425 | 1.9340 | 1.9560 1.9650 | 96 | w@50 | Retest of the neckline from above; momentum already turned on the daily.
1 | EUR/NOK | 1D | S | E | 11.780 | 11.930 | 11.560 11.420 | 130 | l@71 s@70 | Krone strength with firmer oil. The idea depends on oil holding its level this week. | I traded the krone and was really trading oil. When oil softened I should have closed, not waited for the stop. | thesis_wrong
6 | XAG/USD | 1D | B | E | 30.85 | 29.90 | 32.60 33.90 | 175 | w@88 | Silver lagged gold by two weeks, as it often does, until it does not.
4 | AUD/NZD | 4H | S | E | 1.1062 | 1.1098 | 1.1010 1.0975 | 208 | w@64 1@60 | Relative rates and a clean double top: two reasons, one level.
5 | CHF/JPY | 1H | B | E | 174.10 | 173.30 | 175.20 176.00 | 251 | l@12 s@12 | Momentum entry without a pullback, because the last two never came. | Buying without a pullback left no room for the stop. I wait for the first retest, even if it means missing some. | entry
7 | NASDAQ | 1D | B | E | 20480 | 20110 | 21050 21420 | 290 | w@77 2@75 | Earnings season breadth is the reason, the gap fill is the entry. | Reason and entry came from different places, and that is why I could hold it. One without the other is half an idea. | entry
2 | EUR/PLN | 1D | B | E | 4.3120 | 4.2850 | 4.3510 4.3780 | 333 | l@90 s@88 | Zloty strength looks tired after four weeks without a pullback. Small size, slow pair. | Wrong on direction, right on size. A small position made a slow loss easy to accept. | size
1 | USD/CHF | 4H | B | E | 0.8790 | 0.8745 | 0.8848 0.8885 | 388 | w@40 2@37 | Sweep of the low and an immediate reclaim; the last exit is the other side of the range. | Both sides of the range were clear before the entry, so there was nothing to decide on the way. | other
6 | GBP/CHF | 1D | S | E | 1.1290 | 1.1365 | 1.1190 1.1120 | 470 | w@160 2@158 | Growth gap against a safe haven. I give it two weeks. | It took five sessions to begin. Giving it time was part of the plan, and I nearly cut it on the fourth day. | patience
3 | BTC/USD | 4H | B | L | 62400.0 | 61150.0 | 64300.0 66000.0 | 77 | w@30 | Spot led the move and the perpetuals followed. That order matters.
5 | ETH/BTC | 1D | B | L | 0.04785 | 0.04620 | 0.05060 0.05290 | 110 | l@66 s@66 | Ratio at the lower edge of its summer range. The turn may take days, so the stop is wide. | The turn came after the stop, and the stop was right all the same. Being early has the same result as being wrong. | invalidation
3 | SOL/USD | 1H | S | L | 158.90 | 162.20 | 153.50 150.00 | 134 | w@11 1@10 | Blow-off on a listing rumour, faded into the first support. | A rumour fades fast. The first support was the exit, and greed below it would have given half back. | news
7 | DOGE/USDT | 4H | B | L | 0.1624 | 0.1559 | 0.1718 0.1795 | 160 | w@27 | Range break with volume three times the average.
1 | BTC/USD | 1D | S | L | 67100.0 | 68900.0 | 64000.0 62000.0 | 205 | w@101 | Third failure at the same high, with funding the highest of the quarter.
6 | LTC/USD | 4H | B | L | 84.20 | 81.90 | 88.40 91.50 | 236 | l@33 s@32 | Relative strength against the other majors for four days, and the range low held. | What I called relative strength only fell later than the others. I compare over two weeks now, not four days. | thesis_wrong
3 | AVAX/USD | 1D | S | L | 34.60 | 36.10 | 31.90 30.20 | 280 | w@79 | Unlock date ahead and a lower high behind.
5 | NEAR/USDT | 1H | B | L | 5.412 | 5.265 | 5.640 5.790 | 312 | l@6 s@6 | Second push after a shallow pullback, with volume picking up again. | I bought the second push, and it was the last one. After a fast first push I want a deeper pullback. | entry
4 | SPX/USDT | 4H | B | L | 0.7240 | 0.6880 | 0.7810 0.8250 | 350 | w@48 2@46 | Index mood in a token. Listed under Forex once it is over, as all index pairs are.
7 | UNI/USD | 1D | B | L | 8.150 | 7.720 | 8.930 9.480 | 415 | w@140 | Governance headline, but the level came first: a retest of the yearly average.
3 | ATOM/USD | 1D | B | E | 6.240 | 5.910 | 6.820 7.230 | 85 | w@58 1@57 | Base on base. The second base is where patience is paid. | The second base was the better entry, with a smaller stop. I close at exit 1 when the market around it is flat. | entry
1 | DOT/USD | 1D | B | E | 5.680 | 5.340 | 6.260 6.680 | 150 | l@92 s@90 | Sector rotation: the leaders rest, the laggards have started to move. | The rotation went to other coins. For a sector idea I now want the coin itself to move first. | thesis_wrong
6 | ETH/USD | 1D | S | E | 3340.00 | 3465.00 | 3120.00 2985.00 | 222 | w@110 1@105 | Supply shelf from the summer, untested until then.
3 | MATIC/USDT | 4H | S | E | 0.5120 | 0.5310 | 0.4790 0.4560 | 265 | w@37 1@35 | Lower high into a falling average. The first exit is the prior low, nothing clever. | The prior low was enough of a target. Simple exits are easier to keep. | other
5 | ALGO/USDT | 1D | B | E | 0.1745 | 0.1650 | 0.1910 0.2030 | 310 | l@70 s@69 | Base of five weeks with one wide green candle. Thin book, so the size is small. | Thin book, wide candle, bad fill. I leave coins alone whose stop costs more than planned. | size
7 | XRP/USD | 1D | B | E | 0.5480 | 0.5215 | 0.5960 0.6290 | 360 | w@155 1@149 | Compression of forty days. The direction is a guess, the size of the move is not. | The size of the move could be planned, the direction could not. That is a reason for half size, and I took full size. | size
3 | LINK/USDT | 1D | B | E | 12.40 | 11.75 | 13.60 14.40 | 430 | w@121 | Accumulation range with rising lows; exits at the range's measured move.
9 | TEST/USD | 1D | B | L | 1.0000 | 0.9000 | 1.1000 1.2000 | 4 | - | Test data of the hidden educator. No customer may ever read this.
9 | TEST/EUR | 4H | S | E | 2.0000 | 2.1000 | 1.9000 | 50 | w@20 1@20 | Test data of the hidden educator, completed.
`;

const statusByCode: Record<string, IdeaStatus> = {
  w: 'successful',
  l: 'unsuccessful',
  i: 'invalid',
  p: 'pending',
};

const levelByCode: Record<string, ResultLevel> = {
  s: 'invalidation_level',
  1: 'exit_1',
  2: 'exit_2',
};

const parseOutcome = (
  cell: string,
  lesson: string | undefined,
  lessonTag: string | undefined,
): DemoIdea['outcome'] => {
  const [[code = '', after] = [], [levelCode = '', reached] = []] = cell
    .split(' ')
    .map((part) => part.split('@'));
  const [status, level] = [statusByCode[code], levelByCode[levelCode]];
  if (!status) return undefined;
  return {
    status,
    after: Number(after),
    ...(level && { result: { level, after: Number(reached) } }),
    ...(lesson !== undefined && { lesson }),
    ...(lessonTag !== undefined && { lessonTag: lessonTag as LessonTag }),
  };
};

/** Answers of educators who gave one, by pair and age. */
const disclosed: Record<string, Disclosure> = {
  'EUR/USD 0.4': 'same_direction',
  'GBP/JPY 3.1': 'plan_to',
  'XAU/USD 5.6': 'same_direction',
  'AUD/CAD 8.2': 'none',
  'SPX500 20': 'none',
  'NZD/USD 33': 'plan_to',
  'BTC/USD 1.2': 'opposite',
  'SOL/USD 2.5': 'same_direction',
  'ETH/USD 11': 'same_direction',
  'LINK/USDT 18': 'none',
  'USD/JPY 92': 'same_direction',
  'BTC/USD 77': 'none',
  'GBP/USD 118': 'same_direction',
};
const FIRST_ASKED_HOURS_AGO = 200;

const findDisclosure = (key: string, hoursAgo: number): Disclosure | null =>
  hoursAgo > FIRST_ASKED_HOURS_AGO ? null : (disclosed[key] ?? 'not_stated');

const parseLine = (line: string): DemoIdea => {
  const cells = line.split(' | ').map((cell) => cell.trim());
  const [
    educatorId,
    pair,
    timeFrame,
    order,
    type,
    entries,
    stop,
    exits,
    hoursAgo,
    outcomeCell,
    notes,
    lesson,
    lessonTag,
  ] = cells;
  const words = (cell = '') => cell.split(' ');
  const outcome = parseOutcome(outcomeCell ?? '', lesson, lessonTag);
  return {
    educatorId: educatorId ?? '',
    pair: pair ?? '',
    timeFrame: timeFrame ?? '',
    order: order === 'B' ? 'BUY' : 'SELL',
    type: type === 'L' ? 'Leverage' : 'Exchange',
    entries: words(entries),
    stop: stop ?? '',
    exits: words(exits),
    hoursAgo: Number(hoursAgo),
    notes: notes ?? '',
    disclosure: findDisclosure(`${pair} ${hoursAgo}`, Number(hoursAgo)),
    ...(outcome && { outcome }),
  };
};

/** Some ideas have a moved invalidation level, for the record and the cards to show. */
const movedStops: Record<string, DemoIdea['movedStop']> = {
  'XAU/USD 5.6': { to: '2771.50', after: 2 },
  'SOL/USD 2.5': { to: '147.20', after: 1 },
  'GBP/USD 118': { to: '1.2640', after: 36 },
  'BTC/USD 205': { to: '67800.0', after: 48 },
};

/** Demo ideas in order of publication, oldest first. */
export const demoIdeas: DemoIdea[] = lines
  .trim()
  .split('\n')
  .map((line) => parseLine(line))
  .map((idea) => {
    const movedStop = movedStops[`${idea.pair} ${idea.hoursAgo}`];
    return movedStop ? { ...idea, movedStop } : idea;
  })
  .toSorted((a, b) => b.hoursAgo - a.hoursAgo);
