import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { themeStorageKey } from '#shared/lib/theme/theme-names.ts';
import { renderUi } from '#shared/test/render-ui.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

afterEach(() => localStorage.clear());

test('the theme switch cycles through all three themes', async () => {
  const { user } = await renderUi(<ThemeSwitch />);
  for (const [current, next, stored] of [
    ['Theo thiết bị', 'Sáng', 'light'],
    ['Sáng', 'Tối', 'dark'],
    ['Tối', 'Theo thiết bị', null],
  ]) {
    await user.click(screen.getByRole('button', { name: `Giao diện: ${current}. Chuyển sang: ${next}` }));
    expect(localStorage.getItem(themeStorageKey)).toBe(stored);
  }
  expect(screen.getByRole('button', { name: /^Giao diện: Theo thiết bị/u })).toBeTruthy();
});
