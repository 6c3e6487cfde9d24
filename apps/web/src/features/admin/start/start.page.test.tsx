import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { beforeEach, describe, expect, test } from 'vitest';
import { creationOptions, stubAuthenticator } from '../../../../test/fake-authenticator.ts';
import { data, refusal } from '../../../../test/fake-server.ts';
import { network, person, renderPage, useMemberScreens } from '../../../../test/member.tsx';
import { expectRefusedPress } from '../../../../test/refused-press.ts';
import { testShownPages } from '../../../../test/shown-pages.tsx';
import { adminStartEvents } from '#state/admin-start.ts';
import { authEvents, useAuth, type UserInfo } from '#state/auth.ts';
import { AdminStartPage } from './start.page.tsx';

const me = 'GET /vid/ajax/auth/me';
const setup = 'POST /vid/api/users/two-step/setup';
const confirm = 'POST /vid/api/users/two-step/confirm';
const replace = 'POST /vid/api/users/two-step/recovery-codes';
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const codes = Array.from({ length: 10 }, (_, index) => `7k2qd-93xm${index}`);
const open: UserInfo = { ...person, role: 'admin', roles: ['user', 'admin'] };
const closed: UserInfo = { ...open, mustSetUpTwoStep: true };

let account = closed;

/** Mounts the page again, as after a reload or the next sign-in. */
function visit(): UserEvent {
  cleanup();
  return renderPage(
    <Routes>
      <Route path="/start" element={<AdminStartPage />} />
      <Route path="/admin" element={<p>Bảng điều khiển</p>} />
    </Routes>,
    account,
    '/start',
  );
}

const button = (name: string) => screen.findByRole('button', { name });
const callsOf = (endpoint: string) => network().calls.filter((call) => call.endpoint === endpoint).length;

/** Returns the marks and titles of the steps, with the current step in brackets. */
function steps(): string[] {
  const [list] = screen.getAllByRole('list');
  return [...(list?.children ?? [])].map((step) => {
    const title = step.firstElementChild?.textContent ?? '';
    return step.getAttribute('aria-current') === 'step' ? `[${title}]` : title;
  });
}

const beforeApp = [
  'Đã xong: Mật khẩu',
  'Đã xong: Mã OTP gửi đến điện thoại',
  '[3Đang làm: Ứng dụng xác thực]',
  '4Tiếp theo: Mã khôi phục',
  '5Tiếp theo: Vào khu vực quản trị',
];
const atCodes = [
  ...beforeApp.slice(0, 2),
  'Đã xong: Ứng dụng xác thực',
  '[4Đang làm: Mã khôi phục]',
  '5Tiếp theo: Vào khu vực quản trị',
];
const atEnd = [
  ...beforeApp.slice(0, 2),
  'Đã xong: Ứng dụng xác thực',
  'Đã xong: Mã khôi phục',
  '[Đã xong: Vào khu vực quản trị]',
];

async function startSetUp(user: UserEvent): Promise<void> {
  await user.click(await button('Thiết lập ứng dụng xác thực'));
  await screen.findByRole('textbox', { name: 'Mã xác minh' });
}

async function setUpApp(user: UserEvent): Promise<void> {
  await startSetUp(user);
  await user.type(screen.getByRole('textbox', { name: 'Mã xác minh' }), '123456');
  await screen.findByText(codes[0] ?? '');
}

describe('the page that opens the administration', () => {
  useMemberScreens();
  beforeEach(() => {
    account = closed;
    adminStartEvents.finished();
    network().on(me, () => data(account));
    network().on(setup, () =>
      data({ secret, uri: `otpauth://totp/VID:0912?secret=${secret}`, expiresIn: 900 }),
    );
    network().on(confirm, () => {
      account = open;
      return data({ recoveryCodes: codes });
    });
    network().on(replace, () => data({ recoveryCodes: codes }));
  });

  test('leads from the authenticator app through the recovery codes to the administration', async () => {
    const user = visit();
    expect(steps()).toEqual(beforeApp);
    await setUpApp(user);
    await waitFor(() => expect(steps()).toEqual(atCodes));
    expect(screen.getByRole('heading', { level: 2, name: /Mã khôi phục/ })).toBe(document.activeElement);
    for (const name of ['Tải về', 'Sao chép', 'In']) expect(await button(name)).toBeTruthy();
    // The user can continue only by confirming that the codes are stored.
    expect(screen.queryByRole('button', { name: 'Đến trang quản trị' })).toBeNull();
    await user.click(await button('Tôi đã lưu mã khôi phục'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Khu vực quản trị đã mở' })).toBeTruthy();
    expect(steps()).toEqual(atEnd);
    const links = within(screen.getByRole('listitem', { current: 'step' })).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/admin/import',
      '/admin/applications/new',
      '/admin/accounts',
    ]);
    await user.click(await button('Đến trang quản trị'));
    expect(await screen.findByText('Bảng điều khiển')).toBeTruthy();
  });

  test('starts the set-up with a link that opens the authenticator app', async () => {
    await startSetUp(visit());
    const link = screen.getByRole('link', { name: 'Mở ứng dụng xác thực' });
    expect(link.getAttribute('href')).toContain('otpauth://totp/');
    expect(screen.getByText('Nhập khóa bằng tay').closest('details')?.open).toBe(false);
    expect(screen.getByRole('heading', { level: 2, name: /Ứng dụng xác thực/ })).toBe(document.activeElement);
    expect(steps()).toEqual(beforeApp);
  });

  test('continues at the authenticator app after a reload during its set-up', async () => {
    await startSetUp(visit());
    const user = visit();
    expect(steps()).toEqual(beforeApp);
    await setUpApp(user);
    expect(callsOf(setup)).toBe(2);
  });

  test('replaces recovery codes that were not stored before a reload', async () => {
    await setUpApp(visit());
    for (const storage of [localStorage, sessionStorage])
      expect(JSON.stringify(storage)).not.toContain(codes[0]);
    const user = visit();
    expect(steps()).toEqual(atCodes);
    expect(screen.queryByText(codes[0] ?? '')).toBeNull();
    await user.click(await button('Tạo mã khôi phục mới'));
    await screen.findByText(codes[0] ?? '');
    expect(screen.getByRole('heading', { level: 2, name: /Mã khôi phục/ })).toBe(document.activeElement);
    await user.click(await button('Tôi đã lưu mã khôi phục'));
    await waitFor(() => expect(steps()).toEqual(atEnd));
  });

  test('says why an app, a passkey or recovery codes were refused', async () => {
    stubAuthenticator();
    await expectRefusedPress(visit(), setup, 'Thiết lập ứng dụng xác thực');
    await expectRefusedPress(visit(), 'POST /vid/api/passkey-options', 'Dùng passkey thay cho ứng dụng');
    account = open;
    adminStartEvents.codesMade(open.id);
    await expectRefusedPress(visit(), replace, 'Tạo mã khôi phục mới');
  });

  test('shows only the passkey’s failure after an earlier failure of the app', async () => {
    stubAuthenticator();
    const user = visit();
    network().on(setup, () => refusal(429, { error: 'Chậm lại.', message: 'RATE_LIMITED' }));
    network().on('POST /vid/api/passkey-options', () =>
      refusal(429, { error: 'Chờ đã.', message: 'RATE_LIMITED' }),
    );
    await user.click(await button('Thiết lập ứng dụng xác thực'));
    await screen.findByText('Chậm lại.');
    await user.click(await button('Dùng passkey thay cho ứng dụng'));
    await screen.findByText('Chờ đã.');
    expect(screen.queryByText('Chậm lại.')).toBeNull();
  });

  test('keeps new recovery codes on screen if the account cannot be read', async () => {
    const user = visit();
    // The app does not retry a request that fails with status 429.
    network().on(me, () => refusal(429, { error: 'Chậm lại.', message: 'RATE_LIMITED' }));
    await setUpApp(user);
    await waitFor(() => expect(useAuth.getState().profile).toBeNull());
    expect(screen.getByText(codes[0] ?? '')).toBeTruthy();
    expect(steps()).toEqual(atCodes);
    await user.click(await button('Tôi đã lưu mã khôi phục'));
    const retry = await button('Thử lại');
    network().on(me, () => data(account));
    await user.click(retry);
    await waitFor(() => expect(steps()).toEqual(atEnd));
  });

  test('drops the requested page when the administrator opens another page', async () => {
    authEvents.loginTargetKept('/admin/audit');
    const user = visit();
    await setUpApp(user);
    await user.click(await button('Tôi đã lưu mã khôi phục'));
    await user.click(await screen.findByRole('link', { name: 'Thêm quản trị viên khác' }));
    expect(useAuth.getState().loginRedirectTo).toBeNull();
  });

  test('lets the administrator confirm stored recovery codes after a reload', async () => {
    await setUpApp(visit());
    const user = visit();
    await user.click(await button('Tôi đã lưu mã khôi phục'));
    expect(steps()).toEqual(atEnd);
    expect(callsOf(replace)).toBe(0);
  });

  test('continues at the recovery codes if the app was already set up', async () => {
    network().on(confirm, () => {
      account = open;
      return refusal(400, { error: 'Hết hạn.', message: 'TWO_STEP_SETUP_EXPIRED' });
    });
    const user = visit();
    await startSetUp(user);
    await user.type(screen.getByRole('textbox', { name: 'Mã xác minh' }), '123456');
    await waitFor(() => expect(steps()).toEqual(atCodes));
    expect(await button('Tạo mã khôi phục mới')).toBeTruthy();
  });

  test('asks for a required new password in a separate step', async () => {
    account = { ...closed, demands: ['change-password'] };
    network().on('POST /vid/api/users/password/change', () => {
      account = closed;
      return data(true);
    });
    const user = visit();
    expect(steps().slice(1, 4)).toEqual([
      'Đã xong: Mã OTP gửi đến điện thoại',
      '[3Đang làm: Mật khẩu mới]',
      '4Tiếp theo: Ứng dụng xác thực',
    ]);
    await user.type(screen.getByLabelText('Mật khẩu hiện tại'), 'Cũ-Rồi-2024');
    await user.type(screen.getByLabelText('Mật khẩu mới'), 'Mới-Tinh-2025!');
    await user.type(screen.getByLabelText('Nhập lại mật khẩu mới'), 'Mới-Tinh-2025!');
    await user.click(await button('Đổi mật khẩu'));
    const after = ['Đã xong: Mật khẩu mới', '[4Đang làm: Ứng dụng xác thực]'];
    await waitFor(() => expect(steps().slice(2, 4)).toEqual(after));
    visit();
    expect(steps().slice(2, 4)).toEqual(after);
  });

  test('shows an administrator with an app no set-up step', async () => {
    account = { ...open, demands: ['agree'] };
    network().on('GET /vid/api/agreement', () => new Promise<never>(() => {}));
    visit();
    expect(steps()).toEqual([
      'Đã xong: Đăng nhập',
      '[2Đang làm: Điều khoản và chính sách]',
      '3Tiếp theo: Vào khu vực quản trị',
    ]);
    act(() => authEvents.profileLoaded(open));
    expect(await screen.findByText('Bảng điều khiển')).toBeTruthy();
  });

  test('accepts a passkey instead of the app if the browser supports passkeys', async () => {
    stubAuthenticator();
    network().on('POST /vid/api/passkey-options', () => data(creationOptions));
    network().on('POST /vid/api/passkeys', () => {
      account = open;
      return data({
        id: 'psk_1',
        name: 'Laptop',
        provider: null,
        isSynced: false,
        createdAt: '2026-11-24T00:00:00.000Z',
        lastUsedAt: null,
        heldUntil: null,
      });
    });
    await startSetUp(visit());
    const user = visit();
    await user.click(await button('Dùng passkey thay cho ứng dụng'));
    // A passkey needs no recovery codes, even if the set-up of an app was begun before.
    await waitFor(() =>
      expect(steps()).toEqual([
        ...beforeApp.slice(0, 2),
        'Đã xong: Passkey',
        '[Đã xong: Vào khu vực quản trị]',
      ]),
    );
    account = { ...closed, id: 'acc_other' };
    Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
    visit();
    expect(await button('Thiết lập ứng dụng xác thực')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Dùng passkey thay cho ứng dụng' })).toBeNull();
  });

  test('starts with the authenticator app for another account in the same tab', async () => {
    await setUpApp(visit());
    account = { ...closed, id: 'acc_other' };
    visit();
    expect(steps()).toEqual(beforeApp);
  });

  describe('pages', () => {
    testShownPages(
      {
        'the first step': {},
        'the set-up of the app': { steps: (press) => press('Thiết lập ứng dụng xác thực') },
        'the recovery codes': { steps: async (_press, user) => setUpApp(user) },
      },
      () => visit(),
    );
  });
});
