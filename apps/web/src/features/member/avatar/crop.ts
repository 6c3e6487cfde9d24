export type Size = { readonly width: number; readonly height: number };

export type Crop = {
  /** At 1, the whole shorter side of the picture is visible. */
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

/** Moves the picture under the square by a share of the square's side, as a pointer drags it. */
export function drag(picture: Size, crop: Crop, by: { readonly x: number; readonly y: number }): Crop {
  const { side, left, top } = squareOf(picture, crop);
  return {
    ...crop,
    x: place(left - by.x * side, picture.width - side, crop.x),
    y: place(top - by.y * side, picture.height - side, crop.y),
  };
}
