import { act, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { message } from '#shared/forms/message.ts';
import { setLocale } from '#shared/i18n/i18n.ts';
import { renderUi } from '#shared/test/render-ui.tsx';
import { Notifications } from './notifications.tsx';
import { notify } from './notify.ts';

const successes = () => screen.getByRole('status').textContent;

afterEach(() => act(() => notify.clear()));

test('a notification is translated when the language changes', async () => {
  await renderUi(<Notifications />);
  act(() => notify.success(message('common.updateSuccess')));
  expect(successes()).toBe('Đã lưu thay đổi.');
  await act(() => setLocale('en'));
  expect(successes()).toBe('Your changes have been saved.');
});
