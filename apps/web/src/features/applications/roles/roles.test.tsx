import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeEach, describe, expect, test } from 'vitest';
import { application } from '../../../../test/application.ts';
import { expectFocusOnTitle } from '../../../../test/focus.ts';
import { data, refusal } from '../../../../test/fake-server.ts';
import { network, person, renderPage, useMemberScreens } from '../../../../test/member.tsx';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { RolesPage } from './roles.page.tsx';
import type { AppRole } from './roles.ts';

const add = 'POST /vid/api/apps/:appId/roles';

const open = (search = '') =>
  renderPage(
    <Routes>
      <Route path="/apps/:appId/roles" element={<RolesPage />} />
    </Routes>,
    person,
    `/apps/app_1/roles${search}`,
  );

const role = (code: string, name: string, more: Partial<AppRole> = {}): AppRole => ({
  code,
  name,
  description: '',
  isDefault: false,
  people: 0,
  ...more,
});
const sent = () =>
  network()
    .calls.filter(({ endpoint }) => !endpoint.startsWith('GET'))
    .map(({ endpoint, body }) => [endpoint, body]);
const choose = async (user: ReturnType<typeof open>, name: string, item: string) => {
  const [menu] = await screen.findAllByRole('button', { name: `Thao tác với ${name}` });
  if (!menu) throw new Error(`there is no menu for ${name}`);
  await user.click(menu);
  await user.click(await screen.findByRole('menuitem', { name: item }));
};

describe('the roles page of an application', () => {
  let roles: AppRole[] = [];
  useMemberScreens();
  beforeEach(async () => {
    await loadTexts('apps');
    roles = [];
    network().on('GET /vid/api/apps/:appId', () => data(application));
    network().on('GET /vid/api/apps/:appId/roles', () => data(roles));
    network().on(add, () => {
      roles = [{ code: 'editor', name: 'Biên tập viên', description: '', isDefault: false, people: 0 }];
      return data(true);
    });
  });

  test('opens the form of a new role for a manager adding people', async () => {
    const user = open('?for=people');
    await user.type(await screen.findByLabelText('Tên vai trò'), 'Biên tập viên');
    const code = screen.getByLabelText('Mã vai trò');
    await user.clear(code);
    await user.type(code, 'editor');
    await user.click(screen.getByRole('button', { name: 'Thêm' }));
    const back = await screen.findByRole('link', { name: 'Tiếp tục thêm người dùng' });
    expect(back.getAttribute('href')).toContain('/apps/app_1/permissions/add');
    expect(screen.getByText('Đã thêm vai trò.')).toBeDefined();
    expect(screen.getAllByRole('button', { name: 'Thao tác với Biên tập viên' })).not.toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Thêm vai trò' }));
    await user.click(screen.getByRole('button', { name: 'Hủy' }));
    expect(screen.queryByText('Đã thêm vai trò.')).toBeNull();
  });

  test('shows the code of a role on its card', async () => {
    roles = [{ code: 'editor', name: 'Biên tập viên', description: '', isDefault: false, people: 0 }];
    open();
    const cards = within(await screen.findByRole('list', { name: 'Vai trò' }));
    expect(cards.getByText('editor')).toBeDefined();
  });

  test('gives the people of a removed role the chosen role', async () => {
    roles = [role('a', 'Một', { people: 2 }), role('b', 'Hai'), role('c', 'Ba')];
    network().on('POST /vid/api/apps/:appId/roles/:role/remove', ({ endpoint }) => {
      roles = roles.filter(({ code }) => !endpoint.endsWith(`/${code}/remove`));
      return data({ moved: 2 });
    });
    const user = open();
    for (const [name, code, others] of [
      ['Một', 'a', ['Hai', 'Ba']],
      ['Hai', 'b', null],
    ] as const) {
      await choose(user, name, 'Xóa vai trò');
      const dialog = within(await screen.findByRole('dialog', { name: `Xóa vai trò ${name}?` }));
      const select = dialog.queryByRole('combobox', { name: 'Vai trò mới của họ' });
      const options = select && within(select).getAllByRole('option');
      expect(options?.map(({ textContent }) => textContent) ?? null).toEqual(others);
      if (select) await user.selectOptions(select, 'Ba');
      await user.type(dialog.getByRole('textbox'), code);
      await user.click(dialog.getByRole('button', { name: 'Xóa vai trò' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      await expectFocusOnTitle();
      expect(screen.queryByRole('button', { name: `Thao tác với ${name}` })).toBeNull();
    }
    expect(sent()).toEqual([
      ['POST /vid/api/apps/app_1/roles/a/remove', { moveTo: 'c' }],
      ['POST /vid/api/apps/app_1/roles/b/remove', {}],
    ]);
  });

  test('changes a role but not its code', async () => {
    roles = [role('editor', 'Biên tập', { description: 'Sửa tin', isDefault: true })];
    network().on('PUT /vid/api/apps/:appId/roles/:role', () => {
      roles = [role('editor', 'Biên tập viên', { description: 'Sửa tin', isDefault: true })];
      return data(true);
    });
    network().on(add, () => refusal(409, { error: 'Mã này đã có.', message: 'ROLE_EXISTS' }));
    const user = open();
    await choose(user, 'Biên tập', 'Sửa');
    expect(screen.queryByLabelText('Mã vai trò')).toBeNull();
    const name = await screen.findByLabelText('Tên vai trò');
    await user.clear(name);
    await user.type(name, 'Biên tập viên');
    await user.click(screen.getByRole('button', { name: 'Lưu thay đổi' }));
    expect(await screen.findByText('Đã lưu vai trò.')).toBeDefined();
    expect(screen.getAllByRole('button', { name: 'Thao tác với Biên tập viên' })).not.toEqual([]);
    expect(sent()).toEqual([
      [
        'PUT /vid/api/apps/app_1/roles/editor',
        { name: 'Biên tập viên', description: 'Sửa tin', isDefault: true },
      ],
    ]);
    await user.click(screen.getByRole('button', { name: 'Thêm vai trò' }));
    await user.type(await screen.findByLabelText('Tên vai trò'), 'Editor');
    await user.click(screen.getByRole('button', { name: 'Thêm' }));
    await waitFor(() =>
      expect(screen.getByLabelText('Mã vai trò').getAttribute('aria-invalid')).toBe('true'),
    );
    expect(screen.getByText('Mã này đã có.')).toBeDefined();
  });

  test.each([
    ['open', 'Chỉ cho người được cấp quyền', 'restricted', /không ai mất quyền vào/u],
    ['restricted', 'Mở cho mọi hội viên', 'open', /trừ 2 người đang bị khóa/u],
  ] as const)(
    'explains the effect before it changes an application’s access (now %s)',
    async (access, name, next, text) => {
      network().on('GET /vid/api/apps/:appId', () => data({ ...application, access, locked: 2 }));
      network().on('PUT /vid/api/apps/:appId/access', () => {
        network().on('GET /vid/api/apps/:appId', () => data({ ...application, access: next, locked: 2 }));
        return data(true);
      });
      const user = open();
      await user.click(await screen.findByRole('button', { name }));
      const dialog = within(await screen.findByRole('dialog'));
      expect(dialog.getByText(text)).toBeDefined();
      await user.click(dialog.getByRole('button', { name }));
      await waitFor(() => expect(sent()).toEqual([['PUT /vid/api/apps/app_1/access', { access: next }]]));
      const other = next === 'open' ? 'Chỉ cho người được cấp quyền' : 'Mở cho mọi hội viên';
      expect(await screen.findByRole('button', { name: other })).toBeTruthy();
    },
  );

  test('does not open the form of a new role by default', async () => {
    open();
    expect(await screen.findByText('Chưa có vai trò nào')).toBeDefined();
    expect(screen.queryByLabelText('Tên vai trò')).toBeNull();
  });

  test.each([
    [0, 'không ai mất quyền vào'],
    [3, '3 người từng dùng ứng dụng'],
    [null, 'Hơn 10.000 người từng dùng ứng dụng'],
  ])(
    'says how many people a restriction would exclude (without a permission: %s)',
    async (usersWithout, text) => {
      network().on('GET /vid/api/apps/:appId', () => data({ ...application, access: 'open', usersWithout }));
      const user = open();
      await user.click(await screen.findByRole('button', { name: 'Chỉ cho người được cấp quyền' }));
      expect(await screen.findByText(text, { exact: false })).toBeDefined();
    },
  );
});
