import { expect, it } from 'vitest';
import { compareTimeFrames, formatTimeFrame } from './time-frames.ts';

const spellings = {
  '1m': 'M1 m1 1m 1min 1-minute minute m',
  '5m': 'M5 m5 5m 5M 5min 5mins M-5',
  '15m': '15M M15 15min. 15-min 15minutes',
  '30m': '30M m30 30Minutes',
  '45m': '45M M45',
  '1H': '1h 1H H1 h1 60m 60M 60min hourly 1hr hour H',
  '4H': '4h H4 4hrs 4-hour 240m 4Hours',
  '1D': '1d D1 daily Daily 24h day D',
  '3D': 'D3 3days',
  '1W': '1w W1 weekly 7D W',
  '1M': 'MN MN1 1MN monthly 1Month 1mo M',
  '3M': '3mo MN3 3months',
  '30s': '30sec S30',
};
it.each(
  Object.entries(spellings).flatMap(([name, texts]) => texts.split(' ').map((text) => [text, name] as const)),
)('shows the time frame %s as %s', (text, name) => {
  expect(formatTimeFrame(text)).toBe(name);
});

it.each(['4 hours', 'H4 chart', ' 4h TF ', '4 H'])('shows "%s" as 4H', (text) => {
  expect(formatTimeFrame(text)).toBe('4H');
});

it.each(['intraday', '', '4', '0m', 'D1W', '1H-4H', '1y', 'Swing', '15m/1H', '4 Stunden'])(
  'leaves "%s" as it is',
  (text) => expect(formatTimeFrame(text)).toBe(text),
);

it('sorts time frames by their length, and other texts last', () => {
  expect(
    ['soon', '1D', '1M', 'M15', '30M', 'later', '4H', '1h', '5M', 'W1'].toSorted(compareTimeFrames),
  ).toEqual(['5M', 'M15', '30M', '1h', '4H', '1D', 'W1', '1M', 'soon', 'later']);
});
