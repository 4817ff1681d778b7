import type { TimelineRevision } from '../ideas/idea-timeline.ts';
import { exitNames, type Levels } from '../ideas/levels.ts';
import {
  type Candle,
  type CandleSeries,
  type CandleSide,
  type Coverage,
  HOUR_MS,
  MINUTE_MS,
} from './candles.ts';
import type { LevelName } from './courses.ts';
import type { LevelTimeline } from './level-timeline.ts';

/** A price at a moment, in points of a hundred-thousandth. */
export type Tick = { at: number; bid: number; ask: number };

/** A Thursday at midnight. */
export const START = Date.UTC(2026, 0, 1);

const texts = new Map<number, string>();
/** 108420 is "1.0842". */
export const toPrice = (points: number): string => {
  const known = texts.get(points);
  if (known) return known;
  const text = `${points / 100_000}`;
  texts.set(points, text);
  return text;
};
const toPoints = (price: string) => Math.round(Number(price) * 100_000);

/** Candles of one side from ticks, as a source makes them. A mid price is rounded to a point. */
export const toCandles = (ticks: readonly Tick[], side: CandleSide, interval: number): Candle[] => {
  const candles: Candle[] = [];
  let [at, open, high, low, close] = [Number.NEGATIVE_INFINITY, 0, 0, 0, 0];
  const push = () => {
    if (at < 0) return;
    const [o, h, l, c] = [open, high, low, close].map(toPrice) as [string, string, string, string];
    candles.push({ at, open: o, high: h, low: l, close: c });
  };
  for (const tick of ticks) {
    const price = side === 'ask' ? tick.ask : tick.bid;
    const begin = tick.at - (tick.at % interval);
    if (begin !== at) {
      push();
      [at, open, high, low] = [begin, price, price, price];
    }
    high = Math.max(high, price);
    low = Math.min(low, price);
    close = price;
  }
  push();
  return candles;
};

export const toSeries = (
  ticks: readonly Tick[],
  sides: readonly CandleSide[],
  interval: number,
  covered: Coverage[],
): CandleSeries[] =>
  sides.map((side) => ({ side, interval, candles: toCandles(ticks, side, interval), covered }));

export type TrueTouch = { level: LevelName; at: number; points: number };
/** What happened, and how many touches the result consists of. */
export type Truth = { touches: TrueTouch[]; over: number | null; top: number; bottom: number };

type Waiting = { points: number; isAhead: boolean; isFrom: 'below' | 'above' };
const order: LevelName[] = ['entry_1', 'invalidation_level', 'exit_1', 'exit_2', 'exit_3'];

/**
 * What happened according to every tick. Written tick by tick and without candles, so that it shares nothing with
 * findTouches but the rules. Moves are in points in the idea's direction.
 */
export const readTicks = ({ plan, spans }: LevelTimeline, ticks: readonly Tick[]): Truth => {
  const isBuy = plan.order_type === 'BUY';
  const sign = isBuy ? 1 : -1;
  const enterAt = (tick: Tick) => (isBuy ? tick.ask : -tick.bid);
  const leaveAt = (tick: Tick) => (isBuy ? tick.bid : -tick.ask);
  const truth: Truth = { touches: [], over: null, top: 0, bottom: 0 };
  const waiting = new Map<LevelName, Waiting>();
  let last: Tick | undefined;
  let index = 0;
  let entered = false;
  const record = (level: LevelName, at: number, points: number) => {
    truth.touches.push({ level, at, points });
    waiting.delete(level);
    if (level === 'entry_1') {
      entered = true;
      truth.top = truth.bottom = sign * toPoints(plan.entry_1);
    } else if (truth.over === null) {
      const isFirst = truth.touches.length === 1;
      const hasExits = exitNames.some((name) => waiting.has(name));
      if (isFirst || level === 'invalidation_level' || !hasExits) truth.over = truth.touches.length;
    }
  };
  spans.forEach((span, spanIndex) => {
    for (let tick = ticks[index]; tick && tick.at < span.from; tick = ticks[++index]) last = tick;
    const isContinued = spans[spanIndex - 1]?.to === span.from;
    for (const level of order) {
      const price = span.levels[level as keyof Levels];
      const points = price ? sign * toPoints(price) : null;
      if (truth.touches.some((touch) => touch.level === level)) continue;
      if (isContinued && waiting.get(level)?.points === points) continue;
      waiting.delete(level);
      if (points === null) continue;
      if (level === 'entry_1') {
        const now = last ? enterAt(last) : 0;
        if (now === points) record(level, span.from, points);
        else waiting.set(level, { points, isAhead: true, isFrom: now < points ? 'below' : 'above' });
        continue;
      }
      const isFrom = level.startsWith('exit') ? 'below' : 'above';
      const now = last ? leaveAt(last) : 0;
      const isAhead = isFrom === 'below' ? now < points : now > points;
      waiting.set(level, { points, isAhead: isAhead || entered, isFrom });
    }
    for (let tick = ticks[index]; tick && tick.at < span.to; tick = ticks[++index]) {
      last = tick;
      const passes = (level: LevelName) => {
        const one = waiting.get(level);
        if (!one || !(one.isAhead || entered)) return false;
        const now = level === 'entry_1' ? enterAt(tick) : leaveAt(tick);
        return one.isFrom === 'below' ? now >= one.points : now <= one.points;
      };
      const wasOver = truth.over !== null;
      const leave = leaveAt(tick);
      if (passes('entry_1')) record('entry_1', tick.at, enterAt(tick));
      if (passes('invalidation_level')) record('invalidation_level', tick.at, leave);
      const nearestFirst = (a: LevelName, b: LevelName) => waiting.get(a)!.points - waiting.get(b)!.points;
      for (const level of exitNames.filter(passes).sort(nearestFirst)) record(level, tick.at, leave);
      if (entered && !wasOver) {
        truth.top = Math.max(truth.top, leave);
        truth.bottom = Math.min(truth.bottom, leave);
      }
    }
  });
  return truth;
};

/** An empty history of one idea. */
export const startRevisions = () => {
  const revisions: TimelineRevision[] = [];
  const add = (at: number, action: TimelineRevision['action'], values: object) => {
    const changes = Object.entries(values).map(([field, value]) => ({ field, old: null, new: value }));
    const number = revisions.length + 1;
    revisions.push({
      number,
      idea_id: 'a',
      version: number,
      action,
      at: new Date(at).toISOString(),
      changes,
    });
  };
  return { revisions, add };
};

/** A seeded generator of numbers from 0 to 1 (mulberry32). */
const createRandom = (seed: number) => {
  let state = seed * 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

export type Story = {
  ticks: Tick[];
  revisions: TimelineRevision[];
  /** One price stands for both sides. */
  isSingle: boolean;
  covered: Coverage[];
};

/** One idea and the ticks around it: a few days, gaps, a closed market, wide spreads, moved levels, undone changes, reopening. */
export const tellStory = (seed: number): Story => {
  const random = createRandom(seed);
  const pick = (low: number, high: number) => low + Math.floor(random() * (high - low + 1));
  const chance = (share: number) => random() < share;
  const isSingle = chance(0.3);
  const published = START + HOUR_MS + pick(0, HOUR_MS);
  const life = pick(8, 36) * HOUR_MS;
  const closesAt = chance(0.3) ? START + pick(3, 24) * HOUR_MS : Number.POSITIVE_INFINITY;
  const opensAt = closesAt + 8 * HOUR_MS;
  const hasWideSpreads = chance(0.1);

  let mid = 108_000;
  const ticks: Tick[] = [];
  for (let at = START; at < published + life + HOUR_MS; at += pick(5_000, 55_000)) {
    if (at >= closesAt && at < opensAt) {
      at = opensAt;
      mid += pick(-60, 60);
    }
    mid += Math.round((random() + random() + random() - 1.5) * 5.5);
    if (chance(0.0003)) mid += pick(-70, 70);
    if (chance(0.0005)) at += pick(2, 20) * MINUTE_MS;
    const spread = isSingle ? 0 : hasWideSpreads && chance(0.002) ? pick(5, 60) : pick(1, 6);
    ticks.push({ at, bid: mid, ask: mid + spread });
  }

  const isBuy = chance(0.5);
  const sign = isBuy ? 1 : -1;
  const now = ticks.findLast(({ at }) => at <= published)!;
  const kind = random();
  const entry =
    (isBuy ? now.ask : now.bid) +
    sign * (kind < 0.1 ? 0 : kind < 0.2 ? pick(-4, 4) : kind < 0.7 ? -pick(10, 120) : pick(10, 120));
  const risk = pick(60, 250);
  const levels: Levels = {
    order_type: isBuy ? 'BUY' : 'SELL',
    entry_1: toPrice(entry),
    entry_2: chance(0.3) ? toPrice(entry - sign * pick(5, risk)) : null,
    invalidation_level: toPrice(entry - sign * risk),
    exit_1: toPrice(entry + sign * pick(50, 200)),
    exit_2: chance(0.6) ? toPrice(entry + sign * pick(201, 350)) : null,
    exit_3: chance(0.3) ? toPrice(entry + sign * pick(351, 500)) : null,
  };

  const { revisions, add } = startRevisions();
  add(published, 'created', { ...levels, status: 'active', pair: 'EUR/USD' });
  let at = published;
  /** Goes on to a later moment before the end, if there is one. */
  const later = (most: number) => {
    const next = at + pick(1000, most);
    if (next < published + life) at = next;
    return next === at;
  };
  const move = () => {
    const name = (['exit_1', 'exit_2', 'exit_3', 'invalidation_level', 'entry_1'] as const)[pick(0, 4)]!;
    return { [name]: toPrice(toPoints(levels[name] ?? levels.exit_1) + pick(-60, 60)) };
  };
  if (chance(0.1) && later(4 * MINUTE_MS)) add(at, 'changed', move());
  while (chance(0.4) && later(life / 2)) {
    add(at, 'changed', move());
    if (!chance(0.3)) continue;
    at += pick(1000, 10_000);
    add(at, 'undone', {});
  }
  while (chance(0.15) && later(life / 2)) {
    add(at, 'changed', { status: 'unsuccessful' });
    if (!later(6 * HOUR_MS)) break;
    add(at, 'changed', { status: 'active' });
  }
  at = Math.max(at + 1, published + life - pick(0, HOUR_MS));
  add(at, 'changed', { status: 'successful' });

  const to = published + life + HOUR_MS - ((published + life) % HOUR_MS);
  const whole = { from: START, to };
  const lost = START + pick(0, 40) * HOUR_MS + pick(0, 59) * MINUTE_MS;
  const covered = chance(0.02)
    ? [
        { ...whole, to: lost },
        { ...whole, from: lost + pick(1, 90) * MINUTE_MS },
      ].filter((range) => range.from < range.to && range.to <= to)
    : [whole];
  return { ticks, revisions, isSingle, covered };
};
