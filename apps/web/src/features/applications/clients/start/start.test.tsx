import { screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeEach, describe, expect, test } from 'vitest';
import { application, client as oneClient } from '../../../../../test/application.ts';
import { data, refusal } from '../../../../../test/fake-server.ts';
import { network, person, renderPage, useMemberScreens } from '../../../../../test/member.tsx';
import { loadTexts } from '#shared/i18n/i18n.ts';
import type { ClientDetail } from '../clients.ts';
import { ClientStartPage } from './start.page.tsx';

const one = 'GET /vid/api/apps/:appId/clients/:clientId';
const client: ClientDetail = {
  ...oneClient,
  redirectUris: ['https://shop.example.vn/cb', 'https://shop.example.vn/other'],
  scopes: ['openid', 'profile', 'offline_access'],
};

const open = (search = '') =>
  renderPage(
    <Routes>
      <Route path="/apps/:appId/clients/:clientId/start" element={<ClientStartPage />} />
    </Routes>,
    person,
    `/apps/app_1/clients/shop-web/start${search}`,
  );

const code = (name: string) => screen.getByRole('figure', { name }).textContent;

/** Matches a value whose parts are separate elements. */
const valueOf = (value: string) => (_text: string, element: Element | null) =>
  element?.tagName === 'CODE' && element.textContent === value;

describe('the sample code of a client', () => {
  useMemberScreens();
  beforeEach(() => {
    network().on('GET /vid/api/apps/:appId', () => data({ ...application, access: 'open' }));
    return loadTexts('apps');
  });

  test('contains the client’s values and can be copied', async () => {
    network().on(one, () => data(client));
    const user = open();
    await user.click(await screen.findByRole('link', { name: 'openid-client' }));
    const shown = code('app.mjs');
    expect(shown).toContain("'shop-web'");
    expect(shown).toContain("const redirectUri = 'https://shop.example.vn/cb';");
    expect(shown).toContain("scope: 'openid profile'");
    await user.click(screen.getByRole('button', { name: 'Sao chép app.mjs' }));
    expect(await navigator.clipboard.readText()).toBe(shown);
  });

  test('installs the SDK from this VID server, and links to the SDK’s file', async () => {
    network().on(one, () => data(client));
    const user = open();
    const file = await screen.findByRole('link', { name: 'vid-sso-0.1.0.tgz' });
    expect(file.getAttribute('href')).toBe('/vid/sdk/vid-sso-0.1.0.tgz');
    expect(code('Lệnh cài')).toBe(`npm install ${location.origin}/vid/sdk/vid-sso-0.1.0.tgz`);
    await user.click(screen.getByRole('link', { name: 'openid-client' }));
    expect(screen.queryByRole('link', { name: 'vid-sso-0.1.0.tgz' })).toBeNull();
  });

  test('names the shells for a command that asks for the secret', async () => {
    network().on(one, () => data(client));
    const user = open('?framework=php');
    expect(await screen.findByText(/^Lệnh này chạy trong Bash hoặc Zsh/u)).toBeDefined();
    await user.click(screen.getByRole('link', { name: 'mod_auth_openidc' }));
    expect(screen.queryByText(/^Lệnh này chạy trong Bash/u)).toBeNull();
  });

  test('is shown for the framework in the URL', async () => {
    network().on(one, () => data(client));
    const user = open('?framework=laravel');
    const shown = await screen.findByRole('link', { name: 'Laravel', current: 'page' });
    expect(code('config/oidc.php')).toContain("'client_id' => 'shop-web'");
    shown.focus();
    await user.keyboard('{Tab}{Enter}');
    expect(screen.getByRole('link', { name: 'Spring Boot', current: 'page' })).toBeDefined();
    expect(code('src/main/resources/application.yml')).toContain("client-id: 'shop-web'");
  });

  test('uses the chosen redirect URI, and says if another URI must be registered', async () => {
    network().on(one, () => data(client));
    const user = open();
    await user.selectOptions(
      await screen.findByRole('combobox', { name: 'Địa chỉ chuyển về' }),
      'https://shop.example.vn/other',
    );
    expect(code('server.mjs')).toContain("const redirectUri = 'https://shop.example.vn/other';");
    expect(screen.queryByText(/kết nối này chưa đăng ký địa chỉ đó/u)).toBeNull();
    await user.click(screen.getByRole('link', { name: 'Auth.js' }));
    expect(screen.getByText(/kết nối này chưa đăng ký địa chỉ đó/u)).toBeDefined();
    expect(screen.getByText(valueOf('https://shop.example.vn/auth/callback/vid'))).toBeDefined();
  });

  test('is replaced by the client’s values if no sample fits the client', async () => {
    network().on(one, () =>
      data({ ...client, kind: 'native', authMethod: 'none', redirectUris: ['vn.example.app:/cb'] }),
    );
    open();
    expect(await screen.findByText('Không có mã mẫu cho kết nối này')).toBeDefined();
    expect(screen.queryByRole('navigation')).toBeNull();
    const values = within(screen.getByRole('region', { name: 'Thông tin cho thư viện khác' }));
    expect(values.getByText(valueOf('vn.example.app:/cb'))).toBeDefined();
    expect(values.getByText('openid profile')).toBeDefined();
  });

  test('comes with URLs that can wrap after their slashes', async () => {
    network().on(one, () => data(client));
    open();
    const values = within(await screen.findByRole('region', { name: 'Thông tin cho thư viện khác' }));
    const { innerHTML, textContent } = values.getByText(valueOf('https://shop.example.vn/cb'));
    expect(innerHTML.replaceAll(/<\/?span>/gu, '')).toBe('https://<wbr>shop.example.vn/<wbr>cb<wbr>');
    expect(textContent).toBe('https://shop.example.vn/cb');
  });

  test('comes with copyable URLs for other libraries', async () => {
    network().on(one, () => data(client));
    const user = open();
    const values = within(await screen.findByRole('region', { name: 'Thông tin cho thư viện khác' }));
    const issuer = `${location.origin}/vid/oidc`;
    for (const [name, address] of [
      ['Địa chỉ cấu hình (discovery)', `${issuer}/.well-known/openid-configuration`],
      ['Địa chỉ đăng nhập (authorization endpoint)', `${issuer}/auth`],
      ['Địa chỉ cấp token (token endpoint)', `${issuer}/token`],
      ['Địa chỉ đăng xuất (end-session endpoint)', `${issuer}/session/end`],
    ] as const) {
      await user.click(values.getByRole('button', { name: `Sao chép ${name}` }));
      expect(await navigator.clipboard.readText()).toBe(address);
    }
  });

  test('is replaced by an error message for a client of another application', async () => {
    network().on(one, () => refusal(404, { error: 'Không có.', message: 'NOT_FOUND' }));
    open();
    expect(await screen.findByRole('heading', { name: 'Không tìm thấy kết nối' })).toBeDefined();
  });
});
