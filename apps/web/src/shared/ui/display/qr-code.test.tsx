import { screen } from '@testing-library/react';
import jsqr from 'jsqr';
import { describe, expect, test } from 'vitest';
import { drawQr, type QrDrawing } from '#shared/lib/qr-drawing.ts';
import { renderUi } from '#shared/test/render-ui.tsx';
import { QrCode } from './qr-code.tsx';

const link = 'https://vid.example.vn/vid/web/qr/4K7QZ2MBH1?campaign=hoi-thao-2026';
const pixelsPerModule = 4;

function pixelsOf({ size, path }: QrDrawing): { pixels: Uint8ClampedArray; width: number } {
  const width = size * pixelsPerModule;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/gu)) {
    for (let dy = 0; dy < pixelsPerModule; dy += 1) {
      const row = (Number(y) * pixelsPerModule + dy) * width;
      const start = row + Number(x) * pixelsPerModule;
      for (let at = start; at < start + Number(length) * pixelsPerModule; at += 1) {
        pixels.set([0, 0, 0], at * 4);
      }
    }
  }
  return { pixels, width };
}

describe('a QR code', () => {
  test.each([link, 'V', 'Hội Bất động sản', 'x'.repeat(500)])('is read by a scanner as %.20s', (text) => {
    const { pixels, width } = pixelsOf(drawQr(text));
    expect(jsqr.default(pixels, width, width)?.data).toBe(text);
  });

  test('has a margin of four light modules', () => {
    const { size, path } = drawQr(link);
    const runs = [...path.matchAll(/M(\d+) (\d+)h(\d+)/gu)].map((run) => run.slice(1).map(Number));
    expect(Math.min(...runs.flatMap(([x = 0, y = 0]) => [x, y]))).toBe(4);
    expect(Math.max(...runs.flatMap(([x = 0, y = 0, length = 0]) => [x + length, y + 1]))).toBe(size - 4);
  });

  test('is a named picture with dark modules on white', async () => {
    await renderUi(<QrCode text={link} label="Mã QR lời mời" />);
    const picture = screen.getByRole('img', { name: 'Mã QR lời mời' });
    const [ground, modules] = picture.querySelectorAll('path');
    expect(ground?.getAttribute('fill')).toBe('#fff');
    expect(modules?.getAttribute('fill')).toBe('#000');
    expect(modules?.getAttribute('d')).toBe(drawQr(link).path);
  });
});
