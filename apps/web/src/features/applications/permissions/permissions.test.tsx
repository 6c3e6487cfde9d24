import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { application } from '../../../../test/application.ts';
import { data } from '../../../../test/fake-server.ts';
import { network, person, renderPage, useMemberScreens } from '../../../../test/member.tsx';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { PermissionsPage } from './permissions.page.tsx';

useMemberScreens();
beforeEach(() => loadTexts('apps'));

test('a search of people without a match says so and shows no total', async () => {
  network().on('GET /vid/api/apps/:appId', () => data(application));
  network().on('GET /vid/api/apps/:appId/roles', () => data([]));
  network().on('GET /vid/api/apps/:appId/permissions/creators', () => data([]));
  network().on('POST /vid/api/apps/:appId/permissions/search', () =>
    data({ items: [], next: null, count: 0 }),
  );
  const user = renderPage(
    <Routes>
      <Route path="/apps/:appId/permissions" element={<PermissionsPage />} />
    </Routes>,
    person,
    '/apps/app_1/permissions',
  );
  await user.type(screen.getByRole('searchbox'), 'Lê Văn Không{Enter}');
  expect(await screen.findByText('Không có kết quả phù hợp')).toBeDefined();
  expect(screen.queryByText('0 người được cấp quyền')).toBeNull();
});
