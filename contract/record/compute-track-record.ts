import Big from 'big.js';
import * as z from 'zod/mini';
import { priceCheck } from '../candles/price-check.ts';
import { type IdeaEnd, type IdeaTimeline, isWithinCorrectionWindow } from '../ideas/idea-timeline.ts';
import { hasEnded, lockedFields } from '../ideas/ideas.ts';
import { type ExitName, exitNames, type Levels } from '../ideas/levels.ts';
import {
  type ExitRule,
  type FixedRule,
  MIN_RESULTS_FOR_PERCENT,
  type RecordEntry,
  type RRange,
  type RuleFigures,
  type TrackRecord,
} from './track-record.ts';

/** R values have eight decimals and are rounded once; sums of them are exact, so an export adds up. */
const R = Big();
R.DP = 8;
R.RM = R.roundHalfEven;
const Percent = Big();
Percent.RM = Percent.roundHalfEven;

type Range = { low: Big; high: Big };
const zero = new R(0);
const exactly = (value: Big): Range => ({ low: value, high: value });
const between = (a: Big, b: Big): Range => (a.lte(b) ? { low: a, high: b } : { low: b, high: a });
/** The smallest range that contains both. */
const hull = (a: Range, b: Range): Range => ({
  low: a.low.lte(b.low) ? a.low : b.low,
  high: a.high.gte(b.high) ? a.high : b.high,
});
const add = (a: Range, b: Range): Range => ({ low: a.low.plus(b.low), high: a.high.plus(b.high) });
const toRangeDto = ({ low, high }: Range): RRange => ({ low: low.toFixed(), high: high.toFixed() });
const parseRange = ({ low, high }: RRange): Range => ({ low: new R(low), high: new R(high) });

/**
 * What is known about how an idea ended, as distances from its entry. The first `certain` exits were reached, the
 * first `possible` may have been; whatever was held beyond them ended within `rest`.
 */
type Evidence = { certain: number; possible: number; rest: Range };

type Exit = { name: ExitName; distance: Big };

const deriveEvidence = ({ status, result_level: level }: IdeaEnd, exits: Exit[], stop: Big): Evidence => {
  const none = { certain: 0, possible: 0 };
  const first = exits[0]?.distance ?? zero;
  // Deleted while open.
  if (!hasEnded(status)) return { certain: 0, possible: exits.length, rest: between(stop, zero) };
  if (level === 'entry_1') return { ...none, rest: exactly(zero) };
  if (level === 'invalidation_level') return { ...none, rest: exactly(stop) };
  if (level !== null) {
    const reached = exits.findIndex(({ name }) => name === level) + 1;
    const lastExit = exits[reached - 1];
    // These levels have no such exit: it was added later, so it is no evidence.
    if (lastExit) return { certain: reached, possible: reached, rest: between(stop, lastExit.distance) };
  }
  if (status === 'successful') return { certain: 1, possible: exits.length, rest: between(stop, first) };
  if (status === 'completed') return { certain: 0, possible: exits.length, rest: between(stop, zero) };
  return { ...none, rest: between(stop, zero) };
};

/** The result of the part of a position meant for exit `index`. */
const partResult = (index: number, exit: Big, { certain, possible, rest }: Evidence): Range => {
  if (index < certain) return exactly(exit);
  if (index >= possible) return rest;
  return hull(rest, exactly(exit));
};

const exitIndexes: Record<FixedRule, (exits: number) => number[]> = {
  exit_1: () => [0],
  parts: (exits) => Array.from({ length: exits }, (_, index) => index),
  last_exit: (exits) => [exits - 1],
};

const byRule = <T>(compute: (rule: ExitRule) => T): Record<ExitRule, T> => ({
  exit_1: compute('exit_1'),
  parts: compute('parts'),
  last_exit: compute('last_exit'),
  as_told: compute('as_told'),
});

/** What a position made: the distances of its equal parts, summed, and how many there are. */
type Made = { sum: Range; parts: number };

/** Under a fixed exit plan. */
const followRule = (rule: FixedRule, exits: readonly Exit[], evidence: Evidence): Made => {
  const parts = exitIndexes[rule](exits.length);
  const sum = parts
    .map((index) => partResult(index, exits[index]?.distance ?? zero, evidence))
    .reduce(add, exactly(zero));
  return { sum, parts: parts.length };
};

/**
 * Where the last part of a position ended, as its educator reported it. After an exit at which a share was closed, a result no
 * farther than that does not say where the rest ended.
 */
const findRest = (
  { status, result_level: level }: IdeaEnd,
  exits: readonly Exit[],
  stop: Big,
  taken: Exit | undefined,
): Range => {
  const [first, last] = [exits[0]?.distance ?? zero, exits.at(-1)?.distance ?? zero];
  const reached = exits.find(({ name }) => name === level);
  if (reached)
    return taken?.distance.gte(reached.distance)
      ? between(stop, reached.distance)
      : exactly(reached.distance);
  if (level === 'invalidation_level') return exactly(stop);
  if (level === 'entry_1') return exactly(zero);
  if (status === 'successful') return between(taken ? stop : first, last);
  return between(stop, status === 'completed' || !hasEnded(status) ? last : zero);
};

/** As its educator told it: shares closed at exits in percent, and the rest as the idea ended. */
const followSteps = (end: IdeaEnd, exits: readonly Exit[], stop: Big): Made => {
  const times = ({ low, high }: Range, share: number): Range => ({
    low: low.times(share),
    high: high.times(share),
  });
  let [left, sum] = [100, exactly(zero)];
  let taken: Exit | undefined;
  for (const step of end.steps) {
    if (step.kind === 'rest_closed') left = 0;
    const exit = step.kind === 'exit_taken' && exits.find(({ name }) => name === step.level);
    if (!exit) continue;
    left -= step.share;
    sum = add(sum, times(exactly(exit.distance), step.share));
    if (!taken?.distance.gte(exit.distance)) taken = exit;
  }
  return { sum: add(sum, times(findRest(end, exits, stop, taken), left)), parts: 100 };
};

/** A result in R of a plan: `measure` gets the exits and the invalidation of some levels as distances. */
type PlanScale = (levels: Levels, measure: (exits: Exit[], stop: Big) => Made) => Range;

/** Null where the plan gives no R. */
const createPlanScale = (plan: Levels): PlanScale | null => {
  const direction = plan.order_type === 'BUY' ? 1 : -1;
  const entry = new R(plan.entry_1);
  const distance = (price: string) => new R(price).minus(entry).times(direction);
  const risk = distance(plan.invalidation_level).times(-1);
  if (risk.lte(0)) return null;
  return (levels, measure) => {
    const exits = exitNames.flatMap((name) => {
      const price = levels[name];
      return price === null ? [] : [{ name, distance: distance(price) }];
    });
    const { sum, parts } = measure(exits, distance(levels.invalidation_level));
    const size = risk.times(parts);
    return { low: sum.low.div(size), high: sum.high.div(size) };
  };
};

/** The results of ends in R of a plan; null where the plan gives no R. */
const computePlanResults = (plan: Levels, ends: readonly IdeaEnd[]): ((rule: ExitRule) => Range[]) | null => {
  const scale = createPlanScale(plan);
  if (!scale) return null;
  return (rule) => {
    const results = ends.map((end) => {
      const measure = (exits: Exit[], stop: Big) =>
        rule === 'as_told'
          ? followSteps(end, exits, stop)
          : followRule(rule, exits, deriveEvidence(end, exits, stop));
      return [plan, end.levels].map((levels) => scale(levels, measure)).reduce(hull);
    });
    return results.filter((result, index) => !isNarrowed(ends, index, result, results.at(-1)));
  };
};

/** Whether the last result, with a level that was reported later, only says more exactly what this one said. */
const isNarrowed = (ends: readonly IdeaEnd[], index: number, result: Range, last = result): boolean => {
  const [end, final] = [ends[index], ends.at(-1)];
  return (
    end !== final &&
    end?.result_level === null &&
    end.status === final?.status &&
    result.low.lte(last.low) &&
    result.high.gte(last.high)
  );
};

const storedCheck = z.omit(priceCheck, { touches: true });
type StoredCheck = z.infer<typeof storedCheck>;
const readCheck = ({ check }: IdeaTimeline): StoredCheck | null => storedCheck.safeParse(check).data ?? null;

/** What a plan gave by prices that leave nothing open; null if they do. */
const computeChecked = (plan: Levels, { conclusion, levels, result }: StoredCheck, rule: ExitRule) => {
  const outcome = result?.outcomes[0];
  // Prices don't know which shares were closed.
  if (rule === 'as_told') return null;
  if (conclusion !== 'checked' || levels !== 'planned' || result?.certainty !== 'certain' || !outcome)
    return null;
  const deriveChecked = (exits: Exit[], stop: Big): Evidence => {
    if (outcome.kind !== 'entered') return { certain: 0, possible: 0, rest: exactly(zero) };
    const certain = exits.findLastIndex(({ name }) => outcome.exits.some(({ level }) => level === name)) + 1;
    const next = exits[certain] ?? exits.at(-1);
    const rest = outcome.invalidation ? exactly(stop) : between(stop, next?.distance ?? zero);
    return { certain, possible: certain, rest };
  };
  const measure = (exits: Exit[], stop: Big) => followRule(rule, exits, deriveChecked(exits, stop));
  return createPlanScale(plan)?.(plan, measure) ?? null;
};

/** A check can only narrow what was reported. */
const narrow = (reported: Range, checked: Range | null | undefined): Range => {
  if (!checked || checked.low.gt(reported.high) || checked.high.lt(reported.low)) return reported;
  return {
    low: checked.low.gt(reported.low) ? checked.low : reported.low,
    high: checked.high.lt(reported.high) ? checked.high : reported.high,
  };
};

/**
 * An idea's results under the exit rules; null while it is open, and where the published levels give no R. The
 * end is evaluated with the published levels and with the levels at that time, because nobody recorded on which side
 * of a move the price was. An end that was reverted later stays in the range, and so do levels corrected just before
 * the close.
 */
export const computeResults = (timeline: IdeaTimeline): RecordEntry['r'] => {
  const { published, firstLevels, corrected_at, end, earlierEnds } = timeline;
  if (!end) return null;
  const ends = [...earlierEnds, end];
  const results = computePlanResults(published, ends);
  if (!results) return null;
  const all = [results];
  // First levels that gave no R may have been a loss.
  if (isWithinCorrectionWindow(corrected_at, end.first.at))
    all.push(computePlanResults(firstLevels, ends) ?? (() => [exactly(new R(-1))]));
  const check = readCheck(timeline);
  return byRule((rule) => {
    const reported = all.flatMap((computeFor) => computeFor(rule));
    // Prices look neither at an end that was reverted nor at levels that were corrected: they narrow nothing then.
    const checked = reported.length === 1 && check ? computeChecked(published, check, rule) : null;
    return toRangeDto(narrow(reported.reduce(hull), checked));
  });
};

const toRecordCheck = (check: StoredCheck | null): RecordEntry['check'] =>
  check && {
    conclusion: check.conclusion,
    source: check.source,
    favourable: check.result?.favourable ?? null,
    adverse: check.result?.adverse ?? null,
  };

const toRecordEntry = (timeline: IdeaTimeline): RecordEntry => ({
  idea_id: timeline.idea_id,
  pair: timeline.state.pair,
  order_type: timeline.published.order_type,
  idea_type: timeline.state.idea_type,
  market_type: timeline.state.market_type,
  published_as: lockedFields.flatMap((field) => {
    const value = timeline.published[field];
    return value === timeline.state[field] ? [] : [{ field, value }];
  }),
  published_at: timeline.published_at,
  closed_at: timeline.end?.first.at ?? null,
  last_closed_at: timeline.end?.closed_at ?? null,
  reopened: timeline.reopened,
  status: timeline.state.status,
  deleted: timeline.deleted,
  result_level: timeline.state.result_level,
  r: computeResults(timeline),
  check: toRecordCheck(readCheck(timeline)),
});

/** Cumulative R of one rule after each result. */
export type EquityPoint = { at: string } & RRange;
export const equityCurve = (entries: readonly RecordEntry[], rule: ExitRule): EquityPoint[] => {
  let sum = exactly(zero);
  return entries.flatMap(({ closed_at, r }) => {
    if (!closed_at || !r) return [];
    sum = add(sum, parseRange(r[rule]));
    return [{ at: closed_at, ...toRangeDto(sum) }];
  });
};

/** The largest drop of the cumulative sum of `steps` below an earlier peak; the start counts as a peak. */
const maxDrawdown = (steps: readonly Big[]): Big => {
  let [peak, drawdown] = [zero, zero];
  let sum = zero;
  for (const step of steps) {
    sum = sum.plus(step);
    if (sum.gt(peak)) peak = sum;
    if (peak.minus(sum).gt(drawdown)) drawdown = peak.minus(sum);
  }
  return drawdown;
};

const formatPercent = (count: number, results: number) =>
  new Percent(count).times(100).div(results).toFixed(1);

/**
 * The figures of one rule. The largest drawdown comes from the worst results, because a drawdown is a sum over
 * consecutive results.
 */
export const computeFigures = (entries: readonly RecordEntry[], rule: ExitRule): RuleFigures => {
  const ranges = entries.flatMap(({ r }) => (r ? [parseRange(r[rule])] : []));
  const results = ranges.length;
  const sum = ranges.reduce(add, exactly(zero));
  const positive = {
    low: ranges.filter(({ low }) => low.gt(0)).length,
    high: ranges.filter(({ high }) => high.gt(0)).length,
  };
  return {
    results,
    sum: toRangeDto(sum),
    mean: results === 0 ? null : toRangeDto({ low: sum.low.div(results), high: sum.high.div(results) }),
    positive,
    positive_percent:
      results < MIN_RESULTS_FOR_PERCENT
        ? null
        : { low: formatPercent(positive.low, results), high: formatPercent(positive.high, results) },
    drawdown: toRangeDto({
      low: maxDrawdown(ranges.map(({ high }) => high)),
      high: maxDrawdown(ranges.map(({ low }) => low)),
    }),
  };
};

const countIdeas = (entries: readonly RecordEntry[]): TrackRecord['ideas'] => {
  const count = (isCounted: (entry: RecordEntry) => boolean) => entries.filter(isCounted).length;
  return {
    total: entries.length,
    open: count(({ closed_at }) => closed_at === null),
    successful: count(({ status }) => status === 'successful'),
    unsuccessful: count(({ status }) => status === 'unsuccessful'),
    completed: count(({ status }) => status === 'completed'),
    invalid: count(({ status }) => status === 'invalid'),
    deleted: count(({ deleted }) => deleted),
    deleted_open: count(({ deleted, status }) => deleted && !hasEnded(status)),
    reopened: count(({ closed_at, reopened }) => closed_at === null && reopened),
    without_r: count(({ closed_at, r }) => closed_at !== null && !r),
  };
};

/** The track record of one educator from the timelines of their ideas. contract/record/track-record.ts states the rules. */
export const computeTrackRecord = (
  educator: { id: string; name: string },
  timelines: readonly IdeaTimeline[],
): TrackRecord => {
  // Open ideas come last: Infinity - Infinity is NaN, which sorts as equal.
  const inOrder = timelines.toSorted(
    (a, b) => (a.end?.first.number ?? Infinity) - (b.end?.first.number ?? Infinity),
  );
  const entries = inOrder.map(toRecordEntry);
  return {
    educator_id: educator.id,
    educator_name: educator.name,
    ideas: countIdeas(entries),
    open_since:
      entries
        .flatMap(({ closed_at, published_at }) => (closed_at === null ? [published_at] : []))
        .toSorted()[0] ?? null,
    rules: byRule((rule) => computeFigures(entries, rule)),
    entries,
  };
};
