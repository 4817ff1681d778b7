import { expect, it } from 'vitest';
import { shortTime } from './absolute-time.ts';

it('shortTime leaves out the day of a time of today, and names the year of another one', () => {
  const at = new Date(2026, 10, 20, 14, 2);
  expect(shortTime(at, new Date(2026, 10, 20, 14, 3))).toBe('14:02');
  expect(shortTime(at, new Date(2026, 10, 21, 14, 2))).toBe('20 Nov, 14:02');
  expect(shortTime(at, new Date(2027, 0, 1, 14, 2))).toBe('20 Nov 2026');
});
