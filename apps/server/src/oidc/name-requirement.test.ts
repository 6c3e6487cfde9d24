import {
  authorizationPath,
  callOidc,
  pkce,
  signedIn,
  startSsoServer,
  textAt,
  type SsoServer,
} from '@vid/testkit/sso';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const callback = 'https://app.example.vn/cb';

const address = (client: string, more: Readonly<Record<string, string>> = {}) =>
  authorizationPath({ clientId: client, redirectUri: callback }, more);

describe('a client that requires a name', () => {
  let server: SsoServer;
  beforeAll(async () => {
    server = await startSsoServer(inject('cluster'));
    const { applications } = server.deps;
    await applications.add({ code: 'shop', name: 'Sàn', isFirstParty: true });
    const spa = { kind: 'spa' as const, redirectUris: [callback] };
    await applications.addClient('shop', { clientId: 'named', ...spa, requiresName: true });
    await applications.addClient('shop', { clientId: 'any', ...spa });
    await applications.addClient('shop', {
      clientId: 'named-app',
      kind: 'native',
      isDeviceOnly: true,
      requiresName: true,
    });
  });
  afterAll(() => server.close());

  const nameless = async () => {
    const { sql } = server.deps;
    const { browser, accountId } = await signedIn(server);
    await sql`update accounts set name = null where id = ${accountId}`;
    return { browser, accountId };
  };
  const setName = (browser: Awaited<ReturnType<typeof nameless>>['browser']) =>
    browser.fetch('/vid/api/users/profile', {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Nguyễn Thị Ánh' }),
    });

  it('gets no code in the community’s protocol before the account has a name', async () => {
    const { browser } = await nameless();
    const requestCode = async (clientId: string) => {
      const target = { appCode: 'shop', clientId };
      const { body: validated } = await browser.post('/vid/ajax/apps/view/validateRedirectUrls', {
        ...target,
        redirectUrls: callback,
      });
      const { status, body } = await browser.post('/vid/api/auth/code/request', {
        ...target,
        codeChallenge: pkce().challenge,
      });
      return [Object(validated['data']).requiresName, status, body['message']];
    };
    expect(await requestCode('named')).toEqual([true, 403, 'NAME_REQUIRED']);
    expect(await requestCode('any')).toEqual([false, 200, undefined]);
    await setName(browser);
    expect(await requestCode('named')).toEqual([true, 200, undefined]);
  });

  it('gets no code in OpenID Connect before the account has a name', async () => {
    const { browser } = await nameless();
    const page = await browser.visit(address('named'));
    expect(page.pathname).toBe('/vid/web/intermediate');
    const uid = page.searchParams.get('uid') ?? '';
    const described = await (await browser.fetch(`/vid/api/sso/interactions/${uid}`)).json();
    expect(described).toMatchObject({
      data: { prompt: 'login', requiresName: true, needsFreshSignIn: false, account: { name: null } },
    });
    const refused = await browser.post(`/vid/api/sso/interactions/${uid}/continue`, {});
    expect([refused.status, refused.body['message']]).toEqual([403, 'NAME_REQUIRED']);

    await setName(browser);
    const { body } = await browser.post(`/vid/api/sso/interactions/${uid}/continue`, {});
    const back = await browser.visitAndContinue(textAt(body, 'data', 'continueTo'));
    expect(back.searchParams.get('code')).toEqual(expect.any(String));
    // From now on the user passes straight through.
    const again = await browser.visit(address('named'));
    expect(again.searchParams.get('code')).toEqual(expect.any(String));
  });

  it('gets interaction_required for prompt=none, unlike a client without the requirement', async () => {
    const { browser } = await nameless();
    const back = await browser.visit(address('named', { prompt: 'none' }));
    expect([back.searchParams.get('error'), back.searchParams.get('code')]).toEqual([
      'interaction_required',
      null,
    ]);
    const other = await browser.visit(address('any', { prompt: 'none' }));
    expect(other.searchParams.get('code')).toEqual(expect.any(String));
  });

  it('cannot be approved on a device before the account has a name', async () => {
    const { browser, accountId } = await nameless();
    const { body } = await callOidc(server, '/device/auth', { client_id: 'named-app', scope: 'openid' });
    const userCode = textAt(body, 'user_code');
    const found = await browser.post('/vid/api/sso/device/lookup', { userCode });
    expect(found.body['data']).toMatchObject({ requiresName: true, account: { name: null } });
    const decision = { userCode, accountId, approve: true };
    const refused = await browser.post('/vid/api/sso/device/decide', decision);
    expect([refused.status, refused.body['message']]).toEqual([403, 'NAME_REQUIRED']);
    await setName(browser);
    expect((await browser.post('/vid/api/sso/device/decide', decision)).status).toBe(200);
  });

  it('accepts the name of an enterprise', async () => {
    const { sql } = server.deps;
    const { browser, accountId } = await nameless();
    await sql`update accounts set kind = 'enterprise' where id = ${accountId}`;
    await sql`insert into enterprises (account_id, name) values (${accountId}, 'Minh Anh')`;
    const back = await browser.visit(address('named', { prompt: 'none' }));
    expect(back.searchParams.get('code')).toEqual(expect.any(String));
  });
});
