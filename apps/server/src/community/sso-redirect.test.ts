import { pkce, signedIn, startSsoServer, textAt, type SsoServer } from '@vid/testkit/sso';
import { operator } from '#account/actor.ts';
import { createCopyTransactions } from './copy-transactions.ts';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const callback = 'https://app.example.vn/cb';

describe('a redirect URI of the community’s protocol', () => {
  let server: SsoServer;
  beforeAll(async () => {
    server = await startSsoServer(inject('cluster'));
    const { applications } = server.deps;
    for (const code of ['shop', 'bank']) {
      await applications.add({ code, name: code, isFirstParty: true });
      await applications.addClient(code, { clientId: `${code}-web`, kind: 'web', redirectUris: [callback] });
    }
  });
  afterAll(() => server.close());

  it('is validated with a response that names its domain and operator', async () => {
    const found = await server.deps.applications.findActive('bank-web');
    const published = { operatorName: 'Công ty Sàn Việt', policyUrl: 'https://app.example.vn/policy' };
    await server.deps.applications.changeApplication(found?.application.id ?? '', published, operator);
    const { browser } = await signedIn(server);
    const { body } = await browser.post('/vid/ajax/apps/view/validateRedirectUrls', {
      appCode: 'bank',
      clientId: 'bank-web',
      redirectUrls: callback,
    });
    expect(body['data']).toMatchObject({ ...published, domain: 'app.example.vn' });
  });

  it('stays validated for ten minutes from the last validation', async () => {
    const { sql } = server.deps;
    const { browser } = await signedIn(server);
    const validate = () =>
      browser.post('/vid/ajax/apps/view/validateRedirectUrls', {
        appCode: 'bank',
        clientId: 'bank-web',
        redirectUrls: callback,
      });
    await sql`delete from sso_transactions`;
    await validate();
    const lifetimes = await sql`
      select extract(epoch from expires_at - created_at)::int as seconds from sso_transactions`;
    expect(lifetimes).toEqual([{ seconds: 600 }]);
    await sql`update sso_transactions set expires_at = now() + interval '1 minute'`;
    await validate();
    const renewed = await sql`
      select expires_at > now() + interval '9 minutes' as is_renewed from sso_transactions`;
    expect(renewed).toEqual([{ isRenewed: true }]);
  });

  it('is copied to a new session’s pre-session unless it has expired', async () => {
    const { sql } = server.deps;
    const continued: string[] = [];
    const copyTransactions = createCopyTransactions({
      continue: ({ clientId }) => void continued.push(clientId),
    });
    const [from, to] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    await sql`
      insert into sso_transactions (pre_session_hash, client_id, redirect_uri, expires_at)
      select ${from}, code || '-web', ${callback}, now() + seconds * interval '1 second'
      from (values ('shop', 60), ('bank', 0)) transactions (code, seconds)`;
    await sql.begin((tx) => copyTransactions(tx, { from, to }));
    expect(
      await sql`select client_id, redirect_uri from sso_transactions where pre_session_hash = ${to}`,
    ).toEqual([{ clientId: 'shop-web', redirectUri: callback }]);
    expect(continued).toEqual(['shop-web']);
    await sql`update sso_transactions set expires_at = now() + interval '1 minute'`;
    await sql.begin((tx) => copyTransactions(tx, { from, to: Buffer.alloc(32, 3) }));
    expect(continued.slice(1).toSorted()).toEqual(['bank-web', 'shop-web']);
  });

  it('may be a redirect or a post-logout URI for a logout', async () => {
    const home = 'https://app.example.vn/bye';
    await server.deps.applications.addClient('shop', {
      clientId: 'shop-out',
      kind: 'web',
      redirectUris: [callback],
      postLogoutUris: [home],
    });
    const { browser } = await signedIn(server);
    const validate = async (redirectUrls: string, action?: 'logout') => {
      const request = { appCode: 'shop', clientId: 'shop-out', redirectUrls, ...(action && { action }) };
      return (await browser.post('/vid/ajax/apps/view/validateRedirectUrls', request)).status;
    };
    expect([await validate(callback, 'logout'), await validate(home, 'logout')]).toEqual([200, 200]);
    expect(await validate(home)).toBe(400);
  });

  it('may add a port to a native client’s registered loopback URI', async () => {
    await server.deps.applications.addClient('shop', {
      clientId: 'shop-desktop',
      kind: 'native',
      redirectUris: ['http://127.0.0.1/cb'],
    });
    const { browser } = await signedIn(server);
    const client = { appCode: 'shop', clientId: 'shop-desktop' };
    const validate = async (redirectUrls: string | readonly string[]) =>
      (await browser.post('/vid/ajax/apps/view/validateRedirectUrls', { ...client, redirectUrls })).status;
    expect(await validate('http://127.0.0.1:5555/other')).toBe(400);
    expect(await validate(['http://127.0.0.1:5555/cb', 'http://127.0.0.1:5555/other'])).toBe(400);
    expect(await validate('http://127.0.0.1:5555/cb')).toBe(200);
    const request = { ...client, codeChallenge: pkce().challenge, redirectTo: 'http://127.0.0.1:5555/cb' };
    expect((await browser.post('/vid/api/auth/code/request', request)).status).toBe(200);
    const other = { ...request, redirectTo: 'http://127.0.0.1:6666/cb' };
    expect((await browser.post('/vid/api/auth/code/request', other)).body['message']).toBe(
      'REDIRECT_INVALID',
    );
  });

  it.each([
    ['bank', 'shop-web'],
    ['shop', 'bank-web'],
    ['SHOP', 'shop-web'],
    ['nobody', 'shop-web'],
    ['shop', 'nobody'],
  ])('A6 is not validated for the application “%s” with the client “%s”', async (appCode, clientId) => {
    const { browser } = await signedIn(server);
    const { status, body } = await browser.post('/vid/ajax/apps/view/validateRedirectUrls', {
      appCode,
      clientId,
      redirectUrls: callback,
    });
    expect([status, body['message'], body['data']]).toEqual([400, 'SSO_INVALID_REQUEST', undefined]);
    expect(await server.deps.refusalLog.find(textAt(body, 'details', 'ref'))).toMatchObject({
      reason: 'client',
      details: { appCode },
    });
    for (const code of ['shop', 'bank']) {
      const answer = await browser.post('/vid/api/auth/code/request', {
        appCode: code,
        clientId: `${code}-web`,
        codeChallenge: pkce().challenge,
      });
      expect([answer.status, answer.body['message']]).toEqual([400, 'SSO_NOT_READY']);
    }
  });
});
