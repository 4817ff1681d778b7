import { expect, it } from 'vitest';
import { shortTime } from './absolute-time.ts';

it('leaves out the day for a time of today, and names the year for one of another year', () => {
  const at = new Date(2026, 10, 20, 14, 2);
  expect(shortTime(at, new Date(2026, 10, 20, 14, 3))).toBe('14:02');
  expect(shortTime(at, new Date(2026, 10, 21, 14, 2))).toBe('20 Nov, 14:02');
  expect(shortTime(at, new Date(2027, 0, 1, 14, 2))).toBe('20 Nov 2026');
});
