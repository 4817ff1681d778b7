import { describe, expect, it } from 'vitest';
import { isQuiet, ownZone, zones } from './quiet-zones.ts';

const at = (iso: string) => new Date(iso);
const night = { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' };

describe('quiet hours', () => {
  it.each([
    ['2026-01-15T20:59:00Z', false],
    ['2026-01-15T21:00:00Z', true],
    ['2026-01-15T23:30:00Z', true],
    ['2026-01-16T05:59:00Z', true],
    ['2026-01-16T06:00:00Z', false],
  ])('over midnight, in their own zone: %s is %s', (time, quiet) => {
    expect(isQuiet(night, at(time))).toBe(quiet);
  });

  it('follow summer time', () => {
    expect(isQuiet(night, at('2026-07-15T20:00:00Z'))).toBe(true);
    expect(isQuiet(night, at('2026-07-15T05:00:00Z'))).toBe(false);
  });

  it('within a day', () => {
    const lunch = { from: '12:00', to: '13:00', timeZone: 'UTC' };
    expect([at('2026-01-15T12:30:00Z'), at('2026-01-15T13:00:00Z')].map((t) => isQuiet(lunch, t))).toEqual([
      true,
      false,
    ]);
  });

  it('all day where they end when they begin', () => {
    expect(isQuiet({ ...night, to: night.from }, at('2026-01-15T12:00:00Z'))).toBe(true);
  });

  it('offer every zone once, this device’s and the chosen one among them', () => {
    const list = zones('Mars/Olympus');
    expect(list).toContain('Europe/Berlin');
    expect(list).toContain('UTC');
    expect(list).toContain('Mars/Olympus');
    expect(list).toContain(ownZone());
    expect(new Set(list).size).toBe(list.length);
  });
});
