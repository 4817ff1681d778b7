import { type ChartOptions, createChart, type DeepPartial, type IChartApi } from 'lightweight-charts';
import { useEffect, useRef } from 'react';
import { useTheme } from '../theme.ts';

export const chartColour = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** A chart in our colours, which wheel and vertical drag scroll past. */
export const createBaseChart = (
  container: HTMLElement,
  { timeScale, ...options }: DeepPartial<ChartOptions>,
): IChartApi =>
  createChart(container, {
    autoSize: true,
    layout: {
      background: { color: 'transparent' },
      textColor: chartColour('--color-muted'),
      fontFamily: getComputedStyle(document.body).fontFamily,
      // The logo needs an inline style, which the Content-Security-Policy blocks. A link below credits TradingView.
      attributionLogo: false,
    },
    grid: { vertLines: { visible: false }, horzLines: { color: chartColour('--color-line-soft') } },
    rightPriceScale: { borderVisible: false },
    timeScale: { borderVisible: false, fixLeftEdge: true, fixRightEdge: true, ...timeScale },
    handleScroll: { mouseWheel: false, vertTouchDrag: false },
    handleScale: { mouseWheel: false },
    ...options,
  });

/** The element of a chart, drawn again when the theme changes, whose colours are read from CSS. `draw` is memoised. */
export const useChart = (draw: (container: HTMLElement) => IChartApi) => {
  const container = useRef<HTMLDivElement>(null);
  const [theme] = useTheme();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme decides the colours.
  useEffect(() => {
    if (!container.current) return;
    const chart = draw(container.current);
    return () => chart.remove();
  }, [draw, theme]);
  return container;
};
