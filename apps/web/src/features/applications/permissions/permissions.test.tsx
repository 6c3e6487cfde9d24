import { screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { application } from '../../../../test/application.ts';
import { data } from '../../../../test/fake-server.ts';
import { network, person, renderPage, useMemberScreens } from '../../../../test/member.tsx';
import { loadTexts } from '#shared/i18n/i18n.ts';
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

test('a search of people without a match says so and shows no total', async () => {
  network().on('POST /vid/api/apps/:appId/permissions/search', () =>
    data({ items: [], next: null, count: 0 }),
  );
  const user = openList();
  await user.type(screen.getByRole('searchbox'), 'Lê Văn Không{Enter}');
  expect(await screen.findByText('Không có kết quả phù hợp')).toBeDefined();
  expect(screen.queryByText('0 người được cấp quyền')).toBeNull();
});

test('shows the e-mail address of a person under the name', async () => {
  const item = {
    id: 'app_2',
    name: 'Lê Thị Ổn',
    avatar: null,
    phone: '+84912345678',
    email: 'le.thi.on@example.vn',
    role: 'reader',
    roleName: 'Người đọc',
    status: 'active' as const,
    createdBy: null,
    createdAt: '2026-11-24T02:00:00.000Z',
  };
  network().on('POST /vid/api/apps/:appId/permissions/search', () =>
    data({ items: [item], next: null, count: 1 }),
  );
  openList();
  const table = within(await screen.findByRole('table'));
  const cell = table.getByRole('link', { name: 'Lê Thị Ổn' }).closest('td');
  expect(table.getByText('le.thi.on@example.vn').closest('td')).toBe(cell);
});
