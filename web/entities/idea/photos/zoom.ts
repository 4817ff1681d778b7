/** Scaled about the centre of the frame, then moved by x and y pixels. */
export type Zoom = { scale: number; x: number; y: number };
export type Size = { width: number; height: number };
/** Relative to the centre of the frame. */
export type Point = { x: number; y: number };

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
