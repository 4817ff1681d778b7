import {
  type AutoscaleInfoProvider,
  type IChartApi,
  type LineData,
  LineSeries,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { useCallback } from 'react';
import type { EquityPoint } from '../../contract/record/compute-track-record.ts';
import { formatSignedR, hasRange } from '../../contract/record/format-record.ts';
import { createDateFormat } from '../shared/date-format.ts';
import { chartColour, createBaseChart, useChart } from '../shared/ui/base-chart.ts';

/** The chart needs ascending, unique seconds. Of points in the same second, the last one is kept. */
const toLineData = (curve: readonly EquityPoint[], side: 'low' | 'high'): LineData[] => {
  const bySecond = new Map<number, number>();
  for (const point of curve) bySecond.set(Math.floor(Date.parse(point.at) / 1000), Number(point[side]));
  return [...bySecond]
    .toSorted(([a], [b]) => a - b)
    .map(([time, value]) => ({ time: time as UTCTimestamp, value }));
};

const formatDay = createDateFormat({ day: 'numeric', month: 'short' });

/** The zero line is on screen, however far from it the results are. */
const includeZero: AutoscaleInfoProvider = (original) => {
  const info = original();
  if (!info?.priceRange) return info;
  const { minValue, maxValue } = info.priceRange;
  return { ...info, priceRange: { minValue: Math.min(0, minValue), maxValue: Math.max(0, maxValue) } };
};

const createEquityChart = (container: HTMLElement, curve: readonly EquityPoint[]): IChartApi => {
  const chart = createBaseChart(container, {
    timeScale: { tickMarkFormatter: (time: Time) => formatDay(Number(time) * 1000) },
    localization: { priceFormatter: (value: number) => formatSignedR(String(value), 1) },
  });
  const line = (name: string, lineStyle: number) =>
    chart.addSeries(LineSeries, {
      color: chartColour(name),
      lineWidth: 2,
      lineStyle,
      priceLineVisible: false,
      lastValueVisible: true,
      autoscaleInfoProvider: includeZero,
    });
  const best = line('--color-positive', 0);
  best.setData(toLineData(curve, 'high'));
  best.createPriceLine({
    price: 0,
    color: chartColour('--color-edge'),
    lineWidth: 1,
    axisLabelVisible: false,
  });
  if (hasRange(curve)) line('--color-negative', 2).setData(toLineData(curve, 'low'));
  chart.timeScale().fitContent();
  return chart;
};

/** The chart: best case as a solid line; worst case as a dashed one, if they differ. */
const EquityCanvas = ({ curve }: { curve: readonly EquityPoint[] }) => {
  const draw = useCallback((container: HTMLElement) => createEquityChart(container, curve), [curve]);
  return <div ref={useChart(draw)} aria-hidden="true" className="h-72 sm:h-84" />;
};

export default EquityCanvas;
