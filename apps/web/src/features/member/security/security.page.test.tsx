import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { stubAuthenticator } from '../../../../test/fake-authenticator.ts';
import { data, refusal } from '../../../../test/fake-server.ts';
import { network, person, renderPage, useMemberScreens } from '../../../../test/member.tsx';
import { areaPaths } from '#navigation/area-paths.ts';
import { paths } from '#navigation/paths.ts';
import { loadTexts } from '#shared/i18n/i18n.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { SecurityPage } from './security.page.tsx';
import { SecurityParts } from './security-parts.tsx';

type Provider = Answer<'GET /vid/api/users/identities'>['addable'][number];
const passkey: Answer<'GET /vid/api/passkeys'>[number] = {
  id: 'psk_1',
  name: 'Điện thoại',
  provider: null,
  isSynced: false,
  createdAt: '2026-03-01T02:00:00.000Z',
  lastUsedAt: null,
  heldUntil: null,
};
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

const unknownDevice = { browser: '', system: '' };
const onSince = session.createdAt;
type State = {
  password?: null;
  passkeys?: number;
  hasNoSupport?: boolean;
  onSince?: string;
  codes?: number;
  email?: 'none' | 'waiting';
  addable?: Provider[];
  linked?: Provider[];
  device?: typeof device | null;
};

/** Responds with an account that has a password, an e-mail address and one passkey, unless `state` says otherwise. */
function answer(state: State): void {
  network().on('GET /vid/api/users/information', () =>
    data({
      ...information,
      ...(state.password === null && { password: null }),
      email: { state: state.email ?? 'confirmed', canConfirm: true },
    }),
  );
  network().on('GET /vid/api/users/two-step', () =>
    data({ onSince: state.onSince ?? null, recoveryCodesLeft: state.codes ?? 0, maySwitchOff: true }),
  );
  network().on('GET /vid/api/passkeys', () =>
    data(Array.from({ length: state.passkeys ?? 1 }, (_, index) => ({ ...passkey, id: `psk_${index}` }))),
  );
  network().on('GET /vid/api/users/identities', () =>
    data({
      identities: (state.linked ?? []).map((provider) => ({ provider, name: null, linkedAt: onSince })),
      addable: state.addable ?? [],
    }),
  );
  network().on('GET /vid/api/users/history', () => {
    const at = new Date().toISOString();
    const event = { event: 'signed-in-code', device: state.device ?? device, at } as const;
    return data({ items: state.device === null ? [] : [event], next: null });
  });
}

const rows = () =>
  screen.getAllByRole('listitem').map((row) => row.querySelector('a')?.getAttribute('href') ?? '');

describe('the security page', () => {
  useMemberScreens();
  beforeEach(async () => {
    await loadTexts('social');
    Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
    network().on('GET /vid/api/sessions', () => data([session, { ...session, id: 'ses_2' }]));
    answer({ passkeys: 0 });
  });

  test('links the state of each protection to its page', async () => {
    renderPage(<SecurityPage />, person);
    await screen.findByText('2 thiết bị đang đăng nhập');
    expect(await screen.findByRole('link', { name: 'Mật khẩu Đặt ngày 02/03/2026 Đổi' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Xác minh hai bước Chưa bật Bật' })).toBeDefined();
    expect(
      screen.getByRole('link', { name: 'Khôi phục tài khoản Số điện thoại\u00A0· Email Xem' }),
    ).toBeDefined();
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

  test('counts and links to what the member can improve', async () => {
    renderPage(<SecurityPage />, person);
    expect(await screen.findByRole('heading', { name: '1 điều nên cải thiện' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Bật xác minh hai bước' })).toBeDefined();
  });

  test('hides the advice from screen readers while it loads', async () => {
    network().on('GET /vid/api/passkeys', () => new Promise<never>(() => {}));
    renderPage(<SecurityPage />, person);
    await screen.findByRole('link', { name: 'Xác minh hai bước Chưa bật Bật' });
    expect(screen.getByText(/điều nên cải thiện/u)).toBeDefined();
    expect(screen.queryByRole('heading', { level: 2 })).toBeNull();
  });

  test('shows the notice of a hold instead of the advice', async () => {
    const until = new Date(Date.now() + 3_600_000).toISOString();
    renderPage(<SecurityPage />, { ...person, hold: { since: onSince, until } });
    const notice = await screen.findByRole('region', { name: /đang tạm khóa/u });
    expect(notice.textContent).toContain('Bạn có thể thực hiện lại mọi thay đổi.');
    await screen.findByRole('link', { name: 'Xác minh hai bước Chưa bật Bật' });
    expect(screen.queryByRole('heading', { name: /điều nên cải thiện/u })).toBeNull();
  });

  test.each<[string, State, string]>([
    ['a password', { password: null }, 'Mật khẩu Chưa đặt Đặt'],
    ['passkeys', { passkeys: 0 }, 'Passkey Chưa có Thêm'],
    ['passkeys', { passkeys: 0, hasNoSupport: true }, 'Passkey Chưa có Quản lý'],
    ['passkeys', { passkeys: 2 }, 'Passkey 2 passkey Quản lý'],
    ['two-step sign-in', { onSince }, 'Xác minh hai bước Đang bật Quản lý'],
    ['recovery', { email: 'waiting' }, 'Khôi phục tài khoản Số điện thoại Xem'],
    ['recovery', { codes: 1, email: 'none' }, 'Khôi phục tài khoản Số điện thoại\u00A0· 1 mã khôi phục Xem'],
    ['recovery', { codes: 8 }, 'Khôi phục tài khoản Số điện thoại\u00A0· Email\u00A0· 8 mã khôi phục Xem'],
    ['linked accounts', { addable: ['zalo'] }, 'Tài khoản liên kết Chưa liên kết Thêm'],
    ['linked accounts', { linked: ['zalo', 'google'] }, 'Tài khoản liên kết Zalo\u00A0· Google Quản lý'],
    ['activity', { device: null }, 'Nhật ký hoạt động Chưa có hoạt động nào Xem'],
    ['activity', { device: unknownDevice }, 'Nhật ký hoạt động Đăng nhập bằng mã OTP · vừa xong Xem'],
  ])('describes %s for the state %j as “%s”', async (_part, state, name) => {
    if (state.hasNoSupport !== true) stubAuthenticator();
    answer(state);
    renderPage(<SecurityPage />, person);
    expect(await screen.findByRole('link', { name })).toBeDefined();
  });

  test.each<[string, State, readonly string[]]>([
    ['gives no advice if everything is set up', { onSince, codes: 3 }, []],
    [
      'advises new recovery codes if few are left',
      { onSince, codes: 2 },
      ['Tạo mã khôi phục mới', areaPaths.userTwoStep],
    ],
    [
      'advises a passkey if the member has none',
      { onSince, codes: 3, passkeys: 0 },
      ['Thêm passkey', areaPaths.userPasskeys],
    ],
    [
      'advises no passkey if the browser cannot use passkeys',
      { onSince, codes: 3, passkeys: 0, hasNoSupport: true },
      [],
    ],
    [
      'advises an e-mail address if the member has none',
      { onSince, codes: 3, email: 'none' },
      ['Thêm email', paths.userInformation],
    ],
    [
      'advises a confirmation of an unconfirmed address',
      { onSince, codes: 3, email: 'waiting' },
      ['Xác nhận email', paths.userInformation],
    ],
  ])('%s', async (_title, state, advice) => {
    if (state.hasNoSupport !== true) stubAuthenticator();
    answer(state);
    renderPage(<SecurityPage />, person);
    const title = advice.length === 0 ? 'Tài khoản của bạn được bảo vệ tốt' : '1 điều nên cải thiện';
    await screen.findByRole('heading', { level: 2, name: title });
    // The advice is the first list of the page, even if it is empty.
    const links = [...(screen.getAllByRole('list')[0]?.querySelectorAll('a') ?? [])];
    expect(links.flatMap((link) => [link.textContent, link.getAttribute('href')])).toEqual(advice);
    expect(screen.queryByText('Hiện không có điều gì cần cải thiện.') !== null).toBe(advice.length === 0);
  });

  test('shows a linked account even if no provider can be added', async () => {
    network().on('GET /vid/api/users/identities', () =>
      data({ identities: [{ provider: 'zalo', name: null, linkedAt: session.createdAt }], addable: [] }),
    );
    renderPage(<SecurityPage />, person);
    expect(await screen.findByRole('link', { name: 'Tài khoản liên kết Zalo Quản lý' })).toBeDefined();
  });

  test('gives no summary if a state cannot be read', async () => {
    network().on('GET /vid/api/users/two-step', () =>
      refusal(403, { error: 'Tạm gián đoạn.', message: 'FORBIDDEN' }),
    );
    renderPage(<SecurityPage />, person);
    expect(
      await screen.findByRole('link', { name: /^Xác minh hai bước Chưa tải được.* req-test$/u }),
    ).toBeDefined();
    expect(screen.getAllByRole('button', { name: 'Thử lại' })).toHaveLength(1);
    expect(screen.queryByRole('heading', { level: 2 })).toBeNull();
  });

  test('has a page of recovery methods that links back to it', async () => {
    renderPage(<SecurityParts />, person, areaPaths.userRecovery);
    expect(screen.getByRole('heading', { level: 1, name: 'Khôi phục tài khoản' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Bảo mật' }).getAttribute('href')).toBe('/user/security');
    // The accessible name has a space where the address may break.
    const email = await screen.findByRole('link', { name: 'Email anh @example.vn Đổi' });
    expect(email.getAttribute('href')).toBe('/user/information');
    expect(screen.getByRole('link', { name: 'Số điện thoại 0912 345 678 Đổi' })).toBeDefined();
    expect(screen.queryByText(/Chưa xác nhận/u)).toBeNull();
  });

  test.each<[State & { hasNoEmail?: boolean }, string, string]>([
    [{ email: 'none', hasNoEmail: true }, 'Email Chưa có Thêm', paths.userInformation],
    [{ email: 'waiting' }, 'Email anh @example.vn Chưa xác nhận Đổi', paths.userInformation],
    [{ codes: 0 }, 'Mã khôi phục Cần bật xác minh hai bước Xem', areaPaths.userTwoStep],
    [{ onSince, codes: 4 }, 'Mã khôi phục Còn 4 mã khôi phục chưa dùng. Quản lý', areaPaths.userTwoStep],
  ])('describes, on the page of recovery methods, the state %j as “%s”', async (state, name, path) => {
    answer(state);
    const email = state.hasNoEmail === true ? null : person.email;
    renderPage(<SecurityParts />, { ...person, email }, areaPaths.userRecovery);
    const link = await screen.findByRole('link', { name });
    expect(link.getAttribute('href')).toBe(path);
  });
});
