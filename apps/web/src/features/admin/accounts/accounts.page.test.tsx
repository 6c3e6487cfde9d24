import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { data } from '../../../../test/fake-server.ts';
import { network, person, renderPage, useMemberScreens } from '../../../../test/member.tsx';
import { loadTexts } from '#shared/i18n/i18n.ts';
import type { AccountItem } from './accounts.tsx';
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

describe('the list of accounts', () => {
  useMemberScreens();
  beforeEach(async () => {
    await loadTexts('admin');
    network().on('POST /vid/api/admin/accounts/search', () => data({ items, next: null, count: 2 }));
  });

  test('F3 M4 asks for a reason and the number of selected accounts, and then locks them', async () => {
    network().on('POST /vid/api/admin/accounts/changes', () =>
      data({
        report: [
          { accountId: 'acc_1', outcome: 'done' },
          { accountId: 'acc_2', outcome: 'last-admin' },
        ],
      }),
    );
    const user = renderPage(<AccountsPage />, { ...person, role: 'admin' });
    const table = within(await screen.findByRole('table'));
    await user.click(table.getByRole('checkbox', { name: 'Chọn tất cả trong trang' }));
    const bar = within(screen.getByRole('region', { name: 'Thao tác' }));
    await user.click(bar.getByRole('button', { name: 'Khóa tài khoản' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText(/^Lý do/), 'Giả mạo');
    expect(dialog.getByText(/Những người này không đăng nhập được nữa/)).toBeDefined();
    const number = dialog.getByLabelText('Để xác nhận, hãy nhập 2');
    await user.type(number, '3');
    await user.click(dialog.getByRole('button', { name: 'Khóa tài khoản' }));
    expect(await dialog.findByText('Nội dung nhập chưa khớp.')).toBeDefined();
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

  test('counts all matches of a search after its rows, for its filters and every page', async () => {
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
        { body: { search: 'nguyen', status: 'active' } },
      ]),
    );
    expect(screen.queryByText(/kết quả/)).toBeNull();
    expect(screen.getByRole('table')).toBeDefined();
    counted.resolve(null);
    expect(await screen.findByText('9.908 kết quả')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Trang sau' }));
    expect(screen.getByText('9.908 kết quả')).toBeDefined();
    expect(network().calls.filter(({ endpoint }) => endpoint.endsWith('/count'))).toHaveLength(1);
  });

  test('shows what a reference names that is typed into the search, with a link to the diagnosis', async () => {
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
    expect(found.getByText('https://b.vn/cb')).toBeDefined();
    expect(found.getByRole('link', { name: 'Mở chẩn đoán đăng nhập' }).getAttribute('href')).toMatch(
      /\/apps\/app_1\/clients\/sandat-web\/doctor\?reference=MGVQ7K2XA9$/u,
    );
  });

  test('shows the events of a request by its reference, but searches a phone and a name only as such', async () => {
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
    // The card stands in place of the empty state of the list.
    network().on('POST /vid/api/admin/accounts/search', () => data({ items: [], next: null, count: 0 }));
    await user.clear(search);
    await user.type(search, 'mgvq 7k2x a9hd{Enter}');
    await waitFor(() => expect(screen.queryByRole('table')).toBeNull());
    expect(screen.queryByText('Không có kết quả phù hợp')).toBeNull();
    expect(found.getByText(/^Yêu cầu bắt đầu lúc 09:00:05/u)).toBeDefined();
    expect(found.getByRole('link', { name: 'Đề nghị khôi phục tài khoản, chờ người thứ hai' })).toBeDefined();
    expect(found.getByRole('link', { name: 'Lê An' })).toBeDefined();
  });
});
