import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { data, refusal } from '../../../../test/fake-server.ts';
import { network, person, renderPage, useMemberScreens } from '../../../../test/member.tsx';
import { expectRefusedPress } from '../../../../test/refused-press.ts';
import { findTable } from '../../../../test/table.ts';
import { loadTexts } from '#shared/i18n/i18n.ts';
import type { Answer } from '#shared/api/request-types.ts';
import type { AccountItem } from './accounts.tsx';
import { Notifications } from '#shared/ui/feedback/notifications.tsx';
import { AccountsPage } from './accounts.page.tsx';

const account = (id: string, name: string): AccountItem => ({
  id,
  name,
  phone: '+84987654321',
  avatar: null,
  email: null,
  kind: 'personal',
  status: 'active',
  role: 'user',
  object: 'broker',
  province: '01',
  createdAt: '2026-11-21T02:00:00.000Z',
  lastSignInAt: '2026-11-21T02:00:00.000Z',
});
const items = [account('acc_1', 'Lê An'), account('acc_2', 'Lê Bình')];
const sent = () => network().calls.filter(({ endpoint }) => endpoint.endsWith('/accounts/changes'));

const openWithPages = () =>
  renderPage(
    <Routes>
      <Route path="/admin/accounts" element={<AccountsPage />} />
      <Route path="/admin/accounts/:accountId" element={<p>Trang của hội viên</p>} />
    </Routes>,
    { ...person, role: 'admin' },
    '/admin/accounts',
  );

describe('the list of accounts', () => {
  useMemberScreens();
  beforeEach(async () => {
    await loadTexts('admin');
    network().on('POST /vid/api/admin/accounts/search', () => data({ items, next: null, count: 2 }));
    network().on('GET /vid/api/admin/accounts/bulk-changes', () => data([]));
  });

  test('F3 M4 asks for the number of selected accounts before it locks them', async () => {
    network().on('POST /vid/api/admin/accounts/changes', () =>
      data({
        report: [
          { accountId: 'acc_1', outcome: 'done' },
          { accountId: 'acc_2', outcome: 'last-admin' },
        ],
      }),
    );
    const user = renderPage(<AccountsPage />, { ...person, role: 'admin' });
    const table = within(await findTable());
    await user.click(table.getByRole('checkbox', { name: 'Chọn tất cả trong trang' }));
    const bar = within(screen.getByRole('region', { name: 'Thao tác' }));
    await user.click(bar.getByRole('button', { name: 'Khóa tài khoản' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText(/^Lý do/), 'Giả mạo');
    expect(dialog.getByText(/Những người này không đăng nhập được nữa/)).toBeDefined();
    const number = dialog.getByLabelText('Để xác nhận, hãy nhập 2');
    await user.type(number, '3');
    await user.click(dialog.getByRole('button', { name: 'Khóa tài khoản' }));
    expect(await dialog.findByText('Vui lòng nhập đúng như trên.')).toBeDefined();
    expect(sent()).toEqual([]);
    await user.clear(number);
    await user.type(number, '2');
    await user.click(dialog.getByRole('button', { name: 'Khóa tài khoản' }));
    const report = within(await screen.findByRole('dialog', { name: 'Kết quả' }));
    expect(report.getByText('Quản trị viên cuối cùng')).toBeDefined();
    expect(sent()[0]?.body).toEqual({
      action: 'lock',
      accountIds: ['acc_1', 'acc_2'],
      reason: 'Giả mạo',
    });
  });

  test('locks one account from its menu', async () => {
    network().on('POST /vid/api/admin/accounts/changes', () =>
      data({ report: [{ accountId: 'acc_1', outcome: 'done' }] }),
    );
    const user = renderPage(<AccountsPage />, { ...person, role: 'admin' });
    const [menu] = await screen.findAllByRole('button', { name: 'Thao tác với Lê An' });
    if (!menu) throw new Error('the row has no menu');
    await user.click(menu);
    await user.click(await screen.findByRole('menuitem', { name: 'Khóa tài khoản' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/Người này không đăng nhập được nữa/)).toBeDefined();
    await user.type(dialog.getByLabelText(/^Lý do/), 'Mất máy');
    await user.click(dialog.getByRole('button', { name: 'Khóa tài khoản' }));
    await waitFor(() => expect(sent()).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('is downloaded with its filter as one CSV file', async () => {
    const saved: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      if (blob instanceof Blob) saved.push(blob);
      return 'blob:accounts';
    });
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    const exported = 'POST /vid/api/admin/accounts/export';
    const user = renderPage(<AccountsPage />, { ...person, role: 'admin' }, '/admin/accounts?status=locked');
    await findTable();
    await expectRefusedPress(user, exported, 'Tải tệp CSV');
    network().on(exported, ({ body }) =>
      data(Object(body)['after'] === undefined ? { csv: 'a', next: 'c1' } : { csv: 'b', next: null }),
    );
    network().failOnce(exported);
    await user.click(screen.getByRole('button', { name: 'Tải tệp CSV' }));
    await waitFor(() => expect(click).toHaveBeenCalledOnce());
    expect(click.mock.contexts).toMatchObject([
      { download: expect.stringMatching(/^vid-accounts-.*\.csv$/u) },
    ]);
    expect(await saved[0]?.text()).toBe('ab');
    const bodies = network()
      .calls.filter(({ endpoint }) => endpoint === exported)
      .map(({ body }) => body);
    expect(bodies.slice(-2)).toMatchObject([{ status: 'locked' }, { status: 'locked', after: 'c1' }]);
    vi.restoreAllMocks();
  });

  test('opens the only match of a search on Enter', async () => {
    network().on('POST /vid/api/admin/accounts/search', ({ body }) => {
      const found = /654321|locked/u.test(JSON.stringify(body)) ? items.slice(0, 1) : items;
      return data({ items: found, next: null, count: found.length });
    });
    const user = openWithPages();
    const field = await screen.findByRole('searchbox');
    await user.type(field, 'lê{Enter}');
    expect(await screen.findByText('2 kết quả')).toBeDefined();
    await user.selectOptions(screen.getByLabelText('Trạng thái'), 'locked');
    expect(await screen.findByText('1 kết quả')).toBeDefined();
    expect(screen.queryByText('Trang của hội viên')).toBeNull();
    await user.selectOptions(screen.getByLabelText('Trạng thái'), '');
    await user.clear(field);
    await user.type(field, '654321');
    expect(await screen.findByText('1 kết quả')).toBeDefined();
    expect(screen.queryByText('Trang của hội viên')).toBeNull();
    await user.type(field, '{Enter}');
    expect(await screen.findByText('Trang của hội viên')).toBeDefined();
  });

  test('does not open the only row of a later page on Enter', async () => {
    network().on('POST /vid/api/admin/accounts/search', ({ body }) =>
      JSON.stringify(body).includes('W10')
        ? data({ items: items.slice(0, 1), next: null, count: null })
        : data({ items, next: 'W10', count: null }),
    );
    network().on('POST /vid/api/admin/accounts/count', () => data({ count: 3 }));
    const user = openWithPages();
    await user.type(await screen.findByRole('searchbox'), 'lê');
    await screen.findByText('3 kết quả');
    await user.click(await screen.findByRole('button', { name: 'Trang sau' }));
    await screen.findByRole('button', { name: 'Trang trước' });
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2));
    await user.type(screen.getByRole('searchbox'), '{Enter}');
    await user.click(screen.getByRole('button', { name: 'Trang trước' }));
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(3));
  });

  test('shows the rows of a search before the number of matches', async () => {
    const counted = Promise.withResolvers<null>();
    network().on('POST /vid/api/admin/accounts/search', () => data({ items, next: 'W10', count: null }));
    network().on('POST /vid/api/admin/accounts/count', async () => {
      await counted.promise;
      return data({ count: 9_908 });
    });
    const user = renderPage(<AccountsPage />, { ...person, role: 'admin' }, '/admin/accounts?status=active');
    await user.type(await screen.findByRole('searchbox'), 'nguyen{Enter}');
    await waitFor(() =>
      expect(network().calls.filter(({ endpoint }) => endpoint.endsWith('/count'))).toMatchObject([
        { body: { status: 'active' } },
        { body: { search: 'nguyen', status: 'active' } },
      ]),
    );
    expect(screen.queryByText(/kết quả/)).toBeNull();
    expect(screen.getByRole('table')).toBeDefined();
    counted.resolve(null);
    expect(await screen.findByText('9.908 kết quả')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Trang sau' }));
    expect(screen.getByText('9.908 kết quả')).toBeDefined();
    expect(network().calls.filter(({ endpoint }) => endpoint.endsWith('/count'))).toHaveLength(2);
  });

  test('finds a refused sign-on by its reference number', async () => {
    network().on('GET /vid/api/admin/references/:reference', () =>
      data({
        reference: 'MGVQ7K2XA9',
        at: '2026-11-21T02:00:05.000Z',
        refusal: {
          clientId: 'sandat-web',
          reason: 'invalid_redirect_uri',
          at: '2026-11-21T02:00:05.000Z',
          details: [{ name: 'redirectUri', value: 'https://b.vn/cb' }],
          application: { id: 'app_1', name: 'Sàn giao dịch' },
        },
        events: [],
      }),
    );
    const user = renderPage(<AccountsPage />, { ...person, role: 'admin' });
    await user.type(await screen.findByRole('searchbox'), 'mgvq 7k2xa9{Enter}');
    const found = within(await screen.findByRole('region', { name: 'Mã tra cứu MGVQ7K2XA9' }));
    expect(found.getByText('Một lần đăng nhập vào Sàn giao dịch bị từ chối.')).toBeDefined();
    expect(found.getByText('09:00:05 ngày 21/11/2026')).toBeDefined();
    expect(found.getByText(/^Địa chỉ chuyển về không khớp/u)).toBeDefined();
    expect(found.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'Thời gian',
      'Mã lỗi',
      'Mã kết nối (client_id)',
      'Địa chỉ chuyển về mà ứng dụng gửi',
    ]);
    expect(found.getByRole('link', { name: 'Mở chẩn đoán đăng nhập' }).getAttribute('href')).toMatch(
      /\/apps\/app_1\/clients\/sandat-web\/doctor\?reference=MGVQ7K2XA9$/u,
    );
  });

  test('finds an event of a request by its reference number', async () => {
    network().on('GET /vid/api/admin/references/:reference', () =>
      data({
        reference: 'MGVQ7K2XA9HD',
        at: '2026-11-21T02:00:05.000Z',
        refusal: null,
        events: [
          {
            id: '41',
            at: '2026-11-21T02:00:06.000Z',
            kind: 'approval.requested',
            change: 'recover-account',
            account: { id: 'acc_1', name: 'Lê An' },
            actor: null,
            address: '',
            browser: null,
            system: null,
          },
        ],
      }),
    );
    const user = renderPage(<AccountsPage />, { ...person, role: 'admin' });
    const search = await screen.findByRole('searchbox');
    for (const text of ['987654', '0987654322', 'le anh tuan']) {
      await user.clear(search);
      await user.type(search, `${text}{Enter}`);
    }
    expect(network().calls.some(({ endpoint }) => endpoint.includes('/references/'))).toBe(false);
    await user.clear(search);
    await user.type(search, 'MGVQ7K2XA9HD{Enter}');
    const found = within(await screen.findByRole('region', { name: 'Mã tra cứu MGVQ7K2XA9HD' }));
    expect(screen.getByRole('table')).toBeDefined();
    // Without matching accounts, the reference's card replaces the table and its empty state.
    network().on('POST /vid/api/admin/accounts/search', () => data({ items: [], next: null, count: 0 }));
    await user.clear(search);
    await user.type(search, 'mgvq 7k2x a9hd{Enter}');
    await waitFor(() => expect(screen.queryByRole('table')).toBeNull());
    expect(screen.queryByText('Không có kết quả phù hợp')).toBeNull();
    expect(found.getByText(/^Yêu cầu này bắt đầu lúc 09:00:05/u)).toBeDefined();
    expect(found.getByRole('link', { name: 'Đề nghị khôi phục tài khoản, chờ người thứ hai' })).toBeDefined();
    expect(found.getByRole('link', { name: 'Lê An' })).toBeDefined();
  });
});

type Bulk = Answer<'GET /vid/api/admin/accounts/bulk-changes'>[number];
const running: Bulk = {
  id: 'blk_1',
  action: 'lock',
  status: 'running',
  total: 9908,
  outcomes: [{ outcome: 'done', count: 4200 }],
  reason: 'Giả mạo',
  startedBy: 'Trần Thị Bình',
  startedAt: '2026-11-29T07:20:00.000Z',
  endedAt: null,
  undoUntil: null,
  undoneBy: null,
};
const done: Bulk = {
  ...running,
  status: 'done',
  outcomes: [
    { outcome: 'done', count: 9901 },
    { outcome: 'administrator', count: 3 },
    { outcome: 'unchanged', count: 4 },
  ],
  endedAt: '2026-11-29T07:22:00.000Z',
  undoUntil: '2026-11-29T07:32:00.000Z',
};
const bulkCalls = () =>
  network().calls.filter(({ endpoint }) => endpoint === 'POST /vid/api/admin/accounts/bulk-changes');

const region = () => within(screen.getByRole('region', { name: 'Thao tác' }));

const selectAll = async (user: ReturnType<typeof renderPage>) => {
  const table = within(await findTable());
  await user.click(table.getByRole('checkbox', { name: 'Chọn tất cả trong trang' }));
  return region();
};

describe('a change to all accounts that match the search and filters', () => {
  useMemberScreens();
  beforeEach(async () => {
    await loadTexts('admin');
    network().on('POST /vid/api/admin/accounts/search', () => data({ items, next: 'more', count: null }));
    network().on('GET /vid/api/admin/accounts/bulk-changes', () => data([]));
    network().on('POST /vid/api/admin/accounts/count', () => data({ count: 9908 }));
  });

  test('asks again if the number of accounts has changed', async () => {
    let answers = 0;
    network().on('POST /vid/api/admin/accounts/bulk-changes', () => {
      answers += 1;
      return answers === 1
        ? refusal(409, {
            error: 'Số mục khớp đã thay đổi.',
            message: 'BULK_COUNT_CHANGED',
            details: { count: '9909' },
          })
        : data(running);
    });
    const user = renderPage(<AccountsPage />, { ...person, role: 'admin' });
    const bar = await selectAll(user);
    expect(bar.getByText('Đã chọn 2')).toBeDefined();
    await user.click(await bar.findByRole('button', { name: 'Chọn tất cả 9.908 kết quả' }));
    expect(bar.getByText('Đã chọn tất cả 9.908 kết quả')).toBeDefined();
    await user.click(bar.getByRole('button', { name: 'Khóa tài khoản' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Khóa 9.908 tài khoản?' }));
    expect(dialog.getByText(/Bạn có thể hoàn tác trong 10 phút sau khi xong/u)).toBeDefined();
    await user.type(dialog.getByLabelText(/^Lý do/), 'Giả mạo');
    await user.type(dialog.getByLabelText('Để xác nhận, hãy nhập 9908'), '9908');
    await user.click(dialog.getByRole('button', { name: 'Khóa tài khoản' }));
    expect(await dialog.findByText('Số mục khớp đã thay đổi.')).toBeDefined();
    const again = within(await screen.findByRole('dialog', { name: 'Khóa 9.909 tài khoản?' }));
    const number = again.getByLabelText('Để xác nhận, hãy nhập 9909');
    await user.clear(number);
    await user.type(number, '9909');
    await user.click(again.getByRole('button', { name: 'Khóa tài khoản' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(bulkCalls().map(({ body }) => body)).toEqual(
      [9908, 9909].map((expected) => ({ action: 'lock', reason: 'Giả mạo', expected })),
    );
    expect(screen.queryByRole('region', { name: 'Thao tác' })).toBeNull();
  });

  test('can be narrowed to the rows of the page again', async () => {
    const user = renderPage(<AccountsPage />, { ...person, role: 'admin' });
    const bar = await selectAll(user);
    await user.click(await bar.findByRole('button', { name: 'Chọn tất cả 9.908 kết quả' }));
    await user.click(bar.getByRole('button', { name: 'Chỉ chọn trang này' }));
    expect(bar.getByText('Đã chọn 2')).toBeDefined();
    await user.click(bar.getByRole('button', { name: 'Kết thúc mọi phiên' }));
    expect(await screen.findByRole('dialog', { name: 'Kết thúc mọi phiên của 2 tài khoản?' })).toBeDefined();
  });

  test('must be chosen again after the selection was cleared, changed or used', async () => {
    network().on('POST /vid/api/admin/accounts/bulk-changes', () => data(running));
    const user = renderPage(<AccountsPage />, { ...person, role: 'admin' });
    const chooseAll = async () => {
      await selectAll(user);
      await user.click(await region().findByRole('button', { name: 'Chọn tất cả 9.908 kết quả' }));
      expect(region().getByText('Đã chọn tất cả 9.908 kết quả')).toBeDefined();
    };
    await chooseAll();
    await user.click(region().getByRole('button', { name: 'Bỏ chọn' }));
    await selectAll(user);
    expect(region().getByText('Đã chọn 2')).toBeDefined();
    await user.click(await region().findByRole('button', { name: 'Chọn tất cả 9.908 kết quả' }));
    const table = within(screen.getByRole('table'));
    const [row] = table.getAllByRole('checkbox', { name: 'Chọn Lê An' });
    if (!row) throw new Error('the row has no checkbox');
    await user.click(row);
    await user.click(row);
    expect(region().getByText('Đã chọn 2')).toBeDefined();
    await user.click(await region().findByRole('button', { name: 'Chọn tất cả 9.908 kết quả' }));
    await user.click(region().getByRole('button', { name: 'Khóa tài khoản' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Khóa 9.908 tài khoản?' }));
    await user.type(dialog.getByLabelText(/^Lý do/), 'Giả mạo');
    await user.type(dialog.getByLabelText('Để xác nhận, hãy nhập 9908'), '9908');
    await user.click(dialog.getByRole('button', { name: 'Khóa tài khoản' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await selectAll(user);
    expect(region().getByText('Đã chọn 2')).toBeDefined();
  });

  test('must be chosen again on the next page', async () => {
    const user = renderPage(<AccountsPage />, { ...person, role: 'admin' });
    const bar = await selectAll(user);
    await user.click(await bar.findByRole('button', { name: 'Chọn tất cả 9.908 kết quả' }));
    network().on('POST /vid/api/admin/accounts/search', () =>
      data({ items: [account('acc_3', 'Lê Chi')], next: 'more', count: null }),
    );
    await user.click(screen.getByRole('button', { name: 'Trang sau' }));
    await within(await findTable()).findByText('Lê Chi');
    const next = await selectAll(user);
    expect(next.getByText('Đã chọn 1')).toBeDefined();
  });

  test('keeps its dialog open when the rows of the page change', async () => {
    let changes: readonly Bulk[] = [running];
    network().on('GET /vid/api/admin/accounts/bulk-changes', () => data([...changes]));
    network().on('POST /vid/api/admin/accounts/bulk-changes', () => data(running));
    const user = renderPage(<AccountsPage />, { ...person, role: 'admin' });
    const bar = await selectAll(user);
    await user.click(await bar.findByRole('button', { name: 'Chọn tất cả 9.908 kết quả' }));
    await user.click(bar.getByRole('button', { name: 'Khóa tài khoản' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Khóa 9.908 tài khoản?' }));
    await user.type(dialog.getByLabelText(/^Lý do/), 'Giả mạo');
    changes = [done];
    network().on('POST /vid/api/admin/accounts/search', () =>
      data({ items: [account('acc_3', 'Lê Chi')], next: 'more', count: null }),
    );
    dispatchEvent(new Event('visibilitychange'));
    await waitFor(() => expect(screen.queryAllByText('Lê Chi').length).toBeGreaterThan(0));
    expect(screen.getByRole('dialog', { name: 'Khóa 9.908 tài khoản?' })).toBeDefined();
    await user.type(dialog.getByLabelText('Để xác nhận, hãy nhập 9908'), '9908');
    await user.click(dialog.getByRole('button', { name: 'Khóa tài khoản' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(bulkCalls()[0]?.body).toEqual({ action: 'lock', reason: 'Giả mạo', expected: 9908 });
  });

  test('is not started if no account matches any longer', async () => {
    network().on('POST /vid/api/admin/accounts/bulk-changes', () =>
      refusal(409, {
        error: 'Số mục khớp đã thay đổi.',
        message: 'BULK_COUNT_CHANGED',
        details: { count: '0' },
      }),
    );
    const user = renderPage(
      <>
        <AccountsPage />
        <Notifications />
      </>,
      { ...person, role: 'admin' },
    );
    const bar = await selectAll(user);
    await user.click(await bar.findByRole('button', { name: 'Chọn tất cả 9.908 kết quả' }));
    await user.click(bar.getByRole('button', { name: 'Khóa tài khoản' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Khóa 9.908 tài khoản?' }));
    await user.type(dialog.getByLabelText(/^Lý do/), 'Giả mạo');
    await user.type(dialog.getByLabelText('Để xác nhận, hãy nhập 9908'), '9908');
    await user.click(dialog.getByRole('button', { name: 'Khóa tài khoản' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('Không còn kết quả nào khớp, nên không có gì thay đổi.')).toBeDefined();
  });

  test('says that too many accounts match', async () => {
    network().on('POST /vid/api/admin/accounts/count', () => data({ count: null }));
    const bar = await selectAll(renderPage(<AccountsPage />, { ...person, role: 'admin' }));
    expect(await bar.findByText(/^Có hơn 50\.000 kết quả/u)).toBeDefined();
  });

  test('is not offered if the page shows all accounts', async () => {
    network().on('POST /vid/api/admin/accounts/search', () => data({ items, next: null, count: 2 }));
    const bar = await selectAll(renderPage(<AccountsPage />, { ...person, role: 'admin' }));
    expect(bar.queryByRole('button', { name: /^Chọn tất cả/u })).toBeNull();
    expect(network().calls.filter(({ endpoint }) => endpoint.endsWith('/count'))).toEqual([]);
  });

  test('shows its progress and the person who started it', async () => {
    let change: Bulk = running;
    network().on('GET /vid/api/admin/accounts/bulk-changes', () => data([change]));
    network().on('POST /vid/api/admin/accounts/bulk-changes/:bulkId/stop', () => {
      change = { ...running, status: 'stopped' };
      return data(change);
    });
    const user = renderPage(<AccountsPage />, { ...person, role: 'admin' });
    const card = within(await screen.findByRole('region', { name: 'Khóa 9.908 tài khoản' }));
    expect(card.getByText('Đã khóa 4.200 trên 9.908 tài khoản.')).toBeDefined();
    expect(card.getByText(/^Trần Thị Bình bắt đầu lúc .* Lý do: Giả mạo$/u)).toBeDefined();
    expect(card.getByRole('progressbar').getAttribute('value')).toBe('4200');
    expect(card.getByRole('status').textContent).toBe('Khóa 9.908 tài khoản: 40%');
    expect(card.queryByRole('button', { name: 'Hoàn tác' })).toBeNull();
    await user.click(card.getByRole('button', { name: 'Dừng' }));
    expect(await card.findByText('Đã dừng')).toBeDefined();
  });

  test('offers to undo the rest after an undo is stopped', async () => {
    let change: Bulk = {
      ...done,
      status: 'undoing',
      outcomes: [
        { outcome: 'done', count: 9000 },
        { outcome: 'undone', count: 901 },
      ],
      undoUntil: null,
    };
    network().on('GET /vid/api/admin/accounts/bulk-changes', () => data([change]));
    network().on('POST /vid/api/admin/accounts/bulk-changes/:bulkId/stop', () => {
      change = { ...change, status: 'stopped', undoUntil: '2026-11-29T07:40:00.000Z' };
      return data(change);
    });
    const user = renderPage(<AccountsPage />, { ...person, role: 'admin' });
    const card = within(await screen.findByRole('region', { name: 'Khóa 9.908 tài khoản' }));
    await user.click(card.getByRole('button', { name: 'Dừng' }));
    expect(await card.findByText('Đã dừng')).toBeDefined();
    expect(card.getByText('Đã hoàn tác 901 trên 9.901 thay đổi.')).toBeDefined();
    await user.click(card.getByRole('button', { name: 'Hoàn tác' }));
    expect(await screen.findByRole('dialog', { name: 'Hoàn tác 9.000 thay đổi?' })).toBeDefined();
  });

  test('explains why it could not be stopped', async () => {
    network().on('GET /vid/api/admin/accounts/bulk-changes', () => data([running]));
    const user = renderPage(<AccountsPage />, { ...person, role: 'admin' });
    await screen.findByRole('region', { name: 'Khóa 9.908 tài khoản' });
    await expectRefusedPress(user, 'POST /vid/api/admin/accounts/bulk-changes/:bulkId/stop', 'Dừng');
  });

  test('causes no second search if it had already ended', async () => {
    network().on('GET /vid/api/admin/accounts/bulk-changes', () => data([done]));
    renderPage(<AccountsPage />, { ...person, role: 'admin' });
    await screen.findByRole('region', { name: 'Khóa 9.908 tài khoản' });
    await findTable();
    expect(network().calls.filter(({ endpoint }) => endpoint.endsWith('/search'))).toHaveLength(1);
  });

  test('says why its progress could not be read', async () => {
    network().on('GET /vid/api/admin/accounts/bulk-changes', () =>
      refusal(403, { error: 'Bạn không có quyền.', message: 'FORBIDDEN' }),
    );
    renderPage(<AccountsPage />, { ...person, role: 'admin' });
    expect(await screen.findByText('Bạn không có quyền.')).toBeDefined();
    expect(await findTable()).toBeDefined();
  });

  test('is undone after a confirmation', async () => {
    let change: Bulk = done;
    network().on('GET /vid/api/admin/accounts/bulk-changes', () => data([change]));
    network().on('POST /vid/api/admin/accounts/bulk-changes/:bulkId/undo', () => {
      change = {
        ...done,
        status: 'undone',
        outcomes: [
          { outcome: 'undone', count: 9898 },
          { outcome: 'changed-since', count: 1 },
          { outcome: 'undo-failed', count: 2 },
          { outcome: 'unchanged', count: 4 },
          { outcome: 'failed', count: 5 },
          { outcome: 'administrator', count: 3 },
        ],
        undoUntil: null,
        undoneBy: 'Lê An',
      };
      return data(change);
    });
    const user = renderPage(<AccountsPage />, { ...person, role: 'admin' });
    const card = within(await screen.findByRole('region', { name: 'Khóa 9.908 tài khoản' }));
    expect(
      card.getByText(
        /Đã khóa 9\.901 trên 9\.908 tài khoản\. 7 mục không thay đổi: 3 quản trị viên · 4 mục đã như vậy từ trước/u,
      ),
    ).toBeDefined();
    await user.click(card.getByRole('button', { name: 'Hoàn tác' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Hoàn tác 9.901 thay đổi?' }));
    await user.click(dialog.getByRole('button', { name: 'Hoàn tác' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(
      card.getByText(
        /^Đã hoàn tác 9\.898 trên 9\.901 thay đổi\. 3 mục không thay đổi: 1 mục đã được người khác thay đổi · 2 mục gặp lỗi khi hoàn tác$/u,
      ),
    ).toBeDefined();
    expect(card.getByText(/Lê An đã hoàn tác\./u)).toBeDefined();
  });
});
