import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { data, refusal } from '../../../../test/fake-server.ts';
import { person } from '../../../../test/member.tsx';
import {
  address,
  arrive,
  bodiesOf,
  failProofOfWork,
  heading,
  network,
  useVisitorScreens,
  visit,
} from '../../../../test/visitor.tsx';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { readSignup, signupEvents } from '#state/signup.ts';

useVisitorScreens();

const find = 'POST /vid/ajax/auth/login/social/pending';
const cancel = 'POST /vid/ajax/auth/login/social/cancel';
const verify = 'POST /vid/ajax/auth/login/social/verify';
const send = 'POST /vid/gateway/otp/request';
const pending = (provider: 'google' | 'facebook', hasAccount: boolean | null = null) =>
  data({ provider, suggestion: { name: 'Lê Gia Huy', picture: null, email: null }, hasAccount });

beforeEach(async () => {
  await loadTexts('social');
  network().on(find, () => pending('google'));
  signupEvents.flowStarted('social');
});

const button = (name: string) => screen.getByRole('button', { name });

async function enterPhone() {
  const { user } = visit('/signup/oauth/confirm-phone');
  await user.type(await screen.findByLabelText('Số điện thoại'), '0912345678');
  await user.click(screen.getByRole('checkbox'));
  return user;
}

function openPasswordStep() {
  signupEvents.detailsGiven({ phone: '+84912345678', acceptedTerms: '1' });
  signupEvents.stepReached('password');
  signupEvents.phoneVerified(600, Date.now());
  return visit('/signup/oauth/confirm-password').user;
}

test('a social sign-up sends a code to the typed phone', async () => {
  const user = await enterPhone();
  await user.click(button('Gửi mã OTP'));
  await arrive('/signup/oauth/confirm-otp');
  expect(bodiesOf(send)).toMatchObject([{ phone: '0912 345 678', purpose: 'social' }]);
  expect(readSignup()).toMatchObject({ phone: '0912 345 678', acceptedTerms: expect.any(String) });
});

test('a social sign-up sends no code before the terms are accepted', async () => {
  const user = await enterPhone();
  await user.click(screen.getByRole('checkbox'));
  await user.click(button('Gửi mã OTP'));
  await waitFor(() => expect(screen.getByRole('checkbox').getAttribute('aria-invalid')).toBe('true'));
  expect(bodiesOf(send)).toEqual([]);
});

test('a social sign-up opens the picture captcha without proof of work', async () => {
  failProofOfWork();
  const user = await enterPhone();
  await user.click(button('Gửi mã OTP'));
  await heading('Xác minh bảo mật');
  await arrive('/signup/oauth/confirm-captcha');
  await user.type(await screen.findByRole('textbox'), 'abcd');
  await user.click(button('Gửi mã OTP'));
  await arrive('/signup/oauth/confirm-otp');
  expect(bodiesOf(send)).toMatchObject([{ phone: '0912 345 678', purpose: 'social' }]);
});

test('a social sign-up returns from the picture captcha to the phone page', async () => {
  failProofOfWork();
  const user = await enterPhone();
  await user.click(button('Gửi mã OTP'));
  await heading('Xác minh bảo mật');
  await user.click(button('Dùng số khác'));
  expect(await heading('Xác minh số điện thoại')).toBeTruthy();
});

test('a social sign-up shows why the server refuses to send a code', async () => {
  network().on(send, () => refusal(429, { error: 'Chậm lại.', message: 'RATE_LIMITED' }));
  const user = await enterPhone();
  await user.click(button('Gửi mã OTP'));
  expect(await screen.findByText('Chậm lại.')).toBeTruthy();
  expect(address()).toBe('/signup/oauth/confirm-phone');
});

test('a social sign-up is left although the server refuses to cancel it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  network().on(cancel, () => promise.then(() => refusal(503, { error: 'x', message: 'UNAVAILABLE' })));
  const { user } = visit('/signup/oauth/confirm-phone');
  await user.click(await screen.findByRole('button', { name: 'Đăng nhập bằng cách khác' }));
  expect(button('Đăng nhập bằng cách khác').getAttribute('aria-busy')).toBe('true');
  const push = vi.spyOn(history, 'pushState');
  resolve();
  await arrive('/signin');
  expect(bodiesOf(cancel)).toEqual([{ signUpId: 'cookie' }]);
  expect(readSignup().flow).toBeNull();
  expect(push).not.toHaveBeenCalled();
});

test('a social sign-up loads the social account again after an outage', async () => {
  network().failOnce(find);
  visit('/signup/oauth/confirm-phone');
  await screen.findByText('Lê Gia Huy');
  expect(bodiesOf(find)).toEqual([{ signUpId: 'cookie' }, { signUpId: 'cookie' }]);
});

test.each([
  ['/signup/oauth/confirm-phone', 'Số điện thoại'],
  ['/signup/oauth/confirm-password', 'Mật khẩu'],
])('the page %s can load the social account again after a failure', async (path, label) => {
  signupEvents.detailsGiven({ phone: '+84912345678', acceptedTerms: '1' });
  signupEvents.stepReached(path.endsWith('phone') ? 'phone' : 'password');
  signupEvents.phoneVerified(600, Date.now());
  network().on(find, () => refusal(429, { error: 'Chậm lại.', message: 'RATE_LIMITED' }));
  const { user } = visit(path);
  await screen.findByText('Chậm lại.');
  network().on(find, () => pending('google', false));
  await user.click(button('Thử lại'));
  expect(await screen.findByLabelText(label)).toBeTruthy();
});

test('the last step says that a social sign-up has expired', async () => {
  network().on(find, () => refusal(400, { error: 'x', message: 'SOCIAL_SIGN_UP_EXPIRED' }));
  openPasswordStep();
  await heading('Chưa đăng ký xong');
  expect(screen.getByRole('link', { name: 'Về trang đăng nhập' })).toBeTruthy();
});

test.each([find, verify] as const)(
  'a social sign-up asks for a new code after a refused %s',
  async (endpoint) => {
    network().on(find, () => pending('google', false));
    network().on(verify, () => data(person));
    network().on('GET /vid/ajax/auth/me', () => refusal(401, { error: 'x', message: 'TOKEN_MISSING' }));
    network().on(endpoint, () => refusal(400, { error: 'x', message: 'OTP_TOKEN_INVALID' }));
    const user = openPasswordStep();
    if (endpoint === verify) {
      await user.type(await screen.findByLabelText('Mật khẩu'), 'Matkhau@2026');
      await user.click(button('Tạo tài khoản'));
    }
    await arrive('/signup/oauth/otp/resend');
    expect(await screen.findByText(/^Bạn cần xác minh lại số điện thoại\./u)).toBeTruthy();
  },
);

test('a social sign-up finds the session after a lost response', async () => {
  network().on(find, () => pending('google', true));
  network().on(verify, () => refusal(400, { error: 'x', message: 'OTP_TOKEN_INVALID' }));
  network().on('GET /vid/ajax/auth/me', () => data(person));
  network().failOnce(verify);
  const user = openPasswordStep();
  await user.type(await screen.findByLabelText('Mật khẩu hiện tại'), 'Matkhau@2026{Enter}');
  await arrive('/user/information');
  expect(await screen.findByText('Đã liên kết tài khoản mạng xã hội.')).toBeTruthy();
  expect(bodiesOf(verify)).toHaveLength(2);
});

test('a social sign-up asks for an e-mail address missing from Facebook', async () => {
  network().on(find, () => pending('facebook', false));
  network().on(verify, () => data(person));
  const user = openPasswordStep();
  await user.type(await screen.findByLabelText('Mật khẩu'), 'Matkhau@2026');
  await user.clear(screen.getByLabelText(/^Họ và tên/u));
  screen.getByLabelText(/^Email/u);
  await user.click(button('Tạo tài khoản'));
  await waitFor(() => expect(bodiesOf(verify)).toHaveLength(1));
  expect(bodiesOf(verify)).toMatchObject([
    {
      name: null,
      email: null,
      referralCode: null,
      acceptedTerms: true,
      termsVersion: '1',
      isEnterprise: false,
    },
  ]);
});

test('a social sign-up asks for no e-mail address missing from Google', async () => {
  network().on(find, () => pending('google', false));
  openPasswordStep();
  await screen.findByLabelText('Mật khẩu');
  expect(screen.queryByLabelText(/^Email/u)).toBeNull();
});
