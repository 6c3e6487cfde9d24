import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callOidc, startSsoServer, type SsoServer } from '@vid/testkit/sso';
import { exportJWK, generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createOperator, type Operator } from '../testing/operator.ts';

let server: SsoServer;
let operator: Operator;
let folder: string;

beforeAll(async () => {
  server = await startSsoServer(inject('cluster'));
  operator = await createOperator(inject('cluster'), server, server.origin);
  folder = await mkdtemp(join(tmpdir(), 'vid-client-'));
  await ok('add', 'shop', '--name', 'Sàn giao dịch', '--first-party');
});
afterAll(async () => {
  await operator.close();
  await server.close();
  await rm(folder, { recursive: true });
});

const application = (...line: readonly string[]) => operator.vid('application', ...line);
const ok = (...line: readonly string[]) => operator.ok('application', ...line);
const json = async (...line: readonly string[]): Promise<Record<string, unknown>> =>
  JSON.parse(await ok(...line, '--json'));
const shown = async (clientId: string): Promise<Record<string, unknown> | undefined> => {
  const { clients } = await json('show', 'shop');
  return (Array.isArray(clients) ? clients : []).find((client) => client.client_id === clientId);
};
const write = async (name: string, value: unknown): Promise<string> => {
  const file = join(folder, name);
  await writeFile(file, JSON.stringify(value));
  return file;
};
const startDevice = (client: string, secret?: string) =>
  callOidc(
    server,
    '/device/auth',
    { scope: 'openid', ...(secret === undefined ? { client_id: client } : {}) },
    secret === undefined ? {} : { client, secret },
  );

describe('the client-set command', () => {
  it('changes and removes settings, and leaves the others unchanged', async () => {
    await ok('client-add', 'shop', '--kind=web', '--id=all', '--redirect=https://shop.example.vn/cb');
    expect(await shown('all')).toMatchObject({ client_name: 'Sàn giao dịch' });
    await ok(
      'client-set',
      'all',
      '--name=Trang web',
      '--post-logout=https://shop.example.vn/',
      '--backchannel=https://shop.example.vn/out',
      '--alg=RS256',
      '--asks',
      '--needs-name',
      '--needs-email',
      '--par',
      '--dpop',
    );
    expect(await ok('show', 'shop')).toContain('  name          Trang web');
    expect(await shown('all')).toMatchObject({
      client_name: 'Trang web',
      redirect_uris: ['https://shop.example.vn/cb'],
      post_logout_redirect_uris: ['https://shop.example.vn/'],
      backchannel_logout_uri: 'https://shop.example.vn/out',
      id_token_signed_response_alg: 'RS256',
      asks_to_continue: true,
      needs_name: true,
      needs_email: true,
      require_pushed_authorization_requests: true,
      dpop_bound_access_tokens: true,
    });
    await ok(
      'client-set',
      'all',
      '--post-logout=none',
      '--backchannel=none',
      '--no-asks',
      '--no-needs-name',
      '--no-needs-email',
      '--no-par',
      '--no-dpop',
      '--redirect=https://shop.example.vn/new',
    );
    const after = await shown('all');
    expect(after).toMatchObject({
      redirect_uris: ['https://shop.example.vn/new'],
      post_logout_redirect_uris: [],
      id_token_signed_response_alg: 'RS256',
      asks_to_continue: false,
      needs_name: false,
      needs_email: false,
      require_pushed_authorization_requests: false,
      dpop_bound_access_tokens: false,
    });
    expect(after).not.toHaveProperty('backchannel_logout_uri');
  });

  it('creates or revokes the secret when the authentication method changes', async () => {
    const { publicKey } = await generateKeyPair('ES256', { extractable: true });
    const jwks = await write('keys.json', { keys: [{ ...(await exportJWK(publicKey)), kid: 'one' }] });
    await ok('client-add', 'shop', '--kind=machine', '--id=job', '--auth=private_key_jwt', '--jwks', jwks);
    const { client_secret: secret } = await json('client-set', 'job', '--auth=client_secret_basic');
    const token = () =>
      callOidc(
        server,
        '/token',
        { grant_type: 'client_credentials' },
        { client: 'job', secret: String(secret) },
      );
    expect((await token()).status).toBe(200);
    expect(await shown('job')).not.toHaveProperty('jwks');
    await ok('client-set', 'job', '--auth=private_key_jwt', '--jwks', jwks);
    expect((await token()).status).toBe(401);
    expect(await shown('job')).toMatchObject({ secrets: [], jwks: { keys: [{ kid: 'one' }] } });
  });

  it.each([
    [['--redirect', 'https://shop.example.vn/#x'], 1, 'it must not contain a fragment'],
    [['--auth', 'none'], 1, 'A web or machine client must authenticate'],
    [['--auth', 'private_key_jwt'], 1, 'private_key_jwt requires the client’s public keys'],
    [['--alg', 'HS256'], 64, '--alg must be one of ES256, RS256.'],
  ])('rejects %j and changes nothing', async (flags, code, text) => {
    const before = await shown('all');
    expect(await application('client-set', 'all', ...flags)).toMatchObject({
      code,
      text: expect.stringContaining(text),
    });
    expect(await shown('all')).toEqual(before);
  });

  it('reports an unknown client', async () => {
    const unknown = { code: 1, text: 'There is no client none.' };
    expect(await application('client-set', 'none', '--asks')).toEqual(unknown);
    expect(await application('client-remove', 'none')).toEqual(unknown);
  });
});

describe('a client requirement', () => {
  const request = {
    client_id: 'par',
    response_type: 'code',
    scope: 'openid',
    redirect_uri: 'https://shop.example.vn/par',
  };

  it('for pushed requests rejects a plain request and accepts a pushed request', async () => {
    const { client_secret: secret } = await json(
      'client-add',
      'shop',
      '--kind=web',
      '--id=par',
      '--redirect=https://shop.example.vn/par',
      '--par',
    );
    const challenge = { code_challenge: 'a'.repeat(43), code_challenge_method: 'S256' };
    const plain = await server.app.inject({
      url: `/vid/oidc/auth?${new URLSearchParams({ ...request, ...challenge })}`,
      headers: { host: new URL(server.origin).host },
    });
    expect(plain.headers.location ?? plain.body).toContain('invalid_request');
    const pushed = await callOidc(
      server,
      '/request',
      { ...request, ...challenge },
      { client: 'par', secret: String(secret) },
    );
    expect(pushed.status).toBe(201);
  });

  it('for DPoP rejects a token request without a proof', async () => {
    const { client_secret: secret } = await json(
      'client-add',
      'shop',
      '--kind=machine',
      '--id=bound',
      '--dpop',
    );
    const token = () =>
      callOidc(
        server,
        '/token',
        { grant_type: 'client_credentials' },
        { client: 'bound', secret: String(secret) },
      );
    expect((await token()).status).toBe(400);
    await ok('client-set', 'bound', '--no-dpop');
    expect((await token()).status).toBe(200);
  });
});

describe('the client-remove command', () => {
  it('deletes the client, so that its secret is refused', async () => {
    const { client_secret: secret } = await json('client-add', 'shop', '--kind=machine', '--id=gone');
    await ok('client-remove', 'gone');
    const { status } = await callOidc(
      server,
      '/token',
      { grant_type: 'client_credentials' },
      { client: 'gone', secret: String(secret) },
    );
    expect(status).toBe(401);
    expect(await shown('gone')).toBeUndefined();
  });
});

describe('a device client', () => {
  it('needs no redirect URI and starts the device flow', async () => {
    await ok('client-add', 'shop', '--kind=native', '--id=screen', '--device');
    expect((await startDevice('screen')).status).toBe(200);
    expect(await shown('screen')).toMatchObject({ redirect_uris: [], response_types: [] });
    expect(await ok('show', 'shop')).toMatch(
      /^screen  native  .*\n(?:  .*\n)*  setting +device flow only$/mu,
    );
  });

  it('may be a native client with a secret that it must send', async () => {
    const { client_secret: secret } = await json(
      'client-add',
      'shop',
      '--kind=native',
      '--id=kiosk',
      '--device',
      '--auth=client_secret_basic',
    );
    expect((await startDevice('kiosk', String(secret))).status).toBe(200);
    expect((await startDevice('kiosk')).status).toBe(401);
  });

  it('cannot be a single-page application', async () => {
    expect(await application('client-add', 'shop', '--kind=spa', '--device')).toMatchObject({
      code: 1,
      text: 'A single-page client cannot use the device flow.',
    });
  });
});

describe('registration from client metadata (RFC 7591)', () => {
  it('prints the registered metadata and the secret', async () => {
    const metadata = await write('web.json', {
      client_name: 'Shop',
      redirect_uris: ['https://shop.example.vn/m'],
      post_logout_redirect_uris: ['https://shop.example.vn/'],
      token_endpoint_auth_method: 'client_secret_post',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      id_token_signed_response_alg: 'RS256',
      require_pushed_authorization_requests: true,
    });
    expect(await json('client-add', 'shop', '--metadata', metadata, '--id=meta')).toMatchObject({
      client_id: 'meta',
      client_name: 'Shop',
      client_secret: expect.stringMatching(/^\S{43}$/u),
      client_secret_expires_at: 0,
      redirect_uris: ['https://shop.example.vn/m'],
      token_endpoint_auth_method: 'client_secret_post',
      id_token_signed_response_alg: 'RS256',
      require_pushed_authorization_requests: true,
    });
  });

  it.each([
    [{ grant_types: ['client_credentials'] }, 'machine'],
    [{ grant_types: ['urn:ietf:params:oauth:grant-type:device_code'], application_type: 'native' }, 'native'],
    [{ redirect_uris: ['https://shop.example.vn/s'], token_endpoint_auth_method: 'none' }, 'spa'],
    [{ redirect_uris: ['https://shop.example.vn/w'] }, 'web'],
  ])('turns %j into a client of the kind %s', async (metadata, kind) => {
    const file = await write('kind.json', metadata);
    const { client_id: id } = await json('client-add', 'shop', '--metadata', file);
    expect(await shown(String(id))).toMatchObject({ kind });
  });

  it.each([
    [{ jwks_uri: 'https://shop.example.vn/jwks' }, 1, 'VID does not support this metadata: jwks_uri.'],
    [{ response_types: ['token'] }, 1, 'response_types must be ["code"].'],
    [{ redirect_uris: 'https://shop.example.vn/' }, 1, 'redirect_uris must be a list of addresses.'],
    [[], 1, 'Client metadata must be a JSON object (RFC 7591).'],
  ])('rejects %j', async (metadata, code, text) => {
    const file = await write('wrong.json', metadata);
    expect(await application('client-add', 'shop', '--metadata', file)).toEqual({ code, text });
  });
});
