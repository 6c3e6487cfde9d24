import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Answer } from '#shared/api/request-types.ts';
import { data, refusal } from '../../../../test/fake-server.ts';
import { network, person, renderPage, useMemberScreens } from '../../../../test/member.tsx';
import { testShownPages } from '../../../../test/shown-pages.tsx';
import { findTable } from '../../../../test/table.ts';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { useAuth } from '#state/auth.ts';
import { ApplicationPage } from './application.page.tsx';
import { ApplicationsPage } from './applications.page.tsx';
import { RegisterPage } from './register.page.tsx';

const get = 'GET /vid/api/admin/applications/:appId';
const admin = { ...person, role: 'admin' as const, roles: ['user' as const, 'admin' as const] };
const application: Answer<'POST /vid/api/admin/applications/search'>['items'][number] = {
  id: 'app_1',
  code: 'shop',
  name: 'Sàn giao dịch',
  access: 'open',
  status: 'active',
  isFirstParty: false,
  owner: { id: 'acc_1', name: 'Trần Văn Chủ', phone: '+84912345678' },
  clients: 2,
  people: 10_000,
  createdAt: '2026-11-21T02:00:00.000Z',
};
const detail: Answer<typeof get> = {
  ...application,
  logo: null,
  operatorName: null,
  policyUrl: null,
  clientList: [{ id: 'shop-web', name: 'Trang web', kind: 'web', status: 'active' }],
};

const open = () =>
  renderPage(
    <Routes>
      <Route path="/admin/applications/:appId" element={<ApplicationPage />} />
    </Routes>,
    admin,
    '/admin/applications/app_1',
  );

const newApp = 'POST /vid/api/admin/applications';
const newClient = 'POST /vid/api/apps/:appId/clients';
const bodiesOf = (endpoint: string) =>
  network()
    .calls.filter((call) => call.endpoint === endpoint)
    .map(({ body }) => body);
const register = () =>
  renderPage(
    <Routes>
      <Route path="/admin/applications/new" element={<RegisterPage />} />
      <Route path="/apps/:appId/clients/:clientId/start" element="guide" />
    </Routes>,
    admin,
    '/admin/applications/new',
  );
const proceed = () => screen.getByRole('button', { name: 'Tiếp tục' });
const send = () => screen.getByRole('button', { name: 'Đăng ký ứng dụng' });

describe('the pages of the association’s applications', () => {
  useMemberScreens();
  beforeEach(() => loadTexts('admin', 'apps'));

  test('list an application with its owner and its number of people', async () => {
    network().on('POST /vid/api/admin/applications/search', () =>
      data({ items: [application], next: null, count: 1 }),
    );
    renderPage(<ApplicationsPage />, admin);
    const table = await findTable();
    expect(within(table).getByText('Trần Văn Chủ')).toBeDefined();
    expect(within(table).getByText('10.000+')).toBeDefined();
    expect(within(table).getByRole('link', { name: 'Sàn giao dịch' }).getAttribute('href')).toContain(
      '/admin/applications/app_1',
    );
  });

  test('show an empty state if the association has no application', async () => {
    network().on('POST /vid/api/admin/applications/search', () => data({ items: [], next: null, count: 1 }));
    renderPage(<ApplicationsPage />, admin);
    expect(await screen.findByText('Chưa có ứng dụng nào')).toBeDefined();
  });

  test('register an application and its client in two steps', async () => {
    const managed = { id: 'app_2', code: 'san-moi', name: 'Sàn mới' };
    network().on(newApp, () => data({ id: managed.id }));
    network().on('GET /vid/ajax/auth/me', () => data({ ...admin, managableApplications: [managed] }));
    network().on(newClient, () => data({ clientId: 'san-moi-web', secret: 'S'.repeat(43) }));
    const user = register();
    await user.type(screen.getByLabelText('Tên ứng dụng'), 'Sàn mới');
    expect(screen.getByLabelText('Mã ứng dụng')).toHaveProperty('value', 'san-moi');
    await user.click(proceed());
    expect(screen.getByLabelText(/^Số điện thoại của chủ ứng dụng/).closest('details')).toBeNull();
    expect(screen.getByLabelText(/^Mã kết nối/).closest('details')?.open).toBe(false);
    await user.type(screen.getByLabelText(/^Địa chỉ chuyển về sau khi đăng nhập/), 'https://a.vn/cb');
    await user.click(send());
    const dialog = within(await screen.findByRole('dialog'));
    expect(screen.queryByText(/^Đã đăng ký Sàn mới/)).toBeNull();
    expect(bodiesOf(newApp)).toEqual([
      { code: 'san-moi', name: 'Sàn mới', access: 'open', isFirstParty: false },
    ]);
    expect(bodiesOf('POST /vid/api/apps/app_2/clients')).toMatchObject([
      { kind: 'web', redirectUris: ['https://a.vn/cb'] },
    ]);
    await waitFor(() => expect(useAuth.getState().user?.managableApplications).toEqual([managed]));
    await user.click(dialog.getByRole('button', { name: 'Tôi đã lưu khóa' }));
    expect(await screen.findByText('guide')).toBeDefined();
  });

  test('move the focus to the application’s code if it is taken', async () => {
    network().on(newApp, () =>
      refusal(400, { error: 'Sai', message: 'VALIDATION_FAILED', fields: { code: 'Đã được dùng.' } }),
    );
    const user = register();
    await user.type(screen.getByLabelText('Tên ứng dụng'), 'Sàn mới');
    const code = screen.getByLabelText('Mã ứng dụng');
    await user.clear(code);
    await user.type(code, 'shop');
    await user.type(screen.getByLabelText('Tên ứng dụng'), ' nữa');
    expect(code).toHaveProperty('value', 'shop');
    await user.click(proceed());
    await user.type(screen.getByLabelText(/^Địa chỉ chuyển về sau khi đăng nhập/), 'https://a.vn/cb');
    await user.click(send());
    expect(await screen.findByText('Đã được dùng.')).toBeDefined();
    await expect.poll(() => document.activeElement).toBe(code);
    await user.click(proceed());
    expect(screen.getByLabelText(/^Địa chỉ chuyển về sau khi đăng nhập/)).toHaveProperty(
      'value',
      'https://a.vn/cb',
    );
    expect(bodiesOf('POST /vid/api/apps/app_2/clients')).toEqual([]);
  });

  test('mark the owner’s wrong phone number when the registration is sent', async () => {
    const user = register();
    await user.type(screen.getByLabelText('Tên ứng dụng'), 'Sàn mới');
    await user.click(proceed());
    const phone = screen.getByLabelText(/^Số điện thoại của chủ ứng dụng/);
    await user.type(screen.getByLabelText(/^Địa chỉ chuyển về sau khi đăng nhập/), 'https://a.vn/cb');
    await user.type(phone, '12');
    await user.click(screen.getByRole('button', { name: 'Chọn loại khác' }));
    await user.clear(screen.getByLabelText('Tên ứng dụng'));
    await user.click(proceed());
    expect(document.activeElement).toBe(screen.getByLabelText('Tên ứng dụng'));
    await user.type(screen.getByLabelText('Tên ứng dụng'), 'Sàn khác');
    await user.click(proceed());
    await user.click(send());
    expect(document.activeElement).toBe(phone);
    expect(phone.getAttribute('aria-invalid')).toBe('true');
    expect(bodiesOf(newApp)).toEqual([]);
  });

  test('require a redirect URI before an application is registered', async () => {
    const user = register();
    await user.type(screen.getByLabelText('Tên ứng dụng'), 'Sàn mới');
    await user.click(proceed());
    await user.click(send());
    expect(screen.getByText('Vui lòng nhập ít nhất một địa chỉ chuyển về.')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByLabelText(/^Địa chỉ chuyển về sau khi đăng nhập/));
    expect(bodiesOf(newApp)).toEqual([]);
  });

  test('show an example redirect URI for a mobile or desktop client', async () => {
    const user = register();
    await user.type(screen.getByLabelText('Tên ứng dụng'), 'Sàn mới');
    await user.click(screen.getByLabelText(/^Ứng dụng di động hoặc máy tính/));
    await user.click(proceed());
    expect(screen.getByText(/ví dụ vn\.example\.app:\/callback\./)).toBeDefined();
  });

  test('do not register an application again after its client is rejected', async () => {
    network().on(newApp, () => data({ id: 'app_2' }));
    network().on('GET /vid/ajax/auth/me', () => data(admin));
    network().on(newClient, () =>
      refusal(400, {
        error: 'Sai',
        message: 'VALIDATION_FAILED',
        fields: { 'redirectUris.0': 'Phải là https.' },
      }),
    );
    const user = register();
    await user.type(screen.getByLabelText('Tên ứng dụng'), 'Sàn mới');
    await user.click(proceed());
    await user.type(screen.getByLabelText(/^Địa chỉ chuyển về sau khi đăng nhập/), 'http://a.vn/cb');
    await user.click(send());
    expect(await screen.findByText(/Phải là https/)).toBeDefined();
    expect(screen.getByText(/^Đã đăng ký Sàn mới/)).toBeDefined();
    network().on(newClient, () => data({ clientId: 'san-moi-spa', secret: null }));
    await user.click(send());
    expect(await screen.findByText('guide')).toBeDefined();
    expect(bodiesOf(newApp)).toHaveLength(1);
    expect(bodiesOf('POST /vid/api/apps/app_2/clients')).toHaveLength(2);
  });

  test('say why an application’s policy URL was rejected', async () => {
    network().on(get, () =>
      data({ ...detail, operatorName: 'Công ty A', policyUrl: 'https://a.example.vn/p' }),
    );
    network().on('PATCH /vid/api/admin/applications/:appId', () =>
      refusal(400, { error: 'x', message: 'VALIDATION_FAILED', fields: { policyUrl: 'Phải là https.' } }),
    );
    const user = open();
    const operator = await screen.findByLabelText(/^Đơn vị vận hành/);
    const policy = screen.getByLabelText(/^Địa chỉ chính sách bảo mật/);
    expect([operator, policy].map((field) => field instanceof HTMLInputElement && field.value)).toEqual([
      'Công ty A',
      'https://a.example.vn/p',
    ]);
    await user.clear(operator);
    await user.clear(policy);
    await user.type(policy, 'http://a.example.vn');
    await user.click(screen.getByRole('button', { name: 'Lưu thay đổi' }));
    expect(await screen.findByText('Phải là https.')).toBeDefined();
    expect(screen.queryByText('Đã lưu thay đổi.')).toBeNull();
    network().on('PATCH /vid/api/admin/applications/:appId', () => data(true));
    await user.click(screen.getByRole('button', { name: 'Lưu thay đổi' }));
    const card = screen.getByRole('region', { name: 'Thông tin ứng dụng' });
    expect(await within(card).findByText('Đã lưu thay đổi.')).toBeDefined();
    await user.type(operator, 'B');
    expect(screen.queryByText('Đã lưu thay đổi.')).toBeNull();
    const sent = network().calls.find(({ endpoint }) => endpoint.startsWith('PATCH'));
    expect(sent?.body).toMatchObject({
      operatorName: null,
      policyUrl: 'http://a.example.vn',
    });
  });

  test('let an administrator upload and remove an application’s logo', async () => {
    const put = 'PUT /vid/api/admin/applications/:appId/logo';
    let logo: string | null = null;
    network().on(get, () => data({ ...detail, logo }));
    const user = open();
    const field = await screen.findByLabelText('Chọn logo', { selector: 'input' });
    const choose = screen.getByRole('button', { name: 'Chọn logo' });
    const picture = new File(['<svg/>'], 'logo.svg', { type: 'image/svg+xml' });
    const answer = Promise.withResolvers<void>();
    network().on(put, async () => {
      await answer.promise;
      return refusal(400, {
        error: 'Dữ liệu không hợp lệ.',
        message: 'VALIDATION_FAILED',
        fields: { logo: 'Logo quá lớn.' },
      });
    });
    await user.upload(field, picture);
    await waitFor(() => expect(choose.getAttribute('aria-busy')).toBe('true'));
    answer.resolve();
    expect(await screen.findByText('Logo quá lớn.')).toBeDefined();
    expect(choose.getAttribute('aria-busy')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Bỏ logo' })).toBeNull();
    network().on(put, ({ body }) => {
      expect(body).toBeInstanceOf(Blob);
      logo = 'data:image/svg+xml;base64,AAAA';
      return data(true);
    });
    await user.upload(field, picture);
    expect(await screen.findByText('Đã lưu thay đổi.')).toBeDefined();
    expect(screen.queryByText('Logo quá lớn.')).toBeNull();
    network().on('DELETE /vid/api/admin/applications/:appId/logo', () => {
      logo = null;
      return data(true);
    });
    await user.click(await screen.findByRole('button', { name: 'Bỏ logo' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Bỏ logo' })).toBeNull());
  });

  test('link to the people and the clients of an application', async () => {
    network().on(get, () => data(detail));
    open();
    const people = await screen.findByRole('link', { name: 'Quản lý người dùng' });
    expect(people.getAttribute('href')).toContain('/apps/app_1/permissions');
    expect(screen.getByRole('link', { name: 'Quản lý kết nối' }).getAttribute('href')).toContain(
      '/apps/app_1/clients',
    );
  });

  test('hand over an application only after its code is typed', async () => {
    network().on(get, () => data(detail));
    network().on('POST /vid/api/admin/applications/:appId/hand-over', () => data(true));
    network().on('GET /vid/ajax/auth/me', () => data(admin));
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Giao cho người khác' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Số điện thoại của chủ mới'), '0987654321');
    await user.type(dialog.getByLabelText('Lý do'), 'Đổi người phụ trách');
    await user.type(dialog.getByLabelText('Để xác nhận, hãy nhập shop'), 'shopp');
    const submit = dialog.getByRole('button', { name: 'Giao cho người khác' });
    await user.click(submit);
    expect(await dialog.findByText('Vui lòng nhập đúng mã của ứng dụng này.')).toBeDefined();
    await user.clear(dialog.getByLabelText('Để xác nhận, hãy nhập shop'));
    await user.type(dialog.getByLabelText('Để xác nhận, hãy nhập shop'), 'shop');
    await user.click(submit);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const sent = network().calls.find(({ endpoint }) => endpoint.endsWith('/hand-over'));
    expect(sent?.body).toMatchObject({ reason: 'Đổi người phụ trách' });
  });

  test('link to the sign-on attempts of a client', async () => {
    network().on(get, () => data(detail));
    open();
    const link = await screen.findByRole('link', { name: 'Chẩn đoán đăng nhập qua Trang web' });
    expect(link.getAttribute('href')).toContain('/apps/app_1/clients/shop-web/doctor');
  });

  test('offer to assign an owner to an application without an owner', async () => {
    network().on(get, () => data({ ...detail, owner: null }));
    const user = open();
    const settings = within(await screen.findByRole('region', { name: 'Thông tin ứng dụng' }));
    expect(settings.getByText('Mã ứng dụng').nextElementSibling?.textContent).toBe('shop');
    await user.click(screen.getByRole('button', { name: 'Chỉ định chủ ứng dụng' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Chỉ định chủ cho Sàn giao dịch?' }));
    expect(dialog.getByLabelText('Số điện thoại của chủ ứng dụng')).toBeDefined();
    expect(dialog.queryByText(/^Chủ hiện tại/u)).toBeNull();
  });

  test('report an unknown application as not found', async () => {
    network().on(get, () => refusal(404, { error: 'Không có.', message: 'NOT_FOUND' }));
    open();
    expect(await screen.findByText('Không tìm thấy')).toBeDefined();
  });

  describe('pages', () => {
    testShownPages(
      {
        'the list': {
          path: '/admin/applications',
          answers: () =>
            network().on('POST /vid/api/admin/applications/search', () =>
              data({
                items: [
                  application,
                  {
                    ...application,
                    id: 'app_2',
                    access: 'restricted',
                    status: 'disabled',
                    isFirstParty: true,
                    owner: null,
                  },
                ],
                next: null,
                count: 2,
              }),
            ),
        },
        'the registration': { path: '/admin/applications/new' },
        'an application': { answers: () => network().on(get, () => data(detail)) },
        'a disabled application of the association': {
          answers: () =>
            network().on(get, () =>
              data({
                ...detail,
                status: 'disabled',
                isFirstParty: true,
                owner: null,
                operatorName: 'Công ty Sàn',
                policyUrl: 'https://shop.example.vn/privacy',
                clientList: detail.clientList.map((client) => ({ ...client, status: 'disabled' as const })),
              }),
            ),
        },
      },
      ({ path = '/admin/applications/app_1' }) =>
        renderPage(
          <Routes>
            <Route path="/admin/applications" element={<ApplicationsPage />} />
            <Route path="/admin/applications/new" element={<RegisterPage />} />
            <Route path="/admin/applications/:appId" element={<ApplicationPage />} />
          </Routes>,
          admin,
          path,
        ),
    );
  });
});
