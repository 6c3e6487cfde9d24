import { screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { application } from '../../../../test/application.ts';
import { data } from '../../../../test/fake-server.ts';
import { network, person, renderPage, useMemberScreens } from '../../../../test/member.tsx';
import { loadTexts } from '#shared/i18n/i18n.ts';
import type { Permission } from './permissions.tsx';
import { PermissionsPage } from './permissions.page.tsx';

useMemberScreens();
beforeEach(() => {
  network().on('GET /vid/api/apps/:appId', () => data(application));
  network().on('GET /vid/api/apps/:appId/roles', () => data([]));
  network().on('GET /vid/api/apps/:appId/permissions/creators', () => data([]));
  return loadTexts('apps');
});

function openList() {
  return renderPage(
    <Routes>
      <Route path="/apps/:appId/permissions" element={<PermissionsPage />} />
    </Routes>,
    person,
    '/apps/app_1/permissions',
  );
}

test('the list of people says that a search found nobody, and shows no total', async () => {
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

test('the list of people shows the e-mail address of a person under the name', async () => {
  network().on('POST /vid/api/apps/:appId/permissions/search', () =>
    data({ items: [item], next: null, count: 1 }),
  );
  openList();
  const table = within(await screen.findByRole('table'));
  const cell = table.getByRole('link', { name: 'Lê Thị Ổn' }).closest('td');
  expect(cell?.textContent).toContain('le.thi.on@example.vn');
});

test('the list of people says when and by whom a person was added', async () => {
  network().on('POST /vid/api/apps/:appId/permissions/search', () =>
    data({ items: [{ ...item, createdBy: 'Trần Bình' }], next: null, count: 1 }),
  );
  openList();
  const table = within(await screen.findByRole('table'));
  expect(table.getByText('do Trần Bình thêm').parentElement?.textContent).toContain('24/11/2026');
});

test('the list of people can be filtered by who added them, even by deleted accounts', async () => {
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
  await user.selectOptions(select, 'Chương trình hoặc tài khoản đã xóa');
  await screen.findByRole('button', { name: 'Bỏ bộ lọc' });
  expect(asked).toEqual([undefined, 'none']);
});

test('the list of people can be sorted by name, role and time, above the table or the cards', async () => {
  const sorts: unknown[] = [];
  network().on('POST /vid/api/apps/:appId/permissions/search', ({ body }) => {
    sorts.push(Object(body)['sort']);
    return data({ items: [item], next: null, count: 1 });
  });
  const user = openList();
  const table = within(await screen.findByRole('table'));
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
});

test.each([
  ['active', 'Khóa', 'Người này sẽ không vào được ứng dụng'],
  ['locked', 'Mở khóa', 'Người này sẽ vào lại được ứng dụng với vai trò cũ.'],
  ['active', 'Gỡ khỏi ứng dụng', 'Muốn cho vào lại'],
  ['active', 'Đổi vai trò', 'Vai trò mới của người này'],
] as const)(
  'the list of people uses the singular when one person is selected: %s, %s',
  async (status, action, text) => {
    network().on('POST /vid/api/apps/:appId/permissions/search', () =>
      data({ items: [{ ...item, status }], next: null, count: 1 }),
    );
    const user = openList();
    const [menu] = await screen.findAllByRole('button', { name: 'Thao tác với Lê Thị Ổn' });
    if (!menu) throw new Error('the row has no menu');
    await user.click(menu);
    await user.click(await screen.findByRole('menuitem', { name: action }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain(text);
    expect(dialog.textContent).not.toMatch(/1 người| họ[ .]/u);
  },
);
