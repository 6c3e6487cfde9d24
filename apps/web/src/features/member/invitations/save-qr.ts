import { drawQr } from '#shared/lib/qr-drawing.ts';
import { saveFile } from '#shared/lib/browser/save-file.ts';

/** Width of the SVG, and minimum width of the PNG, in pixels. */
const pixels = 1_024;

export function qrSvg(text: string): string {
  const { size, path } = drawQr(text);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${pixels}" height="${pixels}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`;
}

/** Returns a QR code as a PNG. Each module has a whole number of pixels, so that its edges stay sharp. */
async function qrPng(text: string): Promise<Blob> {
  const { size, path } = drawQr(text);
  const scale = Math.ceil(pixels / size);
  const canvas = document.createElement('canvas');
  canvas.width = size * scale;
  canvas.height = size * scale;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('this browser has no canvas');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(scale, scale);
  context.fillStyle = '#000';
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas, not an array
  context.fill(new Path2D(path));
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) =>
      blob === null ? reject(new Error('the canvas was not encoded')) : resolve(blob),
    );
  });
}

/** Downloads the QR code of an invitation. Rejects for `png` if the browser cannot draw the picture. */
export async function saveQr(link: string, code: string, format: 'png' | 'svg'): Promise<void> {
  const blob = format === 'png' ? await qrPng(link) : new Blob([qrSvg(link)], { type: 'image/svg+xml' });
  saveFile(blob, `vid-${code}.${format}`);
}
