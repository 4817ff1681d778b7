import type { ResultLevel } from '../ideas/ideas.ts';
import { FAR, maxOf, minOf } from './price-units.ts';

// A course is one of the ways in which events can have happened, as far as the candles say. Prices are turned so that every
// idea is a buyer's: those of a seller are negative. An idea enters on one price and leaves on another that is not above it.

export type LevelName = ResultLevel | 'entry_2';
export type StreamName = 'enter' | 'leave';

/** The price that a level waits for: at least (1) or at most (-1) `price`. */
type Trigger = {
  level: LevelName;
  stream: StreamName;
  sign: 1 | -1;
  price: bigint;
  /** From when on any such price touches it. Infinity: price had passed it already, so it waits for the entry. */
  active: number;
  /** The same, as far as the close of a candle proves it. */
  stands: number;
};

/** A level's first touch: when, and at which prices. `isLost`: something before it is not covered. */
type CourseTouch = {
  level: LevelName;
  from: number;
  to: number;
  low: bigint;
  high: bigint;
  isLost: boolean;
};

/** A price that is at least `low` and at most `high`. */
export type Bounds = { low: bigint; high: bigint };

export type Course = {
  touches: CourseTouch[];
  triggers: Trigger[];
  /** How many touches the idea's result consists of; null while it has none. */
  over: number | null;
  /** The highest and lowest price to leave on since the entry. */
  move: { top: Bounds; bottom: Bounds } | null;
};

/**
 * What a candle says about one price. `high` and `low` are how far it can have gone, `mustHigh` and `mustLow` how far it
 * certainly went.
 */
export type Extremes = {
  at: number;
  open: bigint | null;
  close: bigint | null;
  high: bigint;
  low: bigint;
  mustHigh: bigint;
  mustLow: bigint;
};

/** A time with prices. `isWhole`: a whole candle of both prices, so the open came first. */
export type Window = {
  from: number;
  to: number;
  isWhole: boolean;
  isEnd: Record<StreamName, boolean>;
  /** Whether both prices are the same. */
  isSingle: boolean;
  lostFrom: number | null;
} & Record<StreamName, Extremes | null>;

export const firstCourse: Course = { touches: [], triggers: [], over: null, move: null };

/** No price since the entry yet. */
const noMove: Course['move'] = { top: { low: -FAR, high: -FAR }, bottom: { low: FAR, high: FAR } };

const isExit = (level: LevelName) => level.startsWith('exit');
const isEntry = (level: LevelName) => level.startsWith('entry');
const isMet = ({ sign, price }: Trigger, at: bigint) => (sign > 0 ? at >= price : at <= price);

/** Levels met by the same price: the entry, then the invalidation, then exits from the nearest on. */
const compareAtOnce = (a: Trigger, b: Trigger): number => {
  const rank = ({ level }: Trigger) => (isEntry(level) ? 0 : isExit(level) ? 2 : 1);
  return rank(a) - rank(b) || Number(a.price - b.price) || (a.level < b.level ? -1 : 1);
};

/** Whether `first` is touched no later than `second`, because every price that meets `second` meets it too. */
const isBefore = (first: Trigger, second: Trigger, isSingle: boolean): boolean => {
  const { sign } = first;
  const canCompare =
    isSingle || first.stream === second.stream || first.stream === (sign > 0 ? 'enter' : 'leave');
  const isNearer = sign > 0 ? first.price <= second.price : first.price >= second.price;
  return sign === second.sign && canCompare && isNearer && compareAtOnce(first, second) < 0;
};

const isOver = (touches: readonly CourseTouch[], triggers: readonly Trigger[]): boolean => {
  const level = touches.at(-1)!.level;
  if (isEntry(level)) return false;
  const wasOpen = touches.length > 1;
  return !wasOpen || !isExit(level) || !triggers.some((trigger) => isExit(trigger.level));
};

/** The course after a touch. What waited for the entry is active from `active` on. */
const touch = (
  course: Course,
  { level, stream }: Trigger,
  price: bigint,
  { from, to, lostFrom }: Pick<Window, 'from' | 'to' | 'lostFrom'>,
  active: number,
): Course => {
  const found = { level, from: lostFrom ?? from, to, low: price, high: price, isLost: lostFrom !== null };
  const touches = [...course.touches, found];
  const others = course.triggers.filter((trigger) => trigger.level !== level);
  if (stream === 'leave')
    return {
      ...course,
      touches,
      triggers: others,
      over: course.over ?? (isOver(touches, others) ? touches.length : null),
    };
  const triggers = others.map((trigger) =>
    trigger.active === Number.POSITIVE_INFINITY ? { ...trigger, active } : trigger,
  );
  return { ...course, touches, triggers, move: noMove };
};

/** The courses after a level was set while price was within these bounds. */
const setLevel = (
  course: Course,
  level: LevelName,
  price: bigint,
  window: Pick<Window, 'from' | 'to' | 'lostFrom'>,
  { enter, leave }: Record<StreamName, Bounds>,
): Course[] => {
  const at = window.from;
  const add = (trigger: Pick<Trigger, 'stream' | 'sign' | 'active' | 'stands'>): Course => ({
    ...course,
    triggers: [...course.triggers, { ...trigger, level, price }],
  });
  const courses: Course[] = [];
  // The side was taken from the price that stood, so a close on the other side proves the touch even in the same candle.
  const open = { active: at, stands: Number.NEGATIVE_INFINITY };
  if (isEntry(level)) {
    if (enter.low < price) courses.push(add({ stream: 'enter', sign: 1, ...open }));
    if (enter.high > price) courses.push(add({ stream: 'enter', sign: -1, ...open }));
    const atOnce = { level, stream: 'enter', sign: 1, price, ...open } as const;
    if (enter.low <= price && price <= enter.high) courses.push(touch(course, atOnce, price, window, at));
    return courses;
  }
  const sign = isExit(level) ? 1 : -1;
  if (course.move) return [add({ stream: 'leave', sign, active: at, stands: at })];
  const [canBeAhead, canBePassed] = isExit(level)
    ? [leave.low < price, leave.high >= price]
    : [leave.high > price, leave.low <= price];
  if (canBeAhead) courses.push(add({ stream: 'leave', sign, ...open }));
  if (canBePassed) courses.push(add({ stream: 'leave', sign, active: Number.POSITIVE_INFINITY, stands: at }));
  return courses;
};

/** The courses after levels were set at `window.from`. `isContinued`: levels with the same price stay as they are. */
export const setLevels = (
  courses: readonly Course[],
  levels: readonly (readonly [LevelName, bigint | null])[],
  window: Pick<Window, 'from' | 'to' | 'lostFrom'>,
  standing: Record<StreamName, Bounds>,
  isContinued: boolean,
): Course[] => {
  let next = [...courses];
  for (const [level, price] of levels)
    next = next.flatMap((course) => {
      if (course.touches.some((found) => found.level === level)) return [course];
      const before = course.triggers.find((trigger) => trigger.level === level);
      if (before && isContinued && before.price === price) return [course];
      const without = { ...course, triggers: course.triggers.filter((trigger) => trigger !== before) };
      return price === null ? [without] : setLevel(without, level, price, window, standing);
    });
  return mergeCourses(next);
};

const canFire = (trigger: Trigger, window: Window): boolean => {
  const prices = window[trigger.stream];
  return (
    prices !== null &&
    trigger.active !== Number.POSITIVE_INFINITY &&
    isMet(trigger, trigger.sign > 0 ? prices.high : prices.low)
  );
};

/** Touches what the open touches: it is the first price of the candle, so nothing came before. */
const touchAtOpen = (course: Course, window: Window): Course => {
  const [next] = course.triggers
    .filter((trigger) => {
      const open = window[trigger.stream]?.open ?? null;
      return open !== null && trigger.active !== Number.POSITIVE_INFINITY && isMet(trigger, open);
    })
    .toSorted(compareAtOnce);
  if (!next) return course;
  return touchAtOpen(touch(course, next, window[next.stream]!.open!, window, window.from), window);
};

/** Whether the end of a candle contradicts that this level was not touched. */
const isContradicted = (trigger: Trigger, window: Window): boolean => {
  const prices = window[trigger.stream];
  if (!prices || !window.isEnd[trigger.stream] || trigger.active === Number.POSITIVE_INFINITY) return false;
  const { at, close, mustHigh, mustLow } = prices;
  if (trigger.active <= at && isMet(trigger, trigger.sign > 0 ? mustHigh : mustLow)) return true;
  return trigger.stands <= at && close !== null && isMet(trigger, close);
};

/** All courses within a window, in any order that its candle allows. */
const explore = (course: Course, window: Window, found: Course[]): void => {
  if (!course.triggers.some((trigger) => isContradicted(trigger, window))) found.push(course);
  const candidates = course.triggers.filter((trigger) => canFire(trigger, window));
  for (const trigger of candidates) {
    if (candidates.some((other) => other !== trigger && isBefore(other, trigger, window.isSingle))) continue;
    explore(touch(course, trigger, trigger.price, window, window.to), window, found);
  }
};

const reach = (bounds: Bounds, sure: readonly bigint[], possible: bigint, pick: typeof maxOf): Bounds => {
  const [certain, extreme] = pick === maxOf ? [bounds.low, bounds.high] : [bounds.high, bounds.low];
  const [a, b] = [pick(certain, ...sure), pick(extreme, possible, ...sure)];
  return pick === maxOf ? { low: a, high: b } : { low: b, high: a };
};

/** Widens the move by a window's prices. A candle in which the position began or ended says nothing for certain. */
const addMove = (before: Course, after: Course, window: Window): Course => {
  const prices = window.leave;
  if (!after.move || before.over !== null || !prices) return after;
  const isSure = window.isWhole && before.move && after.over === null;
  const reached = after.touches.slice(before.touches.length, after.over ?? undefined);
  const pricesOf = (isCounted: (level: LevelName) => boolean) =>
    reached.filter(({ level }) => isCounted(level) && !isEntry(level)).map(({ low }) => low);
  const [tops, bottoms] = [pricesOf(isExit), pricesOf((level) => !isExit(level))];
  const top = reach(after.move.top, isSure ? [...tops, prices.mustHigh] : tops, prices.high, maxOf);
  const bottom = reach(after.move.bottom, isSure ? [...bottoms, prices.mustLow] : bottoms, prices.low, minOf);
  return { ...after, move: { top, bottom } };
};

const hull = (a: Bounds, b: Bounds): Bounds => ({ low: minOf(a.low, b.low), high: maxOf(a.high, b.high) });

const mergeTwo = (a: Course, b: Course): Course => ({
  over: a.over,
  touches: a.touches.map((one, index) => {
    const other = b.touches[index]!;
    return {
      level: one.level,
      from: Math.min(one.from, other.from),
      to: Math.max(one.to, other.to),
      ...hull(one, other),
      isLost: one.isLost || other.isLost,
    };
  }),
  triggers: a.triggers.map((one) => {
    const other = b.triggers.find(({ level }) => level === one.level)!;
    return {
      ...one,
      active: Math.max(one.active, other.active),
      stands: Math.max(one.stands, other.stands),
    };
  }),
  move: a.move && b.move && { top: hull(a.move.top, b.move.top), bottom: hull(a.move.bottom, b.move.bottom) },
});

/** Courses that had the same touches in the same order and wait for the same prices are one. */
const mergeCourses = (courses: readonly Course[]): Course[] => {
  if (courses.length < 2) return [...courses];
  const merged = new Map<string, Course>();
  for (const course of courses) {
    const waiting = course.triggers
      .map(({ level, sign, active }) => `${level}${sign}${active === Number.POSITIVE_INFINITY}`)
      .toSorted();
    const key = [course.over, ...course.touches.map(({ level }) => level), '', ...waiting].join();
    const same = merged.get(key);
    merged.set(key, same ? mergeTwo(same, course) : course);
  }
  return [...merged.values()];
};

/** The courses after a window. None are left if its candle contradicts those before. */
export const followWindow = (courses: readonly Course[], window: Window): Course[] =>
  mergeCourses(
    courses.flatMap((course) => {
      const found: Course[] = [];
      explore(window.isWhole ? touchAtOpen(course, window) : course, window, found);
      return found.map((after) => addMove(course, after, window));
    }),
  );

/** What bids alone say about asks, or asks about bids: `enter` is never below `leave`. */
export const deriveExtremes = (prices: Extremes, missing: StreamName): Extremes => {
  const { at, high, low } = prices;
  const unknown = { at, open: null, close: null };
  return missing === 'leave'
    ? { ...unknown, high, low: -FAR, mustHigh: -FAR, mustLow: low }
    : { ...unknown, high: FAR, low, mustHigh: high, mustLow: FAR };
};
