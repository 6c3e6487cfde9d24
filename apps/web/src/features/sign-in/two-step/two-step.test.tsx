import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { data, refusal } from '../../../../test/fake-server.ts';
import { person } from '../../../../test/member.tsx';
import {
  address,
  allStored,
  arrive,
  bodiesOf,
  heading,
  network,
  useVisitorScreens,
  visit,
} from '../../../../test/visitor.tsx';
import { useAuth } from '#state/auth.ts';

const twoStep = 'POST /vid/ajax/auth/login/two-step';
const demand = {
  mfaToken: 'secret-mfa-token',
  methods: ['totp' as const, 'recovery-code' as const],
  mayRememberDevice: true,
  expiresIn: 600,
};
const wrong = (attemptsLeft: number) =>
  refusal(400, { error: 'Mã sai.', message: 'TWO_STEP_CODE_INVALID', details: { attemptsLeft } });

async function prove(mayRememberDevice = true) {
  network().on('POST /vid/ajax/auth/login/phone', () => data({ ...demand, mayRememberDevice }));
  const { user } = visit('/signin');
  await user.type(await screen.findByLabelText('Số điện thoại'), '0912345678');
  await user.type(screen.getByLabelText('Mật khẩu'), 'Trăng#Rằm8');
  await user.click(screen.getByRole('button', { name: 'Đăng nhập' }));
  await heading('Xác minh hai bước');
  return user;
}

const codeField = () => screen.getByRole('textbox', { name: 'Mã xác minh' });

describe('the second step of a sign-in', () => {
  useVisitorScreens();
  beforeEach(() => network().on(twoStep, () => data(person)));

  test('S8 O11 accepts a pasted code and keeps the token in its cookie', async () => {
    const user = await prove();
    expect(address()).toBe('/signin/two-step');
    expect(allStored()).not.toContain(demand.mfaToken);
    await user.click(codeField());
    await user.paste('123 456');
    await arrive('/user/information');
    expect(bodiesOf(twoStep)).toEqual([{ mfaToken: 'cookie', code: '123456', rememberDevice: false }]);
  });

  test('remembers the device if the user asks for it', async () => {
    const user = await prove();
    await user.click(screen.getByRole('checkbox', { name: /^Không hỏi lại mã/u }));
    await user.type(codeField(), '123456');
    await waitFor(() => expect(useAuth.getState().isAuthenticated).toBe(true));
    expect(bodiesOf(twoStep)).toMatchObject([{ rememberDevice: true }]);
  });

  test('has no choice to remember the device if the server forbids it', async () => {
    await prove(false);
    expect(screen.queryByRole('checkbox', { name: /^Không hỏi lại mã/u })).toBeNull();
  });

  test('offers to sign in again after the last attempt', async () => {
    const user = await prove();
    network().on(twoStep, () => wrong(1));
    await user.type(codeField(), '000000');
    expect((await screen.findAllByText(/Bạn còn 1 lần thử/u)).length).toBeGreaterThan(0);
    network().on(twoStep, () => wrong(0));
    await user.type(codeField(), '000001');
    expect(await screen.findByRole('link', { name: 'Đăng nhập lại' })).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: 'Mã xác minh' })).toBeNull();
  });

  test('accepts a recovery code', async () => {
    const user = await prove();
    await user.click(screen.getByRole('button', { name: 'Dùng mã khôi phục' }));
    await heading('Nhập mã khôi phục');
    network().on(twoStep, () => wrong(4));
    await user.type(screen.getByLabelText('Mã khôi phục', { exact: false }), '7k2qd-93xmb{Enter}');
    expect((await screen.findAllByText(/Bạn còn 4 lần thử/u)).length).toBeGreaterThan(0);
    network().on(twoStep, () => data(person));
    await user.click(screen.getByRole('button', { name: 'Tiếp tục' }));
    await arrive('/user/information');
    expect(bodiesOf(twoStep)).toEqual([
      { mfaToken: 'cookie', recoveryCode: '7k2qd-93xmb', rememberDevice: false },
      { mfaToken: 'cookie', recoveryCode: '7k2qd-93xmb', rememberDevice: false },
    ]);
  });

  test('leads a user without recovery codes to the account recovery', async () => {
    const user = await prove();
    await user.click(screen.getByRole('button', { name: 'Dùng mã khôi phục' }));
    await user.click(await screen.findByRole('link', { name: 'Tôi không có mã khôi phục' }));
    await heading('Khôi phục tài khoản');
    expect(address()).toBe('/recovery');
  });

  test('offers a recovery code after too many attempts', async () => {
    const user = await prove();
    network().on(twoStep, () => refusal(429, { error: 'Hãy thử lại sau.', message: 'TWO_STEP_THROTTLED' }));
    await user.type(codeField(), '000000');
    expect(await screen.findByText('Hãy thử lại sau.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Dùng mã khôi phục' })).toBeTruthy();
  });

  test('offers to sign in again after it has expired', async () => {
    const user = await prove();
    network().on(twoStep, () => refusal(400, { error: 'Hết hạn.', message: 'MFA_TOKEN_INVALID' }));
    network().on('GET /vid/ajax/auth/me', () =>
      refusal(401, { error: 'Chưa đăng nhập.', message: 'TOKEN_MISSING' }),
    );
    await user.type(codeField(), '123456');
    await user.click(await screen.findByRole('link', { name: 'Đăng nhập lại' }));
    await arrive('/signin');
    expect(useAuth.getState().isAuthenticated).toBe(false);
  });

  test('signs the user in if the session already exists', async () => {
    const user = await prove();
    network().on(twoStep, () => refusal(400, { error: 'Hết hạn.', message: 'MFA_TOKEN_INVALID' }));
    network().on('GET /vid/ajax/auth/me', () => data(person));
    await user.type(codeField(), '123456');
    await arrive('/user/information');
    expect(useAuth.getState().isAuthenticated).toBe(true);
  });

  test('redirects to the sign-in if its page is opened directly', async () => {
    visit('/signin/two-step');
    await arrive('/signin');
    expect(screen.queryByRole('textbox', { name: 'Mã xác minh' })).toBeNull();
  });
});
