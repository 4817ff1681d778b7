import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { noteServerTime, serverNow } from './server-clock.ts';

beforeEach(() => vi.useFakeTimers({ now: Date.parse('2026-11-20T09:00:00.400Z') }));
afterEach(() => {
  noteServerTime(new Date().toUTCString(), Date.now());
  vi.useRealTimers();
});
const answer = (header: string, afterMs: number) => {
  const askedAt = Date.now();
  vi.advanceTimersByTime(afterMs);
  noteServerTime(header, askedAt);
  return new Date(serverNow()).toISOString();
};

it.each([
  ['at once', 'Fri, 20 Nov 2026 09:00:00 GMT', 0],
  ['slowly', 'Fri, 20 Nov 2026 09:00:00 GMT', 30_000],
  ['after a page that slept', 'Fri, 20 Nov 2026 09:00:01 GMT', 3_600_000],
  ['without a time', 'soon', 100],
])('keeps a clock that is right when the server answers %s', (_how, header, afterMs) => {
  const shown = answer(header, afterMs);
  expect(shown).toBe(new Date().toISOString());
});

it('corrects a clock that is ahead or behind by what an answer proves', () => {
  expect(answer('Fri, 20 Nov 2026 08:45:00 GMT', 100)).toBe('2026-11-20T08:45:01.100Z');
  expect(answer('Fri, 20 Nov 2026 11:00:00 GMT', 100)).toBe('2026-11-20T11:00:00.000Z');
  expect(answer(new Date().toUTCString(), 0)).toBe(new Date().toISOString());
});
