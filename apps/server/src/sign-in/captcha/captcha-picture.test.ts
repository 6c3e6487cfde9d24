import { createCanvas, loadImage } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import { drawCaptcha, pictureSize } from './captcha-picture.ts';

const { width, height } = pictureSize;

/** Returns the brightness of each pixel of the picture of an answer, from 0 to 255. */
async function brightness(answer: string): Promise<readonly { x: number; y: number; light: number }[]> {
  const context = createCanvas(width, height).getContext('2d');
  context.drawImage(await loadImage(await drawCaptcha(answer)), 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  return Array.from({ length: width * height }, (_, index) => {
    const [red = 0, green = 0, blue = 0] = data.subarray(4 * index, 4 * index + 3);
    return { x: index % width, y: Math.floor(index / width), light: (red + green + blue) / 3 };
  });
}

const dark = async (answer: string) => (await brightness(answer)).filter(({ light }) => light < 110);
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('the picture of a captcha', () => {
  it('shows a character in each fifth of its width', async () => {
    const strokes = await dark('HHHHH');
    const ofFifth = [0, 1, 2, 3, 4].map(
      (fifth) => strokes.filter(({ x }) => Math.floor(((x - 12) * 5) / (width - 24)) === fifth).length,
    );
    expect(Math.min(...ofFifth)).toBeGreaterThan(400);
  });

  it('shows the answer in its middle', async () => {
    // Take the mean of several pictures, because each picture is distorted at random.
    const strokes = (await Promise.all(Array.from({ length: 8 }, () => dark('HHHHH')))).flat();
    expect(Math.abs(mean(strokes.map(({ x }) => x)) - width / 2)).toBeLessThan(10);
    expect(Math.abs(mean(strokes.map(({ y }) => y)) - height / 2)).toBeLessThan(10);
  });

  it('is crossed by lines and has specks', async () => {
    const pixels = await brightness('');
    // Few pixels of a thin line are dark, and a line may bend beyond the edge. Specks alone are not dark.
    expect(pixels.filter(({ light }) => light < 110).length).toBeGreaterThan(100);
    expect(pixels.filter(({ light }) => light > 130 && light < 230).length).toBeGreaterThan(300);
  });

  it('differs between two drawings of an answer', async () => {
    expect((await drawCaptcha('CFHKL')).equals(await drawCaptcha('CFHKL'))).toBe(false);
  });

  it('is refused for a character that is not in the alphabet', async () => {
    await expect(drawCaptcha('0')).rejects.toThrow('no such character');
  });
});
