import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findNewIds, indexAfterChange, isNear } from './use-carousel.ts';

describe('the selected index after a change', () => {
  test('follows the selected idea when a new one precedes it', () => {
    expect(indexAfterChange(['a', 'b'], ['new', 'a', 'b'], 'b')).toBe(2);
  });

  test('moves to the next idea when the selected one is removed, or to the previous one at the end', () => {
    expect(indexAfterChange(['a', 'b', 'c'], ['a', 'c'], 'b')).toBe(1);
    expect(indexAfterChange(['a', 'b', 'c'], ['a', 'b'], 'c')).toBe(1);
    expect(indexAfterChange(['a'], ['x', 'y'], 'a')).toBe(0);
  });

  test('returns 0 when nothing was selected', () => {
    expect(indexAfterChange([], ['a', 'b'], undefined)).toBe(0);
  });

  test('returns a valid index for any lists, and follows an idea that is still in the list', () => {
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

test('counts two slides on each side as near, around the loop', () => {
  const held = Array.from({ length: 300 }, (_, index) => index).filter((index) => isNear(index, 0, 300));
  expect(held).toEqual([0, 1, 2, 298, 299]);
  expect([0, 1, 2].every((index) => isNear(index, 0, 3))).toBe(true);
});

test('adds neighbours one at a time, beginning with the next', () => {
  const near = (neighbours: number) =>
    [297, 298, 299, 0, 1].filter((index) => isNear(index, 299, 300, neighbours));
  expect([0, 1, 2, 3, 4].map(near)).toEqual([
    [299],
    [299, 0],
    [298, 299, 0],
    [298, 299, 0, 1],
    [297, 298, 299, 0, 1],
  ]);
});

test('finds no new ids in the first list, and in later lists those that were not there before', () => {
  expect(findNewIds(null, ['a'])).toEqual([]);
  expect(findNewIds(['a'], ['b', 'a', 'c'])).toEqual(['b', 'c']);
});
