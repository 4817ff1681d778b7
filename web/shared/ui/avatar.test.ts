import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { initials } from './avatar.tsx';

describe('initials (SPEC §9)', () => {
  it.each([
    ['Ada Wren', 'AW'],
    ['Ada', 'A'],
    ['ada van der wren', 'AW'],
    ['  ', ''],
    ['Élodie Ångström', 'ÉÅ'],
    ['🐦 Lark', '🐦L'],
  ])('abbreviates "%s" to "%s"', (name, expected) => {
    expect(initials(name)).toBe(expected);
  });

  it('returns at most two characters (§9.7)', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        expect([...initials(name)].length).toBeLessThanOrEqual(2);
      }),
    );
  });
});
