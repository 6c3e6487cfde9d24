import { act, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { message } from '#shared/forms/message.ts';
import { setLocale } from '#shared/i18n/i18n.ts';
import { renderUi } from '#shared/test/render-ui.tsx';
import { Notifications } from './notifications.tsx';
import { notify } from './notify.ts';

const successes = () => screen.getByRole('status').textContent;
const errors = () => screen.getByRole('alert').textContent;

afterEach(() => act(() => notify.dismissSuccesses()));

test('a notification is translated when the language changes', async () => {
  await renderUi(<Notifications />);
  act(() => notify.success(message('otp.resent')));
  expect(successes()).toBe('Đã gửi mã mới. Vui lòng kiểm tra tin nhắn.');
  await act(() => setLocale('en'));
  expect(successes()).toBe('We’ve sent a new code. Please check your messages.');
});

test('a notification of success is dismissed at the next step, but an error stays', async () => {
  await renderUi(<Notifications />);
  act(() => {
    notify.success(message('otp.resent'));
    notify.error(message('errors.network'));
    notify.dismissSuccesses();
  });
  expect(successes()).toBe('');
  expect(errors()).toBe('Chưa kết nối được. Vui lòng thử lại.');
});
