import { termsVersion } from '@vid/contract/limits';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { data, refusal } from '../../../../test/fake-server.ts';
import { person } from '../../../../test/member.tsx';
import { application } from '../../../../test/sign-on.ts';
import {
  address,
  allStored,
  bodiesOf,
  challenge,
  failProofOfWork,
  heading,
  network,
  useVisitorScreens,
  visit,
} from '../../../../test/visitor.tsx';
import { watchOtherTabs } from '#session/follow-other-tabs.ts';
import { useAuth } from '#state/auth.ts';
import { signupEvents, useSignup } from '#state/signup.ts';
import { ssoEvents } from '#state/sso.ts';

useVisitorScreens();

const password = 'Mật-khẩu-9x';

const phoneField = () => screen.findByLabelText('Số điện thoại');
const press = async (user: UserEvent, name: string) =>
  user.click(await screen.findByRole('button', { name }));

function stubPhoneAvailable(available: boolean): void {
  network().on('POST /vid/api/users/checking/phone', () => data({ available }));
}

async function fillFirstPage(user: UserEvent): Promise<void> {
  await user.type(await phoneField(), '0912345678');
  await user.click(screen.getByRole('checkbox'));
}

async function pasteCode(user: UserEvent, code: string): Promise<void> {
  await user.click(await screen.findByLabelText('Mã OTP'));
  await user.paste(code);
}

/** Sets the state after a reload: only the persisted fields are set. */
function setStep(
  step: 'code' | 'password',
  details: Partial<ReturnType<typeof useSignup.getState>> = {},
): void {
  signupEvents.flowStarted('signup');
  useSignup.setState({
    step,
    phone: '0912345678',
    otpRequestId: step === 'code' ? 'otp_1' : null,
    codeExpiresAt: Date.now() + 300_000,
    verifiedUntil: Date.now() + 600_000,
    acceptedTerms: '2026-01-01',
    ...details,
  });
}

describe('sign-up by phone', () => {
  test('creates an account from the first page and stores no secret (S8)', async () => {
    stubPhoneAvailable(true);
    network().on('POST /vid/ajax/users/signup/phone', () => data({ ...person, isComplete: false }));
    const { user } = visit('/signup');
    await heading('Tạo tài khoản');
    await user.click(await screen.findByRole('radio', { name: /Doanh nghiệp/ }));
    await fillFirstPage(user);
    await press(user, 'Gửi mã OTP');

    await heading('Nhập mã OTP');
    expect(address()).toBe('/signup/otp/confirm');
    expect(bodiesOf('POST /vid/gateway/otp/request')).toEqual([
      { clientId: 'vid-web', phone: '0912 345 678', purpose: 'signup', captchaToken: 'work_1' },
    ]);
    await pasteCode(user, '123-456');

    await heading('Đặt mật khẩu');
    expect(address()).toBe('/signup/password');
    expect(bodiesOf('POST /vid/gateway/otp/validate')).toEqual([
      { clientId: 'vid-web', otpValue: '123456', otpRequestId: 'otp_1' },
    ]);
    await user.type(screen.getByLabelText('Mật khẩu'), password);
    expect(allStored()).not.toContain(password);
    expect(allStored()).not.toContain('secret-otp-token');
    // The success page redirects after a countdown, which a stopped clock prevents.
    vi.useFakeTimers({ toFake: ['Date'] });
    await press(user, 'Tạo tài khoản');

    await heading('Đã tạo tài khoản');
    expect(bodiesOf('POST /vid/ajax/users/signup/phone')).toEqual([
      {
        phone: '0912 345 678',
        password,
        isEnterprise: true,
        referralCode: null,
        campaign: null,
        otpToken: 'cookie',
        acceptedTerms: true,
        termsVersion,
      },
    ]);
    expect(useAuth.getState().isAuthenticated).toBe(true);
    expect(allStored()).not.toContain(password);
    expect(screen.getByText(/Tự chuyển sang bước tiếp theo sau 5 giây/)).toBeTruthy();
    expect(screen.getByText(person.name ?? '')).toBeTruthy();
    expect(screen.getByText(/Tiếp theo: bổ sung thông tin tài khoản/)).toBeTruthy();
    expect(screen.getByText(person.referralCode)).toBeTruthy();
  });

  test('reports a registered phone at the field, and links to the sign-in', async () => {
    stubPhoneAvailable(false);
    const { user } = visit('/signup/otp');
    await fillFirstPage(user);
    await press(user, 'Gửi mã OTP');
    const field = await phoneField();
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    expect(document.activeElement).toBe(field);
    await user.click(screen.getByRole('link', { name: 'Đăng nhập bằng số này' }));
    await heading('Đăng nhập');
    expect(screen.getByLabelText<HTMLInputElement>('Số điện thoại').value).toBe('0912 345 678');
  });

  test('reports missing values at their fields and sends nothing', async () => {
    stubPhoneAvailable(true);
    const { user } = visit('/signup/otp');
    await phoneField();
    await press(user, 'Gửi mã OTP');
    expect(await screen.findByText('Vui lòng nhập số điện thoại.')).toBeTruthy();
    expect(screen.getByText(/Bạn cần đồng ý với Điều khoản/)).toBeTruthy();
    expect(bodiesOf('POST /vid/gateway/otp/request')).toEqual([]);
  });

  test('reports a registered phone and the missing agreement together', async () => {
    stubPhoneAvailable(false);
    const { user } = visit('/signup/otp');
    await user.type(await phoneField(), '0912345678');
    await press(user, 'Gửi mã OTP');
    expect(await screen.findByText('Số này đã có tài khoản.')).toBeTruthy();
    expect(screen.getByText(/Bạn cần đồng ý với Điều khoản/)).toBeTruthy();
    await expect.poll(() => document.activeElement).toBe(screen.getByRole('checkbox'));
    await user.click(screen.getByRole('checkbox'));
    await press(user, 'Gửi mã OTP');
    expect(screen.getByRole('link', { name: 'Đăng nhập bằng số này' })).toBeTruthy();
    expect(bodiesOf('POST /vid/api/users/checking/phone')).toHaveLength(1);
    expect(bodiesOf('POST /vid/gateway/otp/request')).toEqual([]);
  });

  test('reports the missing agreement if the phone cannot be checked', async () => {
    network().on('POST /vid/api/users/checking/phone', () =>
      refusal(429, { error: 'Chậm lại.', message: 'RATE_LIMITED' }),
    );
    const { user } = visit('/signup/otp');
    await user.type(await phoneField(), '0912345678');
    await press(user, 'Gửi mã OTP');
    expect(await screen.findByText(/Bạn cần đồng ý với Điều khoản/)).toBeTruthy();
    expect((await phoneField()).getAttribute('aria-invalid')).not.toBe('true');
  });

  test('loads a new picture after a wrong captcha', async () => {
    stubPhoneAvailable(true);
    failProofOfWork();
    network().on('POST /vid/gateway/captcha/validate', () =>
      refusal(400, { error: 'sai', message: 'CAPTCHA_INVALID' }),
    );
    const { user } = visit('/signup/otp');
    await fillFirstPage(user);
    await screen.findByRole('img', { name: 'Hình chứa mã cần nhập' });
    await user.type(screen.getByLabelText('Mã trong hình'), 'AB3DE');
    await press(user, 'Gửi mã OTP');
    expect(await screen.findByText('Mã trong hình không đúng. Vui lòng nhập mã mới.')).toBeTruthy();
    await waitFor(() => expect(bodiesOf('POST /vid/gateway/captcha/generate')).toHaveLength(2));
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Mã trong hình').value).toBe(''));
    expect(screen.getByLabelText<HTMLInputElement>('Số điện thoại').value).toBe('0912 345 678');
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true);
  });

  test('keeps the typed values when the language changes', async () => {
    const { user } = visit('/signup/otp');
    await fillFirstPage(user);
    await user.click(screen.getByRole('button', { name: /EN/ }));
    await heading('Create an account');
    expect(screen.getByLabelText<HTMLInputElement>('Phone number').value).toBe('0912 345 678');
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true);
    await user.click(screen.getByRole('button', { name: /VI/ }));
    await heading('Tạo tài khoản');
  });
});

describe('the code step of the sign-up', () => {
  test('shows the remaining attempts after a wrong code', async () => {
    setStep('code');
    network().on('POST /vid/gateway/otp/validate', () =>
      refusal(400, { error: 'Mã sai.', message: 'OTP_INVALID', details: { attemptsLeft: 4 } }),
    );
    const { user } = visit('/signup/otp/confirm');
    await pasteCode(user, '111111');
    expect(await screen.findByText(/Bạn còn 4 lần thử/)).toBeTruthy();
    expect(screen.getByText('0912 345 678')).toBeTruthy();
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Mã OTP').value).toBe(''));
    expect(bodiesOf('POST /vid/gateway/otp/validate')).toHaveLength(1);
  });

  test('keeps the agreement and the kind of account on Back', async () => {
    stubPhoneAvailable(true);
    network().failOnce('POST /vid/api/users/checking/phone');
    const { user } = visit('/signup');
    await user.click(await screen.findByRole('radio', { name: /Doanh nghiệp/ }));
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false);
    await fillFirstPage(user);
    await press(user, 'Gửi mã OTP');
    await heading('Nhập mã OTP');
    history.back();
    await heading('Tạo tài khoản');
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /Doanh nghiệp/ }).checked).toBe(true);
  });

  test('opens the resend page after the last wrong attempt', async () => {
    network().failOnce('POST /vid/gateway/otp/validate');
    setStep('code');
    network().on('POST /vid/gateway/otp/validate', () =>
      refusal(400, { error: 'Mã sai.', message: 'OTP_INVALID', details: { attemptsLeft: 0 } }),
    );
    const { user } = visit('/signup/otp/confirm');
    await pasteCode(user, '111111');
    expect(await heading('Gửi lại mã OTP')).toBeTruthy();
  });

  test('opens the resend page with the reason after too many attempts', async () => {
    setStep('code');
    network().on('POST /vid/gateway/otp/validate', () =>
      refusal(429, { error: 'khóa', message: 'OTP_LOCKED' }),
    );
    const { user } = visit('/signup/otp/confirm');
    await pasteCode(user, '111111');
    await heading('Gửi lại mã OTP');
    expect(address()).toBe('/signup/otp/resend');
    expect(
      await screen.findByText('Bạn đã nhập sai mã OTP quá nhiều lần. Vui lòng yêu cầu mã mới.'),
    ).toBeTruthy();
    expect(useSignup.getState().phone).toBe('0912345678');
  });

  test('opens the resend page with the reason after the code has expired', async () => {
    setStep('code', { codeExpiresAt: Date.now() - 1 });
    visit('/signup/otp/confirm');
    await heading('Gửi lại mã OTP');
    expect(await screen.findByText('Mã OTP đã hết hạn. Vui lòng yêu cầu mã mới.')).toBeTruthy();
  });

  test('sends another code on the same page and clears typed digits', async () => {
    setStep('code', { resendAt: 0 });
    network().on('POST /vid/gateway/otp/request', () =>
      data({ otpRequestId: 'otp_2', expiresIn: 300, resendIn: 120, digits: 6 }),
    );
    const { user } = visit('/signup/otp/confirm');
    await user.type(await screen.findByLabelText('Mã OTP'), '123');
    await press(user, 'Gửi lại mã');
    expect(await screen.findByText('Đã gửi mã mới. Vui lòng kiểm tra tin nhắn.')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Thông báo' })?.textContent).toBe('');
    expect(screen.getByRole('timer').textContent).toMatch(/^Có thể gửi lại mã sau/);
    expect(address()).toBe('/signup/otp/confirm');
    const field = screen.getByLabelText<HTMLInputElement>('Mã OTP');
    expect(field.value).toBe('');
    expect(document.activeElement).toBe(field);
    await pasteCode(user, '123456');
    await heading('Đặt mật khẩu');
    expect(bodiesOf('POST /vid/gateway/otp/validate')).toMatchObject([{ otpRequestId: 'otp_2' }]);
    expect(bodiesOf('POST /vid/gateway/otp/request')).toEqual([
      { clientId: 'vid-web', phone: '0912345678', purpose: 'signup', captchaToken: 'work_1' },
    ]);
  });

  test('says why another code cannot be sent, and keeps the typed digits', async () => {
    setStep('code', { resendAt: 0 });
    network().on('POST /vid/gateway/otp/request', () =>
      refusal(429, { error: 'Vui lòng chờ 15 phút.', message: 'OTP_RATE' }),
    );
    const { user } = visit('/signup/otp/confirm');
    await user.type(await screen.findByLabelText('Mã OTP'), '123');
    await press(user, 'Gửi lại mã');
    expect(await screen.findByText('Vui lòng chờ 15 phút.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Mã OTP').value).toBe('123');
  });

  test('shows a picture if another code requires a captcha', async () => {
    setStep('code', { resendAt: 0 });
    network().on('GET /vid/gateway/captcha/challenge', () => challenge(true));
    const { user } = visit('/signup/otp/confirm');
    await press(user, 'Gửi lại mã');
    await screen.findByRole('img', { name: 'Hình chứa mã cần nhập' });
    await user.type(screen.getByLabelText('Mã trong hình'), 'AB3DE');
    await press(user, 'Gửi lại mã');
    expect(await screen.findByText('Đã gửi mã mới. Vui lòng kiểm tra tin nhắn.')).toBeTruthy();
    expect(address()).toBe('/signup/otp/confirm');
  });

  test('disables the resend button during the countdown', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    setStep('code', { resendAt: Date.now() + 45_000 });
    visit('/signup/otp/resend');
    const resend = await screen.findByRole<HTMLButtonElement>('button', { name: 'Gửi lại mã' });
    expect(resend.disabled).toBe(true);
    expect(screen.getByRole('timer').textContent).toMatch(/45 giây/);
    useSignup.setState({ resendAt: Date.now() - 1 });
    await waitFor(() => expect(resend.disabled).toBe(false));
  });

  test('redirects a visitor without a sign-up to the first page', async () => {
    visit('/signup/password');
    await heading('Tạo tài khoản');
    expect(address()).toBe('/signup/otp');
    expect(await screen.findByText('Vui lòng bắt đầu từ bước này.')).toBeTruthy();
  });

  test('redirects to the password page if the phone is already verified', async () => {
    setStep('password');
    visit('/signup/otp/confirm');
    expect(await heading('Đặt mật khẩu')).toBeTruthy();
  });

  test('redirects when restored if the phone has been verified since', async () => {
    const stop = watchOtherTabs();
    setStep('code');
    visit('/signup/otp/confirm');
    await heading('Nhập mã OTP');
    const kept = sessionStorage.getItem('vidPersist:signup') ?? '';
    sessionStorage.setItem('vidPersist:signup', kept.replace('"step":"code"', '"step":"password"'));
    act(() => void dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
    expect(await heading('Đặt mật khẩu')).toBeTruthy();
    stop();
  });
});

async function submit(): Promise<UserEvent> {
  const { user } = visit('/signup/password');
  await user.type(await screen.findByLabelText('Mật khẩu'), password);
  await press(user, 'Tạo tài khoản');
  return user;
}

describe('the password step of the sign-up', () => {
  test('repeats the request after a lost response', async () => {
    setStep('password');
    let requests = 0;
    network().on('POST /vid/ajax/users/signup/phone', () => {
      requests += 1;
      if (requests === 1) throw new TypeError('connection lost');
      return data(person);
    });
    await submit();
    await heading('Đã tạo tài khoản');
    expect(bodiesOf('POST /vid/ajax/users/signup/phone')).toHaveLength(2);
  });

  test('goes back one step if the verification has expired', async () => {
    setStep('password');
    network().on('POST /vid/ajax/users/signup/phone', () =>
      refusal(400, { error: 'hết hạn', message: 'OTP_TOKEN_INVALID' }),
    );
    await submit();
    await heading('Gửi lại mã OTP');
    expect(await screen.findByText(/Bạn cần xác minh lại số điện thoại/)).toBeTruthy();
    expect(screen.getByText('0912 345 678')).toBeTruthy();
  });

  test('shows a rejected password at its field and keeps the typed value', async () => {
    setStep('password');
    network().on('POST /vid/ajax/users/signup/phone', () =>
      refusal(400, {
        error: 'Mật khẩu quá phổ biến.',
        message: 'PASSWORD_COMMON',
        fields: { password: 'Mật khẩu quá phổ biến.' },
      }),
    );
    await submit();
    expect(await screen.findByText('Mật khẩu quá phổ biến.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Mật khẩu').value).toBe(password);
  });

  test('shows each error of the server at its field', async () => {
    setStep('password', { acceptedTerms: null });
    const fields = { password: 'Mật khẩu quá phổ biến.', referralCode: 'Mã giới thiệu không tồn tại.' };
    network().on('POST /vid/gateway/referral/check', () => data({ valid: true, displayName: 'A.' }));
    network().on('POST /vid/ajax/users/signup/phone', () =>
      refusal(400, {
        error: 'Vui lòng kiểm tra lại.',
        message: 'VALIDATION_FAILED',
        fields: { ...fields, acceptedTerms: 'Chưa đồng ý.' },
      }),
    );
    const { user } = visit('/signup/password');
    await user.click(await screen.findByRole('button', { name: 'Có mã giới thiệu?' }));
    await user.keyboard('VN7K2M9PH8');
    await user.type(screen.getByLabelText('Mật khẩu'), password);
    // The browser reports the missing agreement; the server reports the other errors.
    await press(user, 'Tạo tài khoản');
    expect(await screen.findByText(fields.password)).toBeTruthy();
    expect(screen.getByText(fields.referralCode)).toBeTruthy();
    expect(screen.getByText(/Bạn cần đồng ý với Điều khoản/)).toBeTruthy();
    await user.click(screen.getByRole('checkbox'));
    await press(user, 'Tạo tài khoản');
    expect(await screen.findByText(fields.password)).toBeTruthy();
    expect(screen.getByText(fields.referralCode)).toBeTruthy();
    const agreed = bodiesOf('POST /vid/ajax/users/signup/phone').map((body) => Object(body).acceptedTerms);
    expect(agreed).toEqual([false, true]);
  });

  test.each([
    ['Họ và tên', false],
    ['Tên doanh nghiệp', true],
  ])('asks for “%s” if the application requires a name', async (label, isEnterprise) => {
    ssoEvents.validated({ ...application, requiresName: true });
    setStep('password', { isEnterprise });
    network().on('POST /vid/ajax/users/signup/phone', () => data(person));
    const user = await submit();
    expect(await screen.findByText(`Vui lòng nhập ${label.toLowerCase()}.`)).toBeTruthy();
    await user.type(screen.getByLabelText(label), ' Nguyễn Thị Ánh ');
    await press(user, 'Tạo tài khoản');
    await heading('Đã tạo tài khoản');
    expect(bodiesOf('POST /vid/ajax/users/signup/phone').at(-1)).toMatchObject({
      name: 'Nguyễn Thị Ánh',
      acceptedTerms: true,
    });
    ssoEvents.reset();
  });

  test('returns to the first page if the account exists by then', async () => {
    setStep('password');
    network().on('POST /vid/ajax/users/signup/phone', () =>
      refusal(409, { error: 'đã có', message: 'ACCOUNT_EXISTS' }),
    );
    await submit();
    await heading('Tạo tài khoản');
    expect(await screen.findByText('Số này đã có tài khoản. Vui lòng đăng nhập.')).toBeTruthy();
  });

  test('checks the referral code on blur and sends it', async () => {
    setStep('password');
    network().on('POST /vid/gateway/referral/check', () =>
      data({ valid: true, displayName: 'Nguyễn V. A.' }),
    );
    network().on('POST /vid/ajax/users/signup/phone', () => data(person));
    const { user } = visit('/signup/password');
    await user.click(await screen.findByRole('button', { name: 'Có mã giới thiệu?' }));
    await expect.poll(() => document.activeElement).toBe(screen.getByLabelText(/Mã giới thiệu/));
    await user.keyboard('VN7K2M9PH8');
    await user.tab();
    expect(await screen.findByText('Người giới thiệu: Nguyễn V. A.')).toBeTruthy();
    await user.type(screen.getByLabelText('Mật khẩu'), password);
    await press(user, 'Tạo tài khoản');
    await heading('Đã tạo tài khoản');
    expect(bodiesOf('POST /vid/ajax/users/signup/phone')).toMatchObject([{ referralCode: 'VN7K2M9PH8' }]);
  });

  test('sends one request for a double click', async () => {
    setStep('password');
    network().on('POST /vid/ajax/users/signup/phone', () => data(person));
    const { user } = visit('/signup/password');
    await user.type(await screen.findByLabelText('Mật khẩu'), password);
    await user.dblClick(screen.getByRole('button', { name: 'Tạo tài khoản' }));
    await heading('Đã tạo tài khoản');
    expect(bodiesOf('POST /vid/ajax/users/signup/phone')).toHaveLength(1);
  });

  test('asks for a missing agreement and the account kind', async () => {
    setStep('password', { acceptedTerms: null });
    network().on('POST /vid/ajax/users/signup/phone', () => data(person));
    const user = await submit();
    expect(await screen.findByText(/Bạn cần đồng ý với Điều khoản/)).toBeTruthy();
    await user.click(screen.getByRole('checkbox'));
    const kinds = screen.getByRole('group', { name: 'Loại tài khoản' });
    await user.click(within(kinds).getByRole('radio', { name: /Doanh nghiệp/ }));
    await press(user, 'Tạo tài khoản');
    await heading('Đã tạo tài khoản');
    expect(bodiesOf('POST /vid/ajax/users/signup/phone').at(-1)).toMatchObject({
      isEnterprise: true,
      acceptedTerms: true,
    });
  });
});
