import { expect, test } from 'vitest';
import { formatNumber } from '#shared/i18n/format.ts';
import { joinedPoints, layAxes } from './axis.ts';

const days = Array.from({ length: 30 }, (_, index) => `${String(index + 1).padStart(2, '0')}/11`);

test.each([
  [9, 296, 12],
  [12_345_678, 296, 12],
  [12_345_678, 296, 24],
  [12_345_678, 240, 24],
  [12_345_678, 1_000, 12],
])('no texts touch each other in a chart with the value %d, %d px wide with text of %d px', (...of) => {
  const [highest, width, fontSize] = of;
  const measureText = (text: string) => text.length * fontSize * 0.6;
  const { numbersWidth, every } = layAxes({ ticks: days, highest, width, fontSize, measure: measureText });
  expect(numbersWidth).toBeGreaterThan(measureText(formatNumber(highest)));
  const distance = ((width - numbersWidth) / days.length) * every;
  expect(distance).toBeGreaterThan(measureText('30/11'));
});

test('no line is drawn to a last point that still grows', () => {
  expect(joinedPoints([5, 7, 1], true)).toEqual([5, 7, null]);
  expect(joinedPoints([5, 7, 1])).toEqual([5, 7, 1]);
});

const measure = (text: string) => text.length * 10;

test('the axis has room for the number above the highest value', () => {
  const widthOf = (highest: number) =>
    layAxes({ ticks: days, highest, width: 600, fontSize: 10, measure }).numbersWidth;
  // The axis of 9 ends above 10.
  expect([widthOf(8), widthOf(9), widthOf(90)]).toEqual([30, 30, 40]);
  expect(layAxes({ ticks: [], highest: 1, width: 0, fontSize: 10, measure }).every).toBe(1);
});
