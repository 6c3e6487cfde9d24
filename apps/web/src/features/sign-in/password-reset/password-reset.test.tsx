import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { data, refusal } from '../../../../test/fake-server.ts';
import { params } from '../../../../test/params.ts';
import {
  address,
  allStored,
  bodiesOf,
  heading,
  network,
  useVisitorScreens,
  visit,
} from '../../../../test/visitor.tsx';
import { useAuth } from '#state/auth.ts';
import { categoryEvents, useCategory } from '#state/category.ts';
import { signupEvents, useSignup } from '#state/signup.ts';

useVisitorScreens();

const password = 'Mật-khẩu-mới-7';

function verified(): void {
  signupEvents.flowStarted('forget-password');
  useSignup.setState({ step: 'password', phone: '0912 345 678', verifiedUntil: Date.now() + 600_000 });
}

async function setPassword(repeat = password) {
  const { user } = visit('/forget-password/input');
  await user.type(await screen.findByLabelText('Mật khẩu mới'), password);
  await user.type(screen.getByLabelText('Nhập lại mật khẩu mới'), repeat);
  await user.click(screen.getByRole('button', { name: 'Đặt mật khẩu' }));
  return user;
}

describe('password reset', () => {
  test('leads to a sign-in page with the phone number filled in', async () => {
    network().on('POST /vid/api/users/checking/phone', () => data({ available: false }));
    network().on('POST /vid/api/users/password/forget', () => data(true));
    network().failOnce('POST /vid/api/users/checking/phone');
    const { user } = visit('/forget-password');
    await user.type(await screen.findByLabelText('Số điện thoại'), '0912345678');
    await user.click(screen.getByRole('button', { name: 'Gửi mã OTP' }));
    await heading('Nhập mã OTP');
    expect(bodiesOf('POST /vid/gateway/otp/request')).toMatchObject([{ purpose: 'forget-password' }]);
    await user.click(await screen.findByLabelText('Mã OTP'));
    await user.paste('123456');
    await heading('Đặt mật khẩu mới');
    await user.type(screen.getByLabelText('Mật khẩu mới'), password);
    await user.type(screen.getByLabelText('Nhập lại mật khẩu mới'), password);
    await user.click(screen.getByRole('button', { name: 'Đặt mật khẩu' }));
    await heading('Đăng nhập');
    expect(bodiesOf('POST /vid/api/users/password/forget')).toEqual([
      { phone: '0912 345 678', otpToken: 'cookie', newPassword: password },
    ]);
    const main = within(screen.getByRole('main'));
    expect((await main.findByText('Đã đổi mật khẩu.')).closest('output')).not.toBeNull();
    expect(screen.getAllByText('Đã đổi mật khẩu.')).toHaveLength(1);
    expect(screen.getByLabelText<HTMLInputElement>('Số điện thoại').value).toBe('0912 345 678');
    expect(useAuth.getState()).toMatchObject({ isChangedPassword: true, isAuthenticated: false });
    expect(useSignup.getState().flow).toBeNull();
    expect(allStored()).not.toContain(password);
  });

  test('offers the sign-up for a phone without an account', async () => {
    network().on('POST /vid/api/users/checking/phone', () => data({ available: true }));
    const { user } = visit('/forget-password');
    await user.type(await screen.findByLabelText('Số điện thoại'), '0912345678');
    await user.click(screen.getByRole('button', { name: 'Gửi mã OTP' }));
    expect(await screen.findByText('Chưa có tài khoản nào dùng số này.')).toBeTruthy();
    await user.click(screen.getByRole('link', { name: 'Tạo tài khoản bằng số này' }));
    await heading('Tạo tài khoản');
    expect(screen.getByLabelText<HTMLInputElement>('Số điện thoại').value).toBe('0912 345 678');
  });

  test('does not check the phone under strict privacy', async () => {
    const before = useCategory.getState();
    categoryEvents.paramsLoaded({
      ...params,
      configurations: { ...params.configurations, strictPrivacy: true },
    });
    const { user } = visit('/forget-password');
    await user.type(await screen.findByLabelText('Số điện thoại'), '0912345678');
    await user.click(screen.getByRole('button', { name: 'Gửi mã OTP' }));
    await heading('Nhập mã OTP');
    expect(bodiesOf('POST /vid/api/users/checking/phone')).toEqual([]);
    useCategory.setState(before, true);
  });

  test('reports different passwords at the second field, and sends nothing', async () => {
    verified();
    await setPassword('khác');
    expect(await screen.findByText('Mật khẩu nhập lại chưa khớp.')).toBeTruthy();
    expect(bodiesOf('POST /vid/api/users/password/forget')).toEqual([]);
  });

  test('opens the page that sends another code if the verification has expired', async () => {
    verified();
    network().on('POST /vid/api/users/password/forget', () =>
      refusal(400, { error: 'hết hạn', message: 'OTP_TOKEN_INVALID' }),
    );
    await setPassword();
    await heading('Gửi lại mã OTP');
    expect(address()).toBe('/forget-password/otp/resend');
  });

  test('says that the password may be set after a lost response', async () => {
    verified();
    let requests = 0;
    network().on('POST /vid/api/users/password/forget', () => {
      requests += 1;
      if (requests === 1) throw new TypeError('connection lost');
      return refusal(400, { error: 'hết hạn', message: 'OTP_TOKEN_INVALID' });
    });
    await setPassword();
    await heading('Đăng nhập');
    expect(await screen.findByText(/Có thể mật khẩu đã được đổi/)).toBeTruthy();
  });
});
