import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeEach, describe, expect, test } from 'vitest';
import { data } from '../../../../test/fake-server.ts';
import { network, person, renderPage, useMemberScreens } from '../../../../test/member.tsx';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { commonEvents, useCommon } from '#state/common.ts';
import type { AccountEvent } from '#features/admin/audit/audit-log.tsx';
import { AccountPage } from './account.page.tsx';
import type { AccountDetail } from './accounts.tsx';

const admin = { ...person, id: 'acc_admin', role: 'admin', roles: ['user', 'admin'] } as const;
const account: AccountDetail = {
  id: 'acc_member',
  phone: '+84912345678',
  name: 'Lê Minh Châu',
  avatar: null,
  email: null,
  kind: 'personal',
  status: 'active',
  role: 'user',
  object: 'broker',
  province: '01',
  createdAt: '2026-03-01T02:00:00.000Z',
  lastSignInAt: '2026-03-10T02:00:00.000Z',
  emailConfirmed: false,
  referralCode: 'K7M2Q9XA',
  enterprise: null,
  isOwn: false,
  lockedByOwner: false,
  eraseAt: null,
  hasPassword: true,
  mustChangePassword: false,
  twoStepSince: null,
  passkeys: 0,
  identities: [],
  sessions: [],
  lock: null,
  hiddenNavIds: ['privacy'],
  unavailableNavIds: ['administration', 'applications'],
  managableApplications: [],
  notes: [],
  consents: [
    {
      purpose: 'marketing',
      action: 'withdrawn',
      noticeVersion: '2026-01-01',
      at: '2026-03-01T02:00:00.000Z',
    },
  ],
  applicationConsents: [
    {
      application: { code: 'sandat', name: 'Sàn giao dịch' },
      scopes: ['openid', 'profile'],
      agreedAt: '2026-03-02T02:00:00.000Z',
      lastUsedAt: null,
    },
  ],
  permissions: [],
};

const failedSignIn: AccountEvent = {
  id: '41',
  at: '2026-03-10T03:00:00.000Z',
  kind: 'sign-in.failed',
  account: { id: 'acc_member', name: 'Lê Minh Châu' },
  actor: null,
  address: '203.0.113.7',
  browser: 'Chrome',
  system: 'Android',
  reason: 'password',
};

const open = () =>
  renderPage(
    <Routes>
      <Route path="/admin/accounts/:accountId" element={<AccountPage />} />
    </Routes>,
    { ...admin, roles: [...admin.roles] },
    '/admin/accounts/acc_member',
  );
const card = async (name: string) => within(await screen.findByRole('region', { name }));
const nameOf = (field: HTMLElement) =>
  field instanceof HTMLInputElement ? field.labels?.[0]?.textContent : null;
const bodyOf = (path: string) => network().calls.find(({ endpoint }) => endpoint.endsWith(path))?.body;

describe('the account page for administrators', () => {
  useMemberScreens();
  beforeEach(async () => {
    await loadTexts('admin');
    network().on('GET /vid/api/admin/accounts/:accountId', () => data(account));
    network().on('GET /vid/api/admin/accounts/:accountId/events', () => data([]));
  });

  test('previews the member’s menu with the ticked items, and saves all ticks together', async () => {
    network().on('PUT /vid/api/admin/accounts/:accountId/hidden-nav-ids', () => data(true));
    const user = open();
    const menu = await card('Menu của hội viên');
    const preview = () => menu.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(menu.getByRole<HTMLInputElement>('checkbox', { name: 'Quyền riêng tư' }).checked).toBe(false);
    expect(preview().join(' ')).not.toContain('Quyền riêng tư');
    expect(menu.queryByRole('checkbox', { name: 'Quản trị' })).toBeNull();
    await user.click(menu.getByRole('checkbox', { name: 'Mời bạn bè' }));
    expect(preview().join(' ')).not.toContain('Mời bạn bè');
    await user.click(menu.getByRole('button', { name: 'Lưu menu' }));
    await waitFor(() =>
      expect(bodyOf('/hidden-nav-ids')).toEqual({ hiddenNavIds: ['privacy', 'invite-friends'] }),
    );
  });

  test('hides applications in the menu of a member who manages none', async () => {
    open();
    const menu = await card('Menu của hội viên');
    const names = ['Thông tin tài khoản', 'Đổi mật khẩu', 'Bảo mật', 'Quyền riêng tư', 'Mời bạn bè'];
    expect(menu.getAllByRole('checkbox').map(nameOf)).toEqual(names);
    const [group, ...items] = menu.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(group).toMatch(/^Tài khoản/u);
    expect(items).toEqual(names.filter((name) => name !== 'Quyền riêng tư'));
  });

  test('shows a manager’s menu with the group of one application, whose items can be hidden', async () => {
    const managableApplications = [
      { id: 'app_1', code: 'kho', name: 'Kho hàng' },
      { id: 'app_2', code: 'sandat', name: 'Sàn giao dịch' },
    ];
    network().on('GET /vid/api/admin/accounts/:accountId', () =>
      data({ ...account, unavailableNavIds: ['administration'], managableApplications }),
    );
    network().on('PUT /vid/api/admin/accounts/:accountId/hidden-nav-ids', () => data(true));
    const user = open();
    const menu = await card('Menu của hội viên');
    const group = within(menu.getByRole('group', { name: 'Kho hàng' }));
    const names = ['Tổng quan', 'Người dùng', 'Vai trò', 'Kết nối', 'Webhook'];
    expect(group.getAllByRole('checkbox').map(nameOf)).toEqual(names);
    const preview = () => menu.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(preview()).toEqual(
      expect.arrayContaining([`Kho hàng${names.join('')}`, 'Ứng dụngỨng dụng bạn quản lý']),
    );
    expect(menu.queryByText('Sàn giao dịch')).toBeNull();
    await user.click(group.getByRole('checkbox', { name: 'Webhook' }));
    expect(preview()).toContain(`Kho hàng${names.slice(0, -1).join('')}`);
    await user.click(menu.getByRole('button', { name: 'Lưu menu' }));
    await waitFor(() =>
      expect(bodyOf('/hidden-nav-ids')).toEqual({ hiddenNavIds: ['privacy', 'app-webhooks'] }),
    );
  });

  test('announces the saved menu even though its card is replaced before the history is loaded', async () => {
    const events = Promise.withResolvers<void>();
    network().on('PUT /vid/api/admin/accounts/:accountId/hidden-nav-ids', () => {
      const hiddenNavIds = ['privacy', 'invite-friends'];
      network().on('GET /vid/api/admin/accounts/:accountId', () => data({ ...account, hiddenNavIds }));
      network().on('GET /vid/api/admin/accounts/:accountId/events', async () => {
        await events.promise;
        return data([failedSignIn]);
      });
      return data(true);
    });
    const user = open();
    const menu = await card('Menu của hội viên');
    const former = menu.getByRole('checkbox', { name: 'Mời bạn bè' });
    await user.click(former);
    commonEvents.messageShown();
    await user.click(menu.getByRole('button', { name: 'Lưu menu' }));
    await waitFor(() => expect(former.isConnected).toBe(false));
    events.resolve();
    await waitFor(() => expect(useCommon.getState().displayMessage).toBe('admin.account.menu.saved'));
  });

  test('shows consents by purpose and version, and applications with the data they receive', async () => {
    open();
    const consents = await card('Sự đồng ý');
    expect(consents.getByText('Phiên bản 2026-01-01')).toBeTruthy();
    const applications = await card('Ứng dụng nhận dữ liệu');
    expect(applications.getByText('Sàn giao dịch')).toBeTruthy();
    expect(applications.getByText('openid, profile')).toBeTruthy();
    expect(applications.getByText(/^Đồng ý lúc/u)).toBeTruthy();
  });

  test('says whether the permission behind a role is active or locked', async () => {
    const [application, createdAt] = [{ code: 'sandat', name: 'Sàn giao dịch' }, '2026-03-02T02:00:00.000Z'];
    const permissions = [
      { application, role: 'broker', status: 'active', createdAt },
      { application, role: 'editor', status: 'locked', createdAt },
    ] as const;
    network().on('GET /vid/api/admin/accounts/:accountId', () =>
      data({ ...account, permissions: [...permissions] }),
    );
    open();
    const roles = (await card('Vai trò trong các ứng dụng')).getAllByRole('listitem');
    expect(roles.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/broker.*Đang dùng$/u),
      expect.stringMatching(/editor.*Đã khóa$/u),
    ]);
  });

  test('uses the same names for passkeys and two-step sign-in as the member’s page', async () => {
    open();
    const ways = await card('Cách đăng nhập');
    expect(ways.getByText('Passkey').nextElementSibling?.textContent).toBe('Chưa thêm');
    expect(ways.getByText('Xác minh hai bước').nextElementSibling?.textContent).toBe('Đang tắt');
  });

  test('says in the history why a sign-in failed', async () => {
    network().on('GET /vid/api/admin/accounts/:accountId/events', () => data([failedSignIn]));
    open();
    const history = await card('Lịch sử');
    expect(await history.findByText('Lý do: Sai mật khẩu')).toBeTruthy();
  });

  test('says who locked the account, when and why, also in the history', async () => {
    const [at, reason, by] = ['2026-03-10T03:00:00.000Z', 'Giả mạo', { id: 'acc_2', name: 'Trần Quốc Bảo' }];
    let shown: AccountDetail = account;
    let events: readonly AccountEvent[] = [];
    network().on('GET /vid/api/admin/accounts/:accountId', () => data(shown));
    network().on('GET /vid/api/admin/accounts/:accountId/events', () => data([...events]));
    network().on('POST /vid/api/admin/accounts/:accountId/lock', () => {
      shown = { ...account, status: 'locked', lock: { at, by, reason } };
      events = [{ ...failedSignIn, kind: 'account.locked', actor: by, reason }];
      return data(true);
    });
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Khóa tài khoản' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Lý do'), reason);
    await user.click(dialog.getByRole('button', { name: 'Khóa tài khoản' }));
    expect(await screen.findByText('Trần Quốc Bảo khóa lúc 10:00 ngày 10/03/2026.')).toBeTruthy();
    const history = await card('Lịch sử');
    expect(await history.findByRole('link', { name: 'Khóa tài khoản' })).toBeTruthy();
    expect(screen.getAllByText('Lý do: Giả mạo')).toHaveLength(2);
  });

  test('shows the id of an administrator without a name, beside a lock and a note', async () => {
    const [by, at] = [{ id: 'acc_2', name: null }, '2026-03-10T03:00:00.000Z'];
    const note = { id: '1', text: 'Đã gọi lại', author: by, createdAt: at };
    network().on('GET /vid/api/admin/accounts/:accountId', () =>
      data({ ...account, status: 'locked', lock: { at, by, reason: 'Giả mạo' }, notes: [note] }),
    );
    open();
    expect(await screen.findByText('Tài khoản acc_2 khóa lúc 10:00 ngày 10/03/2026.')).toBeTruthy();
    const author = (await card('Ghi chú')).getByRole('link', { name: 'Tài khoản acc_2' });
    expect(author.getAttribute('href')).toContain('/admin/accounts/acc_2');
  });

  test('rejects an empty note, and clears the form after it has saved a note', async () => {
    network().on('POST /vid/api/admin/accounts/:accountId/notes', () => data(true));
    const user = open();
    const notes = await card('Ghi chú');
    await user.click(notes.getByRole('button', { name: 'Thêm ghi chú' }));
    expect(await notes.findByText('Hãy nhập ghi chú.')).toBeTruthy();
    await user.type(notes.getByLabelText('Ghi chú mới'), ' Đã gọi lại ');
    await user.click(notes.getByRole('button', { name: 'Thêm ghi chú' }));
    await waitFor(() => expect(bodyOf('/notes')).toEqual({ text: 'Đã gọi lại' }));
    await waitFor(() => expect(notes.getByLabelText<HTMLTextAreaElement>('Ghi chú mới').value).toBe(''));
  });

  test('sends the typed reason when an administrator forces a password change', async () => {
    network().on('POST /vid/api/admin/accounts/:accountId/force-password-change', () => data(true));
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Thao tác khác' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Yêu cầu đổi mật khẩu' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Lý do'), 'Nghi bị lộ');
    await user.click(dialog.getByRole('button', { name: 'Yêu cầu đổi mật khẩu' }));
    await waitFor(() => expect(bodyOf('/force-password-change')).toEqual({ reason: 'Nghi bị lộ' }));
  });
});
