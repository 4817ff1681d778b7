import { type PointerEvent, useCallback, useEffect, useRef, useState } from 'react';

/** Scaled about the centre of the frame, then moved by x and y pixels. */
export type Zoom = { scale: number; x: number; y: number };
type Size = { width: number; height: number };
/** Relative to the centre of the frame. */
type Point = { x: number; y: number };

export const MAX_ZOOM = 6;
export const unzoomed: Zoom = { scale: 1, x: 0, y: 0 };

const clamp = (least: number, value: number, most: number) => Math.min(Math.max(value, least), most);

/** Clamps the pan, so that the image always covers its frame. */
const clampPan = ({ scale, x, y }: Zoom, { width, height }: Size): Zoom => {
  const [mostX, mostY] = [(width * (scale - 1)) / 2, (height * (scale - 1)) / 2];
  return { scale, x: clamp(-mostX, x, mostX), y: clamp(-mostY, y, mostY) };
};

/** Zooms by a factor around `point`. */
export const zoomAt = (zoom: Zoom, factor: number, point: Point, frame: Size): Zoom => {
  const scale = clamp(1, zoom.scale * factor, MAX_ZOOM);
  const ratio = scale / zoom.scale;
  return clampPan(
    { scale, x: point.x - (point.x - zoom.x) * ratio, y: point.y - (point.y - zoom.y) * ratio },
    frame,
  );
};

export const panBy = (zoom: Zoom, by: Point, frame: Size): Zoom =>
  clampPan({ ...zoom, x: zoom.x + by.x, y: zoom.y + by.y }, frame);

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
