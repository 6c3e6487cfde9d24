import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { data, refusal } from '../../test/fake-server.ts';
import { network, person, renderPage, useMemberScreens } from '../../test/member.tsx';
import { api } from '#shared/api/api.ts';

const confirm = 'POST /vid/ajax/auth/reauthenticate';
const copy = {
  id: 'exp_1',
  status: 'pending',
  createdAt: '2026-11-20T00:00:00Z',
  expiresAt: '2026-11-27T00:00:00Z',
} as const;
const dialog = () => screen.findByRole('dialog', { name: 'Xác nhận chính bạn' });

/** Sets up a change that the server refuses until the user has confirmed. */
function setUp() {
  let isConfirmed = false;
  network().on(confirm, ({ body }) => {
    if (JSON.stringify(body) !== '{"password":"Trăng#Rằm8"}')
      return refusal(400, { error: 'Mật khẩu hiện tại không đúng.', message: 'CURRENT_PASSWORD_WRONG' });
    isConfirmed = true;
    return data(true as const);
  });
  const sent = { count: 0 };
  network().on('POST /vid/api/privacy/exports', () => {
    sent.count += 1;
    if (isConfirmed) return data(copy);
    return refusal(403, { error: 'Vui lòng xác nhận.', message: 'REAUTHENTICATION_REQUIRED' });
  });
  const user = renderPage(<h1>Trang</h1>, person);
  return { user, sent, change: () => api.post('/vid/api/privacy/exports') };
}

describe('a change that needs recent re-authentication', () => {
  useMemberScreens();

  test('asks for the password, and then repeats the request', async () => {
    const { user, sent, change } = setUp();
    const changed = change();
    await user.type(within(await dialog()).getByLabelText('Mật khẩu'), 'sai');
    await user.click(screen.getByRole('button', { name: 'Tiếp tục' }));
    expect(await screen.findByText('Mật khẩu hiện tại không đúng.')).toBeTruthy();
    await user.clear(screen.getByLabelText('Mật khẩu'));
    await user.type(screen.getByLabelText('Mật khẩu'), 'Trăng#Rằm8{Enter}');
    expect(await changed).toEqual(copy);
    expect(sent.count).toBe(2);
    // The dialog has closed before the change resolves, so the page can move the focus.
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('fails with the server’s refusal if the user cancels', async () => {
    const { user, sent, change } = setUp();
    const outcome = change().catch((error: unknown) => error);
    await user.click(within(await dialog()).getByRole('button', { name: 'Hủy' }));
    expect(await outcome).toMatchObject({ code: 'REAUTHENTICATION_REQUIRED' });
    expect(sent.count).toBe(1);
  });

  test('asks for the password only once for two requests', async () => {
    const { user, change } = setUp();
    const changes = Promise.all([change(), change()]);
    await user.type(within(await dialog()).getByLabelText('Mật khẩu'), 'Trăng#Rằm8{Enter}');
    expect(await changes).toEqual([copy, copy]);
    expect(network().calls.filter(({ endpoint }) => endpoint === confirm)).toHaveLength(1);
  });
});
