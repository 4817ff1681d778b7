import {
  CandlestickSeries,
  createChart,
  createSeriesMarkers,
  type IChartApi,
  LineSeries,
  TickMarkType,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { useEffect, useRef } from 'react';
import type { IdeaChart } from '../../contract/candles/idea-chart.ts';
import { createDateFormat } from '../shared/date-format.ts';
import { levelNames } from '../shared/level-text.ts';
import { useTheme } from '../shared/theme.ts';
import type { ChartStep, LevelLine } from './chart-lines.ts';

const formatClock = createDateFormat({ hour: '2-digit', minute: '2-digit' });
const formatDay = createDateFormat({ day: 'numeric', month: 'short' });
const formatMoment = createDateFormat({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

const colour = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const levelColours = (name: LevelLine['name']) =>
  colour(
    name === 'invalidation_level'
      ? '--color-negative'
      : name.startsWith('entry')
        ? '--color-info'
        : '--color-positive',
  );

/** The chart takes seconds, in UTC; the texts beside it are in the reader's zone. */
const toTime = (at: number) => Math.floor(at / 1_000) as UTCTimestamp;

type Props = {
  chart: IdeaChart;
  lines: readonly LevelLine[];
  steps: readonly ChartStep[];
  decimals: number;
};

const drawChart = (
  container: HTMLElement,
  { chart: { candles, interval }, lines, steps, decimals }: Props,
): IChartApi => {
  const [first, last] = [candles[0]?.at ?? 0, candles.at(-1)?.at ?? 0];
  const chart = createChart(container, {
    autoSize: true,
    layout: {
      background: { color: 'transparent' },
      textColor: colour('--color-muted'),
      fontFamily: getComputedStyle(document.body).fontFamily,
      // The logo needs an inline style, which the Content-Security-Policy blocks. A link below credits TradingView.
      attributionLogo: false,
    },
    grid: { vertLines: { visible: false }, horzLines: { color: colour('--color-line-soft') } },
    rightPriceScale: { borderVisible: false },
    timeScale: {
      borderVisible: false,
      fixLeftEdge: true,
      fixRightEdge: true,
      timeVisible: true,
      tickMarkFormatter: (time: Time, type: TickMarkType) =>
        (type < TickMarkType.Time ? formatDay : formatClock)(new Date(Number(time) * 1_000)),
    },
    localization: { timeFormatter: (time: Time) => formatMoment(new Date(Number(time) * 1_000)) },
    // Wheel and vertical drag must scroll the page, not the chart.
    handleScroll: { mouseWheel: false, vertTouchDrag: false },
    handleScale: { mouseWheel: false },
  });
  const priceFormat = { type: 'price', precision: decimals, minMove: 10 ** -decimals } as const;
  const prices = chart.addSeries(CandlestickSeries, {
    priceFormat,
    upColor: colour('--color-positive'),
    wickUpColor: colour('--color-positive'),
    downColor: colour('--color-negative'),
    wickDownColor: colour('--color-negative'),
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
  createSeriesMarkers(
    prices,
    steps.map(({ at, title }) => ({
      time: toTime(snap(at)),
      position: 'aboveBar',
      shape: 'circle',
      color: colour('--color-accent'),
      text: title,
    })),
  );
  chart.timeScale().fitContent();
  return chart;
};

/** The candles with the levels of an idea over their time, and marks for what happened to it. */
const CandleCanvas = (props: Props) => {
  const container = useRef<HTMLDivElement>(null);
  const [theme] = useTheme();
  const { chart, lines, steps, decimals } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme decides the colours that are read from CSS.
  useEffect(() => {
    if (!container.current) return;
    const drawn = drawChart(container.current, { chart, lines, steps, decimals });
    return () => drawn.remove();
  }, [chart, lines, steps, decimals, theme]);
  return <div ref={container} aria-hidden="true" className="h-80 sm:h-100" />;
};

export default CandleCanvas;
