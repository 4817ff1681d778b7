import { expect, it } from 'vitest';
import { computeCentreSquare } from './picture-field.tsx';

it.each([
  [2000, 1000, { x: 500, y: 0, side: 1000, size: 512 }],
  [300, 901, { x: 0, y: 300, side: 300, size: 300 }],
  [512, 512, { x: 0, y: 0, side: 512, size: 512 }],
  [1, 9, { x: 0, y: 4, side: 1, size: 1 }],
])('computes the middle square of %i by %i pixels', (width, height, square) => {
  expect(computeCentreSquare(width, height)).toEqual(square);
});
