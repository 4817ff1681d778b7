import { type Candle, type CandleSeries, type CandleSide, joinRanges } from './candles.ts';

/**
 * A covered time of one side: all or a part of a candle that ends at `end`, or a time without a price (null).
 */
export type Piece = { from: number; to: number; candle: Candle | null; end: number };

/** A covered time of the prices an idea enters and leaves on. Null is a side that nobody answered for. */
export type Step = { from: number; to: number; enter: Piece | null; leave: Piece | null };

function* listPieces({ candles, covered, interval }: CandleSeries): Generator<Piece> {
  let index = 0;
  for (const { from, to } of joinRanges(covered)) {
    let at = from;
    for (; index < candles.length && candles[index]!.at < to; index++) {
      const candle = candles[index]!;
      const end = candle.at + interval;
      if (candle.at < from) at = Math.max(at, end);
      if (candle.at < from) continue;
      if (candle.at > at) yield { from: at, to: candle.at, candle: null, end: candle.at };
      at = end;
      // Unfinished: what it would say is unknown.
      if (end > to) break;
      yield { from: candle.at, to: end, candle, end };
    }
    if (at < to) yield { from: at, to, candle: null, end: to };
  }
}

/** The finer pieces, and the coarser ones where there are none. */
function* overlay(finer: Iterable<Piece>, coarser: Iterable<Piece>): Generator<Piece> {
  const [fine, coarse] = [finer[Symbol.iterator](), coarser[Symbol.iterator]()];
  let above: Piece | undefined = fine.next().value;
  let below: Piece | undefined = coarse.next().value;
  while (above || below) {
    if (above && (!below || above.from <= below.from)) {
      yield above;
      while (below && below.to <= above.to) below = coarse.next().value;
      if (below && below.from < above.to) below = { ...below, from: above.to };
      above = fine.next().value;
    } else if (below) {
      const to = Math.min(below.to, above?.from ?? below.to);
      yield { ...below, to };
      below = to < below.to ? { ...below, from: to } : coarse.next().value;
    }
  }
}

const listSide = (series: readonly CandleSeries[], side: CandleSide): Iterable<Piece> =>
  series
    .filter((one) => one.side === side)
    .toSorted((a, b) => b.interval - a.interval)
    .map(listPieces)
    .reduce<Iterable<Piece>>((coarser, finer) => overlay(finer, coarser), []);

/** Cuts both sides where one of them begins or ends. */
function* pairPieces(enterPieces: Iterable<Piece>, leavePieces: Iterable<Piece>): Generator<Step> {
  const [enters, leaves] = [enterPieces[Symbol.iterator](), leavePieces[Symbol.iterator]()];
  let enter: Piece | undefined = enters.next().value;
  let leave: Piece | undefined = leaves.next().value;
  let at = Number.NEGATIVE_INFINITY;
  while (enter || leave) {
    const from = Math.max(at, Math.min(enter?.from ?? Infinity, leave?.from ?? Infinity));
    const inEnter = enter && enter.from <= from ? enter : null;
    const inLeave = leave && leave.from <= from ? leave : null;
    const to = Math.min(
      (inEnter ? enter?.to : enter?.from) ?? Infinity,
      (inLeave ? leave?.to : leave?.from) ?? Infinity,
    );
    yield { from, to, enter: inEnter, leave: inLeave };
    if (enter && enter.to <= to) enter = enters.next().value;
    if (leave && leave.to <= to) leave = leaves.next().value;
    at = to;
  }
}

/**
 * The sides that say most: bid and ask together, then mid prices or trades, which stand for both, then bid or ask alone.
 */
export const chooseSides = (series: readonly CandleSeries[]): CandleSide[] => {
  const has = (side: CandleSide) => series.some((one) => one.side === side);
  const choices: CandleSide[][] = [['bid', 'ask'], ['mid'], ['trade'], ['bid'], ['ask']];
  return choices.find((sides) => sides.every(has)) ?? [];
};

/** What candles say in order of time. A buyer enters on the ask and leaves on the bid. */
export function* listSteps(series: readonly CandleSeries[], isBuy: boolean): Generator<Step> {
  const sides = chooseSides(series);
  const [first] = sides;
  if (first === 'mid' || first === 'trade') {
    for (const piece of listSide(series, first))
      yield { from: piece.from, to: piece.to, enter: piece, leave: piece };
    return;
  }
  const [bids, asks] = (['bid', 'ask'] as const).map((side) => listSide(series, side)) as [
    Iterable<Piece>,
    Iterable<Piece>,
  ];
  yield* isBuy ? pairPieces(asks, bids) : pairPieces(bids, asks);
}
