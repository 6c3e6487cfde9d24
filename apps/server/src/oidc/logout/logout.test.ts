import {
  authorizationPath,
  callOidc,
  pkce,
  signedIn,
  startSsoServer,
  textAt,
  type SsoBrowser,
  type SsoServer,
} from '@vid/testkit/sso';
import { decodeJwt, generateKeyPair, SignJWT, type JWTPayload } from 'jose';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const callback = 'https://shop.example.vn/callback';
const home = 'https://shop.example.vn/bye';

const confirm = async (browser: SsoBrowser, asked: unknown): Promise<URL> => {
  const body = new URLSearchParams({ xsrf: textAt(asked, 'xsrf'), logout: 'yes' });
  const answer = await browser.fetch('/vid/oidc/session/end/confirm', { method: 'POST', body });
  return browser.visit(String(answer.headers.get('location')));
};

const resigned = async (claims: JWTPayload, header: Record<string, string> = {}): Promise<string> => {
  const { privateKey } = await generateKeyPair(header['alg'] ?? 'ES256');
  return new SignJWT(claims).setProtectedHeader({ alg: 'ES256', ...header }).sign(privateKey);
};

describe('a logout started by an application', () => {
  let server: SsoServer;
  beforeAll(async () => {
    server = await startSsoServer(inject('cluster'));
    const { applications } = server.deps;
    for (const code of ['shop', 'other']) {
      await applications.add({ code, name: code, isFirstParty: code === 'shop' });
      await applications.addClient(code, {
        clientId: `${code}-spa`,
        kind: 'spa',
        redirectUris: [callback],
        postLogoutUris: [home],
      });
    }
  });
  afterAll(() => server.close());

  const idTokenOf = async (browser: SsoBrowser, client = 'shop-spa'): Promise<string> => {
    const { verifier, challenge } = pkce();
    const path = authorizationPath({ clientId: client, redirectUri: callback, challenge });
    const back = await browser.visitAndContinue(path);
    const { body } = await callOidc(server, '/token', {
      grant_type: 'authorization_code',
      client_id: client,
      code: back.searchParams.get('code') ?? '',
      redirect_uri: callback,
      code_verifier: verifier,
    });
    expect(body['id_token']).toEqual(expect.any(String));
    return textAt(body, 'id_token');
  };
  /**
   * Sends a logout request, which does not end the session, and returns the data of the confirmation screen.
   */
  const ask = async (browser: SsoBrowser, request: Record<string, string>): Promise<unknown> => {
    const query = new URLSearchParams({ post_logout_redirect_uri: home, ...request });
    const page = await browser.visit(`/vid/oidc/session/end?${query.toString()}`);
    expect([page.origin, page.pathname]).toEqual([server.origin, '/vid/web/logout']);
    const answer = await browser.fetch('/vid/api/sso/logout');
    expect((await browser.fetch('/vid/ajax/auth/me')).status).toBe(200);
    return Object(await answer.json()).data;
  };

  it('needs no confirmation with an id token of the user', async () => {
    const { browser } = await signedIn(server);
    const hint = { id_token_hint: await idTokenOf(browser) };
    const known = { application: { code: 'shop' }, needsConfirmation: false };
    expect(await ask(browser, hint)).toMatchObject(known);
    expect(await ask(browser, { ...hint, client_id: 'shop-spa' })).toMatchObject(known);
  });

  it('needs confirmation without an id token', async () => {
    const { browser } = await signedIn(server);
    const hint = { id_token_hint: await idTokenOf(browser) };
    for (const request of [{ client_id: 'shop-spa' }, {}]) {
      expect(await ask(browser, request)).toMatchObject({ needsConfirmation: true });
      await ask(browser, hint);
      expect(await ask(browser, request)).toMatchObject({ needsConfirmation: true });
    }
  });

  it('needs confirmation with an id token of another user', async () => {
    const hint = { id_token_hint: await idTokenOf((await signedIn(server)).browser) };
    const { browser } = await signedIn(server);
    await idTokenOf(browser);
    for (const request of [hint, { ...hint, client_id: 'shop-spa' }])
      expect(await ask(browser, request)).toMatchObject({
        application: { code: 'shop' },
        needsConfirmation: true,
      });
  });

  it('is recorded with the caller’s address and a request id', async () => {
    const { browser, accountId } = await signedIn(server);
    const xsrf = textAt(await ask(browser, { client_id: 'shop-spa' }), 'xsrf');
    const body = new URLSearchParams({ xsrf, logout: 'yes' });
    await browser.fetch('/vid/oidc/session/end/confirm', { method: 'POST', body });
    const events = await server.deps.sql`
      select address, request_id <> '' as has_request, details from audit_events
      where account_id = ${accountId} and kind = 'session.ended'`;
    expect([...events]).toEqual([{ address: '127.0.0.1', hasRequest: true, details: { by: 'application' } }]);
  });

  it.each<[string, (hint: string) => Promise<string> | string]>([
    ['a key that VID no longer has', (hint) => resigned(decodeJwt(hint), { alg: 'ES256', kid: 'former' })],
    ['another algorithm', (hint) => resigned(decodeJwt(hint), { alg: 'RS256', kid: 'former' })],
    ['a broken signature', (hint) => `${hint.slice(0, -20)}${'A'.repeat(20)}`],
    ['a missing signature', (hint) => hint.split('.').slice(0, 2).join('.')],
    ['several audiences', (hint) => resigned({ ...decodeJwt(hint), aud: ['shop-spa', 'other-spa'] })],
    ['no content', () => 'undefined'],
  ])('requires confirmation for an id token with %s', async (_case, change) => {
    const { browser } = await signedIn(server);
    const hint = await change(await idTokenOf(browser));
    const asked = await ask(browser, { id_token_hint: hint });
    expect(asked).toMatchObject({ application: null, needsConfirmation: true });
    expect((await confirm(browser, asked)).pathname).toBe('/vid/web/signin');
    expect((await browser.fetch('/vid/ajax/auth/me')).status).toBe(401);
  });

  it.each(['disabled', 'removed'])('requires confirmation for an id token of a %s client', async (state) => {
    const { sql, applications } = server.deps;
    const clientId = `gone-${state}`;
    await applications.addClient('shop', {
      clientId,
      kind: 'spa',
      redirectUris: [callback],
      postLogoutUris: [home],
    });
    const { browser } = await signedIn(server);
    const hint = { id_token_hint: await idTokenOf(browser, clientId), client_id: clientId };
    if (state === 'disabled') await sql`update clients set status = 'disabled' where id = ${clientId}`;
    else await applications.removeClient(clientId);
    const asked = await ask(browser, hint);
    expect(asked).toMatchObject({ application: null, needsConfirmation: true });
    expect((await confirm(browser, asked)).pathname).toBe('/vid/web/signin');
    expect((await browser.fetch('/vid/ajax/auth/me')).status).toBe(401);
  });

  it('needs confirmation for a third-party application, even with an id token', async () => {
    const { browser } = await signedIn(server);
    const hint = { id_token_hint: await idTokenOf(browser, 'other-spa') };
    expect(await ask(browser, hint)).toMatchObject({
      application: { code: 'other' },
      needsConfirmation: true,
    });
  });
});
