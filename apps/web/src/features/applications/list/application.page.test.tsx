import { screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeEach, describe, expect, test } from 'vitest';
import { application, client } from '../../../../test/application.ts';
import { data, refusal } from '../../../../test/fake-server.ts';
import { network, person, renderPage, useMemberScreens } from '../../../../test/member.tsx';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { ApplicationPage } from './application.page.tsx';

const open = () =>
  renderPage(
    <Routes>
      <Route path="/apps/:appId" element={<ApplicationPage />} />
    </Routes>,
    person,
    '/apps/app_1',
  );

describe('the overview of an application', () => {
  useMemberScreens();
  beforeEach(() => loadTexts('apps'));

  test('links to the sign-on attempts of each client that signs members in', async () => {
    network().on('GET /vid/api/apps/:appId', () => data(application));
    network().on('GET /vid/api/apps/:appId/sign-ins', () => data([]));
    network().on('GET /vid/api/apps/:appId/clients', () =>
      data([client, { ...client, id: 'shop-job', kind: 'machine' }]),
    );
    open();
    const links = await screen.findAllByRole('link', { name: /^Chẩn đoán đăng nhập/u });
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Chẩn đoán đăng nhập qua Trang web', expect.stringContaining('/apps/app_1/clients/shop-web/doctor')],
    ]);
  });

  test('suggests adding a client and people to a restricted application', async () => {
    network().on('GET /vid/api/apps/:appId', () => data({ ...application, access: 'restricted', people: 0 }));
    network().on('GET /vid/api/apps/:appId/sign-ins', () => data([]));
    network().on('GET /vid/api/apps/:appId/clients', () => data([]));
    open();
    const next = within(await screen.findByRole('region', { name: 'Việc nên làm tiếp' }));
    expect(next.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      expect.stringMatching(/\/apps\/app_1\/clients$/u),
      expect.stringMatching(/\/apps\/app_1\/permissions\/add$/u),
    ]);
  });

  test('says that there were no sign-ins in the last 30 days', async () => {
    network().on('GET /vid/api/apps/:appId', () => data(application));
    network().on('GET /vid/api/apps/:appId/sign-ins', () => data([{ day: '2026-11-20', count: 0 }]));
    network().on('GET /vid/api/apps/:appId/clients', () => data([client]));
    open();
    const signIns = within(
      await screen.findByRole('region', { name: 'Mỗi ngày có bao nhiêu lượt đăng nhập?' }),
    );
    await signIns.findByText('Chưa có lượt đăng nhập nào trong 30 ngày qua');
    expect(signIns.getByRole('link', { name: 'Xem kết nối' }).getAttribute('href')).toContain(
      '/apps/app_1/clients',
    );
    expect(signIns.queryByRole('table')).toBeNull();
  });

  test('names no next steps once there are a client and people', async () => {
    network().on('GET /vid/api/apps/:appId', () => data({ ...application, access: 'restricted', people: 1 }));
    network().on('GET /vid/api/apps/:appId/sign-ins', () => data([]));
    network().on('GET /vid/api/apps/:appId/clients', () => data([client]));
    open();
    await screen.findByRole('link', { name: /^Chẩn đoán đăng nhập/u });
    expect(screen.queryByRole('region', { name: 'Việc nên làm tiếp' })).toBeNull();
  });

  test('says that the application was not found, and links to the managed applications', async () => {
    network().on('GET /vid/api/apps/:appId', () =>
      refusal(404, { error: 'Không có.', message: 'NOT_FOUND' }),
    );
    open();
    await screen.findByRole('heading', { name: 'Không tìm thấy ứng dụng' });
    const link = screen.getByRole('link', { name: 'Ứng dụng bạn quản lý' });
    expect(link.getAttribute('href')).toContain('/apps');
  });
});
