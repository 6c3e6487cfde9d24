import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeEach, describe, expect, test } from 'vitest';
import { client } from '../../../../test/application.ts';
import { data, refusal } from '../../../../test/fake-server.ts';
import { expectFocusOnTitle } from '../../../../test/focus.ts';
import { network, person, renderPage, useMemberScreens } from '../../../../test/member.tsx';
import { expectRefusedPress } from '../../../../test/refused-press.ts';
import { useCommon } from '#state/common.ts';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { ClientPage } from './client.page.tsx';
import { ClientsPage } from './clients.page.tsx';

const list = 'GET /vid/api/apps/:appId/clients';
const add = 'POST /vid/api/apps/:appId/clients';
const one = 'GET /vid/api/apps/:appId/clients/:clientId';

const open = (path: string, user = person) =>
  renderPage(
    <Routes>
      <Route path="/apps/:appId/clients" element={<ClientsPage />} />
      <Route path="/apps/:appId/clients/:clientId" element={<ClientPage />} />
      <Route path="/apps/:appId/clients/:clientId/start" element="guide" />
    </Routes>,
    user,
    path,
  );

const sentChanges = () =>
  network()
    .calls.filter(({ endpoint }) => endpoint.startsWith('PATCH'))
    .map(({ body }) => body);

const callsTo = (action: string) => network().calls.filter(({ endpoint }) => endpoint.endsWith(action));

const addressField = () => screen.getByRole('textbox', { name: /^Địa chỉ chuyển về sau khi đăng nhập/ });

const sentScopes = () => network().calls.find(({ endpoint }) => endpoint.startsWith('PUT'));

describe('the pages of an application’s clients', () => {
  useMemberScreens();
  beforeEach(() => loadTexts('apps'));

  test('show a new client’s secret until the manager has stored it', async () => {
    network().on(list, () => data([]));
    network().on(add, () => data({ clientId: 'shop-web', secret: 'S'.repeat(43) }));
    const user = open('/apps/app_1/clients');
    expect(await screen.findByText('Chưa có kết nối nào')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Thêm kết nối' }));
    await user.click(screen.getByRole('button', { name: 'Tiếp tục' }));
    await user.click(screen.getByRole('button', { name: 'Thêm kết nối' }));
    const name = screen.getByLabelText('Tên kết nối');
    expect(name.getAttribute('aria-invalid')).toBe('true');
    await user.type(name, 'Ứng dụng Android');
    await user.type(
      screen.getByLabelText(/^Địa chỉ chuyển về sau khi đăng nhập/),
      ' https://a.vn/cb {enter}{enter}https://b.vn/cb',
    );
    await user.click(screen.getByRole('button', { name: 'Thêm kết nối' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('S'.repeat(43))).toBeDefined();
    // The list is read again behind the dialog.
    expect(
      network().calls.filter(({ endpoint }) => endpoint === 'GET /vid/api/apps/app_1/clients'),
    ).toHaveLength(2);
    expect(network().calls.find(({ endpoint }) => endpoint.startsWith('POST'))?.body).toEqual({
      name: 'Ứng dụng Android',
      kind: 'web',
      redirectUris: ['https://a.vn/cb', 'https://b.vn/cb'],
      postLogoutUris: [],
      backchannelLogoutUri: null,
      authMethod: 'client_secret_basic',
      idTokenAlg: 'ES256',
      asksToContinue: false,
      requiresName: false,
      requiresEmail: false,
      requiresPar: false,
      mayOmitPkce: false,
      requiresDpop: false,
      scopes: ['openid', 'profile'],
    });
    await user.click(dialog.getByRole('button', { name: 'Sao chép mã' }));
    expect(await navigator.clipboard.readText()).toBe('shop-web');
    await user.click(dialog.getByRole('button', { name: 'Tôi đã lưu khóa' }));
    expect(await screen.findByText('guide')).toBeDefined();
    expect(screen.queryByText('S'.repeat(43))).toBeNull();
  });

  test('add a client without a redirect URI for the device flow', async () => {
    network().on(list, () => data([client]));
    network().on(add, () => data({ clientId: 'screen', secret: null }));
    const user = open('/apps/app_1/clients');
    await user.click(await screen.findByRole('button', { name: 'Thêm kết nối' }));
    await user.click(screen.getByRole('radio', { name: /^Ứng dụng web một trang/ }));
    await user.click(screen.getByRole('button', { name: 'Tiếp tục' }));
    expect(screen.queryByLabelText(/^Chỉ đăng nhập bằng mã/)).toBeNull();
    // The cancel button stays in place, so that a double click cannot hit another button.
    const cancel = screen.getByRole('button', { name: 'Hủy' });
    await user.click(screen.getByRole('button', { name: 'Chọn loại khác' }));
    expect(screen.getByRole('button', { name: 'Hủy' })).toBe(cancel);
    expect(screen.getByRole('radio', { name: /^Ứng dụng web một trang/ })).toHaveProperty('checked', true);
    await user.click(screen.getByRole('radio', { name: /^Ứng dụng di động/ }));
    await user.click(screen.getByRole('button', { name: 'Tiếp tục' }));
    await user.type(screen.getByLabelText('Tên kết nối'), 'Màn hình');
    await user.click(screen.getByLabelText(/^Chỉ đăng nhập bằng mã/));
    expect(screen.queryByLabelText(/^Địa chỉ chuyển về sau khi đăng nhập/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Thêm kết nối' }));
    expect(await screen.findByText('guide')).toBeDefined();
    await waitFor(() =>
      expect(network().calls.find(({ endpoint }) => endpoint.startsWith('POST'))?.body).toMatchObject({
        kind: 'native',
        isDeviceOnly: true,
        redirectUris: [],
      }),
    );
  });

  test('add a redirect URI to a client without redirect URIs', async () => {
    const keys = [
      { kid: '2026-11', kty: 'EC', alg: 'ES256' },
      { kid: null, kty: 'RSA', alg: null },
    ];
    const device = { ...client, authMethod: 'private_key_jwt' as const, redirectUris: [], secrets: [], keys };
    network().on(one, () => data(device));
    network().on('PATCH /vid/api/apps/:appId/clients/:clientId', () =>
      data({ clientId: 'shop-web', secret: null }),
    );
    const user = open('/apps/app_1/clients/shop-web');
    const shown = within(await screen.findByRole('region', { name: 'Khóa công khai đã đăng ký' }));
    expect(shown.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '2026-11ES256',
      'Khóa không có mã (kid)RSA',
    ]);
    const addresses = screen.getByRole('textbox', { name: /^Địa chỉ chuyển về sau khi đăng nhập/ });
    await user.type(addresses, 'https://a.vn/cb');
    await user.click(screen.getByRole('button', { name: 'Lưu thay đổi' }));
    await waitFor(() => expect(sentChanges()).toEqual([{ redirectUris: ['https://a.vn/cb'] }]));
    expect(await screen.findByText('Đã lưu thay đổi.')).toBeDefined();
    await user.type(addressField(), 'x');
    expect(screen.queryByText('Đã lưu thay đổi.')).toBeNull();
  });

  test('keep a new client’s redirect URI between the two steps', async () => {
    network().on(list, () => data([client]));
    network().on(add, () =>
      refusal(400, {
        error: 'Sai',
        message: 'VALIDATION_FAILED',
        fields: { clientId: 'Mã này đã được dùng.' },
      }),
    );
    const user = open('/apps/app_1/clients');
    await user.click(await screen.findByRole('button', { name: 'Thêm kết nối' }));
    expect(screen.getByText(/^Bước 1\/2/u)).toBeDefined();
    expect(screen.queryByRole('textbox')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Tiếp tục' }));
    expect(screen.getByText('Bước 2/2: Ứng dụng web có máy chủ')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByLabelText('Tên kết nối'));
    await user.keyboard('Trang web{Tab}https://a.vn/cb');
    await user.click(screen.getByRole('button', { name: 'Chọn loại khác' }));
    await user.click(screen.getByRole('button', { name: 'Tiếp tục' }));
    expect(addressField()).toHaveProperty('value', 'https://a.vn/cb');
    const advanced = screen.getByText('Cài đặt nâng cao').closest('details');
    expect(advanced?.open).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Thêm kết nối' }));
    expect(await screen.findByText('Mã này đã được dùng.')).toBeDefined();
    expect(advanced?.open).toBe(true);
    const id = screen.getByLabelText(/^Mã kết nối/u);
    expect(document.activeElement).toBe(id);
    await user.type(id, '2');
    expect(screen.queryByText('Mã này đã được dùng.')).toBeNull();
    expect(advanced?.open).toBe(true);
  });

  test('M5 report the line of a rejected URI', async () => {
    network().on(list, () => data([client]));
    network().on(add, () =>
      refusal(400, {
        error: 'Sai',
        message: 'VALIDATION_FAILED',
        fields: { 'redirectUris.1': 'Không dùng được dấu *.' },
      }),
    );
    const user = open('/apps/app_1/clients');
    await user.click(await screen.findByRole('button', { name: 'Thêm kết nối' }));
    await user.click(screen.getByRole('button', { name: 'Tiếp tục' }));
    await user.keyboard('Trang web{Tab}https://a.vn/cb{Enter}https://*.vn/cb');
    await user.click(screen.getByRole('button', { name: 'Thêm kết nối' }));
    expect(await screen.findByText('Dòng 2: Không dùng được dấu *.')).toBeDefined();
  });

  test('send only the changed settings, and require valid keys for private_key_jwt', async () => {
    network().on(one, () => data(client));
    network().on('PATCH /vid/api/apps/:appId/clients/:clientId', () =>
      data({ clientId: 'shop-web', secret: null }),
    );
    const user = open('/apps/app_1/clients/shop-web');
    await user.click(await screen.findByLabelText(/^Số điện thoại/));
    await user.type(screen.getByLabelText('Tên kết nối'), ' mới');
    await user.selectOptions(screen.getByLabelText('Cách máy chủ xác nhận danh tính'), 'private_key_jwt');
    const keys = screen.getByLabelText(/^Khóa công khai/);
    await user.click(keys);
    await user.paste('{"keys": 1}');
    await user.click(screen.getByRole('button', { name: 'Lưu thay đổi' }));
    expect(await screen.findByText(/^Vui lòng nhập đối tượng JSON/)).toBeDefined();
    await user.clear(keys);
    await user.click(keys);
    await user.paste('{"keys": [{"kty": "EC"}]}');
    await user.click(screen.getByRole('button', { name: 'Lưu thay đổi' }));
    await waitFor(() => expect(sentChanges()).toHaveLength(1));
    expect(sentChanges()[0]).toEqual({
      name: 'Trang web mới',
      authMethod: 'private_key_jwt',
      jwks: { keys: [{ kty: 'EC' }] },
      scopes: ['openid', 'profile', 'phone'],
    });
  });

  test('send only this manager’s changes since the last save', async () => {
    const current = { ...client };
    network().on(one, () => data({ ...current }));
    network().on('PATCH /vid/api/apps/:appId/clients/:clientId', () => {
      // Another manager removes a redirect URI and requires PAR at the same time.
      Object.assign(current, { redirectUris: ['https://new.example.vn/cb'], requiresPar: true });
      return data({ clientId: 'shop-web', secret: null });
    });
    const user = open('/apps/app_1/clients/shop-web');
    await user.click(await screen.findByLabelText(/DPoP/u));
    const save = screen.getByRole('button', { name: 'Lưu thay đổi' });
    const result = save.parentElement?.querySelector('output');
    await user.click(save);
    // Once the change is saved, the fields follow the server again.
    await waitFor(() => expect(screen.getByLabelText(/PAR/u)).toHaveProperty('checked', true));
    // The button keeps the focus, and the live region was in the page before its text.
    expect(document.activeElement).toBe(save);
    expect(screen.getByText('Đã lưu thay đổi.').closest('output')).toBe(result);
    await user.selectOptions(screen.getByLabelText(/^Thuật toán ký/u), 'RS256');
    await user.click(screen.getByRole('button', { name: 'Lưu thay đổi' }));
    await waitFor(() => expect(sentChanges()).toEqual([{ requiresDpop: true }, { idTokenAlg: 'RS256' }]));
  });

  test('show another manager’s changes until this manager edits a field', async () => {
    network().on(one, () => data(client));
    network().on('POST /vid/api/apps/:appId/clients/:clientId/status', () => data(true));
    network().on('PATCH /vid/api/apps/:appId/clients/:clientId', () =>
      data({ clientId: 'shop-web', secret: null }),
    );
    const user = open('/apps/app_1/clients/shop-web');
    const alg = await screen.findByLabelText(/^Thuật toán ký/u);
    expect(alg).toHaveProperty('value', 'ES256');
    network().on(one, () => data({ ...client, idTokenAlg: 'RS256', requiresPar: true }));
    await user.click(screen.getByRole('button', { name: 'Tắt kết nối' }));
    await waitFor(() => expect(screen.getByLabelText(/^Thuật toán ký/u)).toHaveProperty('value', 'RS256'));
    await user.click(screen.getByLabelText(/DPoP/u));
    network().on(one, () => data({ ...client, status: 'disabled' }));
    await user.click(screen.getByRole('button', { name: 'Tắt kết nối' }));
    await screen.findByRole('button', { name: 'Bật lại' });
    expect(screen.getByLabelText(/DPoP/u)).toHaveProperty('checked', true);
    await user.click(screen.getByRole('button', { name: 'Lưu thay đổi' }));
    await waitFor(() => expect(sentChanges()).toEqual([{ requiresDpop: true }]));
  });

  test('disable and enable a client with one button', async () => {
    const current = { ...client };
    network().on(one, () => data({ ...current }));
    network().on('POST /vid/api/apps/:appId/clients/:clientId/status', ({ body }) => {
      Object.assign(current, body);
      return data(true);
    });
    const user = open('/apps/app_1/clients/shop-web');
    await user.click(await screen.findByRole('button', { name: 'Tắt kết nối' }));
    await user.click(await screen.findByRole('button', { name: 'Bật lại' }));
    await screen.findByRole('button', { name: 'Tắt kết nối' });
    expect(callsTo('/status').map(({ body }) => body)).toEqual([
      { status: 'disabled' },
      { status: 'active' },
    ]);
  });

  test('say why a client could not be disabled', async () => {
    network().on(one, () => data(client));
    const user = open('/apps/app_1/clients/shop-web');
    await expectRefusedPress(user, 'POST /vid/api/apps/:appId/clients/:clientId/status', 'Tắt kết nối');
  });

  test('say why a new secret could not be made', async () => {
    const answer = Promise.withResolvers<void>();
    network().on(one, () => data(client));
    network().on('POST /vid/api/apps/:appId/clients/:clientId/secret', async () => {
      await answer.promise;
      return refusal(429, { error: 'Chậm lại.', message: 'RATE_LIMITED' });
    });
    const user = open('/apps/app_1/clients/shop-web');
    const opener = await screen.findByRole('button', { name: 'Tạo khóa mới' });
    await user.click(opener);
    const question = await screen.findByRole('dialog', { name: 'Tạo khóa bí mật mới?' });
    await user.click(within(question).getByRole('button', { name: 'Tạo khóa mới' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(opener.getAttribute('aria-busy')).toBe('true');
    answer.resolve();
    expect(await screen.findByText('Chậm lại.')).toBeDefined();
    expect(opener.getAttribute('aria-busy')).toBeNull();
  });

  test('M1 let a manager require DPoP from a machine client', async () => {
    network().on(one, () => data({ ...client, kind: 'machine', redirectUris: [], scopes: [] }));
    network().on('PATCH /vid/api/apps/:appId/clients/:clientId', () =>
      data({ clientId: 'shop-web', secret: null }),
    );
    const user = open('/apps/app_1/clients/shop-web');
    await user.click(await screen.findByLabelText(/DPoP/u));
    await user.click(screen.getByRole('button', { name: 'Lưu thay đổi' }));
    await waitFor(() => expect(sentChanges()).toEqual([{ requiresDpop: true }]));
  });

  test('make a new secret only after a confirmation', async () => {
    const former = { createdAt: '2026-11-20T02:00:00.000Z', expiresAt: '2026-11-28T02:00:00.000Z' };
    network().on(one, () => data({ ...client, secrets: [former, ...client.secrets] }));
    network().on('POST /vid/api/apps/:appId/clients/:clientId/secret', () =>
      data({ clientId: 'shop-web', secret: 'N'.repeat(43) }),
    );
    const user = open('/apps/app_1/clients/shop-web');
    await user.click(await screen.findByRole('button', { name: 'Tạo khóa mới' }));
    const question = within(await screen.findByRole('dialog', { name: 'Tạo khóa bí mật mới?' }));
    expect(question.getByText(/không ai đăng nhập được qua máy chủ đó/u)).toBeDefined();
    expect(question.getByText(/Khóa cũ hơn nữa \(còn hiệu lực đến 09:00 ngày 28\/11\/2026\)/u)).toBeDefined();
    expect(question.getByRole('radio', { name: /^Sau 24 giờ/u })).toHaveProperty('checked', true);
    expect(callsTo('/secret')).toEqual([]);
    await user.click(question.getByRole('radio', { name: /^Sau 1 giờ/u }));
    await user.click(question.getByRole('button', { name: 'Tạo khóa mới' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Khóa bí mật mới' }));
    expect(dialog.getByText('N'.repeat(43))).toBeDefined();
    expect(callsTo('/secret').map(({ body }) => body)).toEqual([{ formerEnds: '1h' }]);
  });

  test('keep a new secret on screen until the manager has stored it', async () => {
    network().on(one, () => data(client));
    network().on('POST /vid/api/apps/:appId/clients/:clientId/secret', () => {
      const former = { createdAt: '2026-11-20T02:00:00.000Z', expiresAt: '2026-11-28T02:00:00.000Z' };
      network().on(one, () => data({ ...client, secrets: [former, ...client.secrets] }));
      return data({ clientId: 'shop-web', secret: 'N'.repeat(43) });
    });
    const user = open('/apps/app_1/clients/shop-web');
    await user.click(await screen.findByRole('button', { name: 'Tạo khóa mới' }));
    const question = within(await screen.findByRole('dialog'));
    await user.click(question.getByRole('button', { name: 'Tạo khóa mới' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Khóa bí mật mới' }));
    expect(dialog.queryByRole('button', { name: 'Đóng' })).toBeNull();
    await user.keyboard('{Escape}');
    await user.click(document.body);
    expect(dialog.getByText('N'.repeat(43))).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Tôi đã lưu khóa' }));
    await waitFor(() => expect(screen.queryByText('N'.repeat(43))).toBeNull());
    expect(await screen.findByRole('button', { name: 'Hủy khóa cũ ngay' })).toBeTruthy();
  });

  test('delete a former secret only after a confirmation', async () => {
    const former = { createdAt: '2026-11-20T02:00:00.000Z', expiresAt: '2026-11-28T02:00:00.000Z' };
    network().on(one, () => data({ ...client, secrets: [former, ...client.secrets] }));
    network().on('POST /vid/api/apps/:appId/clients/:clientId/end-former-secrets', () => {
      network().on(one, () => data(client));
      return data(true);
    });
    const user = open('/apps/app_1/clients/shop-web');
    await user.click(await screen.findByRole('button', { name: 'Hủy khóa cũ ngay' }));
    const question = within(await screen.findByRole('dialog', { name: 'Hủy khóa cũ ngay?' }));
    expect(callsTo('/end-former-secrets')).toEqual([]);
    await user.click(question.getByRole('button', { name: 'Hủy khóa cũ ngay' }));
    await waitFor(() => expect(callsTo('/end-former-secrets')).toHaveLength(1));
    await expectFocusOnTitle();
    expect(screen.queryByRole('button', { name: 'Hủy khóa cũ ngay' })).toBeNull();
  });

  test('delete a client only after its name is typed', async () => {
    network().on(one, () => data(client));
    const user = open('/apps/app_1/clients/shop-web');
    await screen.findByRole('button', { name: 'Tạo khóa mới' });
    await user.click(screen.getByRole('button', { name: 'Xóa kết nối' }));
    const removal = within(await screen.findByRole('dialog'));
    await user.click(removal.getByRole('button', { name: 'Xóa kết nối' }));
    expect(network().calls.filter(({ endpoint }) => endpoint.startsWith('DELETE'))).toEqual([]);
    network().on('DELETE /vid/api/apps/:appId/clients/:clientId', () => data(true));
    network().on(list, () => data([]));
    await user.type(removal.getByRole('textbox'), 'trang web{Enter}');
    expect(await screen.findByText('Chưa có kết nối nào')).toBeDefined();
    expect(useCommon.getState().displayMessage).toBe('apps.clients.removed');
  });

  test('M1 show the scopes that the server stored for a machine client', async () => {
    network().on(one, () =>
      data({
        ...client,
        id: 'shop-job',
        kind: 'machine',
        managementScopes: ['vid:applications:read', 'vid:accounts:read'],
      }),
    );
    network().on('PUT /vid/api/apps/:appId/clients/:clientId/management-scopes', () => {
      // Another administrator has taken back the scope for accounts.
      network().on(one, () =>
        data({
          ...client,
          id: 'shop-job',
          kind: 'machine',
          managementScopes: ['vid:applications:read', 'vid:applications:write'],
        }),
      );
      return data(true);
    });
    const user = open('/apps/app_1/clients/shop-job');
    const card = within(await screen.findByRole('region', { name: 'Quyền quản lý qua API' }));
    const accounts = card.getByRole('checkbox', { name: /^Tìm và xem tài khoản/ });
    expect(accounts).toHaveProperty('checked', true);
    expect(card.getByRole('group', { name: 'Mọi tài khoản của Hội' })).toHaveProperty('disabled', true);
    const save = card.getByRole('button', { name: 'Lưu quyền quản lý' });
    expect(save).toHaveProperty('disabled', true);
    await user.click(card.getByRole('checkbox', { name: /^Thay đổi kết nối/ }));
    expect(save).toHaveProperty('disabled', false);
    await user.click(save);
    expect(await card.findByText('Đã lưu quyền quản lý.')).toBeDefined();
    expect(save).toHaveProperty('disabled', true);
    expect(card.getByRole('checkbox', { name: /^Thay đổi kết nối/ })).toHaveProperty('checked', true);
    expect(card.queryByRole('group', { name: 'Mọi tài khoản của Hội' })).toBeNull();
    expect(sentScopes()?.endpoint).toBe('PUT /vid/api/apps/app_1/clients/shop-job/management-scopes');
    expect(sentScopes()?.body).toEqual({
      scopes: ['vid:applications:read', 'vid:applications:write'],
    });
  });

  test('M1 say why scopes could not be saved, and keep the choice', async () => {
    network().on(one, () => data({ ...client, kind: 'machine' }));
    const user = open('/apps/app_1/clients/shop-job');
    const box = await screen.findByRole('checkbox', { name: /^Thay đổi kết nối/u });
    await user.click(box);
    const endpoint = 'PUT /vid/api/apps/:appId/clients/:clientId/management-scopes';
    await expectRefusedPress(user, endpoint, 'Lưu quyền quản lý');
    expect(box).toHaveProperty('checked', true);
    expect(screen.queryByText('Đã lưu quyền quản lý.')).toBeNull();
    await user.click(box);
    expect(screen.getByRole('button', { name: 'Lưu quyền quản lý' })).toHaveProperty('disabled', true);
  });

  test('M1 let an administrator grant a scope for the association’s accounts', async () => {
    network().on(one, () => data({ ...client, kind: 'machine' }));
    network().on('PUT /vid/api/admin/applications/:appId/clients/:clientId/management-scopes', () =>
      data(true),
    );
    const user = open('/apps/app_1/clients/shop-job', { ...person, role: 'admin', roles: ['user', 'admin'] });
    await user.click(await screen.findByRole('checkbox', { name: /^Tìm và xem tài khoản/ }));
    await user.click(screen.getByRole('button', { name: 'Lưu quyền quản lý' }));
    await waitFor(() => expect(sentScopes()).toBeDefined());
    expect(sentScopes()?.endpoint).toContain('/admin/applications/app_1/');
    expect(sentScopes()?.body).toEqual({
      scopes: ['vid:accounts:read'],
    });
  });

  test('report a client of another application as not found', async () => {
    network().on(one, () => refusal(404, { error: 'Không có.', message: 'NOT_FOUND' }));
    open('/apps/app_1/clients/foreign');
    expect(await screen.findByRole('heading', { name: 'Không tìm thấy kết nối' })).toBeDefined();
  });
});
