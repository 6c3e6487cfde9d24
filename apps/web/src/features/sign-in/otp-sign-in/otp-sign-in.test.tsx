import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { data, refusal } from '../../../../test/fake-server.ts';
import { person } from '../../../../test/member.tsx';
import {
  address,
  arrive,
  bodiesOf,
  heading,
  network,
  useVisitorScreens,
  visit,
} from '../../../../test/visitor.tsx';
import { useAuth } from '#state/auth.ts';
import { signupEvents, useSignup } from '#state/signup.ts';

useVisitorScreens();

function setStep(step: 'code' | 'verified' | 'noAccount'): void {
  signupEvents.flowStarted('signin');
  useSignup.setState({
    step,
    phone: '0912 345 678',
    otpRequestId: step === 'code' ? 'otp_1' : null,
    codeExpiresAt: Date.now() + 300_000,
    verifiedUntil: Date.now() + 600_000,
  });
}

const noAccount = () => refusal(404, { error: 'không có', message: 'ACCOUNT_NOT_FOUND' });

describe('sign-in by one-time code', () => {
  test('signs the user in with phone and code', async () => {
    network().on('POST /vid/ajax/auth/login/otp', () => data(person));
    const { user } = visit('/signin/otp');
    await user.type(await screen.findByLabelText('Số điện thoại'), '84912345678');
    await user.click(screen.getByRole('checkbox', { name: 'Ghi nhớ đăng nhập' }));
    await user.click(screen.getByRole('button', { name: 'Gửi mã OTP' }));
    await heading('Nhập mã OTP');
    await user.click(await screen.findByLabelText('Mã OTP'));
    await user.paste('123456');
    await waitFor(() => expect(useAuth.getState().isAuthenticated).toBe(true));
    expect(bodiesOf('POST /vid/ajax/auth/login/otp')).toEqual([
      { phone: '0912 345 678', otpToken: 'cookie', remember: false },
    ]);
    await arrive('/user/information');
  });

  test('shows the new form of a phone number from before 2018', async () => {
    const { user } = visit('/signin/otp');
    await user.type(await screen.findByLabelText('Số điện thoại'), '01692345678{Enter}');
    await heading('Nhập mã OTP');
    expect(await screen.findByText('0392 345 678')).toBeTruthy();
    expect(screen.getByText(/Số cũ 01692345678 đã được đổi sang đầu số mới\./)).toBeTruthy();
  });

  test('keeps “remember me” unticked on the way to the password page', async () => {
    const { user } = visit('/signin/otp');
    await user.click(await screen.findByRole('checkbox', { name: 'Ghi nhớ đăng nhập' }));
    await user.click(screen.getByRole('link', { name: 'Mật khẩu' }));
    await heading('Đăng nhập');
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Ghi nhớ đăng nhập' }).checked).toBe(false);
  });

  test('accepts a code of eight digits', async () => {
    network().on('POST /vid/gateway/otp/request', () =>
      data({ otpRequestId: 'otp_1', expiresIn: 300, resendIn: 900, digits: 8 }),
    );
    network().on('POST /vid/ajax/auth/login/otp', () => data(person));
    const { user } = visit('/signin/otp');
    await user.type(await screen.findByLabelText('Số điện thoại'), '84912345678');
    await user.click(screen.getByRole('button', { name: 'Gửi mã OTP' }));
    await heading('Nhập mã OTP');
    expect(screen.getByText(/^Mã OTP gồm 8 chữ số đã được gửi đến/u)).toBeTruthy();
    const field = await screen.findByLabelText('Mã OTP');
    await user.type(field, '123456');
    expect(bodiesOf('POST /vid/gateway/otp/validate')).toEqual([]);
    await user.type(field, '78');
    await waitFor(() => expect(useAuth.getState().isAuthenticated).toBe(true));
    expect(bodiesOf('POST /vid/gateway/otp/validate')).toMatchObject([{ otpValue: '12345678' }]);
  });

  test('says for how many minutes the code is valid', async () => {
    network().failOnce('POST /vid/gateway/otp/request');
    network().on('POST /vid/gateway/otp/request', () =>
      data({ otpRequestId: 'otp_1', expiresIn: 600, resendIn: 60, digits: 6 }),
    );
    const { user } = visit('/signin/otp');
    await user.type(await screen.findByLabelText('Số điện thoại'), '0912345678');
    await user.click(screen.getByRole('button', { name: 'Gửi mã OTP' }));
    await heading('Nhập mã OTP');
    expect(screen.getByText(/có hiệu lực 10 phút\.$/u)).toBeTruthy();
  });

  test('offers an unknown phone a sign-up without a second code', async () => {
    setStep('code');
    network().on('POST /vid/ajax/auth/login/otp', noAccount);
    const { user } = visit('/signin/otp/confirm');
    await user.click(await screen.findByLabelText('Mã OTP'));
    await user.paste('123456');
    await heading('Số điện thoại chưa có tài khoản');
    await user.click(screen.getByRole('button', { name: 'Tạo tài khoản' }));
    await heading('Đặt mật khẩu');
    expect(address()).toBe('/signup/password');
    expect(screen.getByRole('group', { name: 'Loại tài khoản' })).toBeTruthy();
    expect(bodiesOf('POST /vid/gateway/otp/request')).toEqual([]);
  });

  test('shows the sign-up offer again after a reload, without a request', async () => {
    setStep('noAccount');
    visit('/signin/otp/confirm');
    expect(await heading('Số điện thoại chưa có tài khoản')).toBeTruthy();
    expect(bodiesOf('POST /vid/ajax/auth/login/otp')).toEqual([]);
  });

  test('can be completed after a reload without another code', async () => {
    setStep('verified');
    network().on('POST /vid/ajax/auth/login/otp', () => data(person));
    visit('/signin/otp/confirm');
    await waitFor(() => expect(useAuth.getState().isAuthenticated).toBe(true));
    expect(useSignup.getState().flow).toBeNull();
  });

  test('continues with the existing session if the token is already used', async () => {
    setStep('verified');
    network().on('POST /vid/ajax/auth/login/otp', () =>
      refusal(400, { error: 'x', message: 'OTP_TOKEN_INVALID' }),
    );
    network().on('GET /vid/ajax/auth/me', () => data(person));
    visit('/signin/otp/confirm');
    await waitFor(() => expect(useAuth.getState().isAuthenticated).toBe(true));
  });

  test('requires a new code if the session belongs to another account', async () => {
    setStep('verified');
    network().on('POST /vid/ajax/auth/login/otp', () =>
      refusal(400, { error: 'x', message: 'OTP_TOKEN_INVALID' }),
    );
    network().on('GET /vid/ajax/auth/me', () => data({ ...person, phone: '+84987654321' }));
    visit('/signin/otp/confirm');
    await arrive('/signin/otp');
    expect(await screen.findByText(/Bạn cần xác minh lại số điện thoại/)).toBeTruthy();
    expect(useAuth.getState().isAuthenticated).toBe(false);
    expect(screen.getByLabelText<HTMLInputElement>('Số điện thoại').value).toBe('0912 345 678');
  });

  test('asks an administrator for the password after the correct code', async () => {
    setStep('verified');
    network().on('POST /vid/ajax/auth/login/otp', () =>
      refusal(403, { error: 'x', message: 'SECOND_FACTOR_REQUIRED', details: { missing: 'password' } }),
    );
    network().on('POST /vid/ajax/auth/login/phone', () => data({ ...person, role: 'admin' }));
    const { user } = visit('/signin/otp/confirm');
    await arrive('/signin');
    expect(await screen.findByText(/Với tài khoản quản trị, bạn cần nhập thêm mật khẩu/)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Số điện thoại').value).toBe('0912 345 678');
    expect(useSignup.getState().flow).toBeNull();
    await user.type(screen.getByLabelText('Mật khẩu'), 'Mật-khẩu-9x');
    await user.click(screen.getByRole('button', { name: 'Đăng nhập' }));
    await waitFor(() => expect(useAuth.getState().isAuthenticated).toBe(true));
  });

  test('reports a locked account and offers to use another phone number', async () => {
    network().failOnce('POST /vid/ajax/auth/login/otp');
    setStep('verified');
    network().on('POST /vid/ajax/auth/login/otp', () =>
      refusal(403, { error: 'Tài khoản đang bị khóa.', message: 'ACCOUNT_LOCKED' }),
    );
    const { user } = visit('/signin/otp/confirm');
    expect(await screen.findByText('Tài khoản đang bị khóa.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Dùng số khác' }));
    await arrive('/signin/otp');
  });

  test('offers no other phone after an administrator’s password', async () => {
    setStep('verified');
    signupEvents.detailsGiven({ afterPassword: true });
    network().on('POST /vid/ajax/auth/login/otp', () =>
      refusal(403, { error: 'Tài khoản đang bị khóa.', message: 'ACCOUNT_LOCKED' }),
    );
    visit('/signin/otp/confirm');
    expect(await screen.findByText('Tài khoản đang bị khóa.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Dùng số khác' })).toBeNull();
    expect(await screen.findByRole('link', { name: 'Đăng nhập bằng tài khoản khác' })).toBeTruthy();
  });
});
