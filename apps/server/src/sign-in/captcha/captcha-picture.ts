import type { SKRSContext2D } from '@napi-rs/canvas';
import { glyphs } from './captcha-glyphs.ts';

/** Size in pixels: twice the 132 × 52 CSS pixels on the pages, for high-density displays. */
export const pictureSize = { width: 264, height: 104 } as const;

type Point = { readonly x: number; readonly y: number };
type Warp = (point: Point) => Point;

const glyphHeight = 60;
const background = '#f3f5f8';
const inks = ['#16324f', '#23395b', '#3b1f5b', '#5b1f2e', '#1f4d3a', '#4a3410'] as const;

/**
 * Draws an answer as a PNG. Each glyph is rotated, sheared and bent by a wave, and lines cross the picture.
 * The distortion is not secret, so Math.random is good enough. @napi-rs/canvas is large, so it is loaded only
 * when the first picture is drawn.
 */
export async function drawCaptcha(answer: string): Promise<Buffer> {
  const { createCanvas } = await import('@napi-rs/canvas');
  const canvas = createCanvas(pictureSize.width, pictureSize.height);
  const context = canvas.getContext('2d');
  context.fillStyle = background;
  context.fillRect(0, 0, pictureSize.width, pictureSize.height);
  context.lineCap = 'round';
  context.lineJoin = 'round';
  const warp = wave();
  speckle(context);
  const cell = (pictureSize.width - 24) / answer.length;
  answer.split('').forEach((character, index) => {
    const glyph = glyphs[character];
    if (!glyph) throw new Error('the captcha alphabet has no such character');
    const center = {
      x: 12 + cell * (index + 0.5) + between(-3, 3),
      y: pictureSize.height / 2 + between(-7, 7),
    };
    const toCell = placement(glyph.width, center);
    context.strokeStyle = pick(inks);
    context.lineWidth = between(4.6, 6.4);
    for (const line of flatten(glyph.strokes)) trace(context, line.map(toCell).map(warp));
  });
  for (let count = 0; count < 2; count += 1) crossOut(context);
  return canvas.encode('png');
}

function between(low: number, high: number): number {
  return low + Math.random() * (high - low);
}

function pick<T>(values: readonly [T, ...T[]]): T {
  return values[Math.floor(Math.random() * values.length)] ?? values[0];
}

function placement(width: number, center: Point): Warp {
  const angle = between(-0.28, 0.28);
  const shear = between(-0.22, 0.22);
  const scaleY = (glyphHeight / 100) * between(0.88, 1.12);
  const scaleX = (glyphHeight / 100) * between(0.8, 0.98);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return ({ x, y }) => {
    const dy = (y - 50) * scaleY;
    const dx = (x - width / 2) * scaleX + shear * dy;
    return { x: center.x + dx * cos - dy * sin, y: center.y + dx * sin + dy * cos };
  };
}

function wave(): Warp {
  const [phaseX, phaseY] = [between(0, 6.3), between(0, 6.3)];
  const [lengthX, lengthY] = [between(16, 26), between(26, 44)];
  return ({ x, y }) => ({
    x: x + 3.2 * Math.sin(y / lengthX + phaseX),
    y: y + 4 * Math.sin(x / lengthY + phaseY),
  });
}

/** Converts path commands to polylines with enough points to stay smooth when bent. */
function flatten(strokes: string): Point[][] {
  const lines: Point[][] = [];
  for (const [, command, numbers = ''] of strokes.matchAll(/([MLQ])([\d .]+)/gu)) {
    const [a = 0, b = 0, c = 0, d = 0] = numbers.trim().split(/\s+/u).map(Number);
    const line = lines.at(-1);
    const from = line?.at(-1);
    if (command === 'M' || !line || !from) lines.push([{ x: a, y: b }]);
    else if (command === 'L')
      line.push(...curve(from, { x: (from.x + a) / 2, y: (from.y + b) / 2 }, { x: a, y: b }));
    else line.push(...curve(from, { x: a, y: b }, { x: c, y: d }));
  }
  return lines;
}

function curve(from: Point, control: Point, to: Point): Point[] {
  return Array.from({ length: 8 }, (_, index) => {
    const t = (index + 1) / 8;
    const u = 1 - t;
    return {
      x: u * u * from.x + 2 * u * t * control.x + t * t * to.x,
      y: u * u * from.y + 2 * u * t * control.y + t * t * to.y,
    };
  });
}

function trace(context: SKRSContext2D, points: readonly Point[]): void {
  context.beginPath();
  for (const { x, y } of points) context.lineTo(x, y);
  context.stroke();
}

function crossOut(context: SKRSContext2D): void {
  const { width, height } = pictureSize;
  context.strokeStyle = pick(inks);
  context.lineWidth = between(1.5, 2.4);
  trace(
    context,
    curve(
      { x: between(-10, 20), y: between(10, height - 10) },
      { x: between(60, width - 60), y: between(-30, height + 30) },
      { x: between(width - 20, width + 10), y: between(10, height - 10) },
    ),
  );
}

function speckle(context: SKRSContext2D): void {
  for (let count = 0; count < 70; count += 1) {
    context.fillStyle = pick(inks);
    context.globalAlpha = between(0.15, 0.5);
    const size = between(1, 3);
    context.fillRect(between(0, pictureSize.width), between(0, pictureSize.height), size, size);
  }
  context.globalAlpha = 1;
}
