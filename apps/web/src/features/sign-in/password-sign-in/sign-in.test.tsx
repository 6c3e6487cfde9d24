import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { data, refusal } from '../../../../test/fake-server.ts';
import { person } from '../../../../test/member.tsx';
import {
  address,
  arrive,
  allStored,
  bodiesOf,
  failProofOfWork,
  heading,
  network,
  useVisitorScreens,
  visit,
} from '../../../../test/visitor.tsx';
import { sessionEnded, sessionStarted } from '#session/session.ts';
import { isRecord } from '#shared/lib/is-record.ts';
import { useAuth } from '#state/auth.ts';
import { useSignup } from '#state/signup.ts';

useVisitorScreens();

const password = 'Mật-khẩu-9x';
const login = 'POST /vid/ajax/auth/login/phone';
const wrong = () =>
  refusal(401, { error: 'Số điện thoại hoặc mật khẩu không đúng.', message: 'AUTH_FAILED' });
const unavailable = () => refusal(503, { error: 'Hệ thống đang tạm gián đoạn.', message: 'UNAVAILABLE' });

async function fill(user: UserEvent): Promise<void> {
  await user.type(await screen.findByLabelText('Số điện thoại'), '0912345678');
  await user.type(screen.getByLabelText('Mật khẩu'), password);
}

const submit = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Đăng nhập' }));

/** Returns the steps of an administrator's first sign-in, with their texts and a mark on the current step. */
const shownSteps = () =>
  within(screen.getAllByRole('list')[0] ?? document.body)
    .getAllByRole('listitem')
    .map((step) => [step.getAttribute('aria-current'), step.firstElementChild?.textContent]);

describe('sign-in by password', () => {
  test.each([
    ['Mật-khẩu-9x', true],
    ['Mat-khau-9x', false],
  ])('asks to check the keyboard only for an accented password: %s', async (typed, isAsked) => {
    network().on(login, wrong);
    const { user } = visit('/signin');
    await user.type(await screen.findByLabelText('Số điện thoại'), '0912345678');
    await user.type(screen.getByLabelText('Mật khẩu'), typed);
    expect(screen.queryByText(/Telex/u)).toBeNull();
    await submit(user);
    await screen.findByText('Số điện thoại hoặc mật khẩu không đúng.');
    expect(screen.queryByText(/Telex/u) !== null).toBe(isAsked);
    network().on(login, unavailable);
    await submit(user);
    await screen.findByText('Hệ thống đang tạm gián đoạn.');
    expect(screen.queryByText(/Telex/u)).toBeNull();
  });

  test('sends one request for a double click and stores no password', async () => {
    network().on(login, () => data(person));
    const { user } = visit('/signin');
    await fill(user);
    await user.dblClick(screen.getByRole('button', { name: 'Đăng nhập' }));
    await arrive('/user/information');
    expect(bodiesOf(login)).toEqual([{ phone: '0912 345 678', password, remember: true }]);
    expect(allStored()).not.toContain(password);
  });

  test('asks an administrator for a code after the password', async () => {
    network().on(login, () =>
      refusal(403, { error: 'x', message: 'SECOND_FACTOR_REQUIRED', details: { missing: 'code' } }),
    );
    const otpLogin = 'POST /vid/ajax/auth/login/otp';
    network().on(otpLogin, () => data({ ...person, role: 'admin', roles: ['user', 'admin'] }));
    const { user } = visit('/signin');
    await fill(user);
    await user.click(screen.getByRole('checkbox', { name: 'Ghi nhớ đăng nhập' }));
    await submit(user);
    await arrive('/signin/otp');
    expect(await screen.findByText(/Hội gửi mã OTP đến/)).toBeTruthy();
    const shown = [
      [null, 'Đã xong: Mật khẩu'],
      ['step', '2Đang làm: Mã OTP gửi đến điện thoại'],
      [null, '3Tiếp theo: Ứng dụng xác thực'],
      [null, '4Tiếp theo: Mã khôi phục'],
      [null, '5Tiếp theo: Vào khu vực quản trị'],
    ];
    expect(shownSteps()).toEqual(shown);
    // The password was accepted for one account, so no other phone can be entered.
    expect(screen.queryByLabelText('Số điện thoại')).toBeNull();
    expect(useAuth.getState()).toMatchObject({ isAuthenticated: false, loginAttempt: 0 });
    expect(allStored()).not.toContain(password);
    await user.click(screen.getByRole('button', { name: 'Gửi mã OTP' }));
    await user.click(await screen.findByLabelText('Mã OTP'));
    expect(shownSteps()).toEqual(shown);
    expect(screen.queryByRole('button', { name: 'Dùng số khác' })).toBeNull();
    await user.paste('123456');
    await waitFor(() => expect(useAuth.getState().isAuthenticated).toBe(true));
    expect(bodiesOf(otpLogin)).toEqual([{ phone: '0912 345 678', otpToken: 'cookie', remember: false }]);
  });

  test('lets the user switch accounts after an administrator’s password', async () => {
    network().on(login, () =>
      refusal(403, { error: 'x', message: 'SECOND_FACTOR_REQUIRED', details: { missing: 'code' } }),
    );
    const { user } = visit('/signin');
    await fill(user);
    await submit(user);
    await user.click(await screen.findByRole('link', { name: 'Đăng nhập bằng tài khoản khác' }));
    await arrive('/signin');
    await user.click(await screen.findByRole('link', { name: 'Mã OTP' }));
    await arrive('/signin/otp');
    const phone = await screen.findByLabelText('Số điện thoại');
    await user.clear(phone);
    await user.type(phone, '0987654321');
    await user.click(screen.getByRole('button', { name: 'Gửi mã OTP' }));
    await heading('Nhập mã OTP');
    expect(screen.queryByText('Mật khẩu', { exact: false })).toBeNull();
    expect(screen.getByRole('button', { name: 'Dùng số khác' })).toBeTruthy();
  });

  test('keeps an administrator’s passed password step in the history entry only', async () => {
    network().on(login, () =>
      refusal(403, { error: 'x', message: 'SECOND_FACTOR_REQUIRED', details: { missing: 'code' } }),
    );
    const { user } = visit('/signin');
    await fill(user);
    await submit(user);
    await arrive('/signin/otp');
    await useSignup.persist.rehydrate();
    expect(useSignup.getState().afterPassword).toBe(true);
    // A URL typed into the same tab opens an entry without the fields of the flow.
    History.prototype.replaceState.call(history, null, '');
    await act(() => useSignup.persist.rehydrate());
    expect(useSignup.getState()).toMatchObject({ phone: null, afterPassword: false });
    expect(await screen.findByLabelText('Số điện thoại')).toBeTruthy();
  });

  test('asks an administrator to use the passkey, and stays on the page', async () => {
    network().on(login, () => refusal(403, { error: 'Hãy dùng passkey.', message: 'PASSKEY_REQUIRED' }));
    const { user } = visit('/signin');
    await fill(user);
    await submit(user);
    expect(await screen.findByText('Hãy dùng passkey.')).toBeTruthy();
    expect(address()).toBe('/signin');
    expect(useAuth.getState().loginAttempt).toBe(0);
  });

  test('returns to the page requested before the sign-in', async () => {
    network().on(login, () => data(person));
    const { user } = visit('/user/security?tab=1');
    await fill(user);
    await submit(user);
    await arrive('/user/security?tab=1');
    expect(useAuth.getState().loginRedirectTo).toBeNull();
  });

  test('sends a proof of work with the fourth attempt', async () => {
    network().on(login, wrong);
    const { user } = visit('/signin');
    await fill(user);
    await submit(user);
    expect(await screen.findByText('Số điện thoại hoặc mật khẩu không đúng.')).toBeTruthy();
    expect(useAuth.getState()).toMatchObject({ loginAttempt: 1, endReason: null });
    expect(screen.queryByLabelText('Mã trong hình')).toBeNull();
    await submit(user);
    await waitFor(() => expect(useAuth.getState().loginAttempt).toBe(2));
    await submit(user);
    await waitFor(() => expect(bodiesOf('POST /vid/gateway/captcha/solution')).toHaveLength(1));
    network().on(login, () => data(person));
    await submit(user);
    await waitFor(() => expect(useAuth.getState().isAuthenticated).toBe(true));
    expect(bodiesOf(login).at(-1)).toMatchObject({ captchaToken: 'work_1' });
    expect(screen.queryByLabelText('Mã trong hình')).toBeNull();
    expect(useAuth.getState().loginAttempt).toBe(0);
  });

  test('repeats the sign-in with proof of work after a captcha demand', async () => {
    network().on(login, ({ body }) =>
      isRecord(body) && body['captchaToken'] === 'work_1'
        ? data(person)
        : refusal(400, { error: 'cần mã', message: 'CAPTCHA_REQUIRED' }),
    );
    const { user } = visit('/signin');
    await fill(user);
    await submit(user);
    await waitFor(() => expect(useAuth.getState().isAuthenticated).toBe(true));
    expect(bodiesOf(login)).toHaveLength(2);
  });

  test('shows a picture and the reason if proof of work cannot run', async () => {
    failProofOfWork();
    network().on(login, () => refusal(400, { error: 'cần mã', message: 'CAPTCHA_REQUIRED' }));
    const { user } = visit('/signin');
    await fill(user);
    await submit(user);
    expect(await screen.findByLabelText('Mã trong hình')).toBeTruthy();
    expect(screen.getByText('Vui lòng nhập mã trong hình để tiếp tục.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Mật khẩu').value).toBe(password);
  });

  test('links to the sign-in by code if the server requires a code', async () => {
    network().on(login, () => refusal(403, { error: 'cần mã OTP', message: 'OTP_REQUIRED' }));
    const { user } = visit('/signin');
    await fill(user);
    await submit(user);
    expect(await screen.findByText('cần mã OTP')).toBeTruthy();
    await user.click(screen.getByRole('link', { name: 'Đăng nhập bằng mã OTP' }));
    await arrive('/signin/otp');
    const phone = await screen.findByLabelText<HTMLInputElement>('Số điện thoại');
    await waitFor(() => expect(phone.value).toBe('0912 345 678'));
    expect(allStored()).not.toContain(password);
  });

  test('reports an outage and keeps the typed values', async () => {
    network().on(login, unavailable);
    const { user } = visit('/signin');
    await fill(user);
    await submit(user);
    expect(await screen.findByText('Hệ thống đang tạm gián đoạn.')).toBeTruthy();
    expect(screen.queryByText(/Telex/u)).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('Mật khẩu').value).toBe(password);
    expect(useAuth.getState().loginAttempt).toBe(0);
  });
});

describe('the sign-in page after the end of a session', () => {
  test('shows why the session ended and stores the last page', async () => {
    sessionStarted(person);
    visit('/reset-password');
    await arrive('/user/information');
    act(() => sessionEnded('expired'));
    await heading('Đăng nhập');
    expect(screen.getByText('Phiên đăng nhập đã kết thúc. Vui lòng đăng nhập lại.')).toBeTruthy();
    expect(useAuth.getState().loginRedirectTo).toBe('/user/information');
    expect(document.body.textContent).not.toContain('Ánh');
  });

  test('says that the session ended after a sign-out in another tab', async () => {
    const reason = 'Phiên đăng nhập đã kết thúc. Vui lòng đăng nhập lại.';
    sessionEnded('elsewhere');
    visit('/signin');
    await heading('Đăng nhập');
    expect(screen.getByText(reason)).toBeTruthy();
    act(() => sessionEnded('asked'));
    expect(screen.queryByText(reason)).toBeNull();
  });

  test('stores no next page after the user signs out', async () => {
    sessionStarted(person);
    visit('/user/security');
    await arrive('/user/security');
    act(() => sessionEnded('asked'));
    await heading('Đăng nhập');
    expect(useAuth.getState().loginRedirectTo).toBeNull();
  });
});

describe('the router', () => {
  test.each([
    ['/', '/signin'],
    ['/signup', '/signup/otp'],
    ['/nowhere', '/error/404'],
    ['/qr/a-b', '/error/404'],
    ['/SIGNIN', '/error/404'],
    ['/error/403', '/error/403'],
    ['/qr/abc', '/error/404'],
    ['/qr/qr_abc', '/signin'],
    ['/terms', '/terms'],
    ['/admin', '/signin'],
  ])('takes a signed-out visitor who opens %s to %s', async (from, to) => {
    visit(from);
    await arrive(to);
    expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy();
  });

  test.each([
    ['user', '/user/information'],
    ['admin', '/admin'],
  ] as const)('redirects the role %s from /home and /signin to %s', async (role, to) => {
    sessionStarted({ ...person, role, roles: role === 'admin' ? ['user', 'admin'] : ['user'] });
    for (const from of ['/home', '/signin']) {
      const { unmount } = visit(from);
      await arrive(to);
      expect(address()).toBe(to);
      unmount();
    }
  });

  test('denies access to a member without the required role', async () => {
    sessionStarted(person);
    visit('/admin/audit');
    expect(await screen.findByText('Bạn không có quyền xem nội dung này.')).toBeTruthy();
    expect(address()).toBe('/admin/audit');
  });
});
