import { createHash } from 'node:crypto';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import type { Client } from 'oidc-provider';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createClientStore, findSecretHash, isClientId, isOriginOf, type ClientStore } from './clients.ts';

let server: TestServer;
let clients: ClientStore;
const jwks = { keys: [{ kty: 'EC', crv: 'P-256', x: 'eA', y: 'eQ' }] };
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
  clients = createClientStore(server.deps.sql);
  const { sql } = server.deps;
  await sql`
    insert into applications (id, code, name, access, is_first_party) values
      ('app_shop', 'shop', 'Sàn', 'open', true), ('app_bank', 'bank', 'Bank', 'restricted', false)`;
  const shared = { applicationId: 'app_shop', name: 'Web', redirectUris: ['https://shop.example.vn/cb'] };
  for (const row of [
    { id: 'web', kind: 'web', authMethod: 'client_secret_basic', ...shared },
    { id: 'spa', kind: 'spa', authMethod: 'none', ...shared, applicationId: 'app_bank' },
    { id: 'native', kind: 'native', authMethod: 'none', ...shared, redirectUris: [] },
    { id: 'machine', kind: 'machine', authMethod: 'private_key_jwt', ...shared, redirectUris: [] },
    { id: 'off', kind: 'spa', authMethod: 'none', ...shared, status: 'disabled' },
    { id: 'keys', kind: 'web', authMethod: 'private_key_jwt', ...shared },
  ])
    await sql`insert into clients ${sql(row)}`;
  await sql`
    update clients set requires_par = true, requires_dpop = true, requires_name = true, requires_email = true,
      asks_to_continue = true, post_logout_uris = '{https://shop.example.vn/}',
      backchannel_logout_uri = 'https://shop.example.vn/logout'
    where id = 'web'`;
  await sql`
    update clients set jwks = ${JSON.stringify(jwks)}::text::jsonb where id in ('machine', 'keys')`;
});
afterAll(() => server.close());

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

describe('the metadata of a client', () => {
  it('contains every setting of a web client', async () => {
    expect(await clients.find('web')).toEqual({
      client_id: 'web',
      client_name: 'Sàn',
      application_type: 'web',
      token_endpoint_auth_method: 'client_secret_basic',
      client_secret: 'hashed',
      grant_types: ['authorization_code', 'refresh_token', deviceGrant],
      response_types: ['code'],
      redirect_uris: ['https://shop.example.vn/cb'],
      scope: 'openid profile email phone vid broker offline_access',
      require_pushed_authorization_requests: true,
      dpop_bound_access_tokens: true,
      post_logout_redirect_uris: ['https://shop.example.vn/'],
      backchannel_logout_uri: 'https://shop.example.vn/logout',
      backchannel_logout_session_required: true,
      id_token_signed_response_alg: 'ES256',
      vid_application_id: 'app_shop',
      vid_app_code: 'shop',
      vid_first_party: true,
      vid_asks: true,
      vid_requires_name: true,
      vid_requires_email: true,
      vid_may_omit_pkce: false,
      vid_restricted: false,
      vid_secrets: [],
      vid_management_scopes: [],
      vid_kind: 'web',
    });
  });

  it('contains no secret and no device flow for a single-page client', async () => {
    const client = await clients.find('spa');
    expect(client).toMatchObject({
      application_type: 'web',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      require_pushed_authorization_requests: false,
      dpop_bound_access_tokens: false,
      vid_first_party: false,
      vid_restricted: true,
      vid_asks: false,
    });
    for (const name of ['client_secret', 'jwks', 'backchannel_logout_uri'])
      expect(client).not.toHaveProperty(name);
  });

  it('contains no redirect URI for a device-only native client', async () => {
    expect(await clients.find('native')).toMatchObject({
      application_type: 'native',
      grant_types: ['refresh_token', deviceGrant],
      response_types: [],
      redirect_uris: [],
    });
  });

  it('contains only the client_credentials grant for a machine client', async () => {
    expect(await clients.find('machine')).toMatchObject({
      grant_types: ['client_credentials'],
      response_types: [],
      redirect_uris: [],
      jwks,
    });
    expect(await clients.find('keys')).toMatchObject({ jwks });
    expect(await clients.find('keys')).not.toHaveProperty('client_secret');
  });

  it('is not found for a disabled client or a malformed id', async () => {
    for (const id of ['off', 'unknown', '', 'a b', 'web\u0000', 'x'.repeat(129)])
      expect(await clients.find(id)).toBeUndefined();
  });
});

describe('a client id', () => {
  it.each([
    ['!', 'valid'],
    ['~', 'valid'],
    ['x'.repeat(128), 'valid'],
    ['x'.repeat(129), 'invalid'],
    ['', 'invalid'],
    ['a b', 'invalid'],
    [' a', 'invalid'],
    ['a\n', 'invalid'],
    ['á', 'invalid'],
    ['\u007f', 'invalid'],
    [undefined, 'invalid'],
    [['a'], 'invalid'],
  ])('such as %j is %s', (id, verdict) => {
    expect(isClientId(id)).toBe(verdict === 'valid');
  });
});

const clientOf = (properties: Record<string, unknown>): Client => Object(properties);
const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');

describe('the secret of a client', () => {
  it('can be any of several valid secrets', () => {
    const client = clientOf({ vid_secrets: [hashOf('old'), hashOf('new')] });
    for (const known of ['old', 'new']) expect(findSecretHash(client, known)).toBe(hashOf(known));
    for (const wrong of ['', 'other', hashOf('old')]) expect(findSecretHash(client, wrong)).toBeUndefined();
    expect(findSecretHash(clientOf({ vid_secrets: [] }), 'old')).toBeUndefined();
    expect(findSecretHash(clientOf({}), 'old')).toBeUndefined();
  });
});

describe('S6 the origin of a browser’s call', () => {
  const redirectUris = ['https://a.example.vn/cb', 'http://localhost:3000/cb', 'vn.example.app:/cb'];
  it.each([
    ['https://a.example.vn', 'belongs'],
    ['http://localhost:3000', 'belongs'],
    ['https://a.example.vn:444', 'does not belong'],
    ['http://a.example.vn', 'does not belong'],
    ['https://a.example.vn.evil.example', 'does not belong'],
    ['https://a.example.vn/cb', 'does not belong'],
    ['', 'does not belong'],
    [undefined, 'does not belong'],
  ])('such as “%s” %s to a single-page client', (origin, verdict) => {
    expect(isOriginOf(origin, clientOf({ vid_kind: 'spa', redirectUris }))).toBe(verdict === 'belongs');
    expect(isOriginOf(origin, clientOf({ vid_kind: 'web', redirectUris }))).toBe(false);
    expect(isOriginOf(origin, clientOf({ vid_kind: 'spa' }))).toBe(false);
    expect(isOriginOf(origin, clientOf({ vid_kind: 'native', redirectUris }))).toBe(false);
  });

  it.each([
    ['capacitor://localhost', 'belongs'],
    ['https://localhost', 'belongs'],
    ['https://localhost:8443', 'does not belong'],
    ['http://localhost', 'does not belong'],
    ['ionic://localhost', 'does not belong'],
    ['capacitor://localhost/cb', 'does not belong'],
    ['http://127.0.0.1', 'does not belong'],
    ['null', 'does not belong'],
  ])('such as “%s” %s to the WebView of a native client', (origin, verdict) => {
    const addresses = [
      'capacitor://localhost/cb',
      'https://localhost/cb',
      'http://127.0.0.1/cb',
      'vn.example.app:/cb',
    ];
    expect(isOriginOf(origin, clientOf({ vid_kind: 'native', redirectUris: addresses }))).toBe(
      verdict === 'belongs',
    );
    expect(isOriginOf(origin, clientOf({ vid_kind: 'web', redirectUris: addresses }))).toBe(false);
  });

  it('belongs to Ionic’s WebView if the client registered a redirect URI there', () => {
    const ionic = clientOf({ vid_kind: 'native', redirectUris: ['ionic://localhost/cb'] });
    expect(isOriginOf('ionic://localhost', ionic)).toBe(true);
    expect(isOriginOf('capacitor://localhost', ionic)).toBe(false);
  });
});
