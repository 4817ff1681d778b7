import { expect, it } from 'vitest';
import { compareTimeFrames, parseTimeFrame } from './time-frame.ts';

it.each([
  ['15m', 15],
  ['1H', 60],
  ['4H', 240],
  ['1D', 1440],
  ['1W', 10_080],
  ['1M', 43_200],
  ['intraday', Number.POSITIVE_INFINITY],
])('parses the time frame %s as %d minutes', (timeFrame, minutes) => {
  expect(parseTimeFrame(timeFrame)).toBe(minutes);
});

it('sorts time frames by their length, and other texts last', () => {
  expect(['soon', '1D', '15m', 'later', '4H'].toSorted(compareTimeFrames)).toEqual([
    '15m',
    '4H',
    '1D',
    'soon',
    'later',
  ]);
});
