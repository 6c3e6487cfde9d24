import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { data, refusal } from '../../../../test/fake-server.ts';
import { network, person, renderPage, useMemberScreens } from '../../../../test/member.tsx';
import type { Answer } from '#shared/api/request-types.ts';
import { useAuth } from '#state/auth.ts';
import { PasswordPage } from './password.page.tsx';

const read = 'GET /vid/api/users/information';
const facts: Answer<typeof read> = {
  email: { state: 'none', canConfirm: true },
  accountReturn: null,
  password: { changedAt: '2026-11-21T02:00:00.000Z' },
  certificate: null,
  verification: null,
};
const passkey: Answer<'GET /vid/api/passkeys'>[number] = {
  id: 'psk_1',
  name: 'Điện thoại của Ánh',
  provider: null,
  isSynced: false,
  createdAt: '2026-01-20T02:00:00.000Z',
  lastUsedAt: null,
  heldUntil: null,
};
const noCredentials = () => {
  network().on('GET /vid/api/passkeys', () => data([]));
  network().on('GET /vid/api/users/two-step', () =>
    data({ onSince: null, recoveryCodesLeft: 0, maySwitchOff: true }),
  );
  network().on('GET /vid/api/users/identities', () => data({ identities: [], addable: [] }));
};
const change = 'POST /vid/api/users/password/change';
const changes = () => network().calls.filter(({ endpoint }) => endpoint === change);
const submit = () => screen.getByRole('button', { name: 'Đổi mật khẩu' });

async function fill(
  user: UserEvent,
  typed: { current: string; next: string; repeat?: string },
): Promise<void> {
  await user.type(await screen.findByLabelText('Mật khẩu hiện tại'), typed.current);
  await user.type(screen.getByLabelText('Mật khẩu mới'), typed.next);
  await user.type(screen.getByLabelText('Nhập lại mật khẩu mới'), typed.repeat ?? typed.next);
}

describe('the page that changes the password', () => {
  useMemberScreens();
  beforeEach(() => {
    network().on(read, () => data(facts));
    noCredentials();
  });

  test('tells password managers the kind of each password field', async () => {
    renderPage(<PasswordPage />, person);
    await screen.findByLabelText('Mật khẩu hiện tại');
    const username = document.querySelector('input[autocomplete="username"]');
    expect(username).toHaveProperty('value', '0912 345 678');
    expect(screen.getByLabelText('Mật khẩu hiện tại').getAttribute('autocomplete')).toBe('current-password');
    expect(screen.getByLabelText('Mật khẩu mới').getAttribute('autocomplete')).toBe('new-password');
    expect(screen.getByLabelText('Nhập lại mật khẩu mới').getAttribute('autocomplete')).toBe('new-password');
  });

  test.each([
    { role: 'user', advice: /^Đặt mật khẩu mới bằng mã OTP/ },
    { role: 'admin', advice: 'Vui lòng liên hệ người vận hành hệ thống để đặt lại mật khẩu.' },
  ] as const)('tells the role $role what to do about a forgotten password', async ({ role, advice }) => {
    renderPage(<PasswordPage />, { ...person, role });
    expect(await screen.findByText(advice)).toBeDefined();
  });

  test('starts the reset with the account’s phone number', async () => {
    const user = renderPage(<PasswordPage />, person);
    await user.click(await screen.findByRole('button', { name: 'Đặt lại bằng mã OTP' }));
    expect(useAuth.getState()).toMatchObject({
      isAuthenticated: true,
      phone: '+84912345678',
      loginRedirectTo: '/user/security',
    });
  });

  test('offers an administrator no reset by OTP', async () => {
    renderPage(<PasswordPage />, { ...person, role: 'admin' });
    await screen.findByText('Vui lòng liên hệ người vận hành hệ thống để đặt lại mật khẩu.');
    expect(screen.queryByRole('button', { name: 'Đặt lại bằng mã OTP' })).toBeNull();
  });

  test('offers a retry if the password’s state cannot be read', async () => {
    network().on(read, () => refusal(429, { error: 'Hãy thử lại sau.', message: 'RATE_LIMITED' }));
    renderPage(<PasswordPage />, person);
    expect(await screen.findByRole('button', { name: 'Thử lại' })).toBeDefined();
    expect(document.querySelector('.bone')).toBeNull();
  });

  test('sends the current and the new password', async () => {
    const user = renderPage(<PasswordPage />, person);
    network().on(change, () => data(true));
    await fill(user, { current: 'Cũ-Rồi-2024', next: 'Mới-Tinh-2025!' });
    await user.click(submit());
    const done = await screen.findByRole('heading', { name: 'Đã đổi mật khẩu' });
    expect(screen.queryByText('Các thiết bị khác sẽ bị đăng xuất.')).toBeNull();
    await expect.poll(() => document.activeElement).toBe(done);
    expect(screen.getByText(/Đã đăng xuất khỏi các thiết bị khác/)).toBeDefined();
    expect(changes()).toMatchObject([
      { endpoint: change, body: { currentPassword: 'Cũ-Rồi-2024', newPassword: 'Mới-Tinh-2025!' } },
    ]);
    expect(useAuth.getState().isChangedPassword).toBe(true);
    expect(document.querySelector('input[type=password]')).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Cũng đang dùng cho tài khoản này' })).toBeNull();
  });

  test('lists the credentials that remain valid after the change, newest first', async () => {
    const user = renderPage(<PasswordPage />, person);
    network().on(change, () => data(true));
    network().on('GET /vid/api/passkeys', () => data([passkey]));
    network().on('GET /vid/api/users/two-step', () =>
      data({ onSince: '2026-11-20T02:00:00.000Z', recoveryCodesLeft: 10, maySwitchOff: true }),
    );
    const linkedAt = '2026-11-28T02:00:00.000Z';
    network().on('GET /vid/api/users/identities', () =>
      data({ identities: [{ provider: 'google', name: null, linkedAt }], addable: [] }),
    );
    await fill(user, { current: 'Cũ-Rồi-2024', next: 'Mới-Tinh-2025!' });
    await user.click(submit());
    await screen.findByRole('heading', { name: 'Cũng đang dùng cho tài khoản này' });
    const rows = screen.getAllByRole('listitem').map((row) => row.textContent);
    expect(rows).toEqual([
      expect.stringMatching(/^Google.*28\/11\/2026/u),
      expect.stringMatching(/^Ứng dụng xác thực.*20\/11\/2026/u),
      expect.stringMatching(/^Passkey: Điện thoại của Ánh.*20\/01\/2026/u),
    ]);
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(
      expect.arrayContaining([
        '/user/security/linked-accounts',
        '/user/security/two-step',
        '/user/security/passkeys',
      ]),
    );
  });

  test('sends nothing while the two new passwords differ or break a rule', async () => {
    const user = renderPage(<PasswordPage />, person);
    await fill(user, { current: 'x', next: 'Mới-Tinh-2025!', repeat: 'Mới-Tinh-2024!' });
    await user.click(submit());
    expect(screen.getByText('Mật khẩu nhập lại chưa khớp.')).toBeDefined();
    await user.clear(screen.getByLabelText('Mật khẩu mới'));
    await user.type(screen.getByLabelText('Mật khẩu mới'), 'toàn-chữ-thường');
    await user.click(submit());
    expect(screen.getByText(/^Dùng ít nhất 8 ký tự, gồm/)).toBeDefined();
    expect(changes()).toEqual([]);
  });

  test('reports a wrong current password at its field', async () => {
    const user = renderPage(<PasswordPage />, person);
    network().on(change, () =>
      refusal(400, { error: 'Mật khẩu hiện tại không đúng.', message: 'CURRENT_PASSWORD_WRONG' }),
    );
    await fill(user, { current: 'Sai-Rồi-2024', next: 'Mới-Tinh-2025!' });
    await user.click(submit());
    const field = screen.getByLabelText('Mật khẩu hiện tại');
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    expect(document.activeElement).toBe(field);
    expect(field).toHaveProperty('value', 'Sai-Rồi-2024');
    expect(screen.getByText('Mật khẩu hiện tại không đúng.')).toBeDefined();
    expect(useAuth.getState().isChangedPassword).toBe(false);
  });

  test('says in an alert how long to wait after too many attempts', async () => {
    const user = renderPage(<PasswordPage />, person);
    network().on(change, () => refusal(429, { error: 'Thử lại sau 4 phút.', message: 'AUTH_THROTTLED' }));
    await fill(user, { current: 'Sai-Rồi-2024', next: 'Mới-Tinh-2025!' });
    await user.click(submit());
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Thử lại sau 4 phút.'));
  });

  test('warns that a lost response may have saved the password', async () => {
    const user = renderPage(<PasswordPage />, person);
    network().on(change, () => {
      throw new TypeError('connection lost');
    });
    await fill(user, { current: 'Cũ-Rồi-2024', next: 'Mới-Tinh-2025!' });
    await user.click(submit());
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Chưa kết nối được'));
    network().on(change, () =>
      refusal(400, { error: 'Mật khẩu hiện tại không đúng.', message: 'CURRENT_PASSWORD_WRONG' }),
    );
    await user.click(submit());
    expect(await screen.findByText(/Có thể mật khẩu mới đã được lưu/)).toBeDefined();
  });
});

describe('the page of an account without a password', () => {
  useMemberScreens();
  beforeEach(noCredentials);
  const set = 'POST /vid/api/users/password';

  test('sets the first password without asking for a current password', async () => {
    network().on(read, () => data({ ...facts, password: null }));
    network().on(set, () => data(true));
    const user = renderPage(<PasswordPage />, person);
    await screen.findByRole('heading', { name: 'Đặt mật khẩu' });
    expect(screen.queryByLabelText('Mật khẩu hiện tại')).toBeNull();
    await user.type(screen.getByLabelText('Mật khẩu mới'), 'Mới-Tinh-2025!');
    await user.type(screen.getByLabelText('Nhập lại mật khẩu mới'), 'Mới-Tinh-2025!');
    await user.click(screen.getByRole('button', { name: 'Đặt mật khẩu' }));
    await screen.findByRole('heading', { name: 'Đã đặt mật khẩu' });
    expect(network().calls).toContainEqual(
      expect.objectContaining({ endpoint: set, body: { newPassword: 'Mới-Tinh-2025!' } }),
    );
  });

  test('shows no form until the state of the password is loaded', async () => {
    // The app does not retry a request that fails with status 429.
    network().on(read, () => refusal(429, { error: 'Chậm lại.', message: 'RATE_LIMITED' }));
    const user = renderPage(<PasswordPage />, person);
    expect(document.querySelector('form')).toBeNull();
    const retry = await screen.findByRole('button', { name: 'Thử lại' });
    expect(document.querySelector('form')).toBeNull();
    network().on(read, () => data({ ...facts, password: null }));
    await user.click(retry);
    expect(await screen.findByRole('heading', { name: 'Đặt mật khẩu' })).toBeDefined();
  });
});
