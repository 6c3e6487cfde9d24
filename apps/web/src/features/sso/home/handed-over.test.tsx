import { popupCountdownSeconds, popupErrorCountdownSeconds } from '@vid/contract/limits';
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { renderUi } from '#shared/test/render-ui.tsx';
import { ClosingPopup } from '#shared/ui/feedback/closing-popup.tsx';
import { HandedOver } from './home.page.tsx';

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

test('a popup that handed over its response closes after the countdown', async () => {
  await renderUi(<HandedOver app="Sàn Hội" />);
  await act(async () => vi.advanceTimersByTime((popupCountdownSeconds - 1) * 1000));
  expect(close).not.toHaveBeenCalled();
  await act(async () => vi.advanceTimersByTime(1100));
  expect(close).toHaveBeenCalledOnce();
});

test('the close button closes the popup that handed over its response', async () => {
  await renderUi(<HandedOver app="Sàn Hội" />);
  expect(screen.queryByText(/Vui lòng đóng cửa sổ này/u)).toBeNull();
  await act(async () => screen.getByRole('button', { name: 'Đóng ngay' }).click());
  expect(close).toHaveBeenCalledOnce();
  expect(screen.getByText(/Vui lòng đóng cửa sổ này/u)).toBeTruthy();
});

test('a popup with an error closes when its countdown ends', async () => {
  await renderUi(<ClosingPopup />);
  await act(async () => vi.advanceTimersByTime((popupErrorCountdownSeconds - 1) * 1000));
  expect(close).not.toHaveBeenCalled();
  await act(async () => vi.advanceTimersByTime(1100));
  expect(close).toHaveBeenCalledOnce();
  expect(screen.queryByRole('button')).toBeNull();
});

test('a popup with an error stays open after a stopped countdown', async () => {
  await renderUi(<ClosingPopup />);
  await act(async () => screen.getByRole('button', { name: 'Giữ cửa sổ' }).click());
  await act(async () => vi.advanceTimersByTime((popupErrorCountdownSeconds + 1) * 1000));
  expect(close).not.toHaveBeenCalled();
});
