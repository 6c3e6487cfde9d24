import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
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
import { sessionStarted } from '#session/session.ts';
import { signupEvents, useSignup } from '#state/signup.ts';

useVisitorScreens();

const check = 'POST /vid/gateway/referral/check';
const create = 'POST /vid/ajax/users/signup/phone';

describe('a member’s invitation', () => {
  test('names the inviter and is sent with its campaign at sign-up', async () => {
    network().on(check, () => data({ valid: true, displayName: 'N*** V*** An' }));
    network().on('POST /vid/api/users/checking/phone', () => data({ available: true }));
    network().on(create, () => data(person));
    // The app reads `campaign` from the URL when it starts.
    signupEvents.campaignNoted('tet-2026');
    const { user } = visit('/qr/vn7k2m9ph8?campaign=tet-2026');
    await heading('Tạo tài khoản');
    await arrive('/signup/otp?campaign=tet-2026');
    const name = await screen.findByText('N*** V*** An');
    expect(name.closest('[role=status]')?.textContent).toBe(
      'N*** V*** An mời bạn tham gia Hội.Mã giới thiệu: VN7K2M9PH8',
    );

    await user.type(await screen.findByLabelText('Số điện thoại'), '0912345678');
    await user.click(screen.getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: 'Gửi mã OTP' }));
    await user.click(await screen.findByLabelText('Mã OTP'));
    await user.paste('123456');
    await heading('Đặt mật khẩu');
    expect(screen.getByLabelText<HTMLInputElement>(/^Mã giới thiệu/u).value).toBe('VN7K2M9PH8');
    expect(await screen.findByText('Người giới thiệu: N*** V*** An')).toBeDefined();
    await user.type(screen.getByLabelText('Mật khẩu'), 'Mật-khẩu-9x');
    vi.useFakeTimers({ toFake: ['Date'] });
    await user.click(screen.getByRole('button', { name: 'Tạo tài khoản' }));
    await heading('Đã tạo tài khoản');
    expect(bodiesOf(create)).toMatchObject([{ referralCode: 'VN7K2M9PH8', campaign: 'tet-2026' }]);
  });

  test('is dropped with a notice if it is no longer valid', async () => {
    network().on(check, () => data({ valid: false, displayName: null }));
    visit('/qr/VN7K2M9PH8');
    expect(
      await screen.findByText('Lời mời này không còn hiệu lực. Bạn vẫn có thể tạo tài khoản.'),
    ).toBeDefined();
    expect(useSignup.getState().referralCode).toBeNull();
  });

  test('is checked again on the password page if a check fails', async () => {
    network().on(check, () => refusal(429, { error: 'Quá nhanh.', message: 'RATE_LIMITED' }));
    const { unmount } = visit('/qr/VN7K2M9PH8');
    expect(await screen.findByText('Bạn được mời tham gia Hội.')).toBeDefined();
    await waitFor(() => expect(bodiesOf(check)).toHaveLength(1));
    unmount();

    network().on(check, () => data({ valid: true, displayName: 'N*** V*** An' }));
    signupEvents.flowStarted('signup');
    useSignup.setState({ step: 'password', phone: '0912345678', verifiedUntil: Date.now() + 600_000 });
    visit('/signup/password');
    expect(await screen.findByText('Người giới thiệu: N*** V*** An')).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>(/^Mã giới thiệu/u).value).toBe('VN7K2M9PH8');
  });

  test('is replaced by a second invitation despite a late response', async () => {
    const late = Promise.withResolvers<void>();
    network().on(check, async ({ body }) => {
      const isFirst = JSON.stringify(body).includes('VN7K2M9PH8');
      if (isFirst) await late.promise;
      return data(isFirst ? { valid: false, displayName: null } : { valid: true, displayName: 'B*** Hai' });
    });
    visit('/qr/VN7K2M9PH8');
    expect(await screen.findByText('Bạn được mời tham gia Hội.')).toBeDefined();
    act(() => signupEvents.detailsGiven({ referralCode: '4K7QZ2MBH1' }));
    expect(await screen.findByText('B*** Hai')).toBeDefined();
    await act(async () => late.resolve());
    expect(screen.getByText('B*** Hai')).toBeDefined();
    expect(useSignup.getState().referralCode).toBe('4K7QZ2MBH1');
  });

  test('leads a signed-in user to the user’s own invitation', async () => {
    sessionStarted(person);
    visit('/qr/4K7QZ2MBH1');
    await heading('Bạn đang đăng nhập');
    expect(screen.getByRole('link', { name: 'Mời bạn bè' })).toBeDefined();
    expect(useSignup.getState().referralCode).toBeNull();
    expect(bodiesOf(check)).toEqual([]);
  });

  test('opens the error page if its code is malformed', async () => {
    visit('/qr/unknown_code');
    await waitFor(() => expect(address()).toBe('/error/404'));
  });
});
