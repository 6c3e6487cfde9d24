import { createMachineToken } from '@vid/testkit/machine';
import {
  authorizationPath,
  callOidc,
  pkce,
  signedIn,
  startSsoServer,
  type SsoBrowser,
  type SsoServer,
} from '@vid/testkit/sso';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const callback = 'https://shop.example.vn/callback';
const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

const codeFor = async (browser: SsoBrowser, clientId: string, scope = 'openid') => {
  const { verifier, challenge } = pkce();
  const path = authorizationPath(
    { clientId, redirectUri: callback, challenge },
    { scope, prompt: 'consent' },
  );
  const code = (await browser.visitAndContinue(path)).searchParams.get('code') ?? '';
  return { grant_type: 'authorization_code', code, redirect_uri: callback, code_verifier: verifier };
};

describe('a new client with the id of a deleted client', () => {
  let server: SsoServer;
  beforeAll(async () => {
    server = await startSsoServer(inject('cluster'));
    for (const code of ['shop', 'bank'])
      await server.deps.applications.add({ code, name: code, isFirstParty: true });
  });
  afterAll(() => server.close());

  const token = (clientId: string, parameters: Readonly<Record<string, string>>) =>
    callOidc(server, '/token', { client_id: clientId, ...parameters });
  const refresh = (clientId: string, refreshToken: unknown) =>
    token(clientId, { grant_type: 'refresh_token', refresh_token: String(refreshToken) });
  const userinfo = async (accessToken: unknown): Promise<number> => {
    const answer = await fetch(`${server.issuer}/me`, {
      headers: { authorization: `Bearer ${String(accessToken)}` },
    });
    await answer.body?.cancel();
    return answer.status;
  };
  const register = (appCode: string, clientId: string, kind: 'spa' | 'native') =>
    server.deps.applications.addClient(appCode, { clientId, kind, redirectUris: [callback] });

  it('A4 cannot use a code or token of the deleted client', async () => {
    await register('shop', 'again', 'spa');
    await register('shop', 'stays', 'spa');
    const { browser, sessionId } = await signedIn(server);
    const scope = 'openid offline_access';
    const { body } = await token('again', await codeFor(browser, 'again', scope));
    const { body: others } = await token('stays', await codeFor(browser, 'stays', scope));
    const pending = await codeFor(browser, 'again');
    await server.deps.applications.removeClient('again');
    const [memory] = await server.deps.sql<{ authorizations: object }[]>`
      select authorizations from oidc_sessions where session_id = ${sessionId}`;
    expect(Object.keys(memory?.authorizations ?? {})).toEqual(['stays']);

    await register('bank', 'again', 'spa');
    for (const answer of [await refresh('again', body['refresh_token']), await token('again', pending)])
      expect([answer.status, answer.body['error']]).toEqual([400, 'invalid_grant']);
    expect(await userinfo(body['access_token'])).toBe(401);
    // Codes of the new client and tokens of the session's other client stay valid.
    expect((await token('again', await codeFor(browser, 'again'))).status).toBe(200);
    expect((await refresh('stays', others['refresh_token'])).status).toBe(200);
  });

  it('A8 cannot use a device code of the deleted client', async () => {
    await register('shop', 'screen', 'native');
    const { body } = await callOidc(server, '/device/auth', { client_id: 'screen', scope: 'openid' });
    await server.deps.applications.removeClient('screen');
    await register('bank', 'screen', 'native');
    const { browser, accountId } = await signedIn(server);
    const decided = await browser.post('/vid/api/sso/device/decide', {
      userCode: body['user_code'],
      accountId,
      approve: true,
    });
    expect(decided.body['message']).toBe('DEVICE_CODE_INVALID');
    const polled = await token('screen', {
      grant_type: deviceGrant,
      device_code: String(body['device_code']),
    });
    expect([polled.status, polled.body['error']]).toEqual([400, 'invalid_grant']);
  });

  it('A4 cannot use a token of a deleted machine client', async () => {
    const { applications, managementScopes } = server.deps;
    const { id } = await applications.add({ code: 'jobs', name: 'jobs' });
    const scopes = ['vid:applications:read'] as const;
    const { clientId, token: accessToken } = await createMachineToken(server, 'jobs', scopes);
    const read = async (): Promise<number> => {
      const answer = await fetch(`${server.origin}/vid/api/manage/applications/${id}`, {
        headers: { authorization: `Bearer ${accessToken}` },
      });
      await answer.body?.cancel();
      return answer.status;
    };
    expect(await read()).toBe(200);
    await applications.removeClient(clientId);
    await applications.addClient('jobs', { clientId, kind: 'machine' });
    await managementScopes.set(clientId, scopes);
    expect(await read()).toBe(401);
  });
});
