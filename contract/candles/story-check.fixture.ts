import { type CandleSeries, HOUR_MS, MINUTE_MS } from './candles.ts';
import { findTouches } from './find-touches.ts';
import { buildLevelTimelines, type LevelSpan, type LevelTimeline } from './level-timeline.ts';
import { derivePriceResult, type PriceOutcome } from './price-result.ts';
import { formatUnits } from './price-units.ts';
import { readTicks, START, type Tick, type Truth, tellStory, toSeries } from './tick-stories.fixture.ts';

/** The outcome as text: what came before the entry or after it, in order. */
const nameOutcome = ({ kind, exits, invalidation }: PriceOutcome) =>
  [kind, ...exits.map(({ level }) => level), ...(invalidation ? ['invalidation_level'] : [])].join(' ');

const nameTruth = ({ touches, over }: Truth): string => {
  const levels = touches.slice(0, over ?? touches.length).map(({ level }) => level);
  const [first, ...others] = levels;
  if (!first) return 'not entered';
  if (first === 'entry_1') return ['entered', ...others].join(' ');
  return `${first === 'invalidation_level' ? 'invalidation' : 'exit'} before entry ${first}`;
};

export type Finding = { certainty: string; wrong: string[] };

/** What ticks say. Entry 2 is touched as if it were entry 1. */
export const readTruth = ({ plan, spans }: LevelTimeline, ticks: readonly Tick[]) => {
  const { entry_2 } = plan;
  const asFirst = (span: LevelSpan) => ({ ...span, levels: { ...span.levels, entry_1: entry_2! } });
  const { touches } = entry_2 ? readTicks({ plan, spans: spans.map(asFirst) }, ticks) : { touches: [] };
  const second = touches.find(({ level }) => level === 'entry_1');
  return {
    truth: readTicks({ plan, spans }, ticks),
    second: second && { ...second, level: 'entry_2' as const },
  };
};

/** Compares what candles say with what ticks say. */
export const compare = (
  timeline: LevelTimeline,
  series: CandleSeries[],
  { truth, second }: ReturnType<typeof readTruth>,
): Finding => {
  const touches = findTouches(timeline, series);
  const result = derivePriceResult(timeline.plan, touches);
  const wrong: string[] = [];
  if (!result) return { certainty: touches.problem ?? '', wrong };
  const known = result.outcomes.map(nameOutcome);
  const actual = nameTruth(truth);
  if (result.certainty !== 'not covered' && !known.includes(actual)) wrong.push(`${known} is not ${actual}`);
  for (const { level, from, to, certainty } of touches.touches) {
    const real = level === 'entry_2' ? second : truth.touches.find((touch) => touch.level === level);
    if (certainty !== 'certain') continue;
    if (!real || real.at < from || real.at > to || (real.at === to && from !== to))
      wrong.push(`${level} not in ${from}-${to}: ${real?.at}`);
  }
  const levels = new Set(touches.touches.map(({ level }) => level));
  if (touches.lostFrom === null)
    for (const { level } of [...truth.touches, ...(second ? [second] : [])])
      if (!levels.has(level)) wrong.push(`${level} was missed`);
  if (result.certainty !== 'certain') return { certainty: result.certainty, wrong };

  // A price that differs from its level is that of an open, so it is the tick's.
  const sign = timeline.plan.order_type === 'BUY' ? 1 : -1;
  const toPoints = (units: bigint) => Number(formatUnits(units)) * 100_000;
  const [course] = touches.courses;
  if (touches.courses.length === 1 && course)
    for (const { level, low, high, isLost } of course.touches) {
      const real = truth.touches.find((touch) => touch.level === level);
      const isLevel = timeline.spans.some((span) => {
        const price = span.levels[level];
        return price !== null && Math.round(Number(price) * 100_000) === Math.round(sign * toPoints(low));
      });
      if (!isLost && low === high && !isLevel && real && Math.round(toPoints(low)) !== real.points)
        wrong.push(`${level} at ${toPoints(low)}, not ${real.points}`);
    }
  const { favourable, adverse } = result;
  if (favourable && adverse && truth.touches[0]?.level === 'entry_1') {
    const entry = sign * Number(timeline.plan.entry_1) * 100_000;
    const risk = Math.abs(Number(timeline.plan.entry_1) - Number(timeline.plan.invalidation_level)) * 100_000;
    const isWithin = (points: number, { low, high }: typeof favourable) => {
      const r = (points - entry) / risk;
      return Number(low) - 1e-6 <= r && r <= Number(high) + 1e-6;
    };
    if (!isWithin(truth.top, favourable)) wrong.push(`favourable ${favourable.low}-${favourable.high}`);
    if (!isWithin(truth.bottom, adverse)) wrong.push(`adverse ${adverse.low}-${adverse.high}`);
  }
  return { certainty: result.certainty, wrong };
};

type Tally = Record<string, number>;
export const shareCertain = (tally: Tally): number =>
  (tally.certain ?? 0) / Object.values(tally).reduce((sum, count) => sum + count, 0);

/**
 * Checks stories, in both readings where they differ, and adds up how many are decided from minutes and from hours. Hours
 * with a part of the minutes, and one side alone, decide less and must not be wrong either.
 */
export const checkStories = (from: number, count: number) => {
  const minutes: Tally = {};
  const hours: Tally = {};
  const wrong: string[] = [];
  const note = (tally: Tally, name: string, finding: Finding) => {
    tally[finding.certainty] = (tally[finding.certainty] ?? 0) + 1;
    wrong.push(...finding.wrong.map((text) => `story ${name}: ${text}`));
  };
  for (let seed = from; seed < from + count; seed++) {
    const { ticks, revisions, isSingle, covered } = tellStory(seed);
    const { locked, moved } = buildLevelTimelines(revisions)!;
    const isSame = JSON.stringify(locked) === JSON.stringify(moved);
    const sides = isSingle ? (['trade'] as const) : (['bid', 'ask'] as const);
    const fine = toSeries(ticks, sides, MINUTE_MS, covered);
    const coarse = toSeries(ticks, sides, HOUR_MS, covered);
    const part = { from: START + (seed % 19) * 101 * MINUTE_MS, to: START + (seed % 41) * 61 * MINUTE_MS };
    const mixed = fine.map((one) => ({ ...one, covered: part.from < part.to ? [part] : [] }));
    const readings = isSame ? { locked } : { locked, moved };
    for (const [name, timeline] of Object.entries(readings)) {
      const truth = readTruth(timeline, ticks);
      note(minutes, `${seed}, ${name}, minutes`, compare(timeline, fine, truth));
      note(hours, `${seed}, ${name}, hours`, compare(timeline, coarse, truth));
      if (!isSame && name === 'locked') continue;
      note({}, `${seed}, ${name}, mixed`, compare(timeline, [...coarse, ...mixed], truth));
      if (!isSingle) note({}, `${seed}, ${name}, one side`, compare(timeline, [coarse[seed % 2]!], truth));
    }
  }
  return { minutes, hours, wrong };
};
