import { expect, it } from 'vitest';
import { subtractRanges } from './candles.ts';

const ranges = (...of: [from: number, to: number][]) => of.map(([from, to]) => ({ from, to }));

it('leaves what is in no other range', () => {
  expect(subtractRanges(ranges([0, 10]), [])).toEqual(ranges([0, 10]));
  expect(subtractRanges(ranges([0, 10]), ranges([10, 12], [-2, 0]))).toEqual(ranges([0, 10]));
  expect(subtractRanges(ranges([0, 10]), ranges([4, 5], [-1, 2], [3, 4], [9, 12]))).toEqual(
    ranges([2, 3], [5, 9]),
  );
  expect(subtractRanges(ranges([0, 3], [5, 8]), ranges([2, 6]))).toEqual(ranges([0, 2], [6, 8]));
  expect(subtractRanges(ranges([0, 3]), ranges([-1, 4]))).toEqual([]);
});
