import { createAccount } from '@vid/testkit/accounts';
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
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const callback = 'https://app.example.vn/cb';
const { verifier, challenge } = pkce();

const address = (client: string, more: Record<string, string> = {}) =>
  authorizationPath(
    { clientId: client, redirectUri: callback, challenge },
    { scope: 'openid profile', ...more },
  );
const visitPrompt = async (browser: SsoBrowser, at: string): Promise<string> => {
  const page = await browser.visit(at);
  expect([page.pathname, page.search]).toEqual(['/vid/web/intermediate', expect.stringContaining('uid=')]);
  return page.searchParams.get('uid') ?? '';
};
const describeInteraction = async (browser: SsoBrowser, uid: string): Promise<unknown> => {
  const answer = await browser.fetch(`/vid/api/sso/interactions/${uid}`);
  return Object(await answer.json()).data;
};
const continueSso = (browser: SsoBrowser, uid: string) => browser.continueInteraction(uid);
const leadsTo = async (answer: ReturnType<typeof continueSso>): Promise<string> =>
  textAt((await answer).body, 'data', 'continueTo');

describe('an OpenID Connect prompt', () => {
  let server: SsoServer;
  beforeAll(async () => {
    server = await startSsoServer(inject('cluster'));
    const { applications } = server.deps;
    for (const code of ['shop', 'other']) {
      await applications.add({ code, name: code, isFirstParty: code === 'shop' });
      await applications.addClient(code, { clientId: `${code}-spa`, kind: 'spa', redirectUris: [callback] });
      await applications.addClient(code, {
        clientId: `${code}-asks`,
        kind: 'spa',
        redirectUris: [callback],
        asksToContinue: true,
      });
    }
  });
  afterAll(() => server.close());

  const signInAgain = async (browser: SsoBrowser, accountId: string): Promise<void> => {
    const { browser: signed } = await signedIn(server, { accountId });
    const cookie = signed.cookies.get('vid_sid;/');
    if (cookie) browser.cookies.set('vid_sid;/', cookie);
  };

  it.each([{ prompt: 'login' }, { prompt: 'create' }, { max_age: '60' }, { max_age: '0' }])(
    'requires a new sign-in for %j',
    async (more) => {
      const { browser, accountId, sessionId } = await signedIn(server);
      await server.deps
        .sql`update sessions set authenticated_at = now() - interval '1 hour' where id = ${sessionId}`;
      const uid = await visitPrompt(browser, address('shop-spa', more));
      expect(await describeInteraction(browser, uid)).toMatchObject({
        prompt: 'login',
        needsFreshSignIn: true,
      });
      expect((await continueSso(browser, uid)).body['message']).toBe('SSO_REAUTHENTICATE');
      await signInAgain(browser, accountId);
      expect(await describeInteraction(browser, uid)).toMatchObject({ needsFreshSignIn: false });
      const end = await browser.visit(await leadsTo(continueSso(browser, uid)));
      expect(end.searchParams.get('code')).toEqual(expect.any(String));
    },
  );

  it.each([{ prompt: 'login' }, { max_age: '0' }])(
    'accepts no sign-in before the request, even in the same second: %j',
    async (more) => {
      const { browser } = await signedIn(server);
      const uid = await visitPrompt(browser, address('shop-spa', more));
      expect((await continueSso(browser, uid)).body['message']).toBe('SSO_REAUTHENTICATE');
    },
  );

  it('accepts no older sign-in whose cookie was absent during the request', async () => {
    const { browser, sessionId } = await signedIn(server);
    await server.deps
      .sql`update sessions set authenticated_at = now() - interval '2 seconds' where id = ${sessionId}`;
    const cookie = browser.cookies.get('vid_sid;/');
    browser.cookies.delete('vid_sid;/');
    const uid = await visitPrompt(browser, address('shop-spa', { prompt: 'login' }));
    if (cookie) browser.cookies.set('vid_sid;/', cookie);
    expect(await describeInteraction(browser, uid)).toMatchObject({ needsFreshSignIn: true });
    expect((await continueSso(browser, uid)).body['message']).toBe('SSO_REAUTHENTICATE');
  });

  it('shows an enterprise with its own name', async () => {
    const { id } = await createAccount(server, { kind: 'enterprise', password: null });
    await server.deps.sql`update enterprises set name = 'Công ty Đất Lành' where account_id = ${id}`;
    const { browser } = await signedIn(server, { accountId: id });
    const uid = await visitPrompt(browser, address('other-spa'));
    expect(await describeInteraction(browser, uid)).toMatchObject({ account: { name: 'Công ty Đất Lành' } });
  });

  it('names the domain of the redirect URI, and masks the phone', async () => {
    const { browser, accountId } = await signedIn(server);
    await server.deps.sql`update accounts set phone = '+84912345678' where id = ${accountId}`;
    const uid = await visitPrompt(browser, address('other-spa'));
    expect(await describeInteraction(browser, uid)).toMatchObject({
      domain: 'app.example.vn',
      account: { phone: '+8491****78' },
    });
  });

  it('shows whether the account has confirmed its e-mail address', async () => {
    const { browser, accountId } = await signedIn(server);
    const show = async () => describeInteraction(browser, await visitPrompt(browser, address('other-spa')));
    await server.deps
      .sql`update accounts set email = 'chau@example.vn', email_confirmed_at = null where id = ${accountId}`;
    expect(await show()).toMatchObject({ account: { isEmailConfirmed: false } });
    await server.deps.sql`update accounts set email_confirmed_at = now() where id = ${accountId}`;
    expect(await show()).toMatchObject({ account: { isEmailConfirmed: true } });
  });

  it('uses the first requested language that VID has', async () => {
    const hints = { ui_locales: 'fr EN-us vi', login_hint: 'x'.repeat(50) };
    const browser = new SsoBrowser(server.origin);
    const uid = await visitPrompt(browser, address('shop-spa', hints));
    expect(await describeInteraction(browser, uid)).toMatchObject({
      locale: 'en',
      loginHint: 'x'.repeat(40),
    });
  });

  it('is not continued as an account other than the one shown', async () => {
    const { browser, accountId } = await signedIn(server);
    const uid = await visitPrompt(browser, address('shop-spa', { prompt: 'login' }));
    await signInAgain(browser, accountId);
    const { status, body } = await browser.post(`/vid/api/sso/interactions/${uid}/continue`, {
      accountId: 'acc_other',
    });
    expect([status, body['message']]).toEqual([403, 'CONSENT_REQUIRED']);
    expect((await continueSso(browser, uid)).status).toBe(200);
  });

  it('A1 A9 does not lead to a redirect URI that was removed', async () => {
    const { applications, sql } = server.deps;
    const register = (clientId: string, redirectUri: string) =>
      applications.changeClient(clientId, { redirectUris: [redirectUri] });
    await applications.addClient('other', { clientId: 'other-moved', kind: 'spa', redirectUris: [callback] });
    const { browser, accountId } = await signedIn(server);
    const uid = await visitPrompt(browser, address('other-moved'));
    await register('other-moved', 'https://app.example.vn/new');
    expect(await describeInteraction(browser, uid)).toBeUndefined();
    for (const action of ['continue', 'deny'])
      expect(
        (await browser.post(`/vid/api/sso/interactions/${uid}/${action}`, { accountId })).body['message'],
      ).toBe('SSO_REQUEST_EXPIRED');

    await register('other-moved', callback);
    const next = await leadsTo(continueSso(browser, uid));
    await register('other-moved', 'https://app.example.vn/new');
    const end = await browser.visit(next);
    expect([end.pathname, end.searchParams.get('code')]).toEqual(['/vid/web/error/403', null]);
    expect(await sql`select from oidc_authorization_codes where client_id = 'other-moved'`).toEqual([]);
  });

  it('does not continue a denied request', async () => {
    const { browser } = await signedIn(server);
    const uid = await visitPrompt(browser, address('shop-spa', { prompt: 'login' }));
    await browser.post(`/vid/api/sso/interactions/${uid}/deny`, {});
    expect((await continueSso(browser, uid)).body['message']).toBe('SSO_REQUEST_EXPIRED');
  });

  it('requires the account that a hint names', async () => {
    const { browser, accountId } = await signedIn(server);
    const code = (await browser.visit(address('shop-spa'))).searchParams.get('code') ?? '';
    const { body } = await callOidc(server, '/token', {
      grant_type: 'authorization_code',
      client_id: 'shop-spa',
      code,
      redirect_uri: callback,
      code_verifier: verifier,
    });
    const hint = { id_token_hint: textAt(body, 'id_token') };
    const { id: another } = await createAccount(server, { password: null });
    for (const [who, name, value] of [
      [another, 'error', 'login_required'],
      [accountId, 'code', expect.any(String)],
    ] as const) {
      const other = await signedIn(server);
      const uid = await visitPrompt(other.browser, address('shop-spa', hint));
      expect((await continueSso(other.browser, uid)).body['message']).toBe('SSO_REAUTHENTICATE');
      await signInAgain(other.browser, who);
      const end = await other.browser.visit(await leadsTo(continueSso(other.browser, uid)));
      expect(end.searchParams.get(name)).toEqual(value);
    }
  });

  it('A8 does not treat a sign-in or an account choice as consent', async () => {
    const { sql } = server.deps;
    const { id: accountId } = await createAccount(server, { password: null });
    const browser = new SsoBrowser(server.origin);
    let uid = await visitPrompt(browser, address('other-spa', { prompt: 'select_account' }));
    expect(await describeInteraction(browser, uid)).toMatchObject({ prompt: 'login' });
    await signInAgain(browser, accountId);
    for (const prompt of ['select_account', 'consent']) {
      uid = await visitPrompt(browser, await leadsTo(continueSso(browser, uid)));
      expect(await describeInteraction(browser, uid)).toMatchObject({ prompt, needsFreshSignIn: false });
      expect(await sql`select 1 from oidc_grants where account_id = ${accountId}`).toHaveLength(0);
    }
    const end = await browser.visit(await leadsTo(continueSso(browser, uid)));
    expect(end.searchParams.get('code')).toEqual(expect.any(String));
    expect(await sql`select 1 from oidc_grants where account_id = ${accountId}`).toHaveLength(1);
  });

  it('A8 records consent only for the account that the screen showed', async () => {
    const { sql } = server.deps;
    const { browser, accountId: shown } = await signedIn(server);
    const { id: other } = await createAccount(server, { password: null });
    const uid = await visitPrompt(browser, address('other-spa'));
    expect(await describeInteraction(browser, uid)).toMatchObject({
      prompt: 'consent',
      account: { id: shown },
    });
    // In another tab, another account signs in.
    await signInAgain(browser, other);
    for (const body of [{ accountId: shown }, {}]) {
      const answer = await browser.post(`/vid/api/sso/interactions/${uid}/continue`, body);
      expect([answer.status, answer.body['message']]).toEqual([403, 'CONSENT_REQUIRED']);
    }
    for (const accountId of [shown, other])
      expect(await sql`select from application_consents where account_id = ${accountId}`).toHaveLength(0);
    // After a reload, the screen shows the account that is now signed in, and that account can consent.
    const end = await browser.visit(await leadsTo(continueSso(browser, uid)));
    expect(end.searchParams.get('code')).toEqual(expect.any(String));
    expect(await sql`select from application_consents where account_id = ${other}`).toHaveLength(1);
  });

  it.each(['shop-asks', 'other-asks'])('A8 appears for %s again after consent', async (client) => {
    const { browser } = await signedIn(server);
    for (let time = 0; time < 3; time += 1) {
      const uid = await visitPrompt(browser, address(client));
      expect(await describeInteraction(browser, uid)).toMatchObject({
        prompt: 'consent',
        needsFreshSignIn: false,
      });
      const end = await browser.visit(await leadsTo(continueSso(browser, uid)));
      expect(end.searchParams.get('code')).toEqual(expect.any(String));
      const unasked = await browser.visit(address(client, { prompt: 'none' }));
      expect([unasked.searchParams.get('error'), unasked.searchParams.get('code')]).toEqual([
        'consent_required',
        null,
      ]);
    }
  });

  it('is followed by a sign-in once the session exceeds max_age', async () => {
    const { browser, accountId, sessionId } = await signedIn(server);
    const uid = await visitPrompt(browser, address('other-spa', { max_age: '60' }));
    expect(await describeInteraction(browser, uid)).toMatchObject({ prompt: 'consent' });
    await server.deps
      .sql`update sessions set authenticated_at = now() - interval '1 hour' where id = ${sessionId}`;
    const again = await visitPrompt(browser, await leadsTo(continueSso(browser, uid)));
    expect(await describeInteraction(browser, again)).toMatchObject({
      prompt: 'login',
      needsFreshSignIn: true,
    });
    await signInAgain(browser, accountId);
    // The grant of the earlier consent ended with its session.
    const last = await visitPrompt(browser, await leadsTo(continueSso(browser, again)));
    expect(await describeInteraction(browser, last)).toMatchObject({ prompt: 'consent' });
    const end = await browser.visit(await leadsTo(continueSso(browser, last)));
    expect(end.searchParams.get('code')).toEqual(expect.any(String));
  });

  it('A8 asks the account that signs in after another account’s consent', async () => {
    const { browser, sessionId } = await signedIn(server);
    const uid = await visitPrompt(browser, address('shop-asks', { max_age: '60' }));
    expect(await describeInteraction(browser, uid)).toMatchObject({ prompt: 'consent' });
    await server.deps
      .sql`update sessions set authenticated_at = now() - interval '1 hour' where id = ${sessionId}`;
    const again = await visitPrompt(browser, await leadsTo(continueSso(browser, uid)));
    expect(await describeInteraction(browser, again)).toMatchObject({ prompt: 'login' });
    const { id } = await createAccount(server, { password: null });
    await signInAgain(browser, id);
    const last = await visitPrompt(browser, await leadsTo(continueSso(browser, again)));
    expect(await describeInteraction(browser, last)).toMatchObject({ prompt: 'consent', account: { id } });
  });

  it('offers to repeat the request of a custom-scheme native app', async () => {
    const redirectUri = 'vn.example.app:/cb';
    await server.deps.applications.addClient('shop', {
      clientId: 'shop-native',
      kind: 'native',
      redirectUris: [redirectUri],
    });
    const { browser } = await signedIn(server);
    const native = authorizationPath(
      { clientId: 'shop-native', redirectUri, challenge },
      { prompt: 'consent', state: 'a b' },
    );
    const uid = await visitPrompt(browser, native);
    const restart: unknown = Object(await describeInteraction(browser, uid)).restart;
    expect(restart).toMatch(/^\/vid\/oidc\/auth\?(?!.*\bprompt=).*&state=a\+b/u);
    const first = await browser.visit(await leadsTo(continueSso(browser, uid)));
    const again = await browser.visitAndContinue(String(restart));
    for (const end of [first, again])
      expect([end.protocol, end.searchParams.get('state')]).toEqual(['vn.example.app:', 'a b']);
    expect(again.searchParams.get('code')).not.toBe(first.searchParams.get('code'));
  });

  it('does not offer to repeat a request of a web client', async () => {
    const browser = new SsoBrowser(server.origin);
    const uid = await visitPrompt(browser, address('shop-spa'));
    expect(await describeInteraction(browser, uid)).toMatchObject({ restart: null });
  });

  it('opens the sign-up for prompt=create, even in a signed-in browser', async () => {
    const visitor = new SsoBrowser(server.origin);
    const { browser: member } = await signedIn(server);
    for (const browser of [visitor, member]) {
      const uid = await visitPrompt(browser, address('shop-spa', { prompt: 'create login' }));
      expect(await describeInteraction(browser, uid)).toMatchObject({ signInWay: 'sign-up' });
    }
    const discovery: unknown = await (
      await fetch(`${server.issuer}/.well-known/openid-configuration`)
    ).json();
    expect(Object(discovery).prompt_values_supported).toContain('create');
  });

  it('appears once for each of several prompts that the request names', async () => {
    const { browser, accountId } = await signedIn(server);
    const prompts = ['login', 'select_account', 'consent'];
    let at = address('other-spa', { prompt: prompts.join(' '), max_age: '60' });
    for (const prompt of prompts) {
      const uid = await visitPrompt(browser, at);
      expect(await describeInteraction(browser, uid)).toMatchObject({ prompt });
      if (prompt === 'login') await signInAgain(browser, accountId);
      at = await leadsTo(continueSso(browser, uid));
    }
    expect((await browser.visit(at)).searchParams.get('code')).toEqual(expect.any(String));
  });
});
