import { expect, it } from 'vitest';
import { ServiceBackoff } from './service-backoff.ts';

const ORIGIN = 'https://push.example.org';
const MINUTE = 60_000;

it('backs off from a service after three consecutive refusals, for ten minutes at most', () => {
  const pauses = new ServiceBackoff();
  pauses.recordRefusal(ORIGIN, 0, MINUTE);
  pauses.recordRefusal(ORIGIN, 0, MINUTE);
  expect(pauses.until(ORIGIN, 0)).toBe(null);
  pauses.recordRefusal(ORIGIN, 0, 60 * MINUTE);
  expect(pauses.until(ORIGIN, 0)).toBe(10 * MINUTE);
  expect(pauses.until('https://another.example.org', 0)).toBe(null);
  expect(pauses.until(ORIGIN, 10 * MINUTE)).toBe(null);
});

it('resets the count and ends the backoff after an accepted message', () => {
  const pauses = new ServiceBackoff();
  for (let device = 0; device < 6; device++) {
    pauses.recordRefusal(ORIGIN, 0, MINUTE);
    if (device % 2 === 1) pauses.recordResponse(ORIGIN);
  }
  expect(pauses.until(ORIGIN, 0)).toBe(null);
  for (let device = 0; device < 3; device++) pauses.recordRefusal(ORIGIN, 0, MINUTE);
  pauses.recordResponse(ORIGIN);
  expect(pauses.until(ORIGIN, 0)).toBe(null);
});
