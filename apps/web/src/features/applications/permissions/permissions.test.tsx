import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { application } from '../../../../test/application.ts';
import { data, refusal } from '../../../../test/fake-server.ts';
import { network, person, renderPage, useMemberScreens, lastNavigation } from '../../../../test/member.tsx';
import { expectRefusedPress } from '../../../../test/refused-press.ts';
import { findTable } from '../../../../test/table.ts';
import { loadTexts } from '#shared/i18n/i18n.ts';
import type { Permission } from './permissions.tsx';
import type { Answer } from '#shared/api/request-types.ts';
import { PermissionsPage } from './permissions.page.tsx';

useMemberScreens();
beforeEach(() => {
  network().on('GET /vid/api/apps/:appId', () => data(application));
  network().on('GET /vid/api/apps/:appId/roles', () => data([]));
  // Register this response first, because the fake server uses the first match and `:permissionId` also matches
  // `bulk-changes`.
  network().on('GET /vid/api/apps/:appId/permissions/bulk-changes', () => data([]));
  network().on('GET /vid/api/apps/:appId/permissions/creators', () => data([]));
  return loadTexts('apps');
});

function openList(search = '') {
  return renderPage(
    <Routes>
      <Route path="/apps/:appId/permissions" element={<PermissionsPage />} />
    </Routes>,
    person,
    `/apps/app_1/permissions${search}`,
  );
}

test('the list of people says that a search found no people', async () => {
  network().on('POST /vid/api/apps/:appId/permissions/search', () =>
    data({ items: [], next: null, count: 0 }),
  );
  const user = openList();
  await user.type(screen.getByRole('searchbox'), 'Lê Văn Không{Enter}');
  expect(await screen.findByText('Không có kết quả phù hợp')).toBeDefined();
  expect(screen.queryByText('0 người được cấp quyền')).toBeNull();
});

const item: Permission = {
  id: 'app_2',
  name: 'Lê Thị Ổn',
  avatar: null,
  phone: '+84912345678',
  email: 'le.thi.on@example.vn',
  role: 'reader',
  roleName: 'Người đọc',
  status: 'active',
  createdBy: null,
  createdAt: '2026-11-24T02:00:00.000Z',
};

async function chooseFromMenu(user: UserEvent, action: string) {
  const [menu] = await screen.findAllByRole('button', { name: `Thao tác với ${item.name}` });
  if (!menu) throw new Error('the row has no menu');
  await user.click(menu);
  await user.click(await screen.findByRole('menuitem', { name: action }));
}

test('the list of people shows a person’s e-mail address with the name', async () => {
  network().on('POST /vid/api/apps/:appId/permissions/search', () =>
    data({ items: [item], next: null, count: 1 }),
  );
  openList();
  const table = within(await findTable());
  const cell = table.getByRole('link', { name: 'Lê Thị Ổn' }).closest('td');
  expect(cell?.textContent).toContain('le.thi.on@example.vn');
});

test('the list of people says when and by whom a person was added', async () => {
  network().on('POST /vid/api/apps/:appId/permissions/search', () =>
    data({ items: [{ ...item, createdBy: 'Trần Bình' }], next: null, count: 1 }),
  );
  openList();
  const table = within(await findTable());
  expect(table.getByText('24/11/2026').title).toMatch(/24\/11\/2026 do Trần Bình thêm$/u);
});

test('the list of people can be filtered by deleted accounts or programs', async () => {
  const asked: unknown[] = [];
  network().on('GET /vid/api/apps/:appId/permissions/creators', () =>
    data([
      { id: 'acc_1', name: null },
      { id: 'none', name: null },
    ]),
  );
  network().on('POST /vid/api/apps/:appId/permissions/search', ({ body }) => {
    asked.push(Object(body)['createdBy']);
    return data({ items: [item], next: null, count: 1 });
  });
  const user = openList();
  const select = await screen.findByLabelText('Người thêm');
  await within(select).findByRole('option', { name: 'Chưa có tên' });
  await user.selectOptions(select, 'Tài khoản đã xóa hoặc chương trình');
  await screen.findByRole('button', { name: 'Bỏ bộ lọc' });
  expect(asked).toEqual([undefined, 'none']);
});

test('the list of people is sorted by name, role or time', async () => {
  const sorts: unknown[] = [];
  network().on('POST /vid/api/apps/:appId/permissions/search', ({ body }) => {
    sorts.push(Object(body)['sort']);
    return data({ items: [item], next: null, count: 1 });
  });
  const user = openList();
  const table = within(await findTable());
  const titles = ['Họ và tên', 'Vai trò'];
  for (const title of titles) {
    const button = table.getByRole('button', { name: title });
    await user.click(button);
    expect(button.closest('th')?.getAttribute('aria-sort')).toBe('ascending');
    await user.click(button);
    expect(button.closest('th')?.getAttribute('aria-sort')).toBe('descending');
  }
  await user.click(table.getByRole('button', { name: 'Ngày thêm' }));
  const columns = ['name', 'role'];
  expect([...new Set(sorts)]).toEqual([
    undefined,
    ...columns.flatMap((column) => [column, `${column}-desc`]),
  ]);
  const cards = within(screen.getByRole('list', { name: 'Sắp xếp theo' }));
  expect(cards.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Họ và tên↕',
    'Vai trò↕',
    'Ngày thêm (giảm dần)↓',
  ]);
  await user.click(table.getByRole('button', { name: 'Ngày thêm' }));
  await waitFor(() => expect(sorts.at(-1)).toBe('oldest'));
  const added = table.getByRole('button', { name: 'Ngày thêm' }).closest('th');
  expect(added?.getAttribute('aria-sort')).toBe('ascending');
});

test('the list of people cannot be sorted during a search', async () => {
  const asked: unknown[] = [];
  network().on('POST /vid/api/apps/:appId/permissions/search', ({ body }) => {
    asked.push(body);
    return data({ items: [item], next: null, count: 1 });
  });
  const user = openList('?sort=name');
  await findTable();
  await user.type(screen.getByRole('searchbox'), 'Lê Thị{Enter}');
  await waitFor(() => expect(asked.at(-1)).toEqual({ limit: 50, search: 'Lê Thị' }));
  const table = within(screen.getByRole('table'));
  expect(table.queryByRole('button', { name: 'Họ và tên' })).toBeNull();
  expect(screen.queryByRole('list', { name: 'Sắp xếp theo' })).toBeNull();
});

test('the list of people keeps its filter on the next page', async () => {
  const asked: unknown[] = [];
  network().on('POST /vid/api/apps/:appId/permissions/search', ({ body }) => {
    asked.push(body);
    const isFirst = Object(body)['after'] === undefined;
    return data({
      items: [{ ...item, id: isFirst ? 'app_2' : 'app_3' }],
      next: isFirst ? 'c1' : null,
      count: 60,
    });
  });
  const user = openList('?status=active');
  await user.click(await screen.findByRole('button', { name: 'Trang sau' }));
  await user.click(await screen.findByRole('button', { name: 'Trang trước' }));
  await screen.findByRole('button', { name: 'Trang sau' });
  expect(asked.slice(0, 2)).toEqual([
    { limit: 50, status: 'active' },
    { limit: 50, status: 'active', after: 'c1' },
  ]);
});

test('the list of people is downloaded in its order with its filter', async () => {
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) saved.push(blob);
    return 'blob:people';
  });
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  const exported = 'POST /vid/api/apps/:appId/permissions/export';
  network().on('POST /vid/api/apps/:appId/permissions/search', () =>
    data({ items: [item], next: null, count: 1 }),
  );
  const user = openList('?status=active&sort=name');
  await expectRefusedPress(user, exported, 'Tải tệp CSV');
  network().on(exported, ({ body }) =>
    data(Object(body)['after'] === undefined ? { csv: 'a', next: 'c1' } : { csv: 'b', next: null }),
  );
  network().failOnce(exported);
  await user.click(screen.getByRole('button', { name: 'Tải tệp CSV' }));
  await waitFor(() => expect(click).toHaveBeenCalledOnce());
  const name = expect.stringMatching(new RegExp(String.raw`^${application.code}-\d{4}-\d\d-\d\d\.csv$`, 'u'));
  expect(click.mock.contexts).toMatchObject([{ download: name }]);
  expect([saved[0]?.type, await saved[0]?.text()]).toEqual(['text/csv;charset=utf-8', 'ab']);
  const bodies = network()
    .calls.filter(({ endpoint }) => endpoint.endsWith('/export'))
    .map(({ body }) => body);
  expect(bodies.slice(-2)).toEqual([
    { status: 'active', sort: 'name' },
    { status: 'active', sort: 'name', after: 'c1' },
  ]);
  vi.restoreAllMocks();
});

test('the menu of a person opens the person’s page', async () => {
  network().on('POST /vid/api/apps/:appId/permissions/search', () =>
    data({ items: [item], next: null, count: 1 }),
  );
  const user = openList();
  await chooseFromMenu(user, 'Xem chi tiết');
  await waitFor(() => expect(lastNavigation()).toBe('PUSH /apps/app_1/permissions/app_2'));
});

test.each([
  ['active', 'Khóa', 'Người này sẽ không vào được ứng dụng'],
  ['locked', 'Mở khóa', 'Người này sẽ vào lại được ứng dụng với vai trò cũ.'],
  ['active', 'Gỡ khỏi ứng dụng', 'Muốn cho vào lại'],
  ['active', 'Đổi vai trò', 'Vai trò mới có hiệu lực'],
] as const)('the confirmation of “$1” uses the singular for one $0 person', async (status, action, text) => {
  network().on('POST /vid/api/apps/:appId/permissions/search', () =>
    data({ items: [{ ...item, status }], next: null, count: 1 }),
  );
  const user = openList();
  await chooseFromMenu(user, action);
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain(text);
  expect(dialog.textContent).not.toMatch(/1 người| họ[ .]/u);
});

type Bulk = Answer<'GET /vid/api/apps/:appId/permissions/bulk-changes'>[number];

const path = '/vid/api/apps/app_1/permissions';
const running: Bulk = {
  id: 'blk_1',
  action: 'set-role',
  newRole: 'editor',
  status: 'running',
  total: 9908,
  outcomes: [{ outcome: 'done', count: 4200 }],
  startedBy: 'Trần Thị Bình',
  startedAt: '2026-11-29T07:00:00.000Z',
  endedAt: null,
  undoUntil: null,
  undoneBy: null,
};
const done: Bulk = {
  ...running,
  status: 'done',
  outcomes: [
    { outcome: 'done', count: 9901 },
    { outcome: 'unchanged', count: 7 },
  ],
  endedAt: '2026-11-29T07:05:00.000Z',
  undoUntil: '2026-11-29T07:15:00.000Z',
};

test('the list of people counts the matches of a search', async () => {
  network().on('POST /vid/api/apps/:appId/permissions/search', () =>
    data({ items: [item], next: 'more', count: null }),
  );
  const counted: unknown[] = [];
  network().on('POST /vid/api/apps/:appId/permissions/count', ({ body }) => {
    counted.push(body);
    return data({ count: 9908 });
  });
  const user = openList();
  await user.selectOptions(await screen.findByLabelText('Trạng thái'), 'active');
  await user.type(screen.getByRole('searchbox'), 'Lê{Enter}');
  expect(await screen.findByText('9.908 kết quả')).toBeDefined();
  expect(counted.at(-1)).toEqual({ search: 'Lê', status: 'active' });
});

test('the list of people says that a search has over 50,000 matches', async () => {
  network().on('POST /vid/api/apps/:appId/permissions/search', () =>
    data({ items: [item], next: 'more', count: null }),
  );
  network().on('POST /vid/api/apps/:appId/permissions/count', () => data({ count: null }));
  const user = openList();
  await user.type(screen.getByRole('searchbox'), 'Lê{Enter}');
  expect(await screen.findByText('hơn 50.000')).toBeDefined();
});

const bodies = () =>
  network()
    .calls.filter(({ endpoint }) => endpoint === `POST ${path}/bulk-changes`)
    .map(({ body }) => body);

async function selectAll(user: ReturnType<typeof openList>) {
  const table = within(await findTable());
  await user.click(await table.findByRole('checkbox', { name: 'Chọn tất cả trong trang' }));
  const bar = within(screen.getByRole('region', { name: 'Thao tác' }));
  await user.click(await bar.findByRole('button', { name: 'Chọn tất cả 9.908 kết quả' }));
  expect(bar.getByText('Đã chọn tất cả 9.908 kết quả')).toBeDefined();
  return bar;
}

const searches = () => network().calls.filter(({ endpoint }) => endpoint === `POST ${path}/search`).length;

describe('a change to all people who match the search and filters', () => {
  beforeEach(() => {
    network().on('GET /vid/api/apps/:appId/roles', () =>
      data([
        { code: 'editor', name: 'Biên tập viên', description: '', isDefault: false, people: 3 },
        { code: 'reader', name: 'Người đọc', description: '', isDefault: true, people: 9908 },
      ]),
    );
    network().on('POST /vid/api/apps/:appId/permissions/search', () =>
      data({ items: [item, { ...item, id: 'app_3', name: 'Lê Văn Bình' }], next: 'more', count: 9908 }),
    );
    network().on('POST /vid/api/apps/:appId/permissions/count', () => data({ count: 9908 }));
  });

  test('asks again if the number of people has changed', async () => {
    const count = 9909;
    network().on('POST /vid/api/apps/:appId/permissions/bulk-changes', ({ body }) => {
      if (Object(body)['expected'] === count) {
        network().on('GET /vid/api/apps/:appId/permissions/bulk-changes', () =>
          data([{ ...running, total: count }]),
        );
        return data({ ...running, total: count });
      }
      return refusal(409, {
        error: 'Số mục khớp đã thay đổi.',
        message: 'BULK_COUNT_CHANGED',
        details: { count: String(count) },
      });
    });
    const user = openList();
    await user.selectOptions(await screen.findByLabelText('Trạng thái'), 'active');
    const bar = await selectAll(user);
    await user.click(bar.getByRole('button', { name: 'Đổi vai trò' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Đổi vai trò của 9.908 người' }));
    expect(dialog.getByText(/Bạn có thể hoàn tác trong 10 phút sau khi xong\.$/u)).toBeDefined();
    await user.selectOptions(dialog.getByLabelText('Vai trò'), 'Biên tập viên');
    await user.type(dialog.getByLabelText('Để xác nhận, hãy nhập 9908'), '9908');
    await user.click(dialog.getByRole('button', { name: 'Đổi vai trò' }));
    const again = within(await screen.findByRole('dialog', { name: 'Đổi vai trò của 9.909 người' }));
    const number = again.getByLabelText('Để xác nhận, hãy nhập 9909');
    await user.clear(number);
    await user.type(number, '9909');
    await user.click(again.getByRole('button', { name: 'Đổi vai trò' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(bodies()).toEqual(
      [9908, 9909].map((expected) => ({
        status: 'active',
        action: 'set-role',
        newRole: 'editor',
        expected,
      })),
    );
    expect(screen.queryByRole('region', { name: 'Thao tác' })).toBeNull();
    const name = 'Đổi vai trò của 9.909 người thành Biên tập viên';
    expect(screen.getByRole('region', { name })).toBeTruthy();
  });

  test.each([
    ['restricted', '9.908 người sẽ không vào được ứng dụng nữa. Bạn có thể hoàn tác'],
    ['open', 'Ai đang bị khóa cũng sẽ vào lại được. Bạn có thể hoàn tác'],
  ] as const)('says what a removal does in an application that is %s', async (access, text) => {
    network().on('GET /vid/api/apps/:appId', () => data({ ...application, access }));
    network().on('POST /vid/api/apps/:appId/permissions/bulk-changes', () => data(running));
    const user = openList();
    const bar = await selectAll(user);
    await user.click(bar.getByRole('button', { name: 'Gỡ khỏi ứng dụng' }));
    const dialog = await screen.findByRole('dialog', { name: 'Gỡ 9.908 người khỏi ứng dụng?' });
    expect(dialog.textContent).toContain(text);
    await user.type(within(dialog).getByLabelText('Để xác nhận, hãy nhập 9908'), '9908');
    await user.click(within(dialog).getByRole('button', { name: 'Gỡ khỏi ứng dụng' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(bodies()).toEqual([{ action: 'remove', expected: 9908 }]);
  });

  test('shows its progress and can be stopped', async () => {
    let change: Bulk = running;
    network().on('GET /vid/api/apps/:appId/permissions/bulk-changes', () => data([change]));
    network().on('POST /vid/api/apps/:appId/permissions/bulk-changes/:bulkId/stop', () => {
      change = { ...running, status: 'stopped' };
      return data(change);
    });
    const user = openList();
    const name = 'Đổi vai trò của 9.908 người thành Biên tập viên';
    const card = within(await screen.findByRole('region', { name }));
    expect(card.getByText('Đã đổi vai trò của 4.200 trên 9.908 người.')).toBeDefined();
    expect(card.getByText(/^Trần Thị Bình bắt đầu lúc .*\d\.$/u)).toBeDefined();
    await user.click(card.getByRole('button', { name: 'Dừng' }));
    expect(await card.findByText('Đã dừng')).toBeDefined();
  });

  test('is undone after a confirmation', async () => {
    let change: Bulk = done;
    network().on('GET /vid/api/apps/:appId/permissions/bulk-changes', () => data([change]));
    network().on('POST /vid/api/apps/:appId/permissions/bulk-changes/:bulkId/undo', () => {
      change = {
        ...done,
        status: 'undone',
        outcomes: [
          { outcome: 'undone', count: 9898 },
          { outcome: 'changed-since', count: 2 },
          { outcome: 'former-role-removed', count: 1 },
          { outcome: 'unchanged', count: 7 },
        ],
        undoUntil: null,
      };
      return data(change);
    });
    const user = openList();
    const card = within(await screen.findByRole('region', { name: /^Đổi vai trò của 9\.908 người/u }));
    await findTable();
    const before = searches();
    await user.click(card.getByRole('button', { name: 'Hoàn tác' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Hoàn tác 9.901 thay đổi?' }));
    expect(dialog.getByText(/^Quyền của mỗi người trở lại như trước/u)).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Hoàn tác' }));
    expect(
      await card.findByText(
        'Đã hoàn tác 9.898 trên 9.901 thay đổi. 3 mục không thay đổi: 2 mục đã được người khác thay đổi · 1 người có vai trò cũ đã bị xóa',
      ),
    ).toBeDefined();
    await waitFor(() => expect(searches()).toBeGreaterThan(before));
  });
});

const person2: Permission = { ...item, id: 'app_3', name: 'Lê Văn Bình', role: 'editor', status: 'locked' };

test('a change to selected people is sent with their ids', async () => {
  network().on('GET /vid/api/apps/:appId/roles', () =>
    data(
      ['editor', 'reader'].map((code) => ({
        code,
        name: code,
        description: '',
        isDefault: false,
        people: 1,
      })),
    ),
  );
  network().on('POST /vid/api/apps/:appId/permissions/search', () =>
    data({ items: [item, person2], next: null, count: 2 }),
  );
  for (const kind of ['set-role', 'lock', 'unlock', 'remove'] as const)
    network().on(`POST /vid/api/apps/:appId/permissions/${kind}`, () => data({ changed: 2 }));
  const user = openList();
  for (const [action, typed] of [
    ['Đổi vai trò', null],
    ['Khóa', null],
    ['Mở khóa', null],
    ['Gỡ khỏi ứng dụng', '2'],
  ] as const) {
    const table = within(await findTable());
    const before = searches();
    await user.click(await table.findByRole('checkbox', { name: 'Chọn tất cả trong trang' }));
    const bar = within(screen.getByRole('region', { name: 'Thao tác' }));
    await user.click(bar.getByRole('button', { name: action }));
    const dialog = within(await screen.findByRole('dialog'));
    if (action === 'Đổi vai trò') {
      // People with different roles have no preselected role.
      await user.click(dialog.getByRole('button', { name: action }));
      await user.selectOptions(await dialog.findByLabelText('Vai trò'), 'editor');
    }
    if (typed !== null) await user.type(dialog.getByRole('textbox'), typed);
    await user.click(dialog.getByRole('button', { name: action }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(searches()).toBe(before + 1);
  }
  const ids = ['app_2', 'app_3'];
  expect(
    network()
      .calls.filter(({ body }) => Object(body)['ids'] !== undefined)
      .map(({ endpoint, body }) => [endpoint.split('/').at(-1), body]),
  ).toEqual([
    ['set-role', { ids, role: 'editor' }],
    ['lock', { ids }],
    ['unlock', { ids }],
    ['remove', { ids }],
  ]);
});

test.each([
  ['restricted', 'active', /^Người này sẽ không vào được ứng dụng nữa/u],
  ['open', 'active', /vẫn vào được vì ứng dụng mở/u],
  ['open', 'locked', /không còn bị khóa, nên sẽ vào lại được/u],
] as const)(
  'the removal dialog explains the effect (application %s, person %s)',
  async (access, status, text) => {
    network().on('GET /vid/api/apps/:appId', () => data({ ...application, access }));
    network().on('POST /vid/api/apps/:appId/permissions/search', () =>
      data({ items: [{ ...item, status }], next: null, count: 1 }),
    );
    const user = openList();
    await chooseFromMenu(user, 'Gỡ khỏi ứng dụng');
    expect(await within(await screen.findByRole('dialog')).findByText(text)).toBeDefined();
  },
);

const long = 'x'.repeat(64);

test.each([
  [`role=Editor&by=${long}x&from=2026-13-01&to=x&sort=newest&status=gone`, {}],
  [
    `role=editor&by=${long}&from=2026-01-01&to=2026-01-02&sort=name&status=locked`,
    {
      role: 'editor',
      createdBy: long,
      from: '2026-01-01',
      to: '2026-01-02',
      sort: 'name',
      status: 'locked',
    },
  ],
])('the list of people at ?%s sends only valid values', async (query, asked) => {
  network().on('POST /vid/api/apps/:appId/permissions/search', () =>
    data({ items: [item], next: null, count: 1 }),
  );
  openList(`?${query}`);
  await findTable();
  expect(network().calls.find(({ endpoint }) => endpoint === `POST ${path}/search`)?.body).toEqual({
    limit: 50,
    ...asked,
  });
});
