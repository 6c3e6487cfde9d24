import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { exportColumns } from '@vid/contract/endpoints/admin/transfers/export-shapes';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { data } from '../../../../test/fake-server.ts';
import { network, person, renderPage, useMemberScreens } from '../../../../test/member.tsx';
import { expectRefusedPress } from '../../../../test/refused-press.ts';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { ExportPage } from './export.page.tsx';
import type { Export } from './exports.tsx';

useMemberScreens();
beforeEach(() => loadTexts('admin'));
afterEach(() => {
  vi.useRealTimers();
});

const started: Export = {
  id: 'mex_1',
  format: 'csv',
  withHashes: false,
  status: 'running',
  rows: 0,
  total: 0,
  bytes: 0,
  requestedBy: null,
  isOwn: true,
  createdAt: '2026-11-27T02:00:00.000Z',
  expiresAt: '2026-11-28T02:00:00.000Z',
};

test('the export page exports all columns, or those that the administrator chooses', async () => {
  const user = userEvent.setup();
  network().on('GET /vid/api/admin/exports', () => data({ items: [], approval: null }));
  network().on('POST /vid/api/admin/exports', () => data(started));
  renderPage(<ExportPage />, { ...person, role: 'admin' });
  await user.click(await screen.findByRole('button', { name: 'Xuất CSV' }));
  await user.click(screen.getByText(/^Các cột trong tệp/));
  await user.click(screen.getByRole('checkbox', { name: 'Ghi chú của Hội' }));
  await user.click(screen.getByRole('button', { name: 'Xuất XLSX' }));
  const bodies = network()
    .calls.filter(({ endpoint }) => endpoint.startsWith('POST'))
    .map(({ body }) => body);
  expect(bodies).toEqual([
    { format: 'csv' },
    { format: 'xlsx', columns: exportColumns.filter((column) => column !== 'notes') },
  ]);
});

test('the export page disables its buttons if no column is chosen', async () => {
  const user = userEvent.setup();
  network().on('GET /vid/api/admin/exports', () => data({ items: [], approval: null }));
  renderPage(<ExportPage />, { ...person, role: 'admin' });
  await user.click(await screen.findByText(/^Các cột trong tệp/));
  for (const column of screen.getAllByRole('checkbox')) await user.click(column);
  for (const format of ['CSV', 'XLSX'])
    expect(screen.getByRole('button', { name: `Xuất ${format}` }).hasAttribute('disabled')).toBe(true);
});

test('the export page shows the command that exports approved password hashes', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let status: 'pending' | 'confirmed' = 'pending';
  network().on('GET /vid/api/admin/exports', () =>
    data({
      items: [],
      approval: { id: 'apr_1', status, decidedBy: null, expiresAt: '2026-11-28T02:00:00.000Z' },
    }),
  );
  renderPage(<ExportPage />, { ...person, role: 'admin' });
  await screen.findByRole('status');
  status = 'confirmed';
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await screen.findByText(/--with-hashes --approval apr_1/)).toBeTruthy();
});

test('the export page says why an export did not start', async () => {
  network().on('GET /vid/api/admin/exports', () =>
    data({ items: [{ ...started, status: 'ready' }], approval: null }),
  );
  const user = renderPage(<ExportPage />, { ...person, role: 'admin' });
  await expectRefusedPress(user, 'POST /vid/api/admin/exports', 'Xuất CSV');
  expect(screen.getByRole('button', { name: 'Xuất XLSX' }).getAttribute('aria-busy')).toBeNull();
  await expectRefusedPress(user, 'POST /vid/api/admin/exports', 'Xuất XLSX');
});

test('the export page says why a file could not be downloaded', async () => {
  network().on('GET /vid/api/admin/exports', () =>
    data({ items: [{ ...started, status: 'ready' }], approval: null }),
  );
  const user = renderPage(<ExportPage />, { ...person, role: 'admin' });
  await expectRefusedPress(user, 'POST /vid/api/admin/exports/:exportId/download', /^Tải về/u);
});

test('the export page polls a running export until its file is ready', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let status: Export['status'] = 'running';
  network().on('GET /vid/api/admin/exports', () => data({ items: [{ ...started, status }], approval: null }));
  renderPage(<ExportPage />, { ...person, role: 'admin' });
  await screen.findByRole('progressbar');
  status = 'ready';
  await vi.advanceTimersByTimeAsync(1_600);
  expect(await screen.findByRole('button', { name: /^Tải về/u })).toBeTruthy();
  const reads = network().calls.length;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(network().calls).toHaveLength(reads);
});
