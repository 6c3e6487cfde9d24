import { avatarLimits } from '@vid/contract/limits';
import { type PointerEvent, useEffect, useId, useRef } from 'react';
import { message } from '#shared/forms/message.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { type Crop, drag, follow, maxZoom, squareOf, zoomTo } from './crop.ts';

type Props = { picture: ImageBitmap; crop: Crop; onCrop: (change: (crop: Crop) => Crop) => void };

function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const { side, left, top } = squareOf(picture, crop);
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.imageSmoothingQuality = 'high';
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height);
}

/**
 * A larger colour shift counts as noise. Protection against fingerprinting may also shift colours by a step or two,
 * which is invisible.
 */
const visibleShift = 16;

/**
 * Returns whether a canvas reads back colours that differ visibly from those drawn, as with protection against
 * fingerprinting; false without a canvas.
 */
function disturbsPictures(): boolean {
  const canvas = document.createElement('canvas');
  canvas.width = 16;
  canvas.height = 16;
  const context = canvas.getContext('2d');
  if (context === null) return false;
  const drawn = [16, 128, 240, 255] as const;
  context.fillStyle = `rgb(${drawn.slice(0, 3).join(' ')})`;
  context.fillRect(0, 0, canvas.width, canvas.height);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  return data.some((value, place) => Math.abs(value - (drawn[place % 4] ?? 0)) > visibleShift);
}

/**
 * Returns the cropped square as WebP, or as PNG in a browser that cannot write WebP.
 * @throws Error with a message for the user if the browser distorts the pixels that a canvas reads back, or without one
 * if the browser cannot encode the canvas
 */
export async function cut(picture: ImageBitmap, crop: Crop): Promise<Blob> {
  if (disturbsPictures()) throw new Error(message('profile.avatar.disturbed'));
  const canvas = document.createElement('canvas');
  canvas.width = avatarLimits.pixels;
  canvas.height = avatarLimits.pixels;
  draw(canvas, picture, crop);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (file) => (file === null ? reject(new Error('the canvas is unreadable')) : resolve(file)),
      'image/webp',
      0.9,
    );
  });
}

function pointOf({ currentTarget, clientX, clientY }: PointerEvent<HTMLCanvasElement>) {
  const { left, top, width } = currentTarget.getBoundingClientRect();
  return { x: (clientX - left) / (width || 1), y: (clientY - top) / (width || 1) };
}

const steps: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: -0.05, y: 0 },
  ArrowRight: { x: 0.05, y: 0 },
  ArrowUp: { x: 0, y: -0.05 },
  ArrowDown: { x: 0, y: 0.05 },
};

/**
 * Shows the part of the picture that will be cut. One finger, the mouse or the arrow keys move the picture; two fingers
 * and the slider zoom it.
 */
export function Cropper({ picture, crop, onCrop }: Props) {
  const t = useT();
  const id = useId();
  const canvas = useRef<HTMLCanvasElement>(null);
  const fingers = useRef(new Map<number, { x: number; y: number }>());
  // Draws on the canvas, whose contents are outside React's tree.
  useEffect(() => {
    if (canvas.current) draw(canvas.current, picture, crop);
  }, [picture, crop]);

  const move = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!fingers.current.has(event.pointerId)) return;
    const from = [...fingers.current.values()];
    fingers.current.set(event.pointerId, pointOf(event));
    const to = [...fingers.current.values()];
    // Two fingers can move before the picture is rendered again.
    onCrop((last) => follow(picture, last, from, to));
  };
  const release = (event: PointerEvent<HTMLCanvasElement>) => void fingers.current.delete(event.pointerId);
  return (
    <div className="grid gap-4">
      <canvas
        ref={canvas}
        width={avatarLimits.pixels}
        height={avatarLimits.pixels}
        tabIndex={0}
        // oxlint-disable-next-line jsx-a11y/no-interactive-element-to-noninteractive-role -- it takes the arrow keys
        role="application"
        aria-label={t('profile.avatar.position')}
        aria-describedby={`${id}-hint`}
        className="mx-auto size-64 max-w-full cursor-move touch-none rounded-full bg-soft outline-offset-4"
        onKeyDown={(press) => {
          const step = steps[press.key];
          if (step === undefined) return;
          press.preventDefault();
          onCrop((last) => drag(picture, last, step));
        }}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          fingers.current.set(event.pointerId, pointOf(event));
        }}
        onPointerMove={move}
        onPointerUp={release}
        onPointerCancel={release}
      />
      <p id={`${id}-hint`} className="text-center text-sm text-muted">
        {t('profile.avatar.hint')}
      </p>
      <div>
        <label htmlFor={id} className="text-label">
          {t('profile.avatar.zoom')}
        </label>
        <input
          id={id}
          type="range"
          min={1}
          max={maxZoom}
          step={0.06}
          value={crop.zoom}
          className="block h-11 w-full accent-brand"
          onChange={({ target: { value } }) => onCrop((last) => zoomTo(picture, last, Number(value)))}
        />
      </div>
    </div>
  );
}
