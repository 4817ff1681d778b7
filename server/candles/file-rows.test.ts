import { describe, expect, it } from 'vitest';
import { createZone } from './file-rows.ts';

const utc = (text: string) => Date.parse(`${text}Z`);
const convert = (zone: string, shown: string) => {
  const at = createZone(zone)(utc(shown));
  return at === null ? null : new Date(at).toISOString().slice(0, 16);
};

describe('createZone', () => {
  it.each([
    ['Europe/Athens', '2024-01-15T12:00', '2024-01-15T10:00'],
    ['Europe/Athens', '2024-07-15T12:00', '2024-07-15T09:00'],
    ['Europe/Athens', '2024-03-31T02:59', '2024-03-31T00:59'],
    ['Europe/Athens', '2024-03-31T04:00', '2024-03-31T01:00'],
    ['Europe/Athens', '2024-10-27T02:59', '2024-10-26T23:59'],
    ['Europe/Athens', '2024-10-27T04:00', '2024-10-27T02:00'],
    ['America/New_York', '2024-07-15T00:00', '2024-07-15T04:00'],
    ['Australia/Lord_Howe', '2024-10-06T02:30', '2024-10-05T15:30'],
    ['UTC', '2024-07-15T00:00', '2024-07-15T00:00'],
    ['UTC-5', '2024-07-15T00:00', '2024-07-15T05:00'],
    ['UTC+5:30', '2024-07-15T00:00', '2024-07-14T18:30'],
    ['gmt+03', '2024-07-15T00:00', '2024-07-14T21:00'],
  ])('reads a clock of %s at %s', (zone, shown, expected) => {
    expect(convert(zone, shown)).toBe(expected);
  });

  it.each([
    ['skips', '2024-03-31T03:00'],
    ['skips', '2024-03-31T03:59'],
    ['shows twice', '2024-10-27T03:00'],
    ['shows twice', '2024-10-27T03:59'],
  ])('has no time for what a clock %s', (_, shown) => {
    expect(convert('Europe/Athens', shown)).toBeNull();
  });

  it.each(['Europe/Nowhere', 'UTC+25', 'server time'])('refuses the zone %s', (zone) => {
    expect(() => createZone(zone)).toThrow(`There is no time zone ${zone}`);
  });
});
