import { expect, test } from 'vitest';
import { drag, follow, squareOf, wholePicture, zoomTo } from './crop.ts';

const wide = { width: 400, height: 200 };

test('the crop starts as the largest square in the picture’s middle', () => {
  expect(squareOf(wide, wholePicture)).toEqual({ side: 200, left: 100, top: 0 });
  expect(squareOf({ width: 200, height: 400 }, wholePicture)).toEqual({ side: 200, left: 0, top: 100 });
});

test('zooming makes the cropped square smaller, up to four times', () => {
  expect(squareOf(wide, { ...wholePicture, zoom: 2 })).toEqual({ side: 100, left: 150, top: 50 });
  expect(squareOf(wide, { ...wholePicture, zoom: 9 }).side).toBe(50);
  expect(squareOf(wide, { ...wholePicture, zoom: 0 }).side).toBe(200);
});

test('dragging moves the crop up to the edges of the picture', () => {
  const moved = drag(wide, wholePicture, { x: 0.25, y: 0 });
  expect(squareOf(wide, moved)).toEqual({ side: 200, left: 50, top: 0 });
  expect(squareOf(wide, drag(wide, wholePicture, { x: 9, y: 9 })).left).toBe(0);
  expect(squareOf(wide, drag(wide, wholePicture, { x: -9, y: 0 })).left).toBe(200);
});

test('dragging does not move a crop that fills the picture', () => {
  expect(drag({ width: 200, height: 200 }, wholePicture, { x: 0.3, y: 0.3 })).toEqual(wholePicture);
});

test('zooming in keeps the middle of the crop', () => {
  const left = drag(wide, { ...wholePicture, zoom: 2 }, { x: 1, y: 0 });
  expect(squareOf(wide, left)).toEqual({ side: 100, left: 50, top: 50 });
  expect(squareOf(wide, zoomTo(wide, left, 4))).toEqual({ side: 50, left: 75, top: 75 });
  expect(squareOf(wide, zoomTo(wide, left, 1))).toEqual({ side: 200, left: 0, top: 0 });
});

test('one finger drags the picture and two fingers zoom it', () => {
  const dragged = follow(wide, wholePicture, [{ x: 0.5, y: 0.5 }], [{ x: 0.75, y: 0.5 }]);
  expect(squareOf(wide, dragged)).toEqual({ side: 200, left: 50, top: 0 });
  const from = [
    { x: 0.4, y: 0.5 },
    { x: 0.6, y: 0.5 },
  ];
  const to = [
    { x: 0.3, y: 0.5 },
    { x: 0.7, y: 0.5 },
  ];
  expect(follow(wide, wholePicture, from, to).zoom).toBeCloseTo(2);
  expect(follow(wide, wholePicture, to, from).zoom).toBe(1);
});
