export type Size = { readonly width: number; readonly height: number };

export type Crop = {
  /** Scale of the picture. At 1, its whole shorter side is visible. */
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
};

export const maxZoom = 4;
export const wholePicture: Crop = { zoom: 1, x: 0.5, y: 0.5 };

const between = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

export function squareOf({ width, height }: Size, { zoom, x, y }: Crop) {
  const side = Math.min(width, height) / between(zoom, 1, maxZoom);
  return { side, left: between(x, 0, 1) * (width - side), top: between(y, 0, 1) * (height - side) };
}

const place = (position: number, room: number, before: number) =>
  room <= 0 ? before : between(position / room, 0, 1);

/** Moves the picture under the square, like a dragging pointer, by a share of the square's side. */
export function drag(picture: Size, crop: Crop, by: { readonly x: number; readonly y: number }): Crop {
  const { side, left, top } = squareOf(picture, crop);
  return {
    ...crop,
    x: place(left - by.x * side, picture.width - side, crop.x),
    y: place(top - by.y * side, picture.height - side, crop.y),
  };
}

/** Zooms around the middle of the square, so that the visible part stays in view. */
export function zoomTo(picture: Size, crop: Crop, zoom: number): Crop {
  const before = squareOf(picture, crop);
  const zoomed = { ...crop, zoom: between(zoom, 1, maxZoom) };
  const { side } = squareOf(picture, zoomed);
  const grown = (side - before.side) / 2;
  return {
    ...zoomed,
    x: place(before.left - grown, picture.width - side, crop.x),
    y: place(before.top - grown, picture.height - side, crop.y),
  };
}

type Point = { readonly x: number; readonly y: number };

/**
 * Moves the picture as one or two fingers move from `from` to `to`: their midpoint drags it and their distance zooms
 * it. Points are shares of the square's side.
 */
export function follow(picture: Size, crop: Crop, from: readonly Point[], to: readonly Point[]): Crop {
  const [was, is] = [middleOf(from), middleOf(to)];
  const dragged = drag(picture, crop, { x: is.x - was.x, y: is.y - was.y });
  const spread = spreadOf(from);
  return spread === 0 ? dragged : zoomTo(picture, dragged, (dragged.zoom * spreadOf(to)) / spread);
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const middleOf = (points: readonly Point[]): Point => ({
  x: mean(points.map(({ x }) => x)),
  y: mean(points.map(({ y }) => y)),
});
const spreadOf = ([first, second]: readonly Point[]): number =>
  first && second ? Math.hypot(first.x - second.x, first.y - second.y) : 0;
