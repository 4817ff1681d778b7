import { type PointerEvent, useCallback, useEffect, useRef, useState } from 'react';
import { type Point, panBy, unzoomed, type Zoom, zoomAt } from './zoom.ts';

const STEP = 1.5;
/** Wheel delta that zooms by a factor of e. A wheel notch is about 100; a trackpad pinch sends many small deltas. */
const WHEEL = 400;

/** Zoom and pan of an image by wheel, pinch, drag and double click. Another image starts unzoomed. */
export const useZoom = (picture: string) => {
  const [stage, setStage] = useState<HTMLElement | null>(null);
  const [zoom, setZoom] = useState<Zoom>(unzoomed);
  const [zoomed, setZoomed] = useState(picture);
  if (zoomed !== picture) {
    setZoomed(picture);
    setZoom(unzoomed);
  }
  const fingers = useRef(new Map<number, Point>());

  const change = useCallback(
    (by: (zoom: Zoom, frame: DOMRect) => Zoom) => {
      if (stage) setZoom((now) => by(now, stage.getBoundingClientRect()));
    },
    [stage],
  );
  const zoomBy = useCallback(
    (factor: number, at?: { clientX: number; clientY: number }) =>
      change((now, frame) => {
        const point = at
          ? {
              x: at.clientX - frame.left - frame.width / 2,
              y: at.clientY - frame.top - frame.height / 2,
            }
          : { x: 0, y: 0 };
        return zoomAt(now, factor, point, frame);
      }),
    [change],
  );

  useEffect(() => {
    if (!stage) return;
    // React's wheel listeners are passive and cannot prevent scrolling.
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      zoomBy(Math.exp(-event.deltaY / WHEEL), event);
    };
    stage.addEventListener('wheel', onWheel, { passive: false });
    return () => stage.removeEventListener('wheel', onWheel);
  }, [stage, zoomBy]);

  const onPointerMove = (event: PointerEvent) => {
    const held = fingers.current;
    const before = held.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...held].find(([id]) => id !== event.pointerId)?.[1];
    held.set(event.pointerId, now);
    if (!other)
      return change((zoomed, frame) => panBy(zoomed, { x: now.x - before.x, y: now.y - before.y }, frame));
    const apart = (a: Point) => Math.hypot(a.x - other.x, a.y - other.y);
    const middle = { clientX: (now.x + other.x) / 2, clientY: (now.y + other.y) / 2 };
    zoomBy(apart(now) / Math.max(apart(before), 1), middle);
  };
  const release = ({ pointerId }: PointerEvent) => fingers.current.delete(pointerId);

  return {
    zoom,
    zoomIn: () => zoomBy(STEP),
    zoomOut: () => zoomBy(1 / STEP),
    reset: () => setZoom(unzoomed),
    move: (by: Point) => change((now, frame) => panBy(now, by, frame)),
    stage: {
      ref: setStage,
      onPointerDown: (event: PointerEvent) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      },
      onPointerMove,
      onPointerUp: release,
      onPointerCancel: release,
      onDoubleClick: (event: { clientX: number; clientY: number }) =>
        zoom.scale > 1 ? setZoom(unzoomed) : zoomBy(2 * STEP, event),
    },
  };
};
