import { hasR, listWrongSides } from '../ideas/levels.ts';
import { chooseSides, listSteps, type Piece, type Step } from './candle-steps.ts';
import type { Candle, CandleSeries, CandleSide } from './candles.ts';
import {
  type Bounds,
  type Course,
  deriveExtremes,
  type Extremes,
  firstCourse,
  followWindow,
  type LevelName,
  type StreamName,
  setLevels,
  type Window,
} from './courses.ts';
import type { LevelSpan, LevelTimeline } from './level-timeline.ts';
import { FAR, maxOf, minOf, toNumber, toUnits } from './price-units.ts';

/**
 * `certain`: touched within this time, and in this order. `cannot tell`: perhaps not, or perhaps in another order.
 * `not covered`: something before it is not covered.
 */
export const certainties = ['certain', 'cannot tell', 'not covered'] as const;
export type Certainty = (typeof certainties)[number];

/** The first touch of a level, `from` inclusive, `to` exclusive; at once if they are equal. Milliseconds. */
export type Touch = { level: LevelName; from: number; to: number; certainty: Certainty };

export type Touches = {
  /** Whose prices were used. Mid prices and trades stand for both sides. */
  sides: CandleSide[];
  /** In order of time. */
  touches: Touch[];
  /** Why nothing was looked for. */
  problem: 'never open' | 'no risk' | 'wrong side' | 'wrong symbol' | null;
  /** Everything that can have happened: one course, unless the candles leave something open. */
  courses: Course[];
  /** The first time in which the idea stood open and nobody answered; null if everything is covered. */
  lostFrom: number | null;
  /** Until when an idea that is still open was looked at. */
  coveredTo: number;
};

const main: readonly LevelName[] = ['entry_1', 'invalidation_level', 'exit_1', 'exit_2', 'exit_3'];
/** Reported only: nothing depends on it. */
const second: readonly LevelName[] = ['entry_2'];
const streams = ['enter', 'leave'] as const;
const anywhere: Bounds = { low: -FAR, high: FAR };
const { POSITIVE_INFINITY: NEVER } = Number;

const toExtremes = ({ at, open, high, low, close }: Candle, isBuy: boolean): Extremes => {
  const read = (price: string) => (isBuy ? toUnits(price) : -toUnits(price));
  const [top, bottom] = isBuy ? [read(high), read(low)] : [read(low), read(high)];
  return { at, open: read(open), close: read(close), high: top, low: bottom, mustHigh: top, mustLow: bottom };
};

const toWindow = (step: Step, from: number, to: number, isBuy: boolean, lostFrom: number | null): Window => {
  const { enter, leave } = step;
  const read = (piece: Piece | null) => (piece?.candle ? toExtremes(piece.candle, isBuy) : null);
  const isSingle = enter === leave;
  const enterPrices = read(enter);
  const leavePrices = isSingle ? enterPrices : read(leave);
  const pieces = [enter, leave].filter((piece) => piece !== null);
  const isEnd = (piece: Piece | null) => (piece ?? pieces[0])?.end === to;
  return {
    from,
    to,
    isWhole: pieces.every(({ candle, end }) => candle?.at === from && end === to),
    isEnd: { enter: isEnd(enter), leave: isEnd(leave) },
    isSingle,
    lostFrom,
    enter: enter || !leavePrices ? enterPrices : deriveExtremes(leavePrices, 'enter'),
    leave: leave || !enterPrices ? leavePrices : deriveExtremes(enterPrices, 'leave'),
  };
};

/** The last price before a moment: the close of a candle, or anything in a part of one that came after it. */
type Standing = { close: Candle | null; part: Candle | null };
const unknown: Standing = { close: null, part: null };

const passPiece = (standing: Standing, piece: Piece | null, to: number): Standing => {
  if (!piece) return unknown;
  if (!piece.candle) return standing;
  if (piece.end === to) return { close: piece.candle, part: null };
  return { ...standing, part: piece.candle };
};

const readStanding = ({ close, part }: Standing, piece: Piece | null, at: number, isBuy: boolean): Bounds => {
  if (!close || !piece) return anywhere;
  const last = toExtremes(close, isBuy).close!;
  const parts = [part, piece.candle && piece.candle.at < at ? piece.candle : null]
    .filter((candle) => candle !== null)
    .map((candle) => toExtremes(candle, isBuy));
  return {
    low: minOf(last, ...parts.map(({ low }) => low)),
    high: maxOf(last, ...parts.map(({ high }) => high)),
  };
};

/** Prices of a stream, as they are written, that change something. Rounded numbers never compare the other way round. */
type Band = Record<StreamName, { above: number; below: number }>;

const measureBand = (courses: readonly Course[], isBuy: boolean): Band => {
  const band: Band = { enter: { above: NEVER, below: -NEVER }, leave: { above: NEVER, below: -NEVER } };
  const add = (stream: StreamName, isAbove: boolean, price: bigint) => {
    const side = band[stream];
    const number = toNumber(isBuy ? price : -price);
    if (isAbove === isBuy) side.above = Math.min(side.above, number);
    else side.below = Math.max(side.below, number);
  };
  for (const { triggers, move, over } of courses) {
    for (const { stream, sign, price, active } of triggers)
      if (active !== NEVER) add(stream, sign > 0, price);
    if (move && over === null) {
      add('leave', true, move.top.low);
      add('leave', false, move.bottom.high);
    }
  }
  return band;
};

const isQuiet = (piece: Piece | null, { above, below }: Band['enter']): boolean => {
  if (!piece) return above === NEVER && below === -NEVER;
  return !piece.candle || (Number(piece.candle.high) < above && Number(piece.candle.low) > below);
};

/** An entry further from the price is probably one of another instrument. */
const MAX_DISTANCE_PERCENT = 20n;
const isFarFrom = ({ low, high }: Bounds, price: bigint): boolean =>
  price * 100n > high * (100n + MAX_DISTANCE_PERCENT) || price * 100n < low * (100n - MAX_DISTANCE_PERCENT);

/** Walks through time once, with all courses that are possible until then. */
const followCourses = (
  { plan, spans }: LevelTimeline,
  series: readonly CandleSeries[],
  levels: readonly LevelName[],
) => {
  const isBuy = plan.order_type === 'BUY';
  const published = spans[0]?.from ?? NEVER;
  let courses: Course[] = [firstCourse];
  let standing = { enter: unknown, leave: unknown };
  let lostFrom: number | null = null;
  let isWrongSymbol: boolean | null = null;
  let coveredTo = Number.NEGATIVE_INFINITY;
  /** The spans before this one have begun. */
  let next = 0;
  let boundary = published;
  let band = measureBand(courses, isBuy);

  const beginSpan = ({ from, levels: values }: LevelSpan, step: Step): void => {
    const prices = levels.map((level) => {
      const price = values[level];
      return [level, price === null ? null : isBuy ? toUnits(price) : -toUnits(price)] as const;
    });
    const read = (stream: StreamName) => readStanding(standing[stream], step[stream], from, isBuy);
    const [enter, leave] = [read('enter'), read('leave')];
    // The ask is never below the bid.
    const bounds = { enter: step.enter ? enter : { low: leave.low, high: FAR }, leave };
    const isContinued = spans[next - 1]?.to === from;
    courses = setLevels(courses, prices, { from, to: from, lostFrom }, bounds, isContinued);
  };

  const lose = (from: number, to: number): void => {
    const open = spans.find((span) => span.from < to && span.to > from);
    if (open && from < to) lostFrom ??= Math.max(from, open.from);
  };

  const checkSymbol = (step: Step): void => {
    const piece = step.enter ?? step.leave;
    const close = (standing.enter.close ?? standing.leave.close)?.close;
    const prices = [close, piece?.candle?.low, piece?.candle?.high].filter((price) => price !== undefined);
    if (prices.length === 0) return;
    const units = prices.map(toUnits);
    isWrongSymbol = isFarFrom({ low: minOf(...units), high: maxOf(...units) }, toUnits(plan.entry_1));
  };

  const follow = (step: Step): void => {
    for (let at = step.from; at < step.to; ) {
      for (let span = spans[next]; span && span.from <= at; span = spans[next]) {
        beginSpan(span, step);
        next++;
      }
      const openTo = spans[next - 1]?.to ?? at;
      boundary = Math.min(openTo > at ? openTo : NEVER, spans[next]?.from ?? NEVER);
      const to = Math.min(step.to, boundary);
      if (openTo > at) {
        const after = followWindow(courses, toWindow(step, at, to, isBuy, lostFrom));
        // A candle that contradicts itself says nothing.
        if (after.length > 0) courses = after;
        else lose(at, to);
      }
      at = to;
    }
    band = measureBand(courses, isBuy);
  };

  for (const step of listSteps(series, isBuy)) {
    if (step.from > coveredTo) {
      lose(coveredTo, step.from);
      standing = { enter: unknown, leave: unknown };
    }
    if (isWrongSymbol === null && step.to > published) checkSymbol(step);
    const isOpen = next > 0 && step.from < spans[next - 1]!.to;
    const isUnchanged = step.to <= boundary && step.from < boundary;
    if (!isUnchanged || (isOpen && streams.some((stream) => !isQuiet(step[stream], band[stream]))))
      follow(step);
    standing = {
      enter: passPiece(standing.enter, step.enter, step.to),
      leave: passPiece(standing.leave, step.leave, step.to),
    };
    coveredTo = step.to;
  }
  const last = spans.at(-1)?.to ?? NEVER;
  lose(coveredTo, last < NEVER ? last : Math.max(coveredTo, published + 1));
  return {
    courses,
    lostFrom: lostFrom as number | null,
    coveredTo,
    isWrongSymbol: isWrongSymbol as boolean | null,
  };
};

/** Whether all courses have a level and agree on which others came before it. */
const isCertain = (courses: readonly Course[], level: LevelName, levels: readonly LevelName[]): boolean => {
  const orders = courses.map(({ touches }) => touches.map((touch) => touch.level));
  return (
    orders.every((order) => order.includes(level)) &&
    levels.every((other) => {
      const places = orders.filter((order) => order.includes(other));
      return new Set(places.map((order) => order.indexOf(other) < order.indexOf(level))).size < 2;
    })
  );
};

const summarize = (courses: readonly Course[]): Touch[] => {
  const levels = [...new Set(courses.flatMap(({ touches }) => touches.map(({ level }) => level)))];
  return levels.map((level) => {
    const found = courses.flatMap(({ touches }) => touches.filter((touch) => touch.level === level));
    const certainty = isCertain(courses, level, levels) ? 'certain' : 'cannot tell';
    return {
      level,
      from: Math.min(...found.map(({ from }) => from)),
      to: Math.max(...found.map(({ to }) => to)),
      certainty: found.some(({ isLost }) => isLost) ? 'not covered' : certainty,
    };
  });
};

const findProblem = ({ plan, spans }: LevelTimeline): Touches['problem'] => {
  if (spans.length === 0) return 'never open';
  if (!hasR(plan)) return 'no risk';
  return listWrongSides(plan).length > 0 ? 'wrong side' : null;
};

/**
 * Every first touch of the levels of one reading (contract/candles/level-timeline.ts), from candles of one source: one or
 * two sides, in one or several intervals; where finer candles are covered, coarser ones are not used. docs/candles.md has
 * the rules.
 */
export const findTouches = (timeline: LevelTimeline, series: readonly CandleSeries[]): Touches => {
  const { courses, lostFrom, coveredTo, isWrongSymbol } = followCourses(timeline, series, main);
  const sides = chooseSides(series);
  const problem = findProblem(timeline) ?? (isWrongSymbol ? 'wrong symbol' : null);
  if (problem) return { sides, touches: [], problem, courses: [], lostFrom, coveredTo };
  const touches = summarize(courses);
  if (timeline.spans.some(({ levels }) => levels.entry_2 !== null))
    touches.push(...summarize(followCourses(timeline, series, second).courses));
  const inOrder = touches.toSorted((a, b) => a.from - b.from || a.to - b.to);
  return { sides, touches: inOrder, problem, courses, lostFrom, coveredTo };
};
