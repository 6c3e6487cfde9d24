import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { data, refusal } from '../../../../test/fake-server.ts';
import { arrive, heading, network, useVisitorScreens, visit } from '../../../../test/visitor.tsx';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { signupEvents, useSignup } from '#state/signup.ts';

useVisitorScreens();

const title = 'Bạn đã khóa tài khoản này';
const phone = '0912 345 678';
const locked = (opensBy = 'reset') =>
  refusal(403, {
    error: 'Bạn đã khóa tài khoản này. Đặt mật khẩu mới để mở lại.',
    message: 'LOCKED_BY_OWNER',
    details: { lockedAt: '2026-11-29T03:48:00.000Z', opensBy },
  });

async function signInByPassword() {
  const { user } = visit('/signin');
  await user.type(await screen.findByLabelText('Số điện thoại'), phone);
  await user.type(screen.getByLabelText('Mật khẩu'), 'Trăng#Rằm8');
  await user.click(screen.getByRole('button', { name: 'Đăng nhập' }));
  return user;
}

describe('P1 the page of an account that its owner locked', () => {
  test('says when the account was locked and links to the reset', async () => {
    network().on('POST /vid/ajax/auth/login/phone', () => locked());
    const user = await signInByPassword();
    await heading(title);
    await arrive('/signin/locked');
    expect(screen.getByText(/^Lúc 10:48 ngày 29\/11\/2026, bạn đã báo/u)).toBeTruthy();
    await user.click(screen.getByRole('link', { name: 'Đặt mật khẩu mới' }));
    await heading('Đặt lại mật khẩu');
    expect(screen.getByLabelText<HTMLInputElement>('Số điện thoại').value).toBe(phone);
  });

  test('leads to the account recovery if the server requires it', async () => {
    network().on('POST /vid/ajax/auth/login/phone', () => locked('recovery'));
    const user = await signInByPassword();
    await heading(title);
    await user.click(screen.getByRole('link', { name: 'Khôi phục tài khoản' }));
    await arrive('/recovery');
    expect(await heading('Khôi phục tài khoản')).toBeTruthy();
  });

  test('tells an administrator that only the operator can unlock the account', async () => {
    network().on('POST /vid/ajax/auth/login/phone', () => locked('operator'));
    await signInByPassword();
    await heading(title);
    expect(screen.getByText(/Chỉ người vận hành mới mở lại được/u)).toBeTruthy();
    expect(screen.queryByRole('link', { name: /mật khẩu mới|Khôi phục|không còn dùng/u })).toBeNull();
  });

  test('opens after a code sent by SMS', async () => {
    network().on('POST /vid/ajax/auth/login/otp', () => locked());
    signupEvents.flowStarted('signin');
    useSignup.setState({ step: 'verified', phone, verifiedUntil: Date.now() + 600_000 });
    const { user } = visit('/signin/otp/confirm');
    await heading(title);
    await user.click(screen.getByRole('link', { name: 'Đặt mật khẩu mới' }));
    await heading('Đặt lại mật khẩu');
    expect(screen.getByLabelText<HTMLInputElement>('Số điện thoại').value).toBe(phone);
  });

  test('opens after the code of the authenticator app as well', async () => {
    network().on('POST /vid/ajax/auth/login/phone', () =>
      data({ mfaToken: 'm', methods: ['totp', 'recovery-code'], mayRememberDevice: true, expiresIn: 600 }),
    );
    network().on('POST /vid/ajax/auth/login/two-step', () => locked());
    const user = await signInByPassword();
    await heading('Xác minh hai bước');
    await user.click(screen.getByRole('textbox', { name: 'Mã xác minh' }));
    await user.paste('123456');
    expect(await heading(title)).toBeTruthy();
  });

  test('opens after a sign-in with a social account as well', async () => {
    await loadTexts('social');
    network().on('POST /vid/ajax/auth/login/social', () => locked());
    visit('/reception?code=c&state=google.signin.s');
    expect(await heading(title)).toBeTruthy();
  });

  test('opens when a social account would be linked to the account', async () => {
    await loadTexts('social');
    network().on('POST /vid/ajax/auth/login/social/pending', () =>
      data({ provider: 'google', suggestion: { name: null, picture: null, email: null }, hasAccount: true }),
    );
    network().on('POST /vid/ajax/auth/login/social/verify', () => locked());
    signupEvents.flowStarted('social');
    signupEvents.detailsGiven({ phone });
    signupEvents.stepReached('password');
    signupEvents.phoneVerified(600, Date.now());
    const { user } = visit('/signup/oauth/confirm-password');
    await user.type(await screen.findByLabelText(/^Mật khẩu/u), 'Trăng#Rằm8{Enter}');
    await heading(title);
    await user.click(screen.getByRole('link', { name: 'Đặt mật khẩu mới' }));
    await heading('Đặt lại mật khẩu');
    expect(screen.getByLabelText<HTMLInputElement>('Số điện thoại').value).toBe(phone);
  });

  test('redirects a visitor who opens the page by its URL', async () => {
    visit('/signin/locked');
    await arrive('/signin');
    expect(screen.queryByText(title)).toBeNull();
  });
});
