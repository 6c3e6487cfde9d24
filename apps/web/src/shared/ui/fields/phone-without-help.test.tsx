import { screen } from '@testing-library/react';
import { lazy, Suspense } from 'react';
import { expect, test, vi } from 'vitest';
import { renderUi } from '#shared/test/render-ui.tsx';
import { PhoneField } from './text-field.tsx';

vi.mock('./phone-help.tsx', () => {
  throw new TypeError('offline');
});

test('a phone field keeps its number if its help cannot be loaded', async () => {
  const left = Promise.withResolvers<{ default: () => string }>();
  // React delays parts that load at about the same time, and shows them together after 300 ms.
  const Beside = lazy(() => left.promise);
  const { user } = await renderUi(
    <>
      <PhoneField label="Số" />
      <Suspense>
        <Beside />
      </Suspense>
    </>,
  );
  await user.type(screen.getByLabelText('Số'), '01692345678');
  await user.tab();
  await vi.dynamicImportSettled();
  left.resolve({ default: () => 'beside' });
  await screen.findByText('beside');
  expect(screen.getByLabelText<HTMLInputElement>('Số').value).toBe('01692345678');
});
