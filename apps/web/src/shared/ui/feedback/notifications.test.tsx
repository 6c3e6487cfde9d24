import { act, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { message } from '#shared/forms/message.ts';
import { setLocale } from '#shared/i18n/i18n.ts';
import { renderUi } from '#shared/test/render-ui.tsx';
import { Notifications } from './notifications.tsx';
import { notify } from './notify.ts';

const successes = () => screen.getByRole('status').textContent;

const errors = () => screen.getByRole('alert').textContent;

afterEach(() => {
  act(() => notify.clear());
  vi.useRealTimers();
});

test('a notification is translated when the language changes', async () => {
  await renderUi(<Notifications />);
  act(() => notify.success(message('common.updateSuccess')));
  expect(successes()).toBe('Đã lưu thay đổi.');
  await act(() => setLocale('en'));
  expect(successes()).toBe('Your changes have been saved.');
});

test('only a success notification disappears after six seconds', async () => {
  await renderUi(<Notifications />);
  vi.useFakeTimers();
  act(() => {
    notify.success('Đã lưu.');
    notify.error('Không lưu được.');
  });
  act(() => {
    vi.advanceTimersByTime(5_999);
  });
  expect(successes()).toBe('Đã lưu.');
  const dismiss = screen.getAllByRole('button', { name: 'Đóng thông báo' });
  // The tests' DOM does not know `:focus-within`.
  const held = vi.spyOn(Element.prototype, 'matches').mockReturnValue(true);
  act(() => {
    vi.advanceTimersByTime(1);
  });
  expect(successes()).toBe('Đã lưu.');
  held.mockRestore();
  act(() => {
    vi.advanceTimersByTime(6_000);
  });
  expect([successes(), errors()]).toEqual(['', 'Không lưu được.']);
  act(() => dismiss[0]?.click());
  expect(errors()).toBe('');
});

test('only the last three notifications are shown', async () => {
  await renderUi(<Notifications />);
  act(() => {
    for (const text of ['Một.', 'Hai.', 'Ba.', 'Hai.', 'Bốn.']) notify.error(text);
  });
  expect(errors()).toBe('Ba.Hai.Bốn.');
  act(() => notify.success('Hai.'));
  expect([successes(), errors()]).toEqual(['Hai.', 'Hai.Bốn.']);
});
