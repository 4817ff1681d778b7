import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findQuietEnd } from './quiet-hours.ts';

const until = (from: string, to: string, timeZone: string, now: string) => {
  const end = findQuietEnd({ from, to, timeZone }, new Date(now));
  return end instanceof Date ? end.toISOString() : end;
};
const BERLIN = 'Europe/Berlin';

describe('findQuietEnd', () => {
  it('handles quiet hours over midnight', () => {
    expect(until('22:00', '07:00', BERLIN, '2026-11-20T20:59:59Z')).toBe(null);
    expect(until('22:00', '07:00', BERLIN, '2026-11-20T21:00:00Z')).toBe('2026-11-21T06:00:00.000Z');
    expect(until('22:00', '07:00', BERLIN, '2026-11-21T05:59:59.999Z')).toBe('2026-11-21T06:00:00.000Z');
    expect(until('22:00', '07:00', BERLIN, '2026-11-21T06:00:00Z')).toBe(null);
  });

  it('handles quiet hours within a day', () => {
    expect(until('09:00', '17:30', 'UTC', '2026-11-20T12:34:56Z')).toBe('2026-11-20T17:30:00.000Z');
    expect(until('09:00', '17:30', 'UTC', '2026-11-20T17:30:00Z')).toBe(null);
    expect(until('09:00', '17:30', 'UTC', '2026-11-20T03:00:00Z')).toBe(null);
  });

  it("uses the user's time zone, including half-hour offsets", () => {
    expect(until('22:00', '06:00', 'Asia/Kolkata', '2026-11-20T16:30:00Z')).toBe('2026-11-21T00:30:00.000Z');
    expect(until('22:00', '06:00', 'America/New_York', '2026-11-20T16:30:00Z')).toBe(null);
  });

  it('ends at the same local time when clocks go forward', () => {
    expect(until('22:00', '07:00', BERLIN, '2026-03-28T22:00:00Z')).toBe('2026-03-29T05:00:00.000Z');
  });

  it('ends at the clock change if the end time is skipped', () => {
    // 02:30 does not exist: at 01:00 UTC the clock goes from 02:00 to 03:00.
    expect(until('22:00', '02:30', BERLIN, '2026-03-28T22:00:00Z')).toBe('2026-03-29T01:00:00.000Z');
  });

  it('ends at the same local time when clocks go back, an hour later than other nights', () => {
    expect(until('22:00', '07:00', BERLIN, '2026-10-24T21:00:00Z')).toBe('2026-10-25T06:00:00.000Z');
    expect(until('22:00', '07:00', 'Australia/Lord_Howe', '2026-04-04T12:00:00Z')).toBe(
      '2026-04-04T20:30:00.000Z',
    );
  });

  it('finds a repeated hour quiet again', () => {
    expect(until('22:00', '02:30', BERLIN, '2026-10-24T22:00:00Z')).toBe('2026-10-25T00:30:00.000Z');
    expect(until('22:00', '02:30', BERLIN, '2026-10-25T00:45:00Z')).toBe(null);
    expect(until('22:00', '02:30', BERLIN, '2026-10-25T01:15:00Z')).toBe('2026-10-25T01:30:00.000Z');
  });

  it('finds the one minute that is not quiet, also after a clock change before it', () => {
    const cairo = (now: string) => until('00:01', '00:00', 'Africa/Cairo', now);
    expect(cairo('2027-10-26T21:01:00Z')).toBe('2027-10-27T21:00:00.000Z');
    // The hour from 23:00 is repeated.
    expect(cairo('2027-10-27T21:01:00Z')).toBe('2027-10-28T22:00:00.000Z');
    // The hour from 00:00 is skipped.
    expect(cairo('2027-04-29T10:00:00Z')).toBe('2027-04-30T21:00:00.000Z');
  });

  it('returns never for equal times', () => {
    expect(until('08:00', '08:00', BERLIN, '2026-11-20T12:00:00Z')).toBe('never');
  });

  it('returns the exact end for any zone and time', () => {
    const time = fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
      .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
    const zone = fc.constantFrom(
      BERLIN,
      'America/St_Johns',
      'Pacific/Apia',
      'Asia/Kathmandu',
      'Africa/Cairo',
    );
    const moment = fc.date({
      min: new Date('2024-01-01'),
      max: new Date('2029-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(time, time, zone, moment, (from, to, timeZone, now) => {
        fc.pre(from !== to);
        const end = findQuietEnd({ from, to, timeZone }, now);
        if (end === null) return;
        expect(end).toBeInstanceOf(Date);
        const at = (end as Date).getTime();
        expect(findQuietEnd({ from, to, timeZone }, end as Date)).toBe(null);
        expect(findQuietEnd({ from, to, timeZone }, new Date(at - 1))).toEqual(end);
        expect(at).toBeGreaterThan(now.getTime());
        // A day more if a clock change skips the time between two quiet ones.
        expect(at - now.getTime()).toBeLessThan(51 * 3_600_000);
      }),
      { numRuns: 500 },
    );
  });
});
