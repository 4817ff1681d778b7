import { describe, expect, it } from 'vitest';
import { deviceTimeZone, isQuiet, listTimeZones } from './quiet-hours.ts';

const at = (iso: string) => new Date(iso);
const night = { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' };

describe('isQuiet', () => {
  it.each([
    ['2026-01-15T20:59:00Z', false],
    ['2026-01-15T21:00:00Z', true],
    ['2026-01-15T23:30:00Z', true],
    ['2026-01-16T05:59:00Z', true],
    ['2026-01-16T06:00:00Z', false],
  ])('returns for quiet hours over midnight in their zone at %s: %s', (time, quiet) => {
    expect(isQuiet(night, at(time))).toBe(quiet);
  });

  it('follows daylight saving time', () => {
    expect(isQuiet(night, at('2026-07-15T20:00:00Z'))).toBe(true);
    expect(isQuiet(night, at('2026-07-15T05:00:00Z'))).toBe(false);
  });

  it('handles quiet hours within a day', () => {
    const lunch = { from: '12:00', to: '13:00', timeZone: 'UTC' };
    expect([at('2026-01-15T12:30:00Z'), at('2026-01-15T13:00:00Z')].map((t) => isQuiet(lunch, t))).toEqual([
      true,
      false,
    ]);
  });

  it('covers all day when start and end are equal', () => {
    expect(isQuiet({ ...night, to: night.from }, at('2026-01-15T12:00:00Z'))).toBe(true);
  });

  it('lists time zones with the device zone and the selected one, each once', () => {
    const list = listTimeZones('Mars/Olympus');
    expect(list).toContain('Europe/Berlin');
    expect(list).toContain('UTC');
    expect(list).toContain('Mars/Olympus');
    expect(list).toContain(deviceTimeZone());
    expect(new Set(list).size).toBe(list.length);
  });
});
