import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { data, refusal } from '../../../../test/fake-server.ts';
import { network, person, renderPage, useMemberScreens } from '../../../../test/member.tsx';
import { loadTexts } from '#shared/i18n/i18n.ts';
import type { Approval } from '#features/admin/approvals/approvals.ts';
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

describe('the dashboard', () => {
  useMemberScreens();
  beforeEach(() => loadTexts('admin'));

  test('says that nothing waits', async () => {
    network().on(list, () => data([]));
    renderPage(<DashboardPage />, admin);
    expect(await screen.findByText('Không có yêu cầu nào đang chờ')).toBeTruthy();
  });

  test('says what a confirmation does before it is sent', async () => {
    let approvals = [approval];
    network().on(list, () => data(approvals));
    network().on('POST /vid/api/admin/approvals/:approvalId/confirm', () => {
      approvals = [];
      return data(true);
    });
    const user = renderPage(<DashboardPage />, admin);
    await user.click(await screen.findByRole('button', { name: 'Xác nhận yêu cầu về Lê Minh Châu' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/Lê Minh Châu trở thành quản trị viên/u)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Xác nhận' }));
    expect(await screen.findByText('Không có yêu cầu nào đang chờ')).toBeTruthy();
    expect(network().calls.map(({ endpoint }) => endpoint)).toContain(
      'POST /vid/api/admin/approvals/apr_1/confirm',
    );
  });

  test('offers no confirmation of the own request, which can be taken back', async () => {
    network().on(list, () => data([{ ...approval, isOwn: true }]));
    network().on('POST /vid/api/admin/approvals/:approvalId/refuse', () =>
      refusal(409, { error: 'Yêu cầu đã được xử lý.', message: 'APPROVAL_CLOSED' }),
    );
    const user = renderPage(<DashboardPage />, admin);
    await user.click(await screen.findByRole('button', { name: 'Rút yêu cầu về Lê Minh Châu' }));
    expect(screen.queryByRole('button', { name: /^Xác nhận/u })).toBeNull();
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Rút yêu cầu' }));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Yêu cầu đã được xử lý.'));
  });
});
