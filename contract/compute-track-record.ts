import Big from 'big.js';
import { hasEnded, type IdeaEnd, type IdeaLife } from './idea-timeline.ts';
import { exitNames, type Levels } from './levels.ts';
import {
  type ExitRule,
  exitRules,
  MIN_RESULTS_FOR_PERCENT,
  type RecordEntry,
  type RRange,
  type RuleFigures,
  type TrackRecord,
} from './track-record.ts';

/** R are kept to eight decimals, rounded once; all sums are exact on them, so that an export adds up. */
const R = Big();
R.DP = 8;
R.RM = R.roundHalfEven;
const Percent = Big();
Percent.DP = 1;
Percent.RM = Percent.roundHalfEven;

type Range = { low: Big; high: Big };
const zero = new R(0);
const exactly = (value: Big): Range => ({ low: value, high: value });
const between = (a: Big, b: Big): Range => (a.lte(b) ? { low: a, high: b } : { low: b, high: a });
/** From the worst of both to the best of both. */
const hull = (a: Range, b: Range): Range => ({
  low: a.low.lte(b.low) ? a.low : b.low,
  high: a.high.gte(b.high) ? a.high : b.high,
});
const add = (a: Range, b: Range): Range => ({ low: a.low.plus(b.low), high: a.high.plus(b.high) });
const wire = ({ low, high }: Range): RRange => ({ low: low.toFixed(), high: high.toFixed() });
const read = ({ low, high }: RRange): Range => ({ low: new R(low), high: new R(high) });

/**
 * What is known of an idea's end, in distances from its entry. The first `sure` exits were reached, the first `maybe`
 * may have been; what was held beyond ended somewhere in `rest`.
 */
type Evidence = { sure: number; maybe: number; rest: Range };

const evidenceOf = ({ status, result_level: level }: IdeaEnd, exits: Big[], stop: Big): Evidence => {
  const none = { sure: 0, maybe: 0 };
  const first = exits[0] ?? zero;
  // Deleted while open.
  if (!hasEnded(status)) return { sure: 0, maybe: exits.length, rest: between(stop, zero) };
  if (level === 'entry_1') return { ...none, rest: exactly(zero) };
  if (level === 'invalidation_level') return { ...none, rest: exactly(stop) };
  if (level !== null) {
    const reached = exitNames.indexOf(level) + 1;
    const there = exits[reached - 1];
    // Among these levels there is no such exit: it was added later, and is no evidence.
    if (there) return { sure: reached, maybe: reached, rest: between(stop, there) };
  }
  if (status === 'successful') return { sure: 1, maybe: exits.length, rest: between(stop, first) };
  if (status === 'completed') return { sure: 0, maybe: exits.length, rest: between(stop, zero) };
  return { ...none, rest: between(stop, zero) };
};

/** Where the part of a position ended that was meant for exit `index`. */
const partEnd = (index: number, exit: Big, { sure, maybe, rest }: Evidence): Range => {
  if (index < sure) return exactly(exit);
  if (index >= maybe) return rest;
  return hull(rest, exactly(exit));
};

const partsOf: Record<ExitRule, (exits: number) => number[]> = {
  exit_1: () => [0],
  parts: (exits) => Array.from({ length: exits }, (_, index) => index),
  last_exit: (exits) => [exits - 1],
};

/**
 * An idea's results under the three rules; null while it is open, and where the published levels give no R. What was
 * said of its end is read with the levels as published and as they stood then: nobody recorded on which side of a move
 * the price was. An end that was taken back later stays in the range.
 */
export const resultsOf = (life: IdeaLife): RecordEntry['r'] => {
  const { published, end: last, earlier } = life;
  if (!last) return null;
  const direction = published.order_type === 'BUY' ? 1 : -1;
  const entry = new R(published.entry_1);
  const distance = (price: string) => new R(price).minus(entry).times(direction);
  const risk = distance(published.invalidation_level).times(-1);
  if (risk.lte(0)) return null;
  const readWith = (levels: Levels, end: IdeaEnd, rule: ExitRule): Range => {
    const exits = exitNames.flatMap((name) => (levels[name] === null ? [] : [distance(levels[name])]));
    const evidence = evidenceOf(end, exits, distance(levels.invalidation_level));
    const parts = partsOf[rule](exits.length);
    const total = parts
      .map((index) => partEnd(index, exits[index] ?? zero, evidence))
      .reduce(add, exactly(zero));
    const size = risk.times(parts.length);
    return { low: total.low.div(size), high: total.high.div(size) };
  };
  const under = (rule: ExitRule): RRange =>
    wire(
      [...earlier, last]
        .flatMap((end) => [readWith(published, end, rule), readWith(end.levels, end, rule)])
        .reduce(hull),
    );
  return { exit_1: under('exit_1'), parts: under('parts'), last_exit: under('last_exit') };
};

const entryOf = (life: IdeaLife): RecordEntry => ({
  idea_id: life.idea_id,
  pair: life.state.pair,
  order_type: life.published.order_type,
  idea_type: life.state.idea_type,
  market_type: life.state.market_type,
  published_at: life.published_at,
  closed_at: life.end?.at ?? null,
  status: life.state.status,
  deleted: life.deleted,
  result_level: life.state.result_level,
  r: resultsOf(life),
});

/** The running sum of one rule after each result, in R. */
export type EquityPoint = { at: string } & RRange;
export const equityCurve = (entries: readonly RecordEntry[], rule: ExitRule): EquityPoint[] => {
  let sum = exactly(zero);
  return entries.flatMap(({ closed_at, r }) => {
    if (!closed_at || !r) return [];
    sum = add(sum, read(r[rule]));
    return [{ at: closed_at, ...wire(sum) }];
  });
};

/** The deepest fall of a sum of `steps` from a height it had before (its beginning counts as one). */
const deepestFall = (steps: readonly Big[]): Big => {
  let [height, fall] = [zero, zero];
  let sum = zero;
  for (const step of steps) {
    sum = sum.plus(step);
    if (sum.gt(height)) height = sum;
    if (height.minus(sum).gt(fall)) fall = height.minus(sum);
  }
  return fall;
};

const percentOf = (count: number, results: number) => new Percent(count).times(100).div(results).toFixed(1);

/** The figures of one rule. The worst fall is that of the worst results: a fall is a sum over a stretch of them. */
export const figuresOf = (entries: readonly RecordEntry[], rule: ExitRule): RuleFigures => {
  const ranges = entries.flatMap(({ r }) => (r ? [read(r[rule])] : []));
  const results = ranges.length;
  const sum = ranges.reduce(add, exactly(zero));
  const positive = {
    low: ranges.filter(({ low }) => low.gt(0)).length,
    high: ranges.filter(({ high }) => high.gt(0)).length,
  };
  return {
    results,
    sum: wire(sum),
    mean: results === 0 ? null : wire({ low: sum.low.div(results), high: sum.high.div(results) }),
    positive,
    positive_percent:
      results < MIN_RESULTS_FOR_PERCENT
        ? null
        : { low: percentOf(positive.low, results), high: percentOf(positive.high, results) },
    drawdown: wire({
      low: deepestFall(ranges.map(({ high }) => high)),
      high: deepestFall(ranges.map(({ low }) => low)),
    }),
  };
};

const countIdeas = (lives: readonly IdeaLife[], entries: readonly RecordEntry[]): TrackRecord['ideas'] => {
  const having = (status: string) => lives.filter(({ state }) => state.status === status).length;
  const isOpen = ({ state }: IdeaLife) => !hasEnded(state.status);
  return {
    total: lives.length,
    open: lives.filter((life) => isOpen(life) && !life.deleted).length,
    successful: having('successful'),
    unsuccessful: having('unsuccessful'),
    completed: having('completed'),
    invalid: having('invalid'),
    deleted: lives.filter(({ deleted }) => deleted).length,
    deleted_open: lives.filter((life) => isOpen(life) && life.deleted).length,
    reopened: lives.filter((life) => isOpen(life) && !life.deleted && life.earlier.length > 0).length,
    without_r: entries.filter(({ closed_at, r }) => closed_at && !r).length,
  };
};

/** The track record of one educator, from the lives of their ideas: contract/track-record.ts says how it is counted. */
export const countRecord = (
  educator: { id: string; name: string },
  lives: readonly IdeaLife[],
): TrackRecord => {
  const inOrder = lives.toSorted((a, b) => (a.end?.number ?? Infinity) - (b.end?.number ?? Infinity) || 0);
  const entries = inOrder.map(entryOf);
  const [exit_1, parts, last_exit] = exitRules.map((rule) => figuresOf(entries, rule)) as [
    RuleFigures,
    RuleFigures,
    RuleFigures,
  ];
  return {
    educator_id: educator.id,
    educator_name: educator.name,
    ideas: countIdeas(lives, entries),
    rules: { exit_1, parts, last_exit },
    entries,
  };
};
