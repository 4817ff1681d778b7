import { expect, it } from 'vitest';
import { OriginPauses } from './service-backoff.ts';

const ORIGIN = 'https://push.example.org';
const MINUTE = 60_000;

it('one device, or two, over their own quota hold up nobody else; three in a row do, for ten minutes at most', () => {
  const pauses = new OriginPauses();
  pauses.refused(ORIGIN, 0, MINUTE);
  pauses.refused(ORIGIN, 0, MINUTE);
  expect(pauses.until(ORIGIN, 0)).toBe(null);
  pauses.refused(ORIGIN, 0, 60 * MINUTE);
  expect(pauses.until(ORIGIN, 0)).toBe(10 * MINUTE);
  expect(pauses.until('https://another.example.org', 0)).toBe(null);
  expect(pauses.until(ORIGIN, 10 * MINUTE)).toBe(null);
});

it('a message that is taken in between begins the count anew, and ends a pause', () => {
  const pauses = new OriginPauses();
  for (let device = 0; device < 6; device++) {
    pauses.refused(ORIGIN, 0, MINUTE);
    if (device % 2 === 1) pauses.answered(ORIGIN);
  }
  expect(pauses.until(ORIGIN, 0)).toBe(null);
  for (let device = 0; device < 3; device++) pauses.refused(ORIGIN, 0, MINUTE);
  pauses.answered(ORIGIN);
  expect(pauses.until(ORIGIN, 0)).toBe(null);
});
