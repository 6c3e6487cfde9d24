import { readFile } from 'node:fs/promises';
import type { Endpoint } from '@vid/contract/endpoint';
import { endpoints } from '@vid/contract/endpoints/index';
import {
  authorizationPath,
  callOidc,
  pkce,
  signedIn,
  SsoBrowser,
  startSsoServer,
  textAt,
  type SsoServer,
} from '@vid/testkit/sso';
import { errors } from 'oidc-provider';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { scopes } from '#oidc/provider/request-checks.ts';

const read = (path: string): Promise<string> =>
  readFile(new URL(`../../../../../${path}`, import.meta.url), 'utf8');

async function documented(): Promise<string[]> {
  const [, section = ''] = (await read('docs/integrate.md')).split(/^## [67]\..*$/mu);
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  const codes = rows.flatMap((row) => [...(row.split(' | ')[0] ?? '').matchAll(/`(?<code>[a-z_]+)`/gu)]);
  return [...new Set(codes.map((match) => match.groups?.['code'] ?? ''))].toSorted();
}

/** Error codes of oidc-provider that VID never returns, each with the reason. */
const never: Readonly<Record<string, string>> = {
  expired_login_hint_token: 'CIBA is not enabled',
  invalid_binding_message: 'CIBA is not enabled',
  invalid_user_code: 'CIBA is not enabled',
  missing_user_code: 'CIBA is not enabled',
  transaction_failed: 'CIBA is not enabled',
  unknown_user_id: 'CIBA is not enabled',
  credential_request_denied: 'credentials are not issued',
  invalid_credential_request: 'credentials are not issued',
  invalid_nonce: 'credentials are not issued',
  invalid_proof: 'credentials are not issued',
  unknown_credential_configuration: 'credentials are not issued',
  unknown_credential_identifier: 'credentials are not issued',
  invalid_software_statement: 'clients are registered by the operator',
  unapproved_software_statement: 'clients are registered by the operator',
  invalid_client_metadata: 'clients are registered by the operator, with the same checks as the library',
  invalid_authorization_details: 'rich authorization requests are not enabled',
  invalid_client_attestation: 'client attestation is not enabled',
  use_attestation_challenge: 'client attestation is not enabled',
  use_fresh_attestation: 'client attestation is not enabled',
  invalid_request_object: 'request objects are not enabled: request_not_supported comes first',
  use_dpop_nonce: 'nonces are not used: dPoP.nonceSecret is not set',
};

const own = ['not_found', 'server_error'];

function codesOfLibrary(): string[] {
  const classes = Object.values(errors).filter(
    (one) => one !== errors.OIDCProviderError && one !== errors.CustomOIDCProviderError,
  );
  return classes.map((one) => textAt(Reflect.construct(one, ['redirect']), 'error'));
}

describe('docs/integrate.md', () => {
  it('names every error code of single sign-on and the SDK', async () => {
    const guide = await read('docs/integrate.md');
    const api = Object.values<Endpoint>(endpoints)
      .filter(({ tag }) => tag === 'sso')
      .flatMap((endpoint) => endpoint.errors)
      .filter((code) => !code.startsWith('TOKEN_'));
    const sdk = [...(await read('packages/sso/src/errors.ts')).matchAll(/\| '(?<code>[A-Z_]+)'/gu)];
    expect(sdk.length).toBeGreaterThan(5);
    const codes = [...api, ...sdk.map((match) => match.groups?.['code']), ...scopes];
    expect(codes.filter((code) => !guide.includes(`\`${code}\``))).toEqual([]);
  });

  it('lists exactly the errors that oidc-provider and VID can return', async () => {
    const said = new Set([...codesOfLibrary(), ...own]);
    expect(said.size).toBeGreaterThan(40);
    expect(Object.keys(never).filter((code) => !said.has(code))).toEqual([]);
    expect(await documented()).toEqual([...said].filter((code) => !Object.hasOwn(never, code)).toSorted());
  });
});

describe('the errors in docs/integrate.md', () => {
  const callback = 'https://shop.example.vn/callback';
  const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';
  let server: SsoServer;
  let secret: string;
  beforeAll(async () => {
    server = await startSsoServer(inject('cluster'));
    const { applications } = server.deps;
    await applications.add({ code: 'shop', name: 'Sàn', isFirstParty: true });
    const made = await applications.addClient('shop', {
      clientId: 'shop-web',
      kind: 'web',
      redirectUris: [callback],
    });
    secret = made.secret ?? '';
  });
  afterAll(() => server.close());

  it('exclude features that the server does not offer', async () => {
    const answer = await fetch(`${server.issuer}/.well-known/openid-configuration`);
    const discovery: unknown = await answer.json();
    for (const name of [
      'backchannel_authentication_endpoint',
      'registration_endpoint',
      'authorization_details_types_supported',
      'challenge_endpoint',
      'credential_endpoint',
    ])
      expect(discovery).not.toHaveProperty(name);
    const { headers } = await call('/token', { grant_type: 'x' }, { dpop: 'x' });
    expect(headers.get('dpop-nonce')).toBeNull();
  });

  const request = (change: Readonly<Record<string, string>>, verifier = pkce()) =>
    authorizationPath({ clientId: 'shop-web', redirectUri: callback, challenge: verifier.challenge }, change);
  const call = (path: string, parameters: Record<string, string>, headers: Record<string, string> = {}) =>
    callOidc(server, path, parameters, { client: 'shop-web', secret, headers });
  const tokens = async (scope: string) => {
    const { browser } = await signedIn(server);
    const proof = pkce();
    const back = await browser.visitAndContinue(request({ scope }, proof));
    const { body } = await call('/token', {
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      code_verifier: proof.verifier,
      redirect_uri: callback,
    });
    return body;
  };
  const userinfo = async (authorization: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${server.issuer}/me`, { headers: { authorization, ...headers } });
    return textAt(await answer.json(), 'error');
  };

  it.each([
    ['login_required', { prompt: 'none' }],
    [
      'unmet_authentication_requirements',
      { claims: '{"id_token":{"acr":{"essential":true,"values":["x"]}}}' },
    ],
    ['invalid_request', { max_age: 'x' }],
    ['invalid_request_uri', { request_uri: 'urn:ietf:params:oauth:request_uri:x' }],
    ['invalid_scope', { scope: 'openid  profile' }],
    ['invalid_target', { resource: 'https://api.example.vn' }],
    ['unsupported_response_type', { response_type: 'none' }],
    ['unsupported_response_mode', { response_mode: 'form_post' }],
    ['request_not_supported', { request: 'x' }],
    ['request_uri_not_supported', { request_uri: 'https://shop.example.vn/x' }],
    ['registration_not_supported', { registration: '{}' }],
  ])('include %s, returned by redirect', async (code, change) => {
    const answer = await new SsoBrowser(server.origin).fetch(request(change));
    const back = new URL(answer.headers.get('location') ?? '', server.origin);
    expect(`${back.origin}${back.pathname}`).toBe(callback);
    expect(back.searchParams.get('error')).toBe(code);
  });

  it.each([
    ['invalid_client', { client_id: 'nobody' }],
    ['invalid_redirect_uri', { redirect_uri: `${callback}/` }],
  ])('include %s, shown on the error page', async (code, change) => {
    const page = await new SsoBrowser(server.origin).visit(request(change));
    expect((await server.deps.refusalLog.find(page.searchParams.get('ref') ?? ''))?.reason).toBe(code);
  });

  it.each([
    ['invalid_grant', '/token', { grant_type: 'authorization_code', code: 'x', redirect_uri: callback }],
    ['invalid_grant', '/token', { grant_type: deviceGrant, device_code: 'x' }],
    ['invalid_request', '/token', { grant_type: 'refresh_token' }],
    ['unauthorized_client', '/token', { grant_type: 'client_credentials' }],
    ['unsupported_grant_type', '/token', { grant_type: 'password' }],
    ['invalid_target', '/device/auth', { scope: 'openid', resource: 'https://api.example.vn' }],
    ['request_not_supported', '/request', { request: 'x' }],
    ['request_uri_not_supported', '/device/auth', { request_uri: 'x' }],
    ['unsupported_token_type', '/token/introspection', { token: 'eyJhbGciOiJFUzI1NiJ9.e30.x' }],
    ['not_found', '/authorize', {}],
  ])('include %s, returned by %s', async (code, path, parameters) => {
    expect((await call(path, parameters)).body['error']).toBe(code);
  });

  it('include the token endpoint’s invalid_client, invalid_scope and invalid_dpop_proof', async () => {
    const wrong = { client: 'shop-web', secret: 'wrong' };
    expect((await callOidc(server, '/token', { grant_type: 'x' }, wrong)).body['error']).toBe(
      'invalid_client',
    );
    const refresh = {
      grant_type: 'refresh_token',
      refresh_token: textAt(await tokens('openid'), 'refresh_token'),
    };
    expect((await call('/token', { ...refresh, scope: 'openid phone' })).body['error']).toBe('invalid_scope');
    expect((await call('/token', refresh, { dpop: 'x' })).body['error']).toBe('invalid_dpop_proof');
  });

  it('include the device flow’s authorization_pending, slow_down, access_denied and expired code', async () => {
    const { body } = await call('/device/auth', { scope: 'openid' });
    const poll = async () =>
      (await call('/token', { grant_type: deviceGrant, device_code: textAt(body, 'device_code') })).body[
        'error'
      ];
    expect(await poll()).toBe('authorization_pending');
    expect(await poll()).toBe('slow_down');
    const { browser, accountId } = await signedIn(server);
    const decision = { userCode: textAt(body, 'user_code'), accountId, approve: false };
    expect((await browser.post('/vid/api/sso/device/decide', decision)).status).toBe(200);
    expect(await poll()).toBe('access_denied');
    const late = (await call('/device/auth', { scope: 'openid' })).body;
    await server.deps.sql`update oidc_device_codes set expires_at = now() - interval '1 second'`;
    const { body: expired } = await call('/token', {
      grant_type: deviceGrant,
      device_code: textAt(late, 'device_code'),
    });
    expect(['expired_token', 'invalid_grant']).toContain(expired['error']);
  });

  it('include userinfo’s invalid_token, insufficient_scope, invalid_request and invalid_dpop_proof', async () => {
    expect(await userinfo('Bearer x')).toBe('invalid_token');
    expect(await userinfo('Basic x')).toBe('invalid_request');
    const token = textAt(await tokens('profile'), 'access_token');
    expect(await userinfo(`Bearer ${token}`)).toBe('insufficient_scope');
    expect(await userinfo(`DPoP ${token}`, { dpop: 'x' })).toBe('invalid_dpop_proof');
  });
});
