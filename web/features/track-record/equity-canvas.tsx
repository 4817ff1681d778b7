import {
  createChart,
  type IChartApi,
  type LineData,
  LineSeries,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { useEffect, useRef } from 'react';
import type { EquityPoint } from '../../../contract/compute-track-record.ts';
import { useTheme } from '../../shared/theme.ts';
import { signedR } from './format-record.ts';

/** The chart takes one value a second, later ones after earlier ones: of equal times the last sum counts. */
const lineOf = (curve: readonly EquityPoint[], side: 'low' | 'high'): LineData[] => {
  const bySecond = new Map<number, number>();
  for (const point of curve) bySecond.set(Math.floor(Date.parse(point.at) / 1000), Number(point[side]));
  return [...bySecond]
    .toSorted(([a], [b]) => a - b)
    .map(([time, value]) => ({ time: time as UTCTimestamp, value }));
};

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });

const colour = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

const draw = (place: HTMLElement, curve: readonly EquityPoint[]): IChartApi => {
  const chart = createChart(place, {
    autoSize: true,
    layout: {
      background: { color: 'transparent' },
      textColor: colour('--muted'),
      fontFamily: getComputedStyle(document.body).fontFamily,
      // The logo would bring a style of its own, which the page's policy refuses; TradingView is named below instead.
      attributionLogo: false,
    },
    grid: { vertLines: { visible: false }, horzLines: { color: colour('--line-soft') } },
    rightPriceScale: { borderVisible: false },
    timeScale: {
      borderVisible: false,
      fixLeftEdge: true,
      fixRightEdge: true,
      tickMarkFormatter: (time: Time) => day.format(Number(time) * 1000),
    },
    localization: { priceFormatter: (value: number) => signedR(String(value), 1) },
    // The page scrolls; a chart that takes the wheel or a thumb for itself would hold it up.
    handleScroll: { mouseWheel: false, vertTouchDrag: false },
    handleScale: { mouseWheel: false },
  });
  const line = (name: string, lineStyle: number) =>
    chart.addSeries(LineSeries, {
      color: colour(name),
      lineWidth: 2,
      lineStyle,
      priceLineVisible: false,
      lastValueVisible: true,
    });
  line('--rise', 0).setData(lineOf(curve, 'high'));
  line('--fall', 2).setData(lineOf(curve, 'low'));
  chart.timeScale().fitContent();
  return chart;
};

/** The drawn curve: best evidence as a full line, worst as a broken one. */
const EquityCanvas = ({ curve }: { curve: readonly EquityPoint[] }) => {
  const place = useRef<HTMLDivElement>(null);
  const [theme] = useTheme();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme is read from the page's colours.
  useEffect(() => {
    if (!place.current) return;
    const chart = draw(place.current, curve);
    return () => chart.remove();
  }, [curve, theme]);
  return <div ref={place} className="h-72 sm:h-84" />;
};

export default EquityCanvas;
