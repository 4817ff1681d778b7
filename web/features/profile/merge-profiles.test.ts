import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ProfileField,
  type ProfileFields,
  timezones,
  tradingStyles,
} from '../../../contract/profiles.ts';
import { areFieldsEqual, mergeProfiles, type ProfileVersion } from './merge-profiles.ts';

// Few values, so that two sides often agree and often clash.
const word = fc.constantFrom('', 'a', 'b');
const fields: fc.Arbitrary<ProfileFields> = fc.record({
  first_name: word,
  last_name: word,
  display_name: word,
  bio: word,
  specialty: word,
  years_experience: fc.constantFrom(0, 1, 50),
  trading_style: fc.constantFrom('', ...tradingStyles),
  timezone: fc.constantFrom('', ...timezones),
  is_public: fc.boolean(),
});
const side: fc.Arbitrary<ProfileVersion> = fc.record({
  fields,
  updatedAt: fc.constantFrom(
    '2026-11-20T09:00:00.000Z',
    '2026-11-20T09:00:00.001Z',
    '2026-11-20T10:00:00.000Z',
  ),
});
const names = (given: ProfileFields) => Object.keys(given) as ProfileField[];

describe('merging two profiles', () => {
  it('keeps what one side alone changed', () => {
    fc.assert(
      fc.property(fields, side, side, (agreed, mine, theirs) => {
        expect(mergeProfiles(agreed, mine, { ...theirs, fields: agreed })).toEqual({
          fields: mine.fields,
          overruled: [],
        });
        expect(mergeProfiles(agreed, { ...mine, fields: agreed }, theirs).fields).toEqual(theirs.fields);
      }),
    );
  });

  it('loses no changed value: it is kept, or handed back', () => {
    fc.assert(
      fc.property(fields, side, side, (agreed, mine, theirs) => {
        const { fields: merged, overruled } = mergeProfiles(agreed, mine, theirs);
        for (const field of names(agreed))
          for (const value of [mine.fields[field], theirs.fields[field]]) {
            const isKept = merged[field] === value || value === agreed[field];
            expect(isKept || overruled.some((one) => one.field === field && one.value === value)).toBe(true);
          }
      }),
    );
  });

  it('invents nothing, and hands back only where both changed a field to different values', () => {
    fc.assert(
      fc.property(fields, side, side, (agreed, mine, theirs) => {
        const { fields: merged, overruled } = mergeProfiles(agreed, mine, theirs);
        for (const field of names(agreed))
          expect([mine.fields[field], theirs.fields[field]]).toContain(merged[field]);
        for (const { field } of overruled)
          expect(new Set([agreed[field], mine.fields[field], theirs.fields[field]]).size).toBeGreaterThan(1);
        expect(new Set(overruled.map(({ field }) => field)).size).toBe(overruled.length);
      }),
    );
  });

  it('comes to the same on both devices when their times differ', () => {
    fc.assert(
      fc.property(fields, side, side, (agreed, mine, theirs) => {
        fc.pre(mine.updatedAt !== theirs.updatedAt);
        const here = mergeProfiles(agreed, mine, theirs).fields;
        const there = mergeProfiles(agreed, theirs, mine).fields;
        expect(areFieldsEqual(here, there)).toBe(true);
      }),
    );
  });

  it('is done once: merging the result again changes nothing', () => {
    fc.assert(
      fc.property(fields, side, side, (agreed, mine, theirs) => {
        const { fields: merged } = mergeProfiles(agreed, mine, theirs);
        const again = mergeProfiles(merged, { ...mine, fields: merged }, { ...theirs, fields: merged });
        expect(again).toEqual({ fields: merged, overruled: [] });
      }),
    );
  });
});
