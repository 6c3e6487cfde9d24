import { act, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { data, refusal } from '../../../../test/fake-server.ts';
import { expectRefusedPress } from '../../../../test/refused-press.ts';
import { setLocale } from '#shared/i18n/i18n.ts';
import { arrive, bodiesOf, heading, network, useVisitorScreens, visit } from '../../../../test/visitor.tsx';

const endpoint = 'POST /vid/ajax/auth/not-me';
const describing = 'POST /vid/ajax/auth/not-me/event';
const code = 'A'.repeat(22);
const event = {
  text: 'Một passkey vừa được thêm vào tài khoản của bạn.',
  at: '2026-03-07T02:00:00.000Z',
  device: { browser: 'Chrome', system: 'Android', isMobile: true },
  address: '203.0.113.7',
  place: 'Hà Nội, Việt Nam',
  effect: 'lock' as const,
};
const press = { name: 'Không phải tôi, khóa tài khoản' };

describe('the link of a security notice', () => {
  useVisitorScreens();
  beforeEach(() => network().on(describing, () => data(event)));

  test('K3 shows the event with its device, place and time', async () => {
    network().failOnce(describing);
    const { user } = visit(`/not-me#${code}`);
    expect(await screen.findByText(event.text)).toBeTruthy();
    for (const part of [/Chrome trên Android/u, /Hà Nội, Việt Nam/u, /203\.0\.113\.7/u, /07\/03\/2026/u])
      expect(screen.getByText(part)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Đúng là tôi' }));
    await heading('Cảm ơn bạn đã xem lại');
    expect(bodiesOf(endpoint)).toEqual([]);
  });

  test('shows the event again in the language that the owner chooses', async () => {
    visit(`/not-me#${code}`);
    expect(await screen.findByText(event.text)).toBeTruthy();
    const mine = screen.getByRole('button', { name: 'Đúng là tôi' });
    mine.focus();
    const text = 'A passkey was added to your account.';
    network().on(describing, () => data({ ...event, text }));
    await act(() => setLocale('en'));
    expect(await screen.findByText(text)).toBeTruthy();
    await expect.poll(() => document.activeElement).toBe(mine);
  });

  test('ignores a late response in the former language', async () => {
    const { promise, resolve } = Promise.withResolvers<ReturnType<typeof data<typeof event>>>();
    network().on(describing, () => promise);
    visit(`/not-me#${code}`);
    await screen.findByRole('button', { name: 'Đúng là tôi' });
    const text = 'A passkey was added to your account.';
    network().on(describing, () => data({ ...event, text }));
    await act(() => setLocale('en'));
    expect(await screen.findByText(text)).toBeTruthy();
    await act(async () => resolve(data(event)));
    expect(screen.queryByText(event.text)).toBeNull();
    expect(screen.getByText(text)).toBeTruthy();
  });

  test('can lock the account while the event is loading', async () => {
    network().on(describing, () => new Promise(() => {}));
    network().on(endpoint, () => data({ outcome: 'locked' }));
    const { user } = visit(`/not-me#${code}`);
    await user.click(await screen.findByRole('button', press));
    expect(await heading('Bạn đã khóa tài khoản')).toBeTruthy();
  });

  test('can lock the account even if the event cannot be loaded', async () => {
    network().failOnce(endpoint);
    network().on(describing, () => refusal(503, { error: 'x', message: 'UNAVAILABLE' }));
    network().on(endpoint, () => data({ outcome: 'locked' }));
    const { user } = visit(`/not-me#${code}`);
    await user.click(await screen.findByRole('button', press));
    expect(await heading('Bạn đã khóa tài khoản')).toBeTruthy();
  });

  test('says why the account could not be locked', async () => {
    const { user } = visit(`/not-me#${code}`);
    await expectRefusedPress(user, endpoint, press.name, network());
  });

  test('is reported as invalid before any press if it has been used', async () => {
    network().on(describing, () => refusal(400, { error: 'x', message: 'NOTICE_LINK_INVALID' }));
    visit(`/not-me#${code}`);
    expect(await heading('Liên kết không dùng được')).toBeTruthy();
    expect(screen.queryByRole('button', press)).toBeNull();
  });

  test('P10 locks the account only after a button is pressed', async () => {
    network().on(endpoint, () => data({ outcome: 'locked' }));
    const { user } = visit(`/not-me#${code}`);
    await heading('Có phải bạn không?');
    await screen.findByRole('button', press);
    expect(location.hash).toBe('');
    expect(bodiesOf(endpoint)).toEqual([]);
    await user.click(screen.getByRole('button', press));
    await heading('Bạn đã khóa tài khoản');
    expect(bodiesOf(endpoint)).toEqual([{ code }]);
    await user.click(screen.getByRole('link', { name: 'Đặt mật khẩu mới' }));
    await arrive('/forget-password');
  });

  test('stops a recovery when the button is pressed, and says so', async () => {
    network().on(describing, () => data({ ...event, effect: 'stop' }));
    network().on(endpoint, () => data({ outcome: 'stopped' }));
    const { user } = visit(`/not-me#${code}`);
    await user.click(await screen.findByRole('button', { name: 'Không phải tôi, hủy yêu cầu' }));
    expect(await heading('Đã hủy yêu cầu khôi phục')).toBeTruthy();
  });

  test('restores the former phone number on request', async () => {
    network().on(describing, () => data({ ...event, effect: 'restore-phone' }));
    network().on(endpoint, () => data({ outcome: 'phone-restored', restored: '+84912345678' }));
    const { user } = visit(`/not-me#${code}`);
    const restore = await screen.findByRole('button', { name: 'Không phải tôi, khôi phục số cũ' });
    expect(screen.getByRole('button', { name: 'Đúng là tôi' })).toBeTruthy();
    expect(bodiesOf(endpoint)).toEqual([]);
    await user.click(restore);
    await heading('Đã khôi phục số điện thoại cũ');
    expect(bodiesOf(endpoint)).toEqual([{ code }]);
    await user.click(screen.getByRole('link', { name: 'Đặt mật khẩu mới' }));
    await heading('Đặt lại mật khẩu');
    expect(screen.getByLabelText<HTMLInputElement>('Số điện thoại').value).toBe('0912 345 678');
  });

  test('leads to the account recovery if no phone number is restored', async () => {
    network().on(describing, () => data({ ...event, effect: 'restore-phone' }));
    network().on(endpoint, () => data({ outcome: 'phone-restored' }));
    const { user } = visit(`/not-me#${code}`);
    await user.click(await screen.findByRole('button', { name: 'Không phải tôi, khôi phục số cũ' }));
    expect(await heading('Đã gỡ số điện thoại mới')).toBeTruthy();
    await user.click(screen.getByRole('link', { name: 'Khôi phục tài khoản' }));
    await arrive('/recovery');
  });

  test('says what to do if another account has the former phone number', async () => {
    network().on(describing, () => data({ ...event, effect: 'restore-phone' }));
    network().on(endpoint, () => refusal(409, { error: 'Đã đăng ký.', message: 'ACCOUNT_EXISTS' }));
    const { user } = visit(`/not-me#${code}`);
    await user.click(await screen.findByRole('button', { name: 'Không phải tôi, khôi phục số cũ' }));
    expect(await screen.findByText(/đổi số điện thoại của tài khoản đó rồi mở lại liên kết/u)).toBeTruthy();
  });

  test('restores the former e-mail address on request', async () => {
    network().on(describing, () => data({ ...event, effect: 'restore-email' }));
    network().on(endpoint, () => data({ outcome: 'email-restored', restored: 'anh@example.vn' }));
    const { user } = visit(`/not-me#${code}`);
    await user.click(await screen.findByRole('button', { name: 'Không phải tôi, khôi phục email cũ' }));
    await heading('Đã khôi phục email cũ');
    expect(screen.getByText(/anh@example\.vn/u)).toBeTruthy();
  });

  test.each(['', '#'])('is reported as invalid without a secret, as in “/not-me%s”', async (hash) => {
    visit(`/not-me${hash}`);
    expect(await heading('Liên kết không dùng được')).toBeTruthy();
    expect(bodiesOf(endpoint)).toEqual([]);
  });

  test('is reported as invalid after a press if it has expired', async () => {
    network().on(endpoint, () => refusal(429, { error: 'Chậm lại.', message: 'RATE_LIMITED' }));
    const { user } = visit(`/not-me#${code}`);
    await user.click(await screen.findByRole('button', press));
    expect(await screen.findByText('Chậm lại.')).toBeTruthy();
    network().on(endpoint, () => refusal(400, { error: 'Hết hạn.', message: 'NOTICE_LINK_INVALID' }));
    await user.click(screen.getByRole('button', press));
    expect(await heading('Liên kết không dùng được')).toBeTruthy();
  });
});
