import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { data, refusal } from '../../../../test/fake-server.ts';
import { network, person, renderPage, useMemberScreens } from '../../../../test/member.tsx';
import { testShownPages } from '../../../../test/shown-pages.tsx';
import { findTable } from '../../../../test/table.ts';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { AuditPage } from './audit.page.tsx';
import type { AuditItem } from './audit-log.tsx';

const admin = { ...person, id: 'acc_admin', role: 'admin', roles: ['user', 'admin'] } as const;
const event: AuditItem = {
  id: '41',
  at: '2026-03-01T02:00:00.000Z',
  kind: 'account.locked',
  account: { id: 'acc_member', name: 'Lê Minh Châu' },
  actor: { id: 'acc_admin', name: 'Quản trị viên' },
  address: '203.0.113.7',
  browser: 'Chrome',
  system: 'Android',
};
const state = {
  sealedAt: '2026-03-01T02:01:00.000Z',
  seals: 7,
  checkedAt: '2026-03-01T02:02:00.000Z',
  problem: null,
  problemSeal: null,
};

const open = (path = '/admin/audit') =>
  renderPage(
    <Routes>
      <Route path="/admin/audit" element={<AuditPage />} />
    </Routes>,
    { ...admin, roles: [...admin.roles] },
    path,
  );
const bodies = () =>
  network()
    .calls.filter(({ endpoint }) => endpoint.endsWith('/audit/search'))
    .map(({ body }) => body);

const download = () => screen.findByRole('button', { name: 'Tải nhật ký' });

describe('the audit log', () => {
  useMemberScreens();
  beforeEach(async () => {
    await loadTexts('admin', 'account');
    network().on('GET /vid/api/admin/audit/state', () => data(state));
    network().on('POST /vid/api/admin/audit/search', () =>
      data({ items: [event], next: null, account: null, actor: null }),
    );
  });

  test('names the server as the origin of its own events', async () => {
    network().on('POST /vid/api/admin/audit/search', () =>
      data({
        items: [{ ...event, address: 'local', browser: null, system: null, actor: null }],
        next: null,
        account: null,
        actor: null,
      }),
    );
    open();
    expect(await screen.findByText('Máy chủ VID')).toBeTruthy();
    expect(screen.queryByText('local')).toBeNull();
  });

  test('says that no event has matched so far', async () => {
    network().on('POST /vid/api/admin/audit/search', () =>
      data({ items: [], next: 'WzEsIjIiXQ', account: null, actor: null }),
    );
    open('/admin/audit?kind=role.granted');
    expect(await screen.findByText('Chưa thấy sự kiện phù hợp')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Trang sau' }));
    await waitFor(() => expect(bodies().at(-1)).toMatchObject({ after: 'WzEsIjIiXQ' }));
  });

  test('says that it is intact', async () => {
    open();
    const table = within(await findTable());
    expect(table.getByRole('link', { name: 'Khóa tài khoản' }).getAttribute('href')).toContain(
      '/admin/audit/41',
    );
    expect(table.getByText('203.0.113.7')).toBeTruthy();
    expect(await screen.findByText(/^Nhật ký nguyên vẹn/u)).toBeTruthy();
  });

  test('shows an event’s account and actor in the list on phones', async () => {
    open();
    const list = within(await screen.findByRole('list', { name: 'Nhật ký hệ thống' }));
    expect(list.getByText('Tài khoản:').nextElementSibling?.textContent).toBe('Lê Minh Châu');
    expect(list.getByText('Người thực hiện:').nextElementSibling?.textContent).toBe('Quản trị viên');
  });

  test('calls the actor the account holder instead of repeating the name', async () => {
    const [member, other] = [event.account, event.actor];
    network().on('POST /vid/api/admin/audit/search', () =>
      data({
        items: [event, { ...event, id: '42', actor: member }],
        next: null,
        account: null,
        actor: null,
      }),
    );
    open();
    const rows = within(await findTable()).getAllByRole('row');
    const actors = rows.slice(1).map((row) => within(row).getAllByRole('cell')[3]?.textContent);
    expect(actors).toEqual([other?.name, 'Chủ tài khoản']);
  });

  test('repeats the whole text of a cell in a tooltip', async () => {
    const account = { id: 'acc_member', name: 'Nguyễn Hoàng Phương Thảo Nguyên' };
    network().on('POST /vid/api/admin/audit/search', () =>
      data({ items: [{ ...event, account }], next: null, account: null, actor: null }),
    );
    open();
    const table = within(await findTable());
    for (const text of ['Khóa tài khoản', account.name, 'Quản trị viên', '203.0.113.7 Chrome trên Android'])
      expect(table.getByTitle(text)).toBeTruthy();
  });

  test('shows an event’s day and its time with seconds', async () => {
    open();
    const table = within(await findTable());
    expect(table.getByText('01/03/2026 09:00:00')).toBeTruthy();
  });

  test('shows the end of the id of an account without a name', async () => {
    const account = { id: 'acc_3k9x7c2m5v8b1n4q6w0z2s4d7f', name: null };
    network().on('POST /vid/api/admin/audit/search', () =>
      data({ items: [{ ...event, account }], next: null, account, actor: null }),
    );
    open();
    const table = within(await findTable());
    const link = await table.findByRole('link', { name: 'acc_…2s4d7f' });
    expect(link.getAttribute('href')).toContain('/admin/accounts/acc_3k9x7c2m5v8b1n4q6w0z2s4d7f');
    expect(screen.getByText('Về tài khoản acc_…2s4d7f')).toBeTruthy();
  });

  test('shows the whole id of the machine client in the filter', async () => {
    const actor = { id: 'client:sandat-machine', name: null };
    network().on('POST /vid/api/admin/audit/search', () =>
      data({ items: [event], next: null, account: null, actor }),
    );
    open('/admin/audit?actor=client%3Asandat-machine');
    expect(await screen.findByText('Do client:sandat-machine thực hiện')).toBeTruthy();
    expect(bodies()).toEqual([{ actor: 'client:sandat-machine' }]);
  });

  test('is downloaded with its filter as one JSON Lines file', async () => {
    const made: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      if (blob instanceof Blob) made.push(blob);
      return 'blob:log';
    });
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    const answer = Promise.withResolvers<void>();
    const endpoint = 'POST /vid/api/admin/audit/export';
    network().on(endpoint, async () => {
      await answer.promise;
      return refusal(429, { error: 'Chậm lại.', message: 'RATE_LIMITED' });
    });
    const user = open('/admin/audit?kind=account.locked');
    await user.click(await download());
    await user.click(await screen.findByRole('menuitem', { name: /CSV/u }));
    await waitFor(async () => expect((await download()).getAttribute('aria-busy')).toBe('true'));
    answer.resolve();
    expect(await screen.findByText('Chậm lại.')).toBeTruthy();
    network().on(endpoint, ({ body }) =>
      data(JSON.stringify(body).includes('after') ? { text: 'b', next: null } : { text: 'a', next: 'next' }),
    );
    await user.click(await download());
    await user.click(await screen.findByRole('menuitem', { name: /JSON/u }));
    await waitFor(() => expect(click.mock.contexts).toMatchObject([{ download: 'vid-audit.jsonl' }]));
    expect([made[0]?.type, await made[0]?.text()]).toEqual(['application/jsonl', 'ab']);
    const sent = network()
      .calls.filter((call) => call.endpoint === endpoint)
      .map(({ body }) => body);
    expect(sent).toMatchObject([
      { kind: 'account.locked', format: 'csv' },
      { kind: 'account.locked', format: 'jsonl' },
      { kind: 'account.locked', format: 'jsonl', after: 'next' },
    ]);
    vi.restoreAllMocks();
  });

  test('says which seal is broken', async () => {
    network().on('GET /vid/api/admin/audit/state', () =>
      data({ ...state, problem: 'rows-changed', problemSeal: 4 }),
    );
    open();
    expect(await screen.findByText('Nhật ký đã bị sửa đổi')).toBeTruthy();
    expect(screen.getByText(/niêm phong số 4/u)).toBeTruthy();
  });

  test('sends a phone and an IP address as different filters', async () => {
    const user = open('/admin/audit?group=administration&from=2026-03-01&to=2026-03-01');
    await findTable();
    const days = { from: '2026-02-28T17:00:00.000Z', to: '2026-03-01T17:00:00.000Z' };
    expect(bodies().at(-1)).toEqual({ group: 'administration', ...days });
    const field = screen.getByRole('searchbox');
    await user.type(field, '0912345678{Enter}');
    await waitFor(() =>
      expect(bodies().at(-1)).toEqual({ account: '0912345678', group: 'administration', ...days }),
    );
    await user.clear(field);
    await user.type(field, '203.0.113.7{Enter}');
    await waitFor(() =>
      expect(bodies().at(-1)).toEqual({ address: '203.0.113.7', group: 'administration', ...days }),
    );
  });

  test('ignores an invalid day in the URL', async () => {
    open('/admin/audit?from=0001-01-01&to=2026-03-01');
    await findTable();
    expect(bodies().at(-1)).toEqual({ to: '2026-03-01T17:00:00.000Z' });
  });

  describe('pages', () => {
    testShownPages(
      {
        'the events of an intact log': {},
        'the events of one account': { path: '/admin/audit?account=acc_member&kind=account.locked' },
        'a log whose chain is broken': {
          answers: () =>
            network().on('GET /vid/api/admin/audit/state', () =>
              data({ ...state, problem: 'events-changed', problemSeal: 4 }),
            ),
        },
      },
      ({ path }) => open(path),
    );
  });
});
