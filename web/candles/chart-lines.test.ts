import { describe, expect, it } from 'vitest';
import type { IdeaChart } from '../../contract/candles/idea-chart.ts';
import { countChartDecimals, cutChart, formatInterval, listLevelLines } from './chart-lines.ts';

const levels = {
  order_type: 'BUY' as const,
  entry_1: '1.0842',
  entry_2: null,
  invalidation_level: '1.0755',
  exit_1: '1.0921',
  exit_2: null,
  exit_3: null,
};

describe('listLevelLines', () => {
  it('draws each level from the publication to the end', () => {
    expect(listLevelLines([{ at: 10, title: 'Published', levels }], 90)).toEqual([
      { name: 'entry_1', price: '1.0842', from: 10, to: 90 },
      { name: 'invalidation_level', price: '1.0755', from: 10, to: 90 },
      { name: 'exit_1', price: '1.0921', from: 10, to: 90 },
    ]);
  });

  it('ends a line where its level moved, and goes on with the others', () => {
    const moved = { ...levels, invalidation_level: '1.0842', exit_2: '1.1000' };
    const lines = listLevelLines(
      [
        { at: 10, title: 'Published', levels },
        { at: 40, title: 'Changed', levels: moved },
        { at: 60, title: 'Changed', levels: { ...moved, exit_2: null } },
      ],
      90,
    );
    expect(lines.filter(({ name }) => name === 'entry_1')).toHaveLength(1);
    expect(lines.filter(({ name }) => name === 'invalidation_level')).toEqual([
      { name: 'invalidation_level', price: '1.0755', from: 10, to: 40 },
      { name: 'invalidation_level', price: '1.0842', from: 40, to: 90 },
    ]);
    expect(lines.filter(({ name }) => name === 'exit_2')).toEqual([
      { name: 'exit_2', price: '1.1000', from: 40, to: 60 },
    ]);
  });
});

describe('cutChart', () => {
  const minute = 60_000;
  const prices = { open: '1.0842', high: '1.0861', low: '1.0840', close: '1.0850' };
  const touch = (level: 'entry_1' | 'exit_1', at: number) =>
    ({ level, from: at * minute, to: (at + 1) * minute, certainty: 'certain' }) as const;
  const chart = {
    interval: minute,
    candles: [0, 1, 2, 3, 4].map((at) => ({ at: at * minute, ...prices })),
    touches: [touch('entry_1', 1), touch('exit_1', 3)],
  } as unknown as IdeaChart;
  const steps = [
    { at: minute, title: 'Published', levels },
    { at: 3 * minute, title: 'Changed', levels: { ...levels, exit_1: '1.1000' } },
  ];

  it('ends with a step of the replay: nothing that came after it is there', () => {
    const cut = cutChart(chart, steps, 2 * minute, 4 * minute);
    expect(cut.chart.candles.map(({ at }) => at / minute)).toEqual([0, 1]);
    expect(cut.chart.touches.map(({ level }) => level)).toEqual(['entry_1']);
    expect(cut.steps.map(({ title }) => title)).toEqual(['Published']);
    expect(cut.lines.find(({ name }) => name === 'exit_1')).toEqual({
      name: 'exit_1',
      price: '1.0921',
      from: minute,
      to: 3 * minute,
    });
  });

  it('has everything at the end, with levels until the close', () => {
    const whole = cutChart(chart, steps, Number.POSITIVE_INFINITY, 4 * minute);
    expect(whole.chart.candles).toHaveLength(5);
    expect(whole.chart.touches).toHaveLength(2);
    expect(whole.lines.at(-1)).toEqual({ name: 'exit_1', price: '1.1000', from: 3 * minute, to: 4 * minute });
  });
});

it('counts the decimals of the finest price', () => {
  const candle = (close: string) => ({ at: 0, open: '1', high: '1', low: '1', close });
  expect(countChartDecimals([candle('64250.5')], [])).toBe(1);
  expect(
    countChartDecimals([candle('64250')], [{ name: 'exit_1', price: '0.00000812', from: 0, to: 1 }]),
  ).toBe(8);
  expect(countChartDecimals([], [])).toBe(0);
});

it.each([
  [60_000, '1-minute'],
  [900_000, '15-minute'],
  [3_600_000, '1-hour'],
  [14_400_000, '4-hour'],
  [86_400_000, '1-day'],
])('names an interval of %i ms %s', (interval, name) => expect(formatInterval(interval)).toBe(name));
