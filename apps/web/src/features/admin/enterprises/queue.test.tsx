import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeEach, describe, expect, test } from 'vitest';
import { data, refusal } from '../../../../test/fake-server.ts';
import { network, person, renderPage, useMemberScreens } from '../../../../test/member.tsx';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { useCommon } from '#state/common.ts';
import { EnterprisePage } from './enterprise.page.tsx';
import { EnterprisesPage } from './enterprises.page.tsx';
import type { EnterpriseDetail } from './queue.tsx';

const admin = { ...person, role: 'admin' as const };
const item = {
  id: 'acc_1',
  name: 'Công ty Địa ốc Sông Hồng',
  shortName: 'Sông Hồng Land',
  taxCode: '0100233480',
  representative: 'Lê Minh Châu',
  taxCodeVerdict: 'unverified',
  state: 'declared',
  declaredAt: '2026-11-20T02:00:00.000Z',
  checkedAt: null,
} as const;
const detail: EnterpriseDetail = {
  ...item,
  revision: 4,
  phone: '+84912345678',
  email: null,
  province: '01',
  createdAt: '2026-11-01T02:00:00.000Z',
  isOwn: false,
  isLocked: false,
  reason: null,
  checkedBy: null,
  sameTaxCode: [{ id: 'acc_2', name: 'Công ty Khác', state: 'verified' }],
  brokers: 3,
};
const get = 'GET /vid/api/admin/enterprises/:accountId';
const page = (
  <Routes>
    <Route path="/admin/enterprises/:accountId" element={<EnterprisePage />} />
  </Routes>
);

describe('the enterprise queue', () => {
  useMemberScreens();
  beforeEach(async () => {
    await loadTexts('admin');
    network().on('GET /vid/api/admin/attention', () =>
      data({
        enterprises: 1,
        certificates: 7,
        privacy: { open: 0, dueSoon: 0, overdue: 0 },
        incidents: { open: 0, overdue: 0, nextDueAt: null },
        operation: [],
      }),
    );
  });

  test('lists pending enterprises, says why a tax code is in doubt, and counts both queues', async () => {
    network().on('POST /vid/api/admin/enterprises/search', () =>
      data({ items: [item], next: null, count: 1 }),
    );
    renderPage(<EnterprisesPage />, admin);
    expect((await screen.findAllByText('Công ty Địa ốc Sông Hồng')).length).toBeGreaterThan(0);
    expect(screen.getAllByText('Chữ số kiểm tra không khớp').length).toBeGreaterThan(0);
    // The filter names the state of all rows.
    const table = within(screen.getByRole('table'));
    expect(table.queryByText('Chờ kiểm tra')).toBeNull();
    expect(table.queryByRole('columnheader', { name: 'Trạng thái' })).toBeNull();
    await waitFor(() =>
      expect(screen.getByRole('link', { name: /Chứng chỉ hành nghề/u }).textContent).toContain('7'),
    );
  });

  test('marks the rows that share a tax code', async () => {
    const [twin, other] = [
      { ...item, id: 'acc_2', name: 'Công ty Sông Lô' },
      { ...item, id: 'acc_3', name: 'Công ty Sông Mã', taxCode: '0100109106' },
    ];
    network().on('POST /vid/api/admin/enterprises/search', () =>
      data({ items: [item, twin, other], next: null, count: 1 }),
    );
    renderPage(<EnterprisesPage />, admin);
    const table = within(await screen.findByRole('table'));
    const marked = table
      .getAllByRole('row')
      .filter((row) => within(row).queryByText('Trùng mã số thuế') !== null)
      .map((row) => within(row).getByRole('link').textContent);
    expect(marked).toEqual(['Công ty Địa ốc Sông Hồng', 'Công ty Sông Lô']);
  });

  test('says what to check, and sends the revision that was read', async () => {
    network().on(get, () => data(detail));
    network().on('POST /vid/api/admin/enterprises/:accountId/verify', () => data(true));
    const user = renderPage(page, admin, '/admin/enterprises/acc_1');
    expect(await screen.findByText(/Chữ số kiểm tra của mã số thuế không khớp/u)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Công ty Khác' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Xác minh' }));
    await waitFor(() =>
      expect(network().calls.find(({ endpoint }) => endpoint.endsWith('/verify'))?.body).toEqual({
        revision: 4,
      }),
    );
  });

  test('shows the new data and says why an outdated decision was refused', async () => {
    let shown = detail;
    network().on(get, () => data(shown));
    network().on('POST /vid/api/admin/enterprises/:accountId/refuse', () => {
      shown = { ...detail, revision: 5, name: 'Công ty Địa ốc Sông Lô' };
      return refusal(409, { error: 'Dữ liệu đã thay đổi.', message: 'RECORD_CHANGED' });
    });
    const user = renderPage(page, admin, '/admin/enterprises/acc_1');
    await user.click(await screen.findByRole('button', { name: 'Từ chối' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByRole('textbox'), 'Sai tên');
    await user.click(dialog.getByRole('button', { name: 'Từ chối' }));
    expect(await screen.findByText('Dữ liệu đã thay đổi.')).toBeTruthy();
    expect((await screen.findAllByText('Công ty Địa ốc Sông Lô')).length).toBeGreaterThan(0);
  });

  test('moves the focus to the title after a refusal, which removes its button', async () => {
    let shown = detail;
    network().on(get, () => data(shown));
    network().on('POST /vid/api/admin/enterprises/:accountId/refuse', () => {
      shown = { ...detail, state: 'refused', reason: 'Sai tên' };
      return data(true);
    });
    const user = renderPage(page, admin, '/admin/enterprises/acc_1');
    await user.click(await screen.findByRole('button', { name: 'Từ chối' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByRole('textbox'), 'Sai tên');
    await user.click(dialog.getByRole('button', { name: 'Từ chối' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Từ chối' })).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));
  });

  test('says why a refusal failed, although another administrator already refused the enterprise', async () => {
    let shown = detail;
    network().on(get, () => data(shown));
    network().on('POST /vid/api/admin/enterprises/:accountId/refuse', () => {
      shown = { ...detail, revision: 5, state: 'refused', reason: 'Sai địa chỉ' };
      return refusal(409, { error: 'Đã có người từ chối.', message: 'RECORD_CHANGED' });
    });
    const user = renderPage(page, admin, '/admin/enterprises/acc_1');
    await user.click(await screen.findByRole('button', { name: 'Từ chối' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByRole('textbox'), 'Sai tên');
    await user.click(dialog.getByRole('button', { name: 'Từ chối' }));
    expect(await screen.findByText('Sai địa chỉ')).toBeTruthy();
    await waitFor(() => expect(useCommon.getState().error?.text).toBe('Đã có người từ chối.'));
  });

  test('lets no administrator decide on their own enterprise', async () => {
    network().on(get, () => data({ ...detail, isOwn: true }));
    renderPage(page, admin, '/admin/enterprises/acc_1');
    expect(await screen.findByText(/Đây là tài khoản của bạn/u)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Xác minh' })).toBeNull();
  });
});
