import { popupCountdownSeconds } from '@vid/contract/limits';
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { renderUi } from '#shared/test/render-ui.tsx';
import { HandedOver } from './handed-over.tsx';

const close = vi.fn<() => void>();

beforeEach(async () => {
  await loadTexts('sso');
  close.mockReset();
  vi.stubGlobal('close', close);
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('closes the popup when the countdown ends, not before', async () => {
  await renderUi(<HandedOver app="Sàn Hội" />);
  await act(async () => vi.advanceTimersByTime((popupCountdownSeconds - 1) * 1000));
  expect(close).not.toHaveBeenCalled();
  await act(async () => vi.advanceTimersByTime(1100));
  expect(close).toHaveBeenCalledOnce();
});

test('closes the popup immediately with the button, or explains how to close it by hand', async () => {
  await renderUi(<HandedOver app="Sàn Hội" />);
  expect(screen.queryByText(/Vui lòng đóng cửa sổ này/u)).toBeNull();
  await act(async () => screen.getByRole('button', { name: 'Đóng ngay' }).click());
  expect(close).toHaveBeenCalledOnce();
  expect(screen.getByText(/Vui lòng đóng cửa sổ này/u)).toBeTruthy();
});
