import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { cancelled, sentAssertion, stubAuthenticator } from '../../../../test/fake-authenticator.ts';
import { data, refusal } from '../../../../test/fake-server.ts';
import { network, person, renderPage, useMemberScreens } from '../../../../test/member.tsx';
import { api } from '#shared/api/api.ts';
import { sessionStarted } from '#session/session.ts';
import { useAuth } from '#state/auth.ts';
import * as visitor from '../../../../test/visitor.tsx';

const confirm = 'POST /vid/ajax/auth/reauthenticate';
const copy = {
  id: 'exp_1',
  status: 'pending',
  createdAt: '2026-11-20T00:00:00Z',
  expiresAt: '2026-11-27T00:00:00Z',
} as const;
const dialog = () => screen.findByRole('dialog', { name: 'Xác nhận danh tính' });

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

  test('fails with the server’s refusal if the user closes the dialog by keyboard', async () => {
    const { user, change } = setUp();
    const outcome = change().catch((error: unknown) => error);
    await dialog();
    await user.keyboard('{Escape}');
    expect(await outcome).toMatchObject({ code: 'REAUTHENTICATION_REQUIRED' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('offers only the password if the account’s methods cannot be read', async () => {
    stubAuthenticator();
    const { change } = setUp();
    void change().catch(() => {});
    const box = within(await dialog());
    expect(box.getByLabelText('Mật khẩu')).toBeTruthy();
    expect(box.queryByRole('button', { name: /passkey|mã OTP/iu })).toBeNull();
  });

  test('accepts a passkey after a cancelled attempt', async () => {
    const { get } = stubAuthenticator();
    get.mockRejectedValueOnce(cancelled());
    network().on('GET /vid/ajax/auth/reauthenticate', () =>
      data({ password: true, passkey: true, code: false }),
    );
    network().on('POST /vid/ajax/auth/reauthenticate/passkey/options', () =>
      data({
        challenge: 'Y2hhbGxlbmdl',
        rpId: 'localhost',
        timeout: 60_000,
        userVerification: 'required',
        allowCredentials: [],
      }),
    );
    const { user, change } = setUp();
    network().on(confirm, ({ body }) => {
      expect(body).toEqual({ passkey: sentAssertion });
      network().on('POST /vid/api/privacy/exports', () => data(copy));
      return data(true as const);
    });
    const changed = change();
    const press = await within(await dialog()).findByRole('button', { name: /passkey/iu });
    await user.click(press);
    expect(await screen.findByText('Thao tác với passkey chưa hoàn tất. Bạn có thể thử lại.')).toBeTruthy();
    expect(press.getAttribute('aria-busy')).toBeNull();
    await user.click(press);
    expect(await changed).toEqual(copy);
  });

  test('asks for the password only once for two requests', async () => {
    const { user, change } = setUp();
    const changes = Promise.all([change(), change()]);
    await user.type(within(await dialog()).getByLabelText('Mật khẩu'), 'Trăng#Rằm8{Enter}');
    expect(await changes).toEqual([copy, copy]);
    expect(network().calls.filter(({ endpoint }) => endpoint === confirm)).toHaveLength(1);
  });
});

describe('the dialog that confirms a change', () => {
  visitor.useVisitorScreens();
  const change = 'POST /vid/api/users/phone';
  const digits = '0912 345 678';

  async function open(acceptsCode = true, ways = { password: true, passkey: false, code: true }) {
    let isProven = false;
    visitor.network().on(change, () =>
      isProven
        ? data({ ...person, phone: '+84987654321' })
        : refusal(403, {
            error: 'Xác nhận.',
            message: 'REAUTHENTICATION_REQUIRED',
            ...(acceptsCode && { details: { acceptsCode } }),
          }),
    );
    visitor.network().on('GET /vid/ajax/auth/reauthenticate', () => data(ways));
    visitor.network().on('GET /vid/api/users/information', () =>
      data({
        email: { state: 'none', canConfirm: true },
        accountReturn: null,
        password: null,
        certificate: null,
        verification: null,
      }),
    );
    visitor
      .network()
      .on('POST /vid/gateway/otp/request', () =>
        data({ otpRequestId: 'otp_9', expiresIn: 300, resendIn: 60, digits: 6 }),
      );
    visitor.network().on(confirm, () => {
      isProven = true;
      return data(true as const);
    });
    sessionStarted({ ...person, phone: '+84912345678' });
    const { user } = visitor.visit('/user/phone');
    await screen.findByLabelText('Số điện thoại mới');
    const changed = api
      .post('/vid/api/users/phone', { body: { phone: '0987654321', otpToken: 'cookie' } })
      .catch(() => null);
    return { user, changed, box: within(await dialog()) };
  }

  test('sends a code to the account’s phone with one press', async () => {
    const { user, changed, box } = await open();
    await user.click(await box.findByRole('button', { name: `Gửi mã OTP đến ${digits}` }));
    await user.click(await box.findByLabelText('Mã OTP'));
    expect(box.queryByLabelText('Mật khẩu')).toBeNull();
    await user.paste('123456');
    expect(await changed).toMatchObject({ phone: '+84987654321' });
    expect(visitor.bodiesOf('POST /vid/gateway/otp/request')).toMatchObject([
      { phone: '+84912345678', purpose: 'reauthenticate' },
    ]);
    expect(visitor.bodiesOf(confirm)).toEqual([{ otpToken: 'cookie' }]);
  });

  test('returns to the password with the reason if the code is locked', async () => {
    const { user, box } = await open();
    visitor
      .network()
      .on('POST /vid/gateway/otp/validate', () =>
        refusal(429, { error: 'Mã này bị khóa.', message: 'OTP_LOCKED' }),
      );
    await user.click(await box.findByRole('button', { name: `Gửi mã OTP đến ${digits}` }));
    await user.click(await box.findByLabelText('Mã OTP'));
    await user.paste('123456');
    expect(await box.findByText('Mã này bị khóa.')).toBeTruthy();
    expect(box.getByLabelText('Mật khẩu')).toBeTruthy();
  });

  test.each([
    ['the change needs more than a code', false, { password: true, passkey: false, code: true }],
    ['the account does not accept a code', true, { password: true, passkey: false, code: false }],
  ])('offers no code if %s', async (_why, acceptsCode, ways) => {
    const { box } = await open(acceptsCode, ways);
    await waitFor(() =>
      expect(visitor.network().calls.map(({ endpoint }) => endpoint)).toContain(
        'GET /vid/ajax/auth/reauthenticate',
      ),
    );
    expect(box.getByRole('button', { name: 'Tiếp tục' })).toBeTruthy();
    expect(box.queryByRole('button', { name: /^Gửi mã OTP/ })).toBeNull();
  });

  test('opens the password reset for a member who forgot the password', async () => {
    const { user, box } = await open();
    await user.click(box.getByRole('button', { name: 'Quên mật khẩu?' }));
    await visitor.arrive('/forget-password');
    expect((await screen.findByLabelText<HTMLInputElement>('Số điện thoại')).value).toBe(digits);
    expect(useAuth.getState()).toMatchObject({ isAuthenticated: true, loginRedirectTo: '/user/phone' });
  });

  test('needs only a code in an account without a password', async () => {
    const failing = 'GET /vid/ajax/auth/reauthenticate';
    visitor.network().failOnce(failing);
    const { user, changed, box } = await open(true, { password: false, passkey: false, code: true });
    await user.click(await box.findByRole('button', { name: `Gửi mã OTP đến ${digits}` }));
    await user.click(await box.findByLabelText('Mã OTP'));
    await user.paste('123456');
    expect(await changed).toMatchObject({ phone: '+84987654321' });
  });

  test('opens the password page for an account without a usable method', async () => {
    const { user, box } = await open(false, { password: false, passkey: false, code: true });
    await waitFor(() => expect(box.queryByLabelText('Mật khẩu')).toBeNull());
    expect(box.queryByRole('button', { name: /^Gửi mã OTP/u })).toBeNull();
    await user.click(box.getByRole('button', { name: 'Đặt mật khẩu' }));
    await visitor.arrive('/user/password');
    expect(await screen.findByRole('heading', { name: 'Đặt mật khẩu', level: 1 })).toBeTruthy();
  });
});
