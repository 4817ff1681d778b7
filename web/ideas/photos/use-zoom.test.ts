import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_ZOOM, panBy, unzoomed, type Zoom, zoomAt } from './use-zoom.ts';

const frame = { width: 800, height: 600 };
const point = fc.record({ x: fc.integer({ min: -400, max: 400 }), y: fc.integer({ min: -300, max: 300 }) });
const factor = fc.double({ min: 0.2, max: 5, noNaN: true });

const expectInside = ({ scale, x, y }: Zoom) => {
  expect(scale).toBeGreaterThanOrEqual(1);
  expect(scale).toBeLessThanOrEqual(MAX_ZOOM);
  expect(Math.abs(x)).toBeLessThanOrEqual((frame.width * (scale - 1)) / 2 + 1e-6);
  expect(Math.abs(y)).toBeLessThanOrEqual((frame.height * (scale - 1)) / 2 + 1e-6);
};

describe('zooming an image', () => {
  it('keeps scale and pan within their limits after any actions', () => {
    const step = fc.oneof(fc.tuple(factor, point), point);
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let zoom = unzoomed;
        for (const one of steps) {
          zoom = Array.isArray(one) ? zoomAt(zoom, one[0], one[1], frame) : panBy(zoom, one, frame);
          expectInside(zoom);
        }
      }),
    );
  });

  it('keeps the point under the pointer in place', () => {
    fc.assert(
      fc.property(fc.double({ min: 1, max: 5, noNaN: true }), point, (by, at) => {
        const { scale, x, y } = zoomAt(unzoomed, by, at, frame);
        // A point of the picture is drawn at itself times the scale, plus the way it was moved.
        expect(at.x * scale + x).toBeCloseTo(at.x, 6);
        expect(at.y * scale + y).toBeCloseTo(at.y, 6);
      }),
    );
  });

  it('returns to the unzoomed image', () => {
    const near = zoomAt(unzoomed, 4, { x: 300, y: -200 }, frame);
    const { scale, x, y } = zoomAt(near, 0.01, { x: 10, y: 10 }, frame);
    expect([scale, Math.abs(x), Math.abs(y)]).toEqual([unzoomed.scale, unzoomed.x, unzoomed.y]);
  });
});
