import type Big from 'big.js';
import { createScale, type ExitName, type Levels } from '../ideas/levels.ts';
import type { Bounds, Course } from './courses.ts';
import type { Certainty, Touches } from './find-touches.ts';
import { FAR, formatUnits, maxOf, minOf, toUnits } from './price-units.ts';

/** In R of the plan. More than one value if candles leave open at which price it was. */
export type RBounds = { low: Big; high: Big };

/** An exit or the invalidation before the entry is neither a win nor a loss. */
export const outcomeKinds = [
  'not entered',
  'exit before entry',
  'invalidation before entry',
  'entered',
] as const;

/** What came of an idea by its prices. */
export type PriceOutcome = {
  kind: (typeof outcomeKinds)[number];
  /** In the order in which they were reached, until the invalidation. A gap's excess counts. */
  exits: { level: ExitName; r: RBounds }[];
  /** The R at the invalidation; null if it was not touched before the last exit or the close. */
  invalidation: RBounds | null;
};

export type PriceResult = {
  certainty: Certainty;
  /** Everything that can have happened: one outcome if it is certain. A report that fits none of them is impossible. */
  outcomes: PriceOutcome[];
  /** The largest moves from the entry until the end, from what is certain to what is possible; null without a certain entry. */
  favourable: RBounds | null;
  adverse: RBounds | null;
};

/** Outcomes that differ in R only are one. */
const toKey = ({ kind, exits, invalidation }: PriceOutcome) =>
  [kind, ...exits.map(({ level }) => level), invalidation !== null].join();

const mergeBounds = (a: RBounds, b: RBounds): RBounds => ({
  low: a.low.lt(b.low) ? a.low : b.low,
  high: a.high.gt(b.high) ? a.high : b.high,
});

const mergeOutcomes = (a: PriceOutcome, b: PriceOutcome): PriceOutcome => ({
  kind: a.kind,
  exits: a.exits.map(({ level, r }, index) => ({ level, r: mergeBounds(r, b.exits[index]!.r) })),
  invalidation: a.invalidation && b.invalidation && mergeBounds(a.invalidation, b.invalidation),
});

const createBoundsScale = (plan: Levels): ((bounds: Bounds) => RBounds) => {
  // Plans without a risk have no touches.
  const toR = createScale(plan)!;
  const turn = (units: bigint) => toR(formatUnits(plan.order_type === 'BUY' ? units : -units));
  return ({ low, high }) => ({ low: turn(low), high: turn(high) });
};

const readOutcome = ({ touches, over }: Course, toR: (bounds: Bounds) => RBounds): PriceOutcome => {
  const [first, ...others] = touches.slice(0, over ?? touches.length);
  const counted = first?.level === 'entry_1' ? others : first ? [first] : [];
  const invalidation = counted.find(({ level }) => level === 'invalidation_level');
  const exits = counted
    .filter((touch) => touch !== invalidation)
    .map((touch) => ({ level: touch.level as ExitName, r: toR(touch) }));
  const before = invalidation ? 'invalidation before entry' : 'exit before entry';
  return {
    kind: !first ? 'not entered' : first.level === 'entry_1' ? 'entered' : before,
    exits,
    invalidation: invalidation ? toR(invalidation) : null,
  };
};

/** Whether a course was over before anything was lost. */
const isCovered = ({ touches, over }: Course): boolean =>
  over !== null && touches.slice(0, over).every(({ isLost }) => !isLost);

/** The largest move over all courses, at least from the entry; null if one of them has none or no end. */
const joinMoves = (moves: readonly (Bounds | null)[], entry: bigint, pick: typeof maxOf): Bounds | null => {
  const known = moves.filter((move) => move !== null);
  if (known.length === 0 || known.length < moves.length) return null;
  const low = pick(entry, minOf(...known.map((move) => move.low)));
  const high = pick(entry, maxOf(...known.map((move) => move.high)));
  return low > -FAR ? { low, high } : null;
};

/**
 * The result by prices of one reading, for an idea that is closed or, so far, open. Null if it has none: the plan has no
 * risk, a level is on the wrong side, or the symbol seems to be another one.
 */
export const derivePriceResult = (
  plan: Levels,
  { courses, lostFrom, problem }: Touches,
): PriceResult | null => {
  if (problem) return null;
  const toR = createBoundsScale(plan);
  const outcomes = new Map<string, PriceOutcome>();
  for (const course of courses) {
    const outcome = readOutcome(course, toR);
    const same = outcomes.get(toKey(outcome));
    outcomes.set(toKey(outcome), same ? mergeOutcomes(same, outcome) : outcome);
  }
  const isLost = lostFrom !== null && !courses.every(isCovered);
  const entry = toUnits(plan.entry_1) * (plan.order_type === 'BUY' ? 1n : -1n);
  const moves = courses.map(({ touches, move }) =>
    touches[0]?.level === 'entry_1' && !isLost ? move : null,
  );
  const top = joinMoves(
    moves.map((move) => move?.top ?? null),
    entry,
    maxOf,
  );
  const bottom = joinMoves(
    moves.map((move) => move?.bottom ?? null),
    entry,
    minOf,
  );
  return {
    certainty: isLost ? 'not covered' : outcomes.size === 1 ? 'certain' : 'cannot tell',
    outcomes: [...outcomes.values()],
    favourable: top && toR(top),
    adverse: bottom && toR(bottom),
  };
};
