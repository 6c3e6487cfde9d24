import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { data, refusal } from '../../../../test/fake-server.ts';
import { network, person, renderPage, useMemberScreens } from '../../../../test/member.tsx';
import { areaPaths } from '#navigation/area-paths.ts';
import { loadTexts } from '#shared/i18n/i18n.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { SecurityPage } from './security.page.tsx';
import { SecurityParts } from './security-parts.tsx';

const information: Answer<'GET /vid/api/users/information'> = {
  email: { state: 'confirmed', canConfirm: true },
  accountReturn: null,
  password: { changedAt: '2026-03-01T20:00:00.000Z' },
  certificate: null,
  verification: null,
};
const device = { browser: 'Chrome', system: 'Windows' };
const session: Answer<'GET /vid/api/sessions'>[number] = {
  id: 'ses_here',
  isCurrent: true,
  device: { ...device, isMobile: false },
  address: '127.0.0.1',
  createdAt: '2026-03-01T02:00:00.000Z',
  lastSeenAt: '2026-03-10T02:00:00.000Z',
};

const rows = () =>
  screen.getAllByRole('listitem').map((row) => row.querySelector('a')?.getAttribute('href') ?? '');

describe('the security page', () => {
  useMemberScreens();
  let onSince: string | null = null;
  beforeEach(async () => {
    await loadTexts('social');
    onSince = null;
    network().on('GET /vid/api/users/information', () => data(information));
    network().on('GET /vid/api/users/two-step', () =>
      data({ onSince, recoveryCodesLeft: onSince === null ? 0 : 8, maySwitchOff: true }),
    );
    network().on('GET /vid/api/passkeys', () => data([]));
    network().on('GET /vid/api/sessions', () => data([session, { ...session, id: 'ses_2' }]));
    network().on('GET /vid/api/users/identities', () => data({ identities: [], addable: [] }));
    network().on('GET /vid/api/users/history', () =>
      data({ items: [{ event: 'signed-in-code', device, at: new Date().toISOString() }], next: null }),
    );
  });

  test('shows the state of each protection in a row that opens its page', async () => {
    renderPage(<SecurityPage />, person);
    await screen.findByText('2 thiết bị đang đăng nhập');
    expect(await screen.findByRole('link', { name: 'Mật khẩu Đặt ngày 02/03/2026 Đổi' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Xác minh hai bước Chưa bật Bật' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Khôi phục tài khoản Số điện thoại · Email Xem' })).toBeDefined();
    expect(
      screen.getByRole('link', { name: /^Nhật ký hoạt động Đăng nhập bằng mã OTP · Chrome trên Windows · / }),
    ).toBeDefined();
    expect(rows()).toEqual([
      areaPaths.userTwoStep,
      '/user/password',
      areaPaths.userPasskeys,
      areaPaths.userTwoStep,
      areaPaths.userRecovery,
      areaPaths.userDevices,
      areaPaths.userActivity,
    ]);
  });

  test('offers to set a password that is not set', async () => {
    network().on('GET /vid/api/users/information', () => data({ ...information, password: null }));
    renderPage(<SecurityPage />, person);
    expect(await screen.findByRole('link', { name: 'Mật khẩu Chưa đặt Đặt mật khẩu' })).toBeDefined();
  });

  test('names what to improve on top of the rows', async () => {
    renderPage(<SecurityPage />, person);
    expect(await screen.findByRole('heading', { name: '1 điều nên cải thiện' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Bật xác minh hai bước' })).toBeDefined();
  });

  test('says that the account is well protected if there is nothing to improve', async () => {
    onSince = '2026-03-01T02:00:00.000Z';
    renderPage(<SecurityPage />, person);
    expect(await screen.findByRole('heading', { name: 'Tài khoản của bạn được bảo vệ tốt' })).toBeDefined();
  });

  test('shows linked accounts only if a provider is configured or an account is linked', async () => {
    network().on('GET /vid/api/users/identities', () =>
      data({ identities: [{ provider: 'zalo', name: null, linkedAt: session.createdAt }], addable: [] }),
    );
    renderPage(<SecurityPage />, person);
    expect(await screen.findByRole('link', { name: 'Tài khoản liên kết Zalo Quản lý' })).toBeDefined();
  });

  test('keeps the rows and gives no summary if a state cannot be read', async () => {
    network().on('GET /vid/api/users/two-step', () =>
      refusal(403, { error: 'Tạm gián đoạn.', message: 'FORBIDDEN' }),
    );
    renderPage(<SecurityPage />, person);
    expect(await screen.findByRole('link', { name: /^Xác minh hai bước Chưa tải được/ })).toBeDefined();
    expect(screen.getAllByRole('button', { name: 'Thử lại' })).toHaveLength(1);
    expect(screen.queryByRole('heading', { level: 2 })).toBeNull();
  });

  test('has a page for each way of recovery, with a link back to the overview', async () => {
    renderPage(<SecurityParts />, person, areaPaths.userRecovery);
    expect(screen.getByRole('heading', { level: 1, name: 'Khôi phục tài khoản' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Bảo mật' }).getAttribute('href')).toBe('/user/security');
    const email = await screen.findByRole('link', { name: 'Email anh@example.vn Đổi' });
    expect(email.getAttribute('href')).toBe('/user/information');
    expect(screen.getByRole('link', { name: 'Số điện thoại 0912 345 678 Đổi' })).toBeDefined();
  });
});
