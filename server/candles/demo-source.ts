import { type Candle, HOUR_MS, MINUTE_MS } from '../../contract/candles/candles.ts';
import { hasEnded, type TradeIdea } from '../../contract/ideas/ideas.ts';
import type { Levels } from '../../contract/ideas/levels.ts';
import type { CandleSource } from './candle-source.ts';

const SAMPLES = 6;

type Anchor = { at: number; price: number };
type DemoIdea = Omit<Levels, 'entry_2'> &
  Pick<TradeIdea, 'pair' | 'status' | 'result_level' | 'result_at' | 'closed_at' | 'created_at'>;

/** One educator of the demo reports an exit, and its price goes to the invalidation. */
const CONTRADICTED = 'GBP/AUD';

/** Where the price of an idea's story stands: beside the entry, at the entry, and at the level it ended with. */
const listAnchors = (idea: DemoIdea): Anchor[] => {
  const [entry, stop] = [Number(idea.entry_1), Number(idea.invalidation_level)];
  const risk = entry - stop;
  const published = Date.parse(idea.created_at);
  const start = { at: published, price: entry + 0.3 * risk };
  const end = idea.closed_at ? Date.parse(idea.closed_at) : null;
  const touched = {
    at: published + Math.min(HOUR_MS, end ? (end - published) / 10 : HOUR_MS),
    price: entry - 0.06 * risk,
  };
  if (end === null || !hasEnded(idea.status)) return [start, touched];
  const isWon = idea.status === 'successful' && idea.pair !== CONTRADICTED;
  const level = idea.result_level ?? (isWon ? 'exit_1' : 'invalidation_level');
  const reached = Number(idea[level] ?? idea.exit_1);
  const at = idea.result_at ? Date.parse(idea.result_at) : end - Math.min(HOUR_MS, (end - published) / 10);
  return [start, touched, { at, price: reached + 0.06 * (reached - entry) }];
};

/** A number from -1 to 1 for each whole number, the same at every call. */
const noise = (seed: number): number => {
  let mixed = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 31 - 1;
};

/** Noise that is smooth over `step` milliseconds. */
const smoothNoise = (at: number, step: number): number => {
  const index = Math.floor(at / step);
  const part = at / step - index;
  const eased = part * part * (3 - 2 * part);
  return noise(index) * (1 - eased) + noise(index + 1) * eased;
};

/** The made-up price of an instrument: from anchor to anchor, with noise that never reaches a level that the story does not. */
export const createDemoPath = (ideas: readonly DemoIdea[]): ((at: number) => number) => {
  const anchors = ideas.flatMap(listAnchors).sort((a, b) => a.at - b.at);
  const spread = Math.min(
    ...ideas.map((idea) => Math.abs(Number(idea.entry_1) - Number(idea.invalidation_level))),
  );
  return (at) => {
    const next = anchors.findIndex((anchor) => anchor.at > at);
    const [from, to] = [anchors[next === -1 ? anchors.length - 1 : next - 1], anchors[next]];
    const near = from ?? to;
    if (!near) return 0;
    const share = from && to ? (at - from.at) / (to.at - from.at) : 0;
    const line = from && to ? from.price + (to.price - from.price) * share : near.price;
    // Little at an anchor, so that the story is told.
    const distance = Math.min(...[from, to].flatMap((anchor) => (anchor ? [Math.abs(at - anchor.at)] : [])));
    const room = spread * 0.35 * Math.min(1, (distance + 20 * MINUTE_MS) / (2 * HOUR_MS));
    const waves = [0.5 * smoothNoise(at, 5 * HOUR_MS), 0.3 * smoothNoise(at, 47 * MINUTE_MS)];
    return line + room * (waves[0]! + waves[1]! + 0.2 * smoothNoise(at, 3 * MINUTE_MS));
  };
};

const readCandle = (path: (at: number) => number, at: number, interval: number, decimals: number): Candle => {
  const prices = Array.from({ length: SAMPLES + 1 }, (_, index) => path(at + (index * interval) / SAMPLES));
  const text = (price: number) => price.toFixed(decimals);
  return {
    at,
    open: text(prices[0]!),
    high: text(Math.max(...prices)),
    low: text(Math.min(...prices)),
    close: text(prices.at(-1)!),
  };
};

/** Made-up prices that follow the ideas of the demo. `listIdeas` returns every idea with this pair. */
export const createDemoSource = (listIdeas: (pair: string) => Promise<DemoIdea[]>): CandleSource => ({
  name: 'demo',
  pauseMs: 0,
  minutesBackMs: 12 * HOUR_MS,
  hoursBackMs: 60 * 24 * HOUR_MS,
  findSymbol: async (pair) => pair,
  readCandles: async (pair, interval, { from, to }) => {
    const ideas = await listIdeas(pair);
    if (ideas.length === 0) return [];
    const path = createDemoPath(ideas);
    const decimals = Math.max(...ideas.map(({ entry_1 }) => entry_1.split('.')[1]?.length ?? 0)) + 1;
    const candles = Array.from({ length: (to - from) / interval }, (_, index) =>
      readCandle(path, from + index * interval, interval, Math.min(decimals, 12)),
    );
    return [{ side: 'trade', interval, candles, covered: [{ from, to }] }];
  },
});
