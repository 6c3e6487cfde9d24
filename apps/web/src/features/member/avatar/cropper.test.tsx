import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderUi } from '#shared/test/render-ui.tsx';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { type Crop, wholePicture } from './crop.ts';
import { Cropper } from './cropper.tsx';

const picture: ImageBitmap = { width: 800, height: 600, close: () => {} };

function Page() {
  const [crop, setCrop] = useState<Crop>(wholePicture);
  return <Cropper picture={picture} crop={crop} onCrop={setCrop} />;
}

test('two fingers that move before the picture is rendered again zoom by both moves', async () => {
  await loadTexts('account', 'profile');
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
