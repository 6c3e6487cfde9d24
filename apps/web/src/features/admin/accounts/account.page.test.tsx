import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeEach, describe, expect, test } from 'vitest';
import { expectFocusOnTitle } from '../../../../test/focus.ts';
import { data } from '../../../../test/fake-server.ts';
import { network, person, renderPage, useMemberScreens } from '../../../../test/member.tsx';
import { openCheck } from '../../../../test/sign-in-check.ts';
import { expectRefusedPress } from '../../../../test/refused-press.ts';
import { loadTexts } from '#shared/i18n/i18n.ts';
import type { AccountEvent } from '#features/admin/audit/audit-log.tsx';
import { AccountPage } from './account.page.tsx';
import type { AccountDetail, SignInCheck } from './accounts.tsx';

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
  isUndo: false,
};

const open = (tab?: 'access' | 'menu') =>
  renderPage(
    <Routes>
      <Route path="/admin/accounts/:accountId" element={<AccountPage />} />
    </Routes>,
    { ...admin, roles: [...admin.roles] },
    `/admin/accounts/acc_member${tab ? `?tab=${tab}` : ''}`,
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
    network().on('GET /vid/api/admin/accounts/:accountId/sign-in-check', () => data(openCheck));
  });

  test('saves the unticked items of the member’s menu as hidden', async () => {
    network().on('PUT /vid/api/admin/accounts/:accountId/hidden-nav-ids', () => data(true));
    const user = open('menu');
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

  test('says why the member’s menu was not saved', async () => {
    const put = 'PUT /vid/api/admin/accounts/:accountId/hidden-nav-ids';
    const user = open('menu');
    const menu = await card('Menu của hội viên');
    const save = menu.getByRole('button', { name: 'Lưu menu' });
    expect(save).toHaveProperty('disabled', true);
    await user.click(menu.getByRole('checkbox', { name: 'Mời bạn bè' }));
    await expectRefusedPress(user, put, 'Lưu menu');
    expect(menu.queryByText('Đã lưu menu.')).toBeNull();
    network().on(put, () => data(true));
    await user.click(save);
    expect(await menu.findByText('Đã lưu menu.')).toBeDefined();
    await user.click(menu.getByRole('checkbox', { name: 'Mời bạn bè' }));
    expect(menu.queryByText('Đã lưu menu.')).toBeNull();
    await user.click(menu.getByRole('checkbox', { name: 'Mời bạn bè' }));
    expect(save).toHaveProperty('disabled', true);
  });

  test('omits applications from the menu of a member who manages none', async () => {
    open('menu');
    const menu = await card('Menu của hội viên');
    const names = ['Thông tin tài khoản', 'Đổi mật khẩu', 'Bảo mật', 'Quyền riêng tư', 'Mời bạn bè'];
    expect(menu.getAllByRole('checkbox').map(nameOf)).toEqual(names);
    const [group, ...items] = menu.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(group).toMatch(/^Tài khoản/u);
    expect(items).toEqual(names.filter((name) => name !== 'Quyền riêng tư'));
  });

  test('previews a manager’s menu with the group of one application', async () => {
    const managableApplications = [
      { id: 'app_1', code: 'kho', name: 'Kho hàng' },
      { id: 'app_2', code: 'sandat', name: 'Sàn giao dịch' },
    ];
    network().on('GET /vid/api/admin/accounts/:accountId', () =>
      data({ ...account, unavailableNavIds: ['administration'], managableApplications }),
    );
    network().on('PUT /vid/api/admin/accounts/:accountId/hidden-nav-ids', () => data(true));
    const user = open('menu');
    const menu = await card('Menu của hội viên');
    const group = within(menu.getByRole('group', { name: 'Kho hàng' }));
    const names = ['Tổng quan', 'Người dùng', 'Vai trò', 'Kết nối', 'Webhook', 'Người quản lý'];
    expect(group.getAllByRole('checkbox').map(nameOf)).toEqual(names);
    const preview = () => menu.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(preview()).toEqual(
      expect.arrayContaining([`Kho hàng${names.join('')}`, 'Ứng dụngỨng dụng bạn quản lý']),
    );
    expect(menu.queryByText('Sàn giao dịch')).toBeNull();
    await user.click(group.getByRole('checkbox', { name: 'Webhook' }));
    expect(preview()).toContain(`Kho hàng${names.filter((name) => name !== 'Webhook').join('')}`);
    await user.click(menu.getByRole('button', { name: 'Lưu menu' }));
    await waitFor(() =>
      expect(bodyOf('/hidden-nav-ids')).toEqual({ hiddenNavIds: ['privacy', 'app-webhooks'] }),
    );
  });

  test('keeps a menu change made while an earlier change is saved', async () => {
    const answer = Promise.withResolvers<void>();
    network().on('PUT /vid/api/admin/accounts/:accountId/hidden-nav-ids', async () => {
      await answer.promise;
      const hiddenNavIds = ['privacy', 'invite-friends'];
      network().on('GET /vid/api/admin/accounts/:accountId', () => data({ ...account, hiddenNavIds }));
      return data(true);
    });
    const user = open('menu');
    const menu = await card('Menu của hội viên');
    await user.click(menu.getByRole('checkbox', { name: 'Mời bạn bè' }));
    const save = menu.getByRole('button', { name: 'Lưu menu' });
    await user.click(save);
    await user.click(menu.getByRole('checkbox', { name: 'Bảo mật' }));
    answer.resolve();
    await waitFor(() => expect(save.getAttribute('aria-busy')).toBeNull());
    expect(menu.getByRole('checkbox', { name: 'Bảo mật' })).toHaveProperty('checked', false);
    expect(menu.queryByText('Đã lưu menu.')).toBeNull();
    expect(save).toHaveProperty('disabled', false);
  });

  test('says that the menu is saved until its next change', async () => {
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
    const user = open('menu');
    const menu = await card('Menu của hội viên');
    const former = menu.getByRole('checkbox', { name: 'Mời bạn bè' });
    await user.click(former);
    await user.click(menu.getByRole('button', { name: 'Lưu menu' }));
    events.resolve();
    expect(await menu.findByText('Đã lưu menu.')).toBeTruthy();
    await user.click(former);
    expect(menu.queryByText('Đã lưu menu.')).toBeNull();
  });

  test('shows a consent’s version and the data that an application receives', async () => {
    open('access');
    const consents = await card('Sự đồng ý');
    expect(consents.getByText('Phiên bản 2026-01-01')).toBeTruthy();
    const applications = await card('Ứng dụng nhận thông tin');
    expect(applications.getByText('Sàn giao dịch')).toBeTruthy();
    expect(applications.getByText('Mã tài khoản · Tên và ảnh đại diện')).toBeTruthy();
    expect(applications.getByText(/^Đồng ý lúc/u)).toBeTruthy();
  });

  test('says whether the permission behind a role is active or locked', async () => {
    const [application, createdAt] = [{ code: 'sandat', name: 'Sàn giao dịch' }, '2026-03-02T02:00:00.000Z'];
    const permissions = [
      { application, role: 'broker', roleName: 'Môi giới', status: 'active', createdAt },
      { application, role: 'editor', roleName: 'Biên tập', status: 'locked', createdAt },
    ] as const;
    network().on('GET /vid/api/admin/accounts/:accountId', () =>
      data({ ...account, permissions: [...permissions] }),
    );
    open('access');
    const roles = (await card('Vai trò trong ứng dụng')).getAllByRole('listitem');
    expect(roles.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/Môi giới.*Đang hoạt động$/u),
      expect.stringMatching(/Biên tập.*Đã khóa$/u),
    ]);
  });

  test('says that the member has no passkey, linked account or two-step sign-in', async () => {
    open();
    const ways = await card('Cách đăng nhập');
    expect(ways.getByText('Passkey').nextElementSibling?.textContent).toBe('Chưa thêm');
    expect(ways.getByText('Tài khoản liên kết').nextElementSibling?.textContent).toBe('Không có');
    expect(ways.getByText('Xác minh hai bước').nextElementSibling?.textContent).toBe('Chưa bật');
  });

  test('says in the history why a sign-in failed', async () => {
    network().on('GET /vid/api/admin/accounts/:accountId/events', () => data([failedSignIn]));
    open();
    const history = await card('Lịch sử');
    expect(await history.findByText('Lý do: Sai mật khẩu')).toBeTruthy();
  });

  test('says who locked the account, when and why', async () => {
    const [at, reason, by] = ['2026-03-10T03:00:00.000Z', 'Giả mạo', { id: 'acc_2', name: 'Trần Quốc Bảo' }];
    let shown: AccountDetail = account;
    let events: readonly AccountEvent[] = [];
    network().on('GET /vid/api/admin/accounts/:accountId', () => data(shown));
    network().on('GET /vid/api/admin/accounts/:accountId/events', () => data([...events]));
    network().on('POST /vid/api/admin/accounts/:accountId/lock', () => {
      shown = { ...account, status: 'locked', lock: { at, by, reason, isUndo: false } };
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

  test('says that an undo locked the account', async () => {
    const [at, by] = ['2026-03-10T03:00:00.000Z', { id: 'acc_2', name: 'Trần Quốc Bảo' }];
    network().on('GET /vid/api/admin/accounts/:accountId', () =>
      data({ ...account, status: 'locked', lock: { at, by, reason: 'Giả mạo', isUndo: true } }),
    );
    network().on('GET /vid/api/admin/accounts/:accountId/events', () =>
      data([
        { ...failedSignIn, kind: 'account.locked', actor: by, reason: 'Giả mạo', isUndo: true },
        { ...failedSignIn, id: '42', kind: 'permission.changed', actor: by, reason: null, isUndo: true },
      ]),
    );
    open();
    const text = 'Do hoàn tác một lần thay đổi hàng loạt.';
    expect(await (await card('Lịch sử')).findByText(text)).toBeTruthy();
    expect(screen.getAllByText(`${text} Lý do của lần đó: Giả mạo`)).toHaveLength(2);
  });

  test('identifies an administrator without a name by id', async () => {
    const [by, at] = [{ id: 'acc_2', name: null }, '2026-03-10T03:00:00.000Z'];
    const note = { id: '1', text: 'Đã gọi lại', author: by, createdAt: at };
    network().on('GET /vid/api/admin/accounts/:accountId', () =>
      data({
        ...account,
        status: 'locked',
        lock: { at, by, reason: 'Giả mạo', isUndo: false },
        notes: [note],
      }),
    );
    open();
    expect(await screen.findByText('Tài khoản acc_2 khóa lúc 10:00 ngày 10/03/2026.')).toBeTruthy();
    const author = (await card('Ghi chú')).getByRole('link', { name: 'acc_2' });
    expect(author.getAttribute('href')).toContain('/admin/accounts/acc_2');
  });

  test('rejects an empty note', async () => {
    network().on('POST /vid/api/admin/accounts/:accountId/notes', () => data(true));
    const user = open();
    const notes = await card('Ghi chú');
    await user.click(notes.getByRole('button', { name: 'Thêm ghi chú' }));
    expect(await notes.findByText('Vui lòng nhập ghi chú.')).toBeTruthy();
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

  test('shows the menu and the consents on separate tabs', async () => {
    const user = open();
    expect(await screen.findByRole('region', { name: 'Thông tin' })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Menu của hội viên' })).toBeNull();
    const tabs = within(screen.getByRole('navigation', { name: 'Các phần của tài khoản' }));
    const tab = (name: string) => tabs.getByRole('link', { name });
    expect(tab('Hồ sơ').getAttribute('aria-current')).toBe('page');
    expect(tab('Quyền và sự đồng ý').getAttribute('href')).toMatch(/\?tab=access$/u);
    expect(tab('Menu của hội viên').getAttribute('href')).toMatch(
      /\/admin\/accounts\/acc_member\?tab=menu$/u,
    );
    await user.click(tab('Quyền và sự đồng ý'));
    expect(await screen.findByRole('region', { name: 'Sự đồng ý' })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Thông tin' })).toBeNull();
    await user.click(tab('Menu của hội viên'));
    expect(await screen.findByRole('region', { name: 'Menu của hội viên' })).toBeTruthy();
  });

  test('names an obstacle to the member’s sign-in', async () => {
    network().on('GET /vid/api/admin/accounts/:accountId/sign-in-check', () =>
      data({
        ...openCheck,
        verdict: { answer: 'partly', reason: 'code-not-entered', until: null },
        codes: [
          {
            requestedAt: '2026-03-10T02:59:05.000Z',
            purpose: 'signin',
            channel: 'sms',
            gateway: 'accepted',
            delivered: 'unknown',
            state: 'waiting',
            wrong: 2,
            enteredAt: null,
            usedAt: null,
            expiresAt: '2026-03-10T03:04:05.000Z',
            digits: 6,
            isKnownDevice: false,
            network: '203.0.113.7',
          },
        ],
        tries: { passwords: 3, lastPasswordAt: '2026-03-09T16:58:01.000Z', codes: 2, appCodes: 0 },
        holds: [{ hold: 'sensitive-changes', until: '2026-03-11T03:00:00.000Z' }],
      }),
    );
    open();
    const region = await card('Hội viên này có đăng nhập được không?');
    const verdict = await region.findByRole('status');
    expect(verdict.textContent).toMatch(/^Được, nhưng có trở ngại/u);
    expect(verdict.textContent).toContain('Cổng SMS đã nhận mã được yêu cầu lúc 09:59:05, nhưng');
    const [code] = within(region.getByRole('region', { name: 'Mã OTP trong 24 giờ qua' })).getAllByRole(
      'listitem',
    );
    expect(code?.textContent).toMatch(
      /09:59:05\u00A0· đăng nhập.*Chờ nhập.*cổng đã nhận.*Chưa rõ đã đến máy.*Hết hạn lúc 10:04:05.*Nhập sai 2 lần.*203\.0\.113\.7/u,
    );
    expect(region.getByText('3 lần, gần nhất 23:58:01 ngày 09/03/2026')).toBeTruthy();
    expect(
      region.getByText(/chưa đổi được email, số và cách đăng nhập cho đến 10:00 ngày 11\/03\/2026/u),
    ).toBeTruthy();
    expect(region.queryByRole('region', { name: 'Giới hạn đang áp dụng' })).toBeNull();
  });

  test('lifts a limit of the account for a typed reason', async () => {
    const until = '2026-03-10T03:15:00.000Z';
    network().on('GET /vid/api/admin/accounts/:accountId/sign-in-check', () =>
      data({
        ...openCheck,
        verdict: { answer: 'partly', reason: 'codes-limit', until },
        limits: [
          { limit: 'codes-slot', lift: 'codes', until, network: null },
          { limit: 'prefix', lift: null, until, network: null },
        ],
      }),
    );
    network().on('POST /vid/api/admin/accounts/:accountId/lift-limit', () => data(true));
    const user = open();
    const region = await card('Hội viên này có đăng nhập được không?');
    const limits = within(await region.findByRole('region', { name: 'Giới hạn đang áp dụng' }));
    const rows = limits.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(rows).toEqual([
      expect.stringMatching(/một mã mỗi 15 phútĐến 10:15:00Gỡ$/u),
      expect.stringMatching(/Dùng chung, không gỡ riêng được$/u),
    ]);
    await user.click(limits.getByRole('button', { name: 'Gỡ giới hạn mã OTP' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Lý do'), 'Đã đối chiếu');
    await user.click(dialog.getByRole('button', { name: 'Gỡ' }));
    await waitFor(() => expect(bodyOf('/lift-limit')).toEqual({ limit: 'codes', reason: 'Đã đối chiếu' }));
    await expectFocusOnTitle();
  });

  test('cancels a running recovery from the menu tab', async () => {
    const recovery = {
      stage: 'waiting',
      channel: 'support',
      contact: '+84987654321',
      requestedAt: '2026-03-10T03:00:00.000Z',
      endsAt: '2026-03-13T03:00:00.000Z',
      requestedBy: { id: 'acc_2', name: 'Trần Quốc Bảo' },
      confirmedBy: { id: 'acc_3', name: 'Lê Hà' },
      approvalId: null,
    } as const;
    let shown: SignInCheck['recovery'] = recovery;
    network().on('GET /vid/api/admin/accounts/:accountId/sign-in-check', () =>
      data({ ...openCheck, recovery: shown }),
    );
    network().on('POST /vid/api/admin/accounts/:accountId/cancel-recovery', () => {
      shown = null;
      return data(true);
    });
    const user = open('menu');
    expect(await screen.findByText('Đang khôi phục tài khoản')).toBeTruthy();
    expect(
      screen.getByText(
        'Liên kết sẽ được gửi đến 0987 654 321 lúc 10:00 ngày 13/03/2026, nếu chính chủ không hủy.',
      ),
    ).toBeTruthy();
    expect(screen.getByText(/^Trần Quốc Bảo đề nghị, Lê Hà xác nhận/u)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Hủy khôi phục' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Lý do'), 'Nhầm người');
    await user.click(dialog.getByRole('button', { name: 'Hủy khôi phục' }));
    await waitFor(() => expect(bodyOf('/cancel-recovery')).toEqual({ reason: 'Nhầm người' }));
    await waitFor(() => expect(screen.queryByText('Đang khôi phục tài khoản')).toBeNull());
    await expectFocusOnTitle();
  });

  test.each([
    [
      'waiting',
      'Đang khôi phục tài khoản',
      'Người yêu cầu phải chờ đến 10:00 ngày 13/03/2026, rồi nhập lại chính mã khôi phục đó để đặt mật khẩu mới.',
    ],
    [
      'ready',
      'Mã khôi phục đã được nhập',
      'Người nhập mã có thể đặt mật khẩu mới cho đến 10:00 ngày 13/03/2026.',
    ],
  ] as const)('says when the stage “%s” of a recovery by code ends', async (stage, title, text) => {
    network().on('GET /vid/api/admin/accounts/:accountId/sign-in-check', () =>
      data({
        ...openCheck,
        recovery: {
          stage,
          channel: 'code',
          contact: null,
          requestedAt: '2026-03-10T03:00:00.000Z',
          endsAt: '2026-03-13T03:00:00.000Z',
          requestedBy: null,
          confirmedBy: null,
          approvalId: null,
        },
      }),
    );
    open();
    expect(await screen.findByText(title)).toBeTruthy();
    expect(screen.getByText(text)).toBeTruthy();
  });

  test('withdraws a requested recovery by refusing its approval', async () => {
    network().on('GET /vid/api/admin/accounts/:accountId/sign-in-check', () =>
      data({
        ...openCheck,
        recovery: {
          stage: 'approval',
          channel: 'support',
          contact: 'chau@example.vn',
          requestedAt: '2026-03-10T03:00:00.000Z',
          endsAt: '2026-03-11T03:00:00.000Z',
          requestedBy: { id: 'acc_2', name: 'Trần Quốc Bảo' },
          confirmedBy: null,
          approvalId: 'apr_1',
        },
      }),
    );
    network().on('POST /vid/api/admin/approvals/:approvalId/refuse', () => data(true));
    const user = open();
    expect(await screen.findByText('Đề nghị khôi phục tài khoản, chờ người thứ hai')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Hủy khôi phục' }));
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Hủy khôi phục' }),
    );
    await waitFor(() =>
      expect(network().calls.some(({ endpoint }) => endpoint.endsWith('/refuse'))).toBe(true),
    );
  });

  test('says before a recovery starts that the account’s phone number may change', async () => {
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Thao tác khác' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Khôi phục tài khoản' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Số của tài khoản có thể đổi')).toBeTruthy();
    expect(dialog.getByText(/Nếu số đó khác 0912 345 678 thì số mới sẽ thay cho số cũ\./u)).toBeTruthy();
  });
});
