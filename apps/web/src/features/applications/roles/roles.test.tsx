import { screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeEach, describe, expect, test } from 'vitest';
import { application } from '../../../../test/application.ts';
import { data } from '../../../../test/fake-server.ts';
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

describe('the roles of an application', () => {
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

  test('open the form for a manager who is adding people, and link back after the role is saved', async () => {
    const user = open('?for=people');
    await user.type(await screen.findByLabelText('Tên vai trò'), 'Biên tập viên');
    const code = screen.getByLabelText('Mã vai trò');
    await user.clear(code);
    await user.type(code, 'editor');
    await user.click(screen.getByRole('button', { name: 'Thêm' }));
    const back = await screen.findByRole('link', { name: 'Tiếp tục thêm người dùng' });
    expect(back.getAttribute('href')).toContain('/apps/app_1/permissions/add');
    expect(screen.getByText('Đã thêm vai trò.')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Thêm vai trò' }));
    await user.click(screen.getByRole('button', { name: 'Hủy' }));
    expect(screen.queryByText('Đã thêm vai trò.')).toBeNull();
  });

  test('are shown with their codes, also on their cards', async () => {
    roles = [{ code: 'editor', name: 'Biên tập viên', description: '', isDefault: false, people: 0 }];
    open();
    const cards = within(await screen.findByRole('list', { name: 'Vai trò' }));
    expect(cards.getByText('editor')).toBeDefined();
  });

  test('are shown without an open form to a manager who is not adding people', async () => {
    open();
    expect(await screen.findByText('Chưa có vai trò nào')).toBeDefined();
    expect(screen.queryByLabelText('Tên vai trò')).toBeNull();
  });

  test.each([
    [0, 'không ai mất quyền vào'],
    [3, '3 người từng dùng ứng dụng'],
    [null, 'Hơn 10.000 người từng dùng ứng dụng'],
  ])(
    'warn before the application is restricted, if %s people have no permission',
    async (usersWithout, text) => {
      network().on('GET /vid/api/apps/:appId', () => data({ ...application, access: 'open', usersWithout }));
      const user = open();
      await user.click(await screen.findByRole('button', { name: 'Chỉ cho người được cấp quyền' }));
      expect(await screen.findByText(text, { exact: false })).toBeDefined();
    },
  );
});
