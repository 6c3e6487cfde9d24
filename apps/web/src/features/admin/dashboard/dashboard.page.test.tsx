import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { maxCounted } from '@vid/contract/limits';
import { useLocation, useNavigationType } from 'react-router';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { data, refusal } from '../../../../test/fake-server.ts';
import { expectFocusOnTitle } from '../../../../test/focus.ts';
import { network, person, renderPage, useMemberScreens } from '../../../../test/member.tsx';
import { testShownPages } from '../../../../test/shown-pages.tsx';
import { loadTexts } from '#shared/i18n/i18n.ts';
import type { Approval } from '#features/admin/approvals/approvals.ts';
import type { SmsState } from '#features/admin/sms/sms-card.tsx';
import { useCommon } from '#state/common.ts';
import type { Dashboard } from './figures.tsx';
import { DashboardPage } from './dashboard.page.tsx';

const admin = { ...person, role: 'admin' as const };
const approval: Approval = {
  id: 'apr_1',
  kind: 'grant-admin',
  account: { id: 'acc_1', name: 'Lê Minh Châu', phone: '+84912345678' },
  requestedBy: { id: 'acc_2', name: 'Trần Quốc Bảo' },
  isOwn: false,
  reason: 'Ban chấp hành đã thống nhất',
  contact: null,
  createdAt: '2026-03-01T02:00:00.000Z',
  expiresAt: '2026-03-02T02:00:00.000Z',
};
const list = 'GET /vid/api/admin/approvals';
const figures = { signUps: 12, signIns: 200, failures: 3, codesSent: 40, codesVerified: 30 };
const dashboard: Dashboard = {
  period: 'week',
  countedAt: '2026-03-11T02:00:00.000Z',
  now: { ...figures, sessions: 75 },
  before: { ...figures, signUps: 8, signIns: 250, failures: 0, sessions: 75 },
  buckets: ['2026-03-09T17:00:00.000Z', '2026-03-10T17:00:00.000Z'].map((start) => ({ start, ...figures })),
  methods: [
    { method: 'password', count: 150 },
    { method: 'passkey', count: 50 },
  ],
  smsPrice: 350,
};
const sms: SmsState = {
  health: 'working',
  replies: { accepted: 40, refused: 0, unknown: 0, averageMs: 420 },
  hour: { sent: 20, verified: 15 },
  strangers: { sent: 10, verified: 8 },
  breaker: { state: 'closed', isCeilingReached: false, openSince: null, hold: null },
};
const attention = {
  enterprises: 3,
  certificates: 0,
  privacy: { open: 5, dueSoon: 1, overdue: 2 },
  incidents: { open: 0, overdue: 0, nextDueAt: null },
  operation: [],
};
const heldOpen: SmsState['breaker'] = {
  state: 'open',
  isCeilingReached: false,
  openSince: '2026-03-10T02:00:00.000Z',
  hold: {
    state: 'open',
    by: { id: 'acc_2', name: 'Trần Quốc Bảo' },
    reason: 'Bị tấn công',
    since: '2026-03-10T02:00:00.000Z',
    expiresAt: '2026-03-10T03:00:00.000Z',
  },
};
const textOf = (element: HTMLElement) => element.textContent;

/** Opens and cancels another dialog of the SMS card, whose button must not get the focus after a later dialog. */
async function openAndCancelOther(user: UserEvent) {
  const card = within(await screen.findByRole('region', { name: 'Kênh SMS' }));
  await user.click((await card.findAllByRole('button'))[0] ?? document.body);
  await screen.findByRole('dialog');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

const Address = () => <output>{`${useNavigationType()} ${useLocation().search}`}</output>;
const address = () => screen.getAllByRole('status')[0]?.textContent;
const readsOf = (part: string) =>
  network().calls.filter(({ endpoint }) => endpoint === `GET /vid/api/admin/${part}`).length;

describe('the dashboard', () => {
  useMemberScreens();
  beforeEach(async () => {
    await loadTexts('admin');
    network().on(list, () => data([]));
    network().on('GET /vid/api/admin/dashboard', () => data(dashboard));
    network().on('GET /vid/api/admin/sms', () => data(sms));
    network().on('GET /vid/api/admin/attention', () => data(attention));
  });

  test('compares main figures with the previous period', async () => {
    renderPage(<DashboardPage />, admin);
    const main = within(await screen.findByRole('region', { name: 'Số liệu chính' }));
    expect(main.getAllByRole('definition').map(textOf)).toEqual([
      '12Tăng 50% so với kỳ trước',
      '200Giảm 20% so với kỳ trước',
      '3Chưa có số liệu để so sánhXem trong nhật ký',
      '75Bằng kỳ trước',
    ]);
    expect(main.getByRole('link').getAttribute('href')).toContain(
      '/admin/audit?kind=sign-in.failed&from=2026-03-10',
    );
  });

  test('names the problems that the operator has to solve', async () => {
    network().on('GET /vid/api/admin/attention', () =>
      data({
        ...attention,
        operation: [
          { kind: 'database-copy', detail: '' },
          { kind: 'proxy-untrusted', detail: '10.0.0.9' },
          { kind: 'zalo-disconnected', detail: '' },
          { kind: 'sms-ceiling-near', detail: '850,000 of 1,000,000 VND today' },
        ],
      }),
    );
    renderPage(<DashboardPage />, admin);
    expect(await screen.findByText('Cơ sở dữ liệu này là bản sao nên không gửi gì ra ngoài')).toBeTruthy();
    expect(screen.getByText('Proxy 10.0.0.9 chưa được tin cậy')).toBeTruthy();
    expect(screen.getByText('Tài khoản Zalo OA chưa được kết nối')).toBeTruthy();
    expect(screen.getByText('Chi phí SMS đã vượt 80% mức trần')).toBeTruthy();
  });

  test('does not round a drop from 7,000 to 28 sessions to 100%', async () => {
    network().on('GET /vid/api/admin/dashboard', () =>
      data({
        ...dashboard,
        now: { ...dashboard.now, signUps: 0, sessions: 28 },
        before: { ...dashboard.before, sessions: 7_000 },
      }),
    );
    renderPage(<DashboardPage />, admin);
    const main = within(await screen.findByRole('region', { name: 'Số liệu chính' }));
    const texts = main.getAllByRole('definition').map(textOf);
    expect(texts[0]).toBe('0Giảm 100% so với kỳ trước');
    expect(texts[3]).toBe('28Giảm 99% so với kỳ trước');
  });

  test('requests the figures of the chosen period', async () => {
    const user = renderPage(<DashboardPage />, admin);
    const codes = within(await screen.findByRole('region', { name: 'Mã OTP có được nhập không?' }));
    expect(
      codes.getByText(/^Đã gửi 40 mã, 30 mã được nhập đúng \(75%\)\. Chi phí khoảng 14\.000\s₫\.$/u),
    ).toBeTruthy();
    expect(screen.getAllByRole('figure')).toHaveLength(3);
    const methods = within(screen.getByRole('region', { name: 'Hội viên đăng nhập bằng cách nào?' }));
    expect(methods.getAllByRole('listitem').map(textOf)).toEqual(['Mật khẩu150 · 75%', 'Passkey50 · 25%']);
    await user.click(screen.getByRole('radio', { name: '24 giờ' }));
    await waitFor(() =>
      expect(network().calls.some(({ query }) => query.get('period') === 'day')).toBe(true),
    );
  });

  test('replaces the history entry when the period changes', async () => {
    const user = renderPage(
      <>
        <Address />
        <DashboardPage />
      </>,
      admin,
    );
    await user.click(screen.getByRole('radio', { name: '24 giờ' }));
    expect(address()).toBe('REPLACE ?period=day');
    await user.click(screen.getByRole('radio', { name: '7 ngày' }));
    expect(address()).toBe('REPLACE ');
  });

  test('reads the figures and the SMS state again within 61 seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    renderPage(<DashboardPage />, admin);
    await screen.findByRole('region', { name: 'Mã OTP có được nhập không?' });
    await waitFor(() => expect([readsOf('dashboard'), readsOf('sms')]).toEqual([1, 1]));
    await vi.advanceTimersByTimeAsync(61_000);
    await waitFor(() => expect(readsOf('dashboard')).toBeGreaterThanOrEqual(2));
    await waitFor(() => expect(readsOf('sms')).toBeGreaterThanOrEqual(3));
  });

  test('shows no percentage of entered codes if none was sent', async () => {
    network().on('GET /vid/api/admin/dashboard', () =>
      data({
        ...dashboard,
        period: 'day',
        now: { ...dashboard.now, codesSent: 0, codesVerified: 0, sessions: null },
        methods: [],
        smsPrice: null,
      }),
    );
    renderPage(<DashboardPage />, admin);
    const codes = within(await screen.findByRole('region', { name: 'Mã OTP có được nhập không?' }));
    const lead = codes.getByText(/^Đã gửi 0 mã/u).textContent;
    expect(lead).not.toContain('%');
    expect(lead).not.toContain('₫');
    const methods = within(screen.getByRole('region', { name: 'Hội viên đăng nhập bằng cách nào?' }));
    expect(methods.queryByRole('list')).toBeNull();
    const main = within(screen.getByRole('region', { name: 'Số liệu chính' }));
    expect(main.getAllByRole('definition').map(textOf)[3]).toBe('–Chưa có số liệu để so sánh');
    const [table] = await screen.findAllByRole('table', { hidden: true });
    expect(table?.querySelector('th')?.textContent).toBe('Giờ');
  });

  test.each([
    [1_004, 'Bằng kỳ trước'],
    [1_005, 'Tăng 1% so với kỳ trước'],
    [996, 'Bằng kỳ trước'],
    [995, 'Giảm 1% so với kỳ trước'],
  ])('describes %i sessions after 1,000 in the previous period as “%s”', async (sessions, text) => {
    const { now, before } = dashboard;
    network().on('GET /vid/api/admin/dashboard', () =>
      data({ ...dashboard, now: { ...now, sessions }, before: { ...before, sessions: 1_000 } }),
    );
    renderPage(<DashboardPage />, admin);
    const main = within(await screen.findByRole('region', { name: 'Số liệu chính' }));
    await waitFor(() => expect(main.getAllByRole('definition')[3]?.textContent).toContain(text));
  });

  test('adds a plus to a number at which the server stopped counting', async () => {
    const counts = { enterprises: maxCounted - 1, certificates: maxCounted };
    network().on('GET /vid/api/admin/attention', () => data({ ...attention, ...counts }));
    renderPage(<DashboardPage />, admin);
    const card = within(await screen.findByRole('region', { name: 'Việc đang chờ' }));
    const [enterprises, certificates] = (await card.findAllByRole('listitem')).map(textOf);
    expect(enterprises).toMatch(/[\d.]+$/u);
    expect(certificates).toMatch(/\+$/u);
  });

  test('says until when the current day is counted', async () => {
    const user = renderPage(<DashboardPage />, admin);
    const codes = within(await screen.findByRole('figure', { name: 'Mã OTP có được nhập không?' }));
    const days = () => codes.getAllByRole('rowheader').map(textOf);
    await user.click(codes.getByText('Xem dạng bảng'));
    expect(days()).toEqual(['10/03', 'Hôm nay, đến 09:00']);
    network().on('GET /vid/api/admin/dashboard', () =>
      // The hour has just begun, and the latest count is that of the previous hour.
      data({ ...dashboard, period: 'day', countedAt: '2026-03-10T16:59:00.000Z' }),
    );
    await user.click(screen.getByRole('radio', { name: '24 giờ' }));
    await waitFor(() => expect(days()).toEqual(['00:00 ngày 10/03/2026', 'Từ 00:00, chưa có số liệu']));
  });

  test('says that the current day is not counted yet', async () => {
    network().on('GET /vid/api/admin/dashboard', () => data({ ...dashboard, countedAt: null }));
    const user = renderPage(<DashboardPage />, admin);
    const codes = within(await screen.findByRole('figure', { name: 'Mã OTP có được nhập không?' }));
    await user.click(codes.getByText('Xem dạng bảng'));
    expect(codes.getAllByRole('rowheader').at(-1)?.textContent).toBe('Hôm nay, chưa có số liệu');
  });

  test('says who paused the sending of codes and why', async () => {
    network().on('GET /vid/api/admin/sms', () =>
      data({
        ...sms,
        breaker: heldOpen,
      }),
    );
    network().on('POST /vid/api/admin/sms/breaker', () => data(true));
    const user = renderPage(<DashboardPage />, admin);
    const card = within(await screen.findByRole('region', { name: 'Kênh SMS' }));
    expect(await card.findByText(/^Trần Quốc Bảo đã tạm ngừng gửi mã/u)).toBeTruthy();
    expect(card.getByText('Lý do: Bị tấn công')).toBeTruthy();
    expect(card.getAllByRole('button').map(textOf)).toEqual([
      'Vẫn gửi cho mọi số',
      'Để hệ thống tự quyết định',
    ]);
    await user.click(card.getByRole('button', { name: 'Vẫn gửi cho mọi số' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.selectOptions(dialog.getByLabelText('Trong bao lâu'), '15');
    await user.type(dialog.getByLabelText('Lý do'), 'Sự kiện lớn');
    await user.click(dialog.getByRole('button', { name: 'Vẫn gửi cho mọi số' }));
    await waitFor(() =>
      expect(network().calls.find(({ endpoint }) => endpoint.endsWith('/sms/breaker'))?.body).toEqual({
        state: 'closed',
        minutes: 15,
        reason: 'Sự kiện lớn',
      }),
    );
  });

  test('moves the focus to the title when automatic SMS control resumes', async () => {
    let breaker: SmsState['breaker'] = heldOpen;
    network().on('GET /vid/api/admin/sms', () => data({ ...sms, breaker }));
    network().on('POST /vid/api/admin/sms/breaker/release', () => {
      breaker = { ...heldOpen, hold: null };
      return data(true);
    });
    const user = renderPage(<DashboardPage />, admin);
    await openAndCancelOther(user);
    await user.click(screen.getByRole('button', { name: 'Để hệ thống tự quyết định' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Lý do'), 'Hết tấn công');
    await user.click(dialog.getByRole('button', { name: 'Để hệ thống tự quyết định' }));
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Để hệ thống tự quyết định' })).toBeNull(),
    );
    await expectFocusOnTitle();
  });

  test('says that codes are paused because of their cost', async () => {
    const breaker = { ...sms.breaker, state: 'open', isCeilingReached: true } as const;
    network().on('GET /vid/api/admin/sms', () => data({ ...sms, breaker }));
    renderPage(<DashboardPage />, admin);
    const card = within(await screen.findByRole('region', { name: 'Kênh SMS' }));
    expect(await card.findByText(/^Chi phí SMS đã đạt mức trần/u)).toBeTruthy();
    expect(card.getByText('Tạm ngừng')).toBeTruthy();
    expect(card.queryByRole('button')).toBe(null);
  });

  test('closes the dialog of an SMS action that is no longer offered', async () => {
    let breaker = sms.breaker;
    network().on('GET /vid/api/admin/sms', () => data({ ...sms, breaker }));
    network().on('POST /vid/api/admin/sms/breaker', () => {
      breaker = { ...heldOpen, hold: null };
      return refusal(429, { error: 'Chờ một lát.', message: 'RATE_LIMITED' });
    });
    const user = renderPage(<DashboardPage />, admin);
    await user.click(await screen.findByRole('button', { name: 'Tạm ngừng gửi cho số lạ' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Lý do'), 'Bị tấn công');
    await user.click(dialog.getByRole('button', { name: 'Tạm ngừng gửi cho số lạ' }));
    expect(await screen.findByRole('button', { name: 'Vẫn gửi cho mọi số' })).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(useCommon.getState().error?.text).toBe('Chờ một lát.'));
  });

  test('shows the rest of the page when the figures cannot be loaded', async () => {
    network().on('GET /vid/api/admin/dashboard', () =>
      refusal(429, { error: 'Chậm lại.', message: 'RATE_LIMITED' }),
    );
    renderPage(<DashboardPage />, admin);
    expect(await screen.findByText('Chưa tải được số liệu.')).toBeTruthy();
    expect(await screen.findByText('Không có đề nghị nào đang chờ')).toBeTruthy();
    expect(screen.getByRole('region', { name: 'Kênh SMS' })).toBeTruthy();
  });

  test('lists the queues with pending items, and says what is overdue', async () => {
    renderPage(<DashboardPage />, admin);
    const card = within(await screen.findByRole('region', { name: 'Việc đang chờ' }));
    expect((await card.findAllByRole('listitem')).map(textOf)).toEqual([
      'Doanh nghiệp3',
      'Yêu cầu về dữ liệu2 quá hạn1 sắp đến hạn5',
    ]);
    expect(card.getByRole('link', { name: 'Doanh nghiệp' }).getAttribute('href')).toContain(
      '/admin/enterprises',
    );
  });

  test('says by when the authority must be notified of an incident', async () => {
    const incidents = { open: 2, overdue: 1, nextDueAt: '2026-11-27T02:00:00.000Z' };
    network().on('GET /vid/api/admin/attention', () => data({ ...attention, incidents }));
    renderPage(<DashboardPage />, admin);
    const card = within(await screen.findByRole('region', { name: 'Việc đang chờ' }));
    expect(card.getAllByRole('listitem').map(textOf)[0]).toBe(
      'Sự cố dữ liệu1 quá hạnBáo cơ quan chức năng trước 09:00 ngày 27/11/20262',
    );
  });

  test('says that nothing is pending if every queue is empty', async () => {
    network().on(list, () => data([]));
    network().on('GET /vid/api/admin/attention', () =>
      data({
        enterprises: 0,
        certificates: 0,
        privacy: { open: 0, dueSoon: 0, overdue: 0 },
        incidents: { open: 0, overdue: 0, nextDueAt: null },
        operation: [],
      }),
    );
    renderPage(<DashboardPage />, admin);
    expect(await screen.findByText('Không có việc nào đang chờ')).toBeTruthy();
    expect(await screen.findByText('Không có đề nghị nào đang chờ')).toBeTruthy();
  });

  test('explains the effect of a confirmation before it is sent', async () => {
    let approvals = [approval];
    network().on(list, () => data(approvals));
    network().on('POST /vid/api/admin/approvals/:approvalId/confirm', () => {
      approvals = [];
      return data(true);
    });
    const user = renderPage(<DashboardPage />, admin);
    await user.click(await screen.findByRole('button', { name: 'Xác nhận đề nghị về Lê Minh Châu' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/Lê Minh Châu trở thành quản trị viên/u)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Xác nhận' }));
    expect(await screen.findByText('Không có đề nghị nào đang chờ')).toBeTruthy();
    expect(network().calls.map(({ endpoint }) => endpoint)).toContain(
      'POST /vid/api/admin/approvals/apr_1/confirm',
    );
  });

  test.each([
    ['confirm', 'Xác nhận đề nghị về Lê Minh Châu', 'Xác nhận'],
    ['refuse', 'Từ chối đề nghị về Lê Minh Châu', 'Từ chối'],
  ] as const)('focuses the title after a decision to %s a request', async (decision, opener, action) => {
    let approvals = [approval];
    network().on(list, () => data(approvals));
    network().on(`POST /vid/api/admin/approvals/:approvalId/${decision}`, () => {
      approvals = [];
      return data(true);
    });
    const user = renderPage(<DashboardPage />, admin);
    await openAndCancelOther(user);
    await user.click(await screen.findByRole('button', { name: opener }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: action }));
    expect(await screen.findByText('Không có đề nghị nào đang chờ')).toBeTruthy();
    await expectFocusOnTitle();
  });

  test('says that another administrator decided about a request first', async () => {
    let approvals = [approval];
    network().on(list, () => data(approvals));
    network().on('POST /vid/api/admin/approvals/:approvalId/confirm', () => {
      approvals = [];
      return refusal(409, { error: 'Người khác đã xử lý.', message: 'APPROVAL_CLOSED' });
    });
    const user = renderPage(<DashboardPage />, admin);
    await openAndCancelOther(user);
    await user.click(await screen.findByRole('button', { name: 'Xác nhận đề nghị về Lê Minh Châu' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Xác nhận' }));
    await waitFor(() => expect(useCommon.getState().error?.text).toBe('Người khác đã xử lý.'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await expectFocusOnTitle();
  });

  test('offers to withdraw one’s own request but not to confirm it', async () => {
    network().on(list, () => data([{ ...approval, isOwn: true }]));
    network().on('POST /vid/api/admin/approvals/:approvalId/refuse', () =>
      refusal(409, { error: 'Yêu cầu đã được xử lý.', message: 'APPROVAL_CLOSED' }),
    );
    const user = renderPage(<DashboardPage />, admin);
    await user.click(await screen.findByRole('button', { name: 'Rút đề nghị về Lê Minh Châu' }));
    expect(screen.queryByRole('button', { name: /^Xác nhận/u })).toBeNull();
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Rút đề nghị' }));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Yêu cầu đã được xử lý.'));
  });

  describe('pages', () => {
    testShownPages(
      {
        'the figures of a week': {},
        'a request that waits and a breaker that is held open': {
          answers: () => {
            network().on(list, () => data([approval, { ...approval, id: 'apr_2', isOwn: true }]));
            network().on('GET /vid/api/admin/sms', () =>
              data({ ...sms, health: 'refusing', breaker: heldOpen }),
            );
          },
        },
      },
      () => renderPage(<DashboardPage />, admin),
    );
  });
});
