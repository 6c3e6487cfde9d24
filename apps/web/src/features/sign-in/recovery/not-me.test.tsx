import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { data, refusal } from '../../../../test/fake-server.ts';
import { arrive, bodiesOf, heading, network, useVisitorScreens, visit } from '../../../../test/visitor.tsx';

const endpoint = 'POST /vid/ajax/auth/not-me';
const code = 'A'.repeat(22);
const press = { name: 'Không phải tôi, chặn ngay' };

describe('the link of a security notice', () => {
  useVisitorScreens();

  test('P10 locks the account only after a press, and leads to a new password', async () => {
    network().on(endpoint, () => data({ outcome: 'locked' }));
    const { user } = visit(`/not-me#${code}`);
    await heading('Không phải bạn?');
    expect(location.hash).toBe('');
    expect(bodiesOf(endpoint)).toEqual([]);
    await user.click(screen.getByRole('button', press));
    await heading('Tài khoản đã bị khóa');
    expect(bodiesOf(endpoint)).toEqual([{ code }]);
    await user.click(screen.getByRole('link', { name: 'Đặt mật khẩu mới' }));
    await arrive('/forget-password');
  });

  test('says that a recovery was stopped', async () => {
    network().on(endpoint, () => data({ outcome: 'stopped' }));
    const { user } = visit(`/not-me#${code}`);
    await user.click(await screen.findByRole('button', press));
    expect(await heading('Đã hủy yêu cầu khôi phục')).toBeTruthy();
  });

  test.each(['', '#'])('shows that a link without a secret does not work: %j', async (hash) => {
    visit(`/not-me${hash}`);
    expect(await heading('Liên kết không dùng được')).toBeTruthy();
    expect(bodiesOf(endpoint)).toEqual([]);
  });

  test('shows that an old link does not work, and can be pressed again after an outage', async () => {
    network().on(endpoint, () => refusal(429, { error: 'Chậm lại.', message: 'RATE_LIMITED' }));
    const { user } = visit(`/not-me#${code}`);
    await user.click(await screen.findByRole('button', press));
    expect(await screen.findByText('Chậm lại.')).toBeTruthy();
    network().on(endpoint, () => refusal(400, { error: 'Hết hạn.', message: 'NOTICE_LINK_INVALID' }));
    await user.click(screen.getByRole('button', press));
    expect(await heading('Liên kết không dùng được')).toBeTruthy();
  });
});
