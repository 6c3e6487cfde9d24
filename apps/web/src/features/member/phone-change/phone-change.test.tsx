import { act, cleanup, screen, within } from '@testing-library/react';
import type { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { data, refusal } from '../../../../test/fake-server.ts';
import { person } from '../../../../test/member.tsx';
import {
  allStored,
  bodiesOf,
  network,
  openAgain,
  useVisitorScreens,
  visit,
} from '../../../../test/visitor.tsx';
import { sessionStarted } from '#session/session.ts';
import { setLocale } from '#shared/i18n/i18n.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { formatPhone } from '#shared/lib/phone/phone.ts';
import { authEvents, useAuth } from '#state/auth.ts';

const change = 'POST /vid/api/users/phone';
const email = { state: 'none', canConfirm: true } as const;

async function enterNumber(): Promise<ReturnType<typeof userEvent.setup>> {
  sessionStarted(person);
  const { user } = visit('/user/phone');
  await user.type(await screen.findByLabelText('Số điện thoại mới'), '0987654321');
  await user.click(screen.getByRole('button', { name: 'Gửi mã OTP' }));
  await screen.findByText(/đã được gửi đến/);
  return user;
}
async function enterCode(user: ReturnType<typeof userEvent.setup>): Promise<void> {
  await user.click(await screen.findByLabelText('Mã OTP'));
  await user.paste('123456');
}

const wrong = (attemptsLeft: number) => () =>
  refusal(400, { error: 'Mã không đúng.', message: 'OTP_INVALID', details: { attemptsLeft } });

describe('the page that changes the phone', () => {
  useVisitorScreens();
  beforeEach(() => {
    network().on('GET /vid/ajax/auth/me', () => data(person));
    network().on('GET /vid/api/users/information', () =>
      data({
        email,
        accountReturn: null,
        password: null,
        certificate: null,
        verification: null,
      }),
    );
  });

  test('offers a retry if the account could not be loaded', async () => {
    network().on('GET /vid/ajax/auth/me', () => refusal(500, { error: 'Lỗi.', message: 'INTERNAL' }));
    sessionStarted(person);
    const { user } = visit('/user/phone');
    await screen.findByLabelText('Số điện thoại mới');
    act(() => {
      useAuth.setState({ profile: null });
      authEvents.profileFailed('Hệ thống đang tạm gián đoạn.');
    });
    expect(screen.getByText('Hệ thống đang tạm gián đoạn.')).toBeTruthy();
    network().on('GET /vid/ajax/auth/me', () => data(person));
    await user.click(screen.getByRole('button', { name: 'Thử lại' }));
    expect(await screen.findByLabelText('Số điện thoại mới')).toBeTruthy();
  });

  test('shows the end of the undo period in the page’s language', async () => {
    sessionStarted(person);
    visit('/user/phone');
    await screen.findByText(/^Đến \d\d:\d\d ngày/u);
    await act(() => setLocale('en'));
    expect(await screen.findByText(/^Until \d+ \w{3,4} \d{4}, \d\d:\d\d$/u)).toBeTruthy();
  });

  test('changes the phone number after a code sent to the new number', async () => {
    network().on(change, () => data({ ...person, phone: '+84987654321' }));
    const user = await enterNumber();
    expect(bodiesOf('POST /vid/gateway/otp/request')).toMatchObject([
      { phone: '0987 654 321', purpose: 'phone-change', captchaToken: 'work_1' },
    ]);
    await enterCode(user);
    expect(await screen.findByRole('heading', { name: 'Đã đổi số điện thoại' })).toBe(document.activeElement);
    expect(bodiesOf(change)).toEqual([{ phone: '0987 654 321', otpToken: 'cookie' }]);
    expect(useAuth.getState().profile?.phone).toBe('+84987654321');
    expect(allStored()).not.toContain('secret-otp-token');
    expect(allStored()).not.toContain('987654321');
  });

  test('asks for the password if the server requires it', async () => {
    network().on(change, () => refusal(403, { error: 'Lại.', message: 'REAUTHENTICATION_REQUIRED' }));
    network().on('POST /vid/ajax/auth/reauthenticate', () => {
      network().on(change, () => data({ ...person, phone: '+84987654321' }));
      return data(true);
    });
    const user = await enterNumber();
    await enterCode(user);
    await user.type(await screen.findByLabelText('Mật khẩu'), 'Trăng#Rằm8{Enter}');
    expect(await screen.findByRole('heading', { name: 'Đã đổi số điện thoại' })).toBeDefined();
  });

  test('asks for the phone number again when no attempts remain', async () => {
    network().on('POST /vid/gateway/otp/validate', wrong(2));
    const user = await enterNumber();
    await enterCode(user);
    expect(await screen.findByText('Mã OTP không đúng. Bạn còn 2 lần thử.')).toBeDefined();
    network().on('POST /vid/gateway/otp/validate', wrong(0));
    await user.paste('654321');
    expect(await screen.findByLabelText('Số điện thoại mới')).toHaveProperty('value', '0987 654 321');
    expect(screen.getByText('Mã không đúng.')).toBeDefined();
    expect(bodiesOf(change)).toEqual([]);
  });

  test('lets the user replace a number that already has an account', async () => {
    network().failOnce(change);
    network().on(change, () => refusal(409, { error: 'Đã đăng ký.', message: 'ACCOUNT_EXISTS' }));
    const user = await enterNumber();
    await enterCode(user);
    expect(await screen.findByText('Đã đăng ký.')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Dùng số khác' }));
    expect(await screen.findByLabelText('Số điện thoại mới')).toBeDefined();
  });

  test('accepts a resent code after a reload', async () => {
    network().on('POST /vid/gateway/otp/request', () =>
      data({ otpRequestId: 'otp_2', expiresIn: 300, resendIn: 0, digits: 6 }),
    );
    network().on(change, () => data({ ...person, phone: '+84987654321' }));
    const user = await enterNumber();
    await user.click(await screen.findByRole('button', { name: 'Gửi lại mã' }));
    expect(await screen.findByText('Đã gửi mã mới. Vui lòng kiểm tra tin nhắn.')).toBeDefined();
    cleanup();
    await enterCode(openAgain().user);
    expect(await screen.findByRole('heading', { name: 'Đã đổi số điện thoại' })).toBeDefined();
    expect(bodiesOf('POST /vid/gateway/otp/validate')).toMatchObject([{ otpRequestId: 'otp_2' }]);
  });

  test('shows the typed phone number again after Back', async () => {
    await enterNumber();
    history.back();
    expect(await screen.findByLabelText('Số điện thoại mới')).toHaveProperty('value', '0987 654 321');
  });

  test('continues after a reload with the field for the code', async () => {
    network().on(change, () => data({ ...person, phone: '+84987654321' }));
    await enterNumber();
    cleanup();
    const { user } = openAgain();
    await enterCode(user);
    expect(await screen.findByRole('heading', { name: 'Đã đổi số điện thoại' })).toBeDefined();
    expect(bodiesOf('POST /vid/gateway/otp/request')).toHaveLength(1);
  });

  test('rejects the current phone number before a code is sent', async () => {
    sessionStarted(person);
    const { user } = visit('/user/phone');
    await user.type(await screen.findByLabelText('Số điện thoại mới'), formatPhone(person.phone));
    await user.click(screen.getByRole('button', { name: 'Gửi mã OTP' }));
    expect(
      await screen.findByText('Bạn đang dùng chính số điện thoại này. Vui lòng nhập số khác.'),
    ).toBeDefined();
    expect(bodiesOf('POST /vid/gateway/otp/request')).toEqual([]);
  });

  test('explains what a change affects and for how long', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    sessionStarted(person);
    visit('/user/phone');
    const card = within(await screen.findByRole('region', { name: 'Nếu bạn đổi số bây giờ' }));
    const time = formatDateTime(Date.now() + 86_400_000);
    expect(card.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Ngay khi đổi'),
      expect.stringContaining(`Đến ${time}`),
      expect.stringContaining(`Từ ${time}`),
    ]);
  });

  test('replaces the form during a hold with the hold’s dates', async () => {
    const hold = {
      since: new Date(Date.now() - 60_000).toISOString(),
      until: new Date(Date.now() + 60_000).toISOString(),
    };
    network().on('GET /vid/ajax/auth/me', () => data({ ...person, hold }));
    sessionStarted({ ...person, hold });
    visit('/user/phone');
    const notice = within(
      await screen.findByRole('region', { name: 'Một số thay đổi đang tạm khóa để bảo vệ tài khoản' }),
    );
    expect(notice.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining(formatDateTime(hold.since)),
      expect.stringContaining(`Đến ${formatDateTime(hold.until)}`),
      expect.stringMatching(new RegExp(`Từ ${formatDateTime(hold.until)}.*đổi số điện thoại`, 'u')),
    ]);
    expect(screen.queryByLabelText('Số điện thoại mới')).toBeNull();
  });

  test('replaces the form after a password change with the hold’s dates', async () => {
    const password = {
      changedAt: new Date(Date.now() - 60_000).toISOString(),
      holdsPhoneUntil: new Date(Date.now() + 60_000).toISOString(),
    };
    network().on('GET /vid/api/users/information', () =>
      data({ email, accountReturn: null, password, certificate: null, verification: null }),
    );
    sessionStarted(person);
    visit('/user/phone');
    const notice = within(
      await screen.findByRole('region', { name: 'Một số thay đổi đang tạm khóa để bảo vệ tài khoản' }),
    );
    const until = formatDateTime(password.holdsPhoneUntil);
    expect(notice.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      `${formatDateTime(password.changedAt)}Mật khẩu của tài khoản vừa được đổi.`,
      expect.stringMatching(new RegExp(`Đến ${until}Chưa thể đổi số điện thoại`, 'u')),
      expect.stringMatching(new RegExp(`Từ ${until}.*đổi số điện thoại`, 'u')),
    ]);
    expect(screen.queryByLabelText('Số điện thoại mới')).toBeNull();
    expect(screen.queryByRole('region', { name: 'Nếu bạn đổi số bây giờ' })).toBeNull();
  });
});
