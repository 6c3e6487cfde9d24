import { avatarLimits } from '@vid/contract/limits';
import { type PointerEvent, useEffect, useId, useRef } from 'react';
import { message } from '#shared/forms/message.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { type Crop, drag, maxZoom, squareOf } from './crop.ts';

type Props = { picture: ImageBitmap; crop: Crop; onCrop: (crop: Crop) => void };

function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const { side, left, top } = squareOf(picture, crop);
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.imageSmoothingQuality = 'high';
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height);
}

/** Protection against fingerprinting shifts a few colours by a step or two, or replaces all by noise. */
const visibleShift = 16;

/** Whether the browser returns other colours than were drawn, as its protection against fingerprinting does. */
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
 * Returns the cropped square as WebP, or as PNG in a browser that cannot write WebP. Rejects with an error to show if
 * the picture would be noise.
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

/** Shows the square that will be cut. Sliders move it by keyboard; a pointer drags the picture. */
export function Cropper({ picture, crop, onCrop }: Props) {
  const t = useT();
  const canvas = useRef<HTMLCanvasElement>(null);
  const last = useRef<{ x: number; y: number } | null>(null);
  // Paints the canvas.
  useEffect(() => {
    if (canvas.current) draw(canvas.current, picture, crop);
  }, [picture, crop]);

  const move = (event: PointerEvent<HTMLCanvasElement>) => {
    if (last.current === null) return;
    const width = event.currentTarget.getBoundingClientRect().width || 1;
    const by = { x: (event.clientX - last.current.x) / width, y: (event.clientY - last.current.y) / width };
    last.current = { x: event.clientX, y: event.clientY };
    onCrop(drag(picture, crop, by));
  };
  const release = () => {
    last.current = null;
  };
  return (
    <div className="grid gap-4">
      <canvas
        ref={canvas}
        width={avatarLimits.pixels}
        height={avatarLimits.pixels}
        aria-hidden="true"
        className="mx-auto size-56 cursor-move touch-none rounded-full bg-soft outline-1 outline-line"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          last.current = { x: event.clientX, y: event.clientY };
        }}
        onPointerMove={move}
        onPointerUp={release}
        onPointerCancel={release}
      />
      <Slider
        label={t('profile.avatar.zoom')}
        least={1}
        most={maxZoom}
        value={crop.zoom}
        onValue={(zoom) => onCrop({ ...crop, zoom })}
      />
      <Slider
        label={t('profile.avatar.across')}
        least={0}
        most={1}
        value={crop.x}
        onValue={(x) => onCrop({ ...crop, x })}
      />
      <Slider
        label={t('profile.avatar.down')}
        least={0}
        most={1}
        value={crop.y}
        onValue={(y) => onCrop({ ...crop, y })}
      />
    </div>
  );
}

type SliderProps = {
  label: string;
  least: number;
  most: number;
  value: number;
  onValue: (value: number) => void;
};

function Slider({ label, least, most, value, onValue }: SliderProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="text-label">
        {label}
      </label>
      <input
        id={id}
        type="range"
        min={least}
        max={most}
        step={(most - least) / 50}
        value={value}
        className="block h-6 w-full accent-brand"
        onChange={(change) => onValue(Number(change.target.value))}
      />
    </div>
  );
}
