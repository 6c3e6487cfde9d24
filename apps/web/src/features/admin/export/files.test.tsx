import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { data, refusal } from '../../../../test/fake-server.ts';
import { network, person, renderPage, useMemberScreens } from '../../../../test/member.tsx';
import { activateLocale, loadTexts } from '#shared/i18n/i18n.ts';
import { ExportPage } from './export.page.tsx';
import type { Export, ExportApproval } from './exports.tsx';

useMemberScreens();
beforeEach(async () => {
  await loadTexts('admin');
  activateLocale('en');
  await loadTexts('core', 'shell', 'account', 'profile', 'admin');
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const file: Export = {
  id: 'mex_1',
  format: 'csv',
  withHashes: false,
  status: 'ready',
  rows: 1_200,
  total: 1_200,
  bytes: 1_025,
  requestedBy: 'Lan',
  isOwn: true,
  createdAt: '2026-11-27T02:00:00.000Z',
  expiresAt: '2026-11-28T02:00:00.000Z',
};
const show = (change: Partial<Export>, approval: ExportApproval | null = null) => {
  network().on('GET /vid/api/admin/exports', () => data({ items: [{ ...file, ...change }], approval }));
  renderPage(<ExportPage />, { ...person, role: 'admin' });
};

const busy = () =>
  screen
    .getAllByRole('button')
    .filter((button) => button.getAttribute('aria-busy') === 'true')
    .map(({ textContent }) => textContent);

describe('a member export', () => {
  test('shows who requested it, its size and how long it is kept', async () => {
    show({});
    expect(await screen.findByText(/Lan · 1,200 members · 2 KB · kept until/)).toBeTruthy();
    expect(screen.getByText('Ready')).toBeTruthy();
    expect(screen.getAllByText('With password hashes')).toHaveLength(1);
    expect(screen.queryByText(/export secret/)).toBeNull();
  });

  test('shows its progress but no download button while it is written', async () => {
    show({ status: 'running', rows: 30, total: 20 });
    const bar = await screen.findByRole('progressbar');
    expect([bar.getAttribute('value'), bar.getAttribute('max')]).toEqual(['20', '20']);
    expect(screen.getByText('30 of 20')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Download/ })).toBeNull();
  });

  test('shows indeterminate progress until its size is known', async () => {
    show({ status: 'running', rows: 0, total: 0 });
    expect((await screen.findByRole('progressbar')).hasAttribute('value')).toBe(false);
  });

  test('says that it failed', async () => {
    show({ status: 'failed' });
    expect(await screen.findByText(/interrupted several times/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Download/ })).toBeNull();
  });

  test('shows the command for its secret if it contains hashes', async () => {
    show({ withHashes: true });
    expect(await screen.findByText('vid export secret mex_1')).toBeTruthy();
    // The second match is the title of the card that requests hashes.
    expect(screen.getAllByText('With password hashes')).toHaveLength(2);
  });

  test('can be neither downloaded nor deleted by another administrator', async () => {
    show({ isOwn: false });
    await screen.findByText(/Lan · /);
    expect(screen.queryByRole('button', { name: /Download|Delete/ })).toBeNull();
  });

  test.each([
    ['csv', ['a', 'b'], 'ab', 'text/csv'],
    ['jsonl', ['{}'], '{}', 'application/x-ndjson'],
    ['xlsx', [btoa('PK'), btoa('x')], 'PKx', 'application/vnd'],
  ] as const)(
    'is downloaded in parts, as %s, with the day in its name',
    async (format, parts, content, type) => {
      const saved: { blob: Blob; name: string }[] = [];
      vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
        if (blob instanceof Blob) saved.push({ blob, name: '' });
        return 'blob:x';
      });
      vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
        const last = saved.at(-1);
        if (last) last.name = this.download;
      });
      const user = userEvent.setup();
      network().on('POST /vid/api/admin/exports/:exportId/download', () => data({ parts: parts.length }));
      let next = 0;
      network().on('GET /vid/api/admin/exports/:exportId/parts/:part', () => {
        next += 1;
        return data({ content: parts[next - 1] ?? '' });
      });
      network().failOnce('GET /vid/api/admin/exports/:exportId/parts/:part');
      show({ format });
      await user.click(await screen.findByRole('button', { name: /Download/ }));
      await waitFor(() => expect(saved[0]?.name).toBe(`vid-members-2026-11-27.${format}`));
      expect(await saved[0]?.blob.text()).toBe(content);
      expect(saved[0]?.blob.type).toMatch(type);
      const asked = network()
        .calls.filter(({ endpoint }) => endpoint.includes('mex_1'))
        .map(({ endpoint }) => endpoint);
      expect(asked).toEqual([
        'POST /vid/api/admin/exports/mex_1/download',
        // The app repeats the request for the first part after an outage.
        'GET /vid/api/admin/exports/mex_1/parts/0',
        ...parts.map((_, part) => `GET /vid/api/admin/exports/mex_1/parts/${part}`),
      ]);
    },
  );

  test('says why it cannot be downloaded', async () => {
    const user = userEvent.setup();
    network().on('POST /vid/api/admin/exports/:exportId/download', () =>
      refusal(404, { error: 'It has expired.', message: 'NOT_FOUND' }),
    );
    show({});
    await user.click(await screen.findByRole('button', { name: /Download/ }));
    expect((await screen.findAllByText(/It has expired\./)).length).toBeGreaterThan(0);
  });

  test.each([
    ['without hashes', {}, 'Delete', false],
    ['with hashes', { withHashes: true }, 'Delete', true],
    ['still being written', { status: 'running' }, 'Stop', false],
  ] as const)(
    'is removed by the button “$2” after a confirmation ($0)',
    async (_case, change, verb, namesHashes) => {
      const user = userEvent.setup();
      network().on('DELETE /vid/api/admin/exports/:exportId', () => data(true));
      show(change);
      await user.click(await screen.findByRole('button', { name: new RegExp(`^${verb}`) }));
      const dialog = await screen.findByRole('dialog');
      expect(within(dialog).getByRole('heading').textContent).toMatch(new RegExp(verb));
      expect(/hash/i.test(dialog.textContent ?? '')).toBe(namesHashes);
      await user.click(within(dialog).getByRole('button', { name: new RegExp(`^${verb}`) }));
      await waitFor(() =>
        expect(
          network().calls.some(({ endpoint }) => endpoint === 'DELETE /vid/api/admin/exports/mex_1'),
        ).toBe(true),
      );
    },
  );
});

describe('the list of exports', () => {
  test('is polled only while a file is being written', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let status: Export['status'] = 'running';
    network().on('GET /vid/api/admin/exports', () => data({ items: [{ ...file, status }], approval: null }));
    renderPage(<ExportPage />, { ...person, role: 'admin' });
    await screen.findByText('Exporting');
    status = 'ready';
    await vi.advanceTimersByTimeAsync(1_500);
    expect(await screen.findByText('Ready')).toBeTruthy();
    const before = network().calls.length;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(network().calls).toHaveLength(before);
  });

  test('has one busy button while an export is requested', async () => {
    const user = userEvent.setup();
    const { promise, resolve } = Promise.withResolvers<undefined>();
    network().on('GET /vid/api/admin/exports', () => data({ items: [], approval: null }));
    network().on('POST /vid/api/admin/exports', async () => {
      await promise;
      return refusal(409, { error: 'Too many exports.', message: 'EXPORT_LIMIT' });
    });
    renderPage(<ExportPage />, { ...person, role: 'admin' });
    await user.click(await screen.findByRole('button', { name: 'Export XLSX' }));
    await waitFor(() => expect(busy()).toEqual(['Export XLSX']));
    resolve(undefined);
    expect((await screen.findAllByText(/Too many exports\./)).length).toBeGreaterThan(0);
    expect(busy()).toEqual([]);
  });
});
