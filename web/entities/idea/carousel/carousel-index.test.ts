import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findNewIds, indexAfterChange, isNear } from './carousel-index.ts';

describe('the place of the reader', () => {
  test('stays with the idea when one arrives before it', () => {
    expect(indexAfterChange(['a', 'b'], ['new', 'a', 'b'], 'b')).toBe(2);
  });

  test('moves to the following idea when the one being read leaves, at the end to the one before', () => {
    expect(indexAfterChange(['a', 'b', 'c'], ['a', 'c'], 'b')).toBe(1);
    expect(indexAfterChange(['a', 'b', 'c'], ['a', 'b'], 'c')).toBe(1);
    expect(indexAfterChange(['a'], ['x', 'y'], 'a')).toBe(0);
  });

  test('is the start where nothing was read yet', () => {
    expect(indexAfterChange([], ['a', 'b'], undefined)).toBe(0);
  });

  test('is always a place in the list, and by id wherever the idea is still there', () => {
    const list = fc.uniqueArray(fc.constantFrom(...'abcdefgh'));
    fc.assert(
      fc.property(list, list, fc.constantFrom(...'abcdefgh'), (before, after, current) => {
        const place = indexAfterChange(before, after, current);
        expect(place).toBeGreaterThanOrEqual(0);
        expect(place).toBeLessThan(Math.max(after.length, 1));
        if (after.includes(current)) expect(after[place]).toBe(current);
      }),
    );
  });
});

test('cards are held two to each side, around the loop', () => {
  const held = Array.from({ length: 300 }, (_, index) => index).filter((index) => isNear(index, 0, 300));
  expect(held).toEqual([0, 1, 2, 298, 299]);
  expect([0, 1, 2].every((index) => isNear(index, 0, 3))).toBe(true);
});

test('nothing arrives in a first list; later what was not there before', () => {
  expect(findNewIds(null, ['a'])).toEqual([]);
  expect(findNewIds(['a'], ['b', 'a', 'c'])).toEqual(['b', 'c']);
});
