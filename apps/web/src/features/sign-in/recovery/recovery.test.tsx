import { act, cleanup, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { data, refusal } from '../../../../test/fake-server.ts';
import { expectRefusedPress } from '../../../../test/refused-press.ts';
import {
  allStored,
  arrive,
  bodiesOf,
  heading,
  network,
  useVisitorScreens,
  visit,
} from '../../../../test/visitor.tsx';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useAuth } from '#state/auth.ts';
import { signupEvents, useSignup } from '#state/signup.ts';

const find = 'GET /vid/ajax/auth/recovery';
const forget = 'DELETE /vid/ajax/auth/recovery';
const start = 'POST /vid/ajax/auth/recovery/start';
const byCode = 'POST /vid/ajax/auth/recovery/start-by-code';
const byPhone = 'POST /vid/ajax/auth/recovery/start-by-phone';
const check = 'POST /vid/ajax/auth/recovery/check';
const complete = 'POST /vid/ajax/auth/recovery/complete';
const recoveryToken = 'A'.repeat(22);
const password = 'Mật-khẩu-9x';

type User = ReturnType<typeof visit>['user'];
const press = (user: User, name: string) => user.click(screen.getByRole('button', { name }));

async function verifyNewPhone(user: User): Promise<void> {
  await heading('Số điện thoại mới');
  await user.type(screen.getByLabelText('Số điện thoại'), '0987654321');
  await press(user, 'Gửi mã OTP');
  await heading('Nhập mã OTP');
  await user.click(screen.getByLabelText('Mã OTP'));
  await user.paste('123456');
  await heading('Đặt mật khẩu mới');
}

async function choosePassword(user: User): Promise<void> {
  await user.type(screen.getByLabelText('Mật khẩu mới'), password);
  await user.type(screen.getByLabelText('Nhập lại mật khẩu mới'), password);
  await press(user, 'Khôi phục tài khoản');
}

const wrong = (attemptsLeft: number) => () =>
  refusal(400, { error: 'x', message: 'OTP_INVALID', details: { attemptsLeft } });

const answerFind = (found: { byMail?: boolean; canComplete?: boolean } = {}) =>
  network().on(find, () => data({ byMail: true, canComplete: false, ...found }));

/** Makes the link valid. Afterwards, its secret is in the cookie. */
function acceptLink(): void {
  answerFind();
  network().on(check, () => {
    answerFind({ canComplete: true });
    return data({ expiresIn: 1_000 });
  });
}

function reload() {
  cleanup();
  return visit('/recovery');
}

async function enterRecoveryCode(user: User, typedPassword = ''): Promise<void> {
  await user.type(await screen.findByLabelText('Số điện thoại đã đăng ký'), '0912345678');
  await user.type(screen.getByLabelText('Mã khôi phục'), '7k2qd-93xmb');
  if (typedPassword !== '')
    await user.type(screen.getByLabelText('Mật khẩu, nếu bạn còn nhớ'), typedPassword);
  await press(user, 'Tiếp tục');
}

const steps = () =>
  within(screen.getByRole('main'))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

describe('account recovery after the loss of a phone', () => {
  useVisitorScreens();
  beforeEach(() => answerFind());

  test('starts from the forgot-password page with phone and e-mail', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    network().on(start, () => data(true));
    const { user } = visit('/forget-password');
    await user.click(await screen.findByRole('link', { name: 'Tôi không còn dùng số này' }));
    await heading('Khôi phục tài khoản');
    const phone = await screen.findByLabelText('Số điện thoại đã đăng ký');
    const time = formatDateTime(Date.now() + 72 * 3_600_000);
    const dated = [
      expect.stringContaining('Hội sẽ báo qua số điện thoại và email của tài khoản.'),
      expect.stringContaining(`Đến ${time}`),
      expect.stringMatching(new RegExp(`Từ ${time}.*Mở liên kết`, 'u')),
    ];
    expect(
      screen.getByText(`Từ ${time}, sau 72 giờ chờ, bạn có thể đặt số điện thoại và mật khẩu mới.`),
    ).toBeTruthy();
    expect(steps()).toEqual(dated);
    await user.type(phone, '0912345678');
    await user.type(screen.getByLabelText('Email đã xác nhận'), 'anh');
    await press(user, 'Gửi yêu cầu');
    expect(bodiesOf(start)).toEqual([]);
    await user.type(screen.getByLabelText('Email đã xác nhận'), '@example.vn');
    await press(user, 'Gửi yêu cầu');
    await heading('Đã ghi nhận yêu cầu');
    expect(steps()).toEqual(dated);
    expect(bodiesOf(start)).toEqual([
      { phone: '0912 345 678', email: 'anh@example.vn', captchaToken: 'work_1' },
    ]);
  });

  test('completes through the mailed link with a new phone and password', async () => {
    acceptLink();
    network().on(complete, () => data(true));
    vi.useFakeTimers({ toFake: ['Date'] });
    const { user } = visit(`/recovery#${recoveryToken}`);
    await verifyNewPhone(user);
    expect(location.hash).toBe('');
    expect(bodiesOf(check)).toEqual([{ recoveryToken }]);
    expect(bodiesOf('POST /vid/gateway/otp/request')).toMatchObject([{ purpose: 'recovery' }]);
    const heldUntil = formatDateTime(Date.now() + 24 * 3_600_000);
    expect(screen.getByText(`Từ ${heldUntil}`)).toBeTruthy();
    await choosePassword(user);
    await heading('Đã khôi phục tài khoản');
    expect([useAuth.getState().phone, useSignup.getState().flow]).toEqual(['0987 654 321', null]);
    expect(screen.getByText(`Từ ${heldUntil}`)).toBeTruthy();
    expect(bodiesOf(complete)).toEqual([
      { phone: '0987 654 321', otpToken: 'cookie', newPassword: password, isNewOwner: false },
    ]);
    for (const secret of [recoveryToken, password]) expect(allStored()).not.toContain(secret);
  });

  test('rejects an expired link before the user types', async () => {
    network().on(check, () => refusal(429, { error: 'Chậm lại.', message: 'RATE_LIMITED' }));
    const { user } = visit(`/recovery#${recoveryToken}`);
    expect(await screen.findByText('Chậm lại.')).toBeTruthy();
    network().on(check, () => refusal(400, { error: 'Hết hạn.', message: 'RECOVERY_LINK_INVALID' }));
    await press(user, 'Thử lại');
    expect(await heading('Liên kết không dùng được')).toBeTruthy();
  });

  test('completes at once with a recovery code and the password', async () => {
    network().on(byCode, () => refusal(400, { error: 'Mã sai.', message: 'RECOVERY_CODE_INVALID' }));
    network().on(complete, () => data(true));
    const { user } = visit('/recovery');
    await user.click(await screen.findByRole('link', { name: 'Dùng mã khôi phục' }));
    await arrive('/recovery/code');
    await enterRecoveryCode(user, password);
    expect(await screen.findByText('Mã sai.')).toBeTruthy();
    network().on(byCode, () => refusal(400, { error: 'x', message: 'CURRENT_PASSWORD_WRONG' }));
    await press(user, 'Tiếp tục');
    expect(await screen.findByText(/Mật khẩu không đúng/u)).toBeTruthy();
    network().on(byCode, () => refusal(403, { error: 'x', message: 'OTP_REQUIRED' }));
    await press(user, 'Tiếp tục');
    expect(await screen.findByText(/Hãy để trống ô này để khôi phục/u)).toBeTruthy();
    network().on(byCode, () => {
      answerFind({ canComplete: true });
      return data({ readyAt: null });
    });
    await press(user, 'Tiếp tục');
    await verifyNewPhone(user);
    expect(bodiesOf(byCode).at(-1)).toMatchObject({ recoveryCode: '7k2qd-93xmb', password });
    expect(screen.getByText(/passkey và liên kết với Facebook, Google, Zalo/u)).toBeTruthy();
    await choosePassword(user);
    await heading('Đã khôi phục tài khoản');
  });

  test('requires a wait after a recovery code without the password', async () => {
    network().on(byCode, () => data({ readyAt: '2026-03-10T02:00:00.000Z' }));
    const { user } = visit('/recovery/code');
    await enterRecoveryCode(user);
    await heading('Quay lại sau 09:00 ngày 10/03/2026');
    expect(
      within(screen.getByRole('main'))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      expect.stringContaining('“Quên mật khẩu?”'),
      expect.stringContaining('“Tôi không còn dùng số này”'),
      expect.stringContaining('chính mã khôi phục này'),
    ]);
    expect(bodiesOf(byCode)).toEqual([
      { phone: '0912 345 678', recoveryCode: '7k2qd-93xmb', captchaToken: 'work_1' },
    ]);
  });

  test('lets the member return from the recovery code to the e-mail', async () => {
    const { user } = visit('/recovery/code');
    await user.click(await screen.findByRole('link', { name: 'Dùng email đã xác nhận' }));
    await arrive('/recovery');
    expect(await screen.findByLabelText('Email đã xác nhận')).toBeTruthy();
  });

  test('offers only recovery codes if there is no mail server', async () => {
    answerFind({ byMail: false });
    visit('/recovery');
    await arrive('/recovery/code');
    expect(await screen.findByLabelText('Mã khôi phục')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Dùng email đã xác nhận' })).toBeNull();
    expect(screen.getByText('Nếu không có mã khôi phục, vui lòng liên hệ Hội để được hỗ trợ.')).toBeTruthy();
  });

  test('shows the same step after a reload', async () => {
    answerFind({ canComplete: true });
    network().on(complete, () => data(true));
    const { user } = visit('/recovery');
    await heading('Số điện thoại mới');
    await user.type(screen.getByLabelText('Số điện thoại'), '0987654321');
    await press(user, 'Gửi mã OTP');
    await heading('Nhập mã OTP');
    const again = reload();
    await heading('Nhập mã OTP');
    await again.user.click(screen.getByLabelText('Mã OTP'));
    await again.user.paste('123456');
    await heading('Đặt mật khẩu mới');
    const last = reload();
    await heading('Đặt mật khẩu mới');
    await choosePassword(last.user);
    await heading('Đã khôi phục tài khoản');
    expect(bodiesOf(complete)).toMatchObject([{ phone: '0987 654 321' }]);
  });

  test('asks for the phone again after a reload with an expired code', async () => {
    answerFind({ canComplete: true });
    signupEvents.flowStarted('recovery');
    useSignup.setState({ phone: '0987 654 321', otpRequestId: 'otp_1', codeExpiresAt: Date.now() - 1 });
    visit('/recovery');
    await heading('Số điện thoại mới');
    expect(await screen.findByText(/Mã OTP đã hết hạn/u)).toBeTruthy();
  });

  test('asks for the phone again after a reload with an expired verification', async () => {
    answerFind({ canComplete: true });
    signupEvents.flowStarted('recovery');
    useSignup.setState({ phone: '0987 654 321', verifiedUntil: Date.now() - 1 });
    visit('/recovery');
    await heading('Số điện thoại mới');
    expect(await screen.findByText(/Bạn cần xác minh lại số điện thoại/u)).toBeTruthy();
  });

  test('reports a refused password at its field', async () => {
    answerFind({ canComplete: true });
    network().on(complete, () =>
      refusal(400, { error: 'Mật khẩu quá phổ biến.', message: 'PASSWORD_COMMON' }),
    );
    const { user } = visit('/recovery');
    await verifyNewPhone(user);
    await choosePassword(user);
    expect(await screen.findByText('Mật khẩu quá phổ biến.')).toBeTruthy();
    expect(screen.getByLabelText('Mật khẩu mới').getAttribute('aria-invalid')).toBe('true');
  });

  test('checks another link that is opened on the same page', async () => {
    network().on(check, () => refusal(400, { error: 'Hết hạn.', message: 'RECOVERY_LINK_INVALID' }));
    visit(`/recovery#${recoveryToken}`);
    await heading('Liên kết không dùng được');
    acceptLink();
    act(() => {
      history.pushState(null, '', `/vid/web/recovery#${'B'.repeat(22)}`);
      dispatchEvent(new PopStateEvent('popstate'));
    });
    await heading('Số điện thoại mới');
    expect(bodiesOf(check)).toEqual([{ recoveryToken }, { recoveryToken: 'B'.repeat(22) }]);
    expect(location.hash).toBe('');
  });

  test('is stopped in this browser when the member presses the button', async () => {
    answerFind({ canComplete: true });
    network().on(forget, () => refusal(429, { error: 'Chậm lại.', message: 'RATE_LIMITED' }));
    const stop = 'Dừng khôi phục trên trình duyệt này';
    const { user } = visit('/recovery');
    await heading('Số điện thoại mới');
    await press(user, stop);
    expect(await screen.findByText('Chậm lại.')).toBeTruthy();
    network().on(forget, () => {
      answerFind();
      return data(true);
    });
    await press(user, stop);
    expect(await screen.findByLabelText('Email đã xác nhận')).toBeTruthy();
    expect(bodiesOf(forget)).toHaveLength(2);
  });

  test('takes over a dormant account’s phone number after a confirmation', async () => {
    answerFind({ canComplete: true });
    network().on(complete, () => refusal(403, { error: 'x', message: 'RECOVERY_REQUIRED' }));
    const { user } = visit('/recovery');
    await verifyNewPhone(user);
    await choosePassword(user);
    await user.click(await screen.findByRole('checkbox', { name: /Tôi là chủ mới của số này/u }));
    expect(screen.getByText(/một tài khoản đã lâu không dùng/u)).toBeTruthy();
    network().on(complete, () => data(true));
    await press(user, 'Khôi phục tài khoản');
    await heading('Đã khôi phục tài khoản');
    expect(bodiesOf(complete)).toMatchObject([{ isNewOwner: false }, { isNewOwner: true }]);
  });

  test('returns to the phone step if the new number has an account', async () => {
    acceptLink();
    network().on(complete, () => refusal(409, { error: 'x', message: 'ACCOUNT_EXISTS' }));
    const { user } = visit(`/recovery#${recoveryToken}`);
    await verifyNewPhone(user);
    await choosePassword(user);
    expect(await screen.findByText(/Số điện thoại này đã có tài khoản/u)).toBeTruthy();
    network().on(complete, () => refusal(400, { error: 'x', message: 'OTP_TOKEN_INVALID' }));
    await verifyNewPhone(user);
    await choosePassword(user);
    expect(await screen.findByText(/Bạn cần xác minh lại số điện thoại/u)).toBeTruthy();
    network().on(complete, () => refusal(400, { error: 'x', message: 'RECOVERY_LINK_INVALID' }));
    await verifyNewPhone(user);
    await choosePassword(user);
    expect(await heading('Liên kết không dùng được')).toBeTruthy();
  });

  test('sends another code for the new phone after the countdown', async () => {
    acceptLink();
    const { user } = visit(`/recovery#${recoveryToken}`);
    await heading('Số điện thoại mới');
    await user.type(screen.getByLabelText('Số điện thoại'), '0987654321');
    await press(user, 'Gửi mã OTP');
    await heading('Nhập mã OTP');
    expect(screen.getByText(/Hội không bao giờ hỏi bạn mã này/u)).toBeTruthy();
    expect(screen.getByText(/Có thể gửi lại mã sau/u)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Gửi lại mã' })).toBeNull();
    act(() => useSignup.setState({ resendAt: 0 }));
    await press(user, 'Gửi lại mã');
    expect(await screen.findByText('Đã gửi mã mới. Vui lòng kiểm tra tin nhắn.')).toBeTruthy();
    expect(bodiesOf('POST /vid/gateway/otp/request')).toMatchObject([
      { phone: '0987 654 321', purpose: 'recovery' },
      { phone: '0987 654 321', purpose: 'recovery' },
    ]);
    await press(user, 'Dùng số khác');
    await heading('Số điện thoại mới');
  });

  test('asks for the new phone again when no attempts remain', async () => {
    acceptLink();
    network().on('POST /vid/gateway/otp/validate', wrong(1));
    const { user } = visit(`/recovery#${recoveryToken}`);
    await heading('Số điện thoại mới');
    await user.type(screen.getByLabelText('Số điện thoại'), '0987654321');
    await press(user, 'Gửi mã OTP');
    await heading('Nhập mã OTP');
    await user.type(screen.getByLabelText('Mã OTP'), '123456');
    expect(await screen.findByText(/Bạn còn 1 lần thử/u)).toBeTruthy();
    network().on('POST /vid/gateway/otp/validate', wrong(0));
    await user.type(screen.getByLabelText('Mã OTP'), '123457');
    await heading('Số điện thoại mới');
    expect(screen.getByText(/nhập sai mã OTP quá nhiều lần/u)).toBeTruthy();
  });
});

function verified(flow: 'signin' | 'forget-password', step: string): void {
  signupEvents.flowStarted(flow);
  useSignup.setState({ step, phone: '0912 345 678', verifiedUntil: Date.now() + 600_000 });
}

const needed = () => refusal(403, { error: 'x', message: 'RECOVERY_REQUIRED' });

describe('a dormant account that accepts no sign-in by code', () => {
  useVisitorScreens();

  test('accepts a request for a recovery without the password', async () => {
    verified('forget-password', 'password');
    network().on('POST /vid/api/users/password/forget', needed);
    const { user } = visit('/forget-password/input');
    await heading('Đặt mật khẩu mới');
    await user.type(screen.getByLabelText('Mật khẩu mới'), password);
    await user.type(screen.getByLabelText('Nhập lại mật khẩu mới'), password);
    await press(user, 'Đặt mật khẩu');
    await heading('Cần xác minh bằng cách khác');
    expect(screen.queryByRole('button', { name: /Tôi là chủ mới của số này/u })).toBeNull();
    await expectRefusedPress(user, byPhone, 'Đặt lại mật khẩu sau 72 giờ', network());
    network().on(byPhone, () => data({ readyAt: '2026-03-10T02:00:00.000Z' }));
    await press(user, 'Đặt lại mật khẩu sau 72 giờ');
    await heading('Đã ghi nhận yêu cầu');
    expect(bodiesOf(byPhone).slice(1)).toEqual([{ phone: '0912 345 678', otpToken: 'cookie' }]);
    expect(screen.getByText('Từ 09:00 ngày 10/03/2026')).toBeTruthy();
  });

  test('links to the sign-in by password with its phone number filled in', async () => {
    verified('signin', 'verified');
    network().on('POST /vid/ajax/auth/login/otp', needed);
    const { user } = visit('/signin/otp/confirm');
    await heading('Cần xác minh bằng cách khác');
    await user.click(screen.getByRole('link', { name: 'Đăng nhập bằng mật khẩu' }));
    await heading('Đăng nhập');
    expect(screen.getByLabelText<HTMLInputElement>('Số điện thoại').value).toBe('0912 345 678');
  });

  test('leads to the recovery page after a refused recovery by phone', async () => {
    verified('signin', 'verified');
    network().on('POST /vid/ajax/auth/login/otp', needed);
    network().on(byPhone, () => refusal(409, { error: 'x', message: 'RECOVERY_NOT_NEEDED' }));
    answerFind();
    const { user } = visit('/signin/otp/confirm');
    await heading('Cần xác minh bằng cách khác');
    await press(user, 'Đặt lại mật khẩu sau 72 giờ');
    await arrive('/recovery');
    expect(await heading('Khôi phục tài khoản')).toBeTruthy();
  });

  test('lets a new owner of its phone number ask for another account', async () => {
    verified('signin', 'verified');
    network().on('POST /vid/ajax/auth/login/otp', needed);
    const signUp = 'POST /vid/ajax/users/signup/phone';
    network().on(signUp, () => refusal(409, { error: 'x', message: 'ACCOUNT_EXISTS' }));
    const { user } = visit('/signin/otp/confirm');
    await heading('Cần xác minh bằng cách khác');
    await press(user, 'Tôi là chủ mới của số này: tạo tài khoản mới');
    await heading('Đặt mật khẩu');
    await user.type(screen.getByLabelText('Mật khẩu'), password);
    await user.click(screen.getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: 'Tạo tài khoản' }));
    await expect.poll(() => bodiesOf(signUp)).toMatchObject([{ isNewOwner: true }]);
  });
});
