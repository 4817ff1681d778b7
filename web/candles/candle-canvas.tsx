import {
  CandlestickSeries,
  createSeriesMarkers,
  type IChartApi,
  LineSeries,
  TickMarkType,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { useCallback } from 'react';
import type { IdeaChart } from '../../contract/candles/idea-chart.ts';
import { levelNames } from '../../contract/ideas/levels.ts';
import { createDateFormat } from '../shared/date-format.ts';
import { chartColour, createBaseChart, useChart } from '../shared/ui/base-chart.ts';
import type { ChartStep, LevelLine } from './chart-lines.ts';

const formatClock = createDateFormat({ hour: '2-digit', minute: '2-digit' });
const formatDay = createDateFormat({ day: 'numeric', month: 'short' });
const formatMoment = createDateFormat({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

const levelColours = (name: LevelLine['name']) =>
  chartColour(
    name === 'invalidation_level'
      ? '--color-negative'
      : name.startsWith('entry')
        ? '--color-info'
        : '--color-positive',
  );

/** The chart takes seconds, in UTC; the texts beside it are in the reader's zone. */
const toTime = (at: number) => Math.floor(at / 1_000) as UTCTimestamp;

/** What the prices beside the candles take, the names of levels in front of them, and half of an event's text. */
const [AXIS_PX, NAMES_PX, EVENT_PX] = [64, 110, 28];

type Props = {
  chart: Pick<IdeaChart, 'candles' | 'interval' | 'touches'>;
  lines: readonly LevelLine[];
  steps: readonly ChartStep[];
  decimals: number;
  /** Whether the times mean something. */
  hasTimes?: boolean;
};

const drawChart = (
  container: HTMLElement,
  { chart: { candles, interval, touches }, lines, steps, decimals, hasTimes = true }: Props,
): IChartApi => {
  const [first, last] = [candles[0]?.at ?? 0, candles.at(-1)?.at ?? 0];
  const chart = createBaseChart(container, {
    timeScale: {
      visible: hasTimes,
      timeVisible: true,
      fixLeftEdge: false,
      fixRightEdge: false,
      tickMarkFormatter: (time: Time, type: TickMarkType) =>
        (type < TickMarkType.Time ? formatDay : formatClock)(new Date(Number(time) * 1_000)),
    },
    localization: { timeFormatter: (time: Time) => formatMoment(new Date(Number(time) * 1_000)) },
  });
  const priceFormat = { type: 'price', precision: decimals, minMove: 10 ** -decimals } as const;
  const prices = chart.addSeries(CandlestickSeries, {
    priceFormat,
    upColor: chartColour('--color-positive'),
    wickUpColor: chartColour('--color-positive'),
    downColor: chartColour('--color-negative'),
    wickDownColor: chartColour('--color-negative'),
    borderVisible: false,
    priceLineVisible: false,
  });
  prices.setData(
    candles.map(({ at, open, high, low, close }) => ({
      time: toTime(at),
      open: Number(open),
      high: Number(high),
      low: Number(low),
      close: Number(close),
    })),
  );
  // On the candles' grid: a point between two candles would make room of its own.
  const snap = (at: number) => Math.min(Math.max(Math.floor(at / interval) * interval, first), last);
  const latest = Math.max(...lines.map(({ to }) => to));
  for (const { name, price, from, to } of lines) {
    const level = chart.addSeries(LineSeries, {
      priceFormat,
      color: levelColours(name),
      lineWidth: 2,
      lineStyle: name === 'entry_1' || name === 'entry_2' ? 0 : 2,
      // A level that moved is named where it is now.
      title: to === latest ? levelNames[name] : '',
      lastValueVisible: to === latest,
      priceLineVisible: false,
      crosshairMarkerVisible: false,
    });
    const [start, end] = [snap(from), snap(to)];
    level.setData(
      [start, ...(end > start ? [end] : [])].map((at) => ({ time: toTime(at), value: Number(price) })),
    );
  }
  const events = steps.map(({ at, title }) => ({
    time: toTime(snap(at)),
    position: 'aboveBar' as const,
    shape: 'circle' as const,
    color: chartColour('--color-accent'),
    text: title,
  }));
  const reached = touches
    .filter(({ certainty }) => certainty === 'certain')
    .map(({ level, from }) => ({
      time: toTime(snap(from)),
      position: 'belowBar' as const,
      shape: 'arrowUp' as const,
      color: levelColours(level),
      text: `${levelNames[level]} reached`,
    }));
  createSeriesMarkers(
    prices,
    [...events, ...reached].toSorted((a, b) => a.time - b.time),
  );
  const bars = candles.length / (container.clientWidth - AXIS_PX - NAMES_PX);
  chart.timeScale().setVisibleLogicalRange({
    from: -EVENT_PX * bars,
    to: candles.length + (NAMES_PX - EVENT_PX) * bars,
  });
  return chart;
};

/** The candles with the levels of an idea over their time, and marks for what happened to it. */
const CandleCanvas = ({ chart, lines, steps, decimals, hasTimes = true }: Props) => {
  const draw = useCallback(
    (container: HTMLElement) => drawChart(container, { chart, lines, steps, decimals, hasTimes }),
    [chart, lines, steps, decimals, hasTimes],
  );
  return <div ref={useChart(draw)} aria-hidden="true" className="h-80 sm:h-100" />;
};

export default CandleCanvas;
