import { expect, test } from 'vitest';
import { drag, squareOf, wholePicture } from './crop.ts';

const wide = { width: 400, height: 200 };

test('the crop starts as the largest square in the middle of the picture', () => {
  expect(squareOf(wide, wholePicture)).toEqual({ side: 200, left: 100, top: 0 });
  expect(squareOf({ width: 200, height: 400 }, wholePicture)).toEqual({ side: 200, left: 0, top: 100 });
});

test('zooming makes the cropped square smaller, up to four times', () => {
  expect(squareOf(wide, { ...wholePicture, zoom: 2 })).toEqual({ side: 100, left: 150, top: 50 });
  expect(squareOf(wide, { ...wholePicture, zoom: 9 }).side).toBe(50);
  expect(squareOf(wide, { ...wholePicture, zoom: 0 }).side).toBe(200);
});

test('dragging moves the crop with the pointer, up to the edges of the picture', () => {
  const moved = drag(wide, wholePicture, { x: 0.25, y: 0 });
  expect(squareOf(wide, moved)).toEqual({ side: 200, left: 50, top: 0 });
  expect(squareOf(wide, drag(wide, wholePicture, { x: 9, y: 9 })).left).toBe(0);
  expect(squareOf(wide, drag(wide, wholePicture, { x: -9, y: 0 })).left).toBe(200);
});

test('dragging without room to move keeps the position of the crop for a later zoom', () => {
  expect(drag({ width: 200, height: 200 }, wholePicture, { x: 0.3, y: 0.3 })).toEqual(wholePicture);
});
