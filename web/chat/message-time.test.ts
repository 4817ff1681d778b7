import { expect, test } from 'vitest';
import { messageDay, messageTime } from './message-time.ts';

const now = new Date(2026, 10, 20, 14, 30).getTime();
const at = (...time: [number, number, number, number, number]) => new Date(...time).toISOString();

test.each([
  [at(2026, 10, 20, 14, 29), '14:29'],
  [new Date(now - 59_000).toISOString(), 'Now'],
  [new Date(now + 60_000).toISOString(), 'Now'],
  ['no time', 'Now'],
  [at(2026, 10, 19, 9, 5), '09:05'],
])('formats the time of %s as %s', (iso, words) => {
  expect(messageTime(iso, now)).toBe(words);
});

test.each([
  [at(2026, 10, 20, 0, 0), 'Today'],
  [at(2026, 10, 19, 23, 59), 'Yesterday'],
  [at(2026, 10, 18, 12, 0), 'Wednesday 18 November'],
  [at(2025, 10, 18, 12, 0), '18 November 2025'],
  ['no time', 'Today'],
])('formats the day of %s as %s', (iso, words) => {
  expect(messageDay(iso, now)).toBe(words);
});
