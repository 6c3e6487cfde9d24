import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { stubCanvasContext } from '../../../../test/canvas.ts';
import { renderUi } from '#shared/test/render-ui.tsx';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { type Crop, wholePicture } from './crop.ts';
import { Cropper } from './cropper.tsx';

afterEach(() => vi.restoreAllMocks());

const picture: ImageBitmap = { width: 800, height: 600, close: () => {} };

function Page() {
  const [crop, setCrop] = useState<Crop>(wholePicture);
  return <Cropper picture={picture} crop={crop} onCrop={setCrop} />;
}

test('the zoom counts the moves of both fingers between two renders', async () => {
  await loadTexts('account', 'profile', 'profileForm');
  await renderUi(<Page />);
  const square = screen.getByRole('application');
  square.setPointerCapture = () => {};
  square.getBoundingClientRect = () => new DOMRect(0, 0, 200, 200);
  fireEvent.pointerDown(square, { pointerId: 1, clientX: 80, clientY: 100 });
  fireEvent.pointerDown(square, { pointerId: 2, clientX: 120, clientY: 100 });
  act(() => {
    square.dispatchEvent(
      new PointerEvent('pointermove', { bubbles: true, pointerId: 1, clientX: 60, clientY: 100 }),
    );
    square.dispatchEvent(
      new PointerEvent('pointermove', { bubbles: true, pointerId: 2, clientX: 140, clientY: 100 }),
    );
  });
  expect(Number(screen.getByRole<HTMLInputElement>('slider').value)).toBeCloseTo(2);
});

async function renderSquare() {
  await loadTexts('account', 'profile', 'profileForm');
  const { user } = await renderUi(<Page />);
  const square = screen.getByRole('application', { name: 'Vị trí ảnh' });
  square.setPointerCapture = () => {};
  square.getBoundingClientRect = () => new DOMRect(0, 0, 200, 200);
  return { user, square };
}

/** Replaces the canvas. `drawn` returns the left edge, the top edge and the side of the square that was drawn last. */
function stubCanvas() {
  const drawImage = vi.fn<(...values: unknown[]) => void>();
  const context = { fillStyle: '', imageSmoothingQuality: 'low', fillRect: vi.fn<() => void>(), drawImage };
  stubCanvasContext(context);
  const drawn = () => drawImage.mock.lastCall?.slice(1, 4).map((value) => Math.round(Number(value)));
  return { context, drawn };
}

test('the arrow keys move the picture in their direction', async () => {
  const { drawn } = stubCanvas();
  const { square } = await renderSquare();
  expect(drawn()).toEqual([100, 0, 600]);
  expect(fireEvent.keyDown(square, { key: 'ArrowLeft' })).toBe(false);
  expect(drawn()).toEqual([130, 0, 600]);
  fireEvent.keyDown(square, { key: 'ArrowRight' });
  fireEvent.keyDown(square, { key: 'ArrowRight' });
  expect(drawn()).toEqual([70, 0, 600]);
  fireEvent.change(screen.getByRole('slider', { name: 'Phóng to' }), { target: { value: '1.6' } });
  const zoomed = drawn();
  fireEvent.keyDown(square, { key: 'ArrowUp' });
  expect(drawn()?.[1]).toBeGreaterThan(zoomed?.[1] ?? 0);
  fireEvent.keyDown(square, { key: 'ArrowDown' });
  expect(drawn()).toEqual(zoomed);
  expect(fireEvent.keyDown(square, { key: 'Tab' })).toBe(true);
});

test('a picture with transparent parts is drawn on white', async () => {
  const { context } = stubCanvas();
  await renderSquare();
  expect(context).toMatchObject({ fillStyle: '#fff', imageSmoothingQuality: 'high' });
  expect(context.fillRect).toHaveBeenCalledBefore(context.drawImage);
});

test('a finger that is not pressed does not move the picture', async () => {
  const { drawn } = stubCanvas();
  const { square } = await renderSquare();
  const start = drawn();
  const point = (type: 'pointerDown' | 'pointerMove' | 'pointerUp' | 'pointerCancel', clientX: number) =>
    fireEvent[type](square, { pointerId: 1, clientX, clientY: 100 });
  point('pointerMove', 150);
  expect(drawn()).toEqual(start);
  point('pointerDown', 100);
  point('pointerCancel', 100);
  point('pointerMove', 150);
  expect(drawn()).toEqual(start);
  point('pointerDown', 100);
  point('pointerUp', 100);
  point('pointerMove', 150);
  expect(drawn()).toEqual(start);
});

test('the cropper describes to screen readers how to move the picture', async () => {
  const { square } = await renderSquare();
  const hint = document.querySelector(`[id="${square.getAttribute('aria-describedby')}"]`);
  expect(hint?.textContent).toMatch(/mũi tên/u);
  expect(square.tabIndex).toBe(0);
});
