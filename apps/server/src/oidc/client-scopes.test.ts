import {
  authorizationPath,
  callOidc,
  communityCode,
  pkce,
  signedIn,
  startSsoServer,
  textAt,
  type SsoServer,
} from '@vid/testkit/sso';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';

const redirectUri = 'https://app.example.vn/cb';
let server: SsoServer;
beforeAll(async () => {
  server = await startSsoServer(inject('cluster'));
  const { applications } = server.deps;
  await applications.add({ code: 'shop', name: 'Sàn', isFirstParty: true });
  const settings = { kind: 'spa' as const, redirectUris: [redirectUri] };
  await applications.addClient('shop', { clientId: 'narrow', ...settings, scopes: ['openid', 'profile'] });
  await applications.addClient('shop', { clientId: 'wide', ...settings });
});
afterAll(() => server.close());

const ask = async (clientId: string, scope: string) => {
  const { browser } = await signedIn(server);
  const { verifier, challenge } = pkce();
  const end = await browser.visitAndContinue(
    authorizationPath({ clientId, redirectUri, challenge }, { scope }),
  );
  return { verifier, end };
};
const redeem = (clientId: string, code: string, verifier: string) =>
  callOidc(server, '/token', {
    grant_type: 'authorization_code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code,
    code_verifier: verifier,
  });
const readPerson = async (accessToken: string): Promise<Record<string, unknown>> => {
  const answer = await fetch(`${server.issuer}/me`, { headers: { authorization: `Bearer ${accessToken}` } });
  return JSON.parse(await answer.text());
};

it('a scope outside the client’s list is refused with invalid_scope', async () => {
  const { end } = await ask('narrow', 'openid phone');
  expect(end.origin + end.pathname).toBe(redirectUri);
  expect(end.searchParams.get('error')).toBe('invalid_scope');
  const { status, body } = await callOidc(server, '/request', {
    client_id: 'narrow',
    response_type: 'code',
    scope: 'openid phone',
    redirect_uri: redirectUri,
    code_challenge: pkce().challenge,
    code_challenge_method: 'S256',
  });
  expect([status, body['error']]).toEqual([400, 'invalid_scope']);
});

it('the scopes of the client’s list are granted', async () => {
  const { verifier, end } = await ask('narrow', 'openid profile');
  const { status, body } = await redeem('narrow', end.searchParams.get('code') ?? '', verifier);
  expect([status, body['scope']]).toEqual([200, 'openid profile']);
});

it('a code of the community’s protocol includes only the client’s scopes', async () => {
  const { browser } = await signedIn(server);
  const { code, verifier } = await communityCode(browser, {
    appCode: 'shop',
    clientId: 'narrow',
    redirectUrl: redirectUri,
  });
  const { status, body } = await redeem('narrow', code, verifier);
  expect([status, body['scope']]).toEqual([200, 'openid profile']);
  expect(Object.keys(await readPerson(textAt(body, 'access_token')))).not.toContain('phone_number');
});

it('existing tokens lose the claims of a removed scope at once', async () => {
  const { verifier, end } = await ask('wide', 'openid profile phone');
  const { body } = await redeem('wide', end.searchParams.get('code') ?? '', verifier);
  const token = textAt(body, 'access_token');
  expect(Object.keys(await readPerson(token))).toContain('phone_number');
  await server.deps.applications.changeClient('wide', { scopes: ['openid', 'profile'] });
  const person = Object.keys(await readPerson(token));
  expect(person).toContain('name');
  expect(person).not.toContain('phone_number');
});
