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
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const callback = 'https://shop.example.vn/callback';
const home = 'https://shop.example.vn/bye';

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
  /** The data that VID's screen gets about a logout request. The session is still live. */
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

  it('needs confirmation without an id token, even right after a request with an id token', async () => {
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

  it('records the caller who signed out', async () => {
    const { browser, accountId } = await signedIn(server);
    const xsrf = textAt(await ask(browser, { client_id: 'shop-spa' }), 'xsrf');
    const body = new URLSearchParams({ xsrf, logout: 'yes' });
    await browser.fetch('/vid/oidc/session/end/confirm', { method: 'POST', body });
    const events = await server.deps.sql`
      select address, request_id <> '' as has_request, details from audit_events
      where account_id = ${accountId} and kind = 'session.ended'`;
    expect([...events]).toEqual([{ address: '127.0.0.1', hasRequest: true, details: { by: 'application' } }]);
  });

  it('always needs confirmation for a third-party application', async () => {
    const { browser } = await signedIn(server);
    const hint = { id_token_hint: await idTokenOf(browser, 'other-spa') };
    expect(await ask(browser, hint)).toMatchObject({
      application: { code: 'other' },
      needsConfirmation: true,
    });
  });
});
