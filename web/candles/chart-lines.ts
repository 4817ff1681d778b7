import { MINUTE_MS } from '../../contract/candles/candles.ts';
import type { IdeaChart } from '../../contract/candles/idea-chart.ts';
import { type LevelField, type Levels, levelFields } from '../../contract/ideas/levels.ts';

/** The levels that an idea had from a time on, and what happened then. Times are milliseconds since 1970. */
export type ChartStep = { at: number; title: string; levels: Levels };
/** A level while it had this price. */
export type LevelLine = { name: LevelField; price: string; from: number; to: number };

/** A line for each level and each price it had, until `end`. A change of another level goes on with the same line. */
export const listLevelLines = (steps: readonly ChartStep[], end: number): LevelLine[] =>
  levelFields.flatMap((name) => {
    const lines: LevelLine[] = [];
    for (const [index, { at, levels }] of steps.entries()) {
      const price = levels[name];
      const to = steps[index + 1]?.at ?? end;
      const last = lines.at(-1);
      if (price === null || to <= at) continue;
      if (last && last.price === price && last.to === at) last.to = to;
      else lines.push({ name, price, from: at, to });
    }
    return lines;
  });

/** The most decimals of any price on a chart. */
export const countChartDecimals = (candles: IdeaChart['candles'], lines: readonly LevelLine[]): number =>
  [...candles.map(({ close }) => close), ...lines.map(({ price }) => price)].reduce(
    (most, price) => Math.max(most, price.split('.')[1]?.length ?? 0),
    0,
  );

/** A chart until a moment: its candles, levels and what happened before. An idea's levels end with it. */
export const cutChart = (chart: IdeaChart, all: readonly ChartStep[], until: number, end: number) => {
  const steps = all.filter(({ at }) => at <= until);
  const candles = chart.candles.filter(({ at }) => at < until);
  const touches = chart.touches.filter(({ to }) => to <= until);
  const lines = listLevelLines(steps, Math.min(until + chart.interval, end));
  return {
    chart: { ...chart, candles, touches },
    steps,
    lines,
    decimals: countChartDecimals(candles, lines),
  };
};

/** "5-minute", "1-hour", "1-day". */
export const formatInterval = (interval: number): string => {
  const minutes = interval / MINUTE_MS;
  if (minutes < 60) return `${minutes}-minute`;
  return minutes < 1440 ? `${minutes / 60}-hour` : `${minutes / 1440}-day`;
};
