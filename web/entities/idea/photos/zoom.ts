/** How a picture lies in its frame: enlarged about the frame's middle, then moved. Pixels. */
export type Zoom = { scale: number; x: number; y: number };
export type Size = { width: number; height: number };
/** From the frame's middle. */
export type Point = { x: number; y: number };

export const MOST_ZOOM = 6;
export const whole: Zoom = { scale: 1, x: 0, y: 0 };

const between = (least: number, value: number, most: number) => Math.min(Math.max(value, least), most);

/** A picture cannot be moved out of its frame; at its whole size it does not move at all. */
const inside = ({ scale, x, y }: Zoom, { width, height }: Size): Zoom => {
  const [mostX, mostY] = [(width * (scale - 1)) / 2, (height * (scale - 1)) / 2];
  return { scale, x: between(-mostX, x, mostX), y: between(-mostY, y, mostY) };
};

/** Enlarges by a factor; what is under `point` stays there as far as the frame allows. */
export const zoomAt = (zoom: Zoom, factor: number, point: Point, frame: Size): Zoom => {
  const scale = between(1, zoom.scale * factor, MOST_ZOOM);
  const ratio = scale / zoom.scale;
  return inside(
    { scale, x: point.x - (point.x - zoom.x) * ratio, y: point.y - (point.y - zoom.y) * ratio },
    frame,
  );
};

export const panBy = (zoom: Zoom, by: Point, frame: Size): Zoom =>
  inside({ ...zoom, x: zoom.x + by.x, y: zoom.y + by.y }, frame);
