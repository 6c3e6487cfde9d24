import { pkce, signedIn, startSsoServer, type SsoServer } from '@vid/testkit/sso';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { codeFailure } from './code-failure.ts';
import { createCodeRequestRepo } from './code-request.repo.ts';

const callback = 'https://app.example.vn/cb';

it('the log of sign-ons has the sign-in as done unless it failed', () => {
  expect(codeFailure('CONSENT_REQUIRED')).toMatchObject([
    { step: 'signIn', state: 'done' },
    { step: 'consent', state: 'waiting', problem: { code: 'consentMissing', error: 'CONSENT_REQUIRED' } },
  ]);
  expect(codeFailure('SSO_FORBIDDEN')).toMatchObject([
    { step: 'signIn', state: 'failed', problem: { code: 'noPermission' } },
  ]);
  expect(codeFailure('SSO_NOT_READY')).toEqual([]);
});

describe('an authorization code of the community’s protocol', () => {
  let server: SsoServer;
  beforeAll(async () => {
    server = await startSsoServer(inject('cluster'));
    const { applications } = server.deps;
    await applications.add({ code: 'shop', name: 'Sàn', isFirstParty: true });
    for (const place of [1, 2])
      await applications.addClient('shop', {
        clientId: `shop-${place}`,
        kind: 'web',
        redirectUris: [callback, `${callback}/other`],
      });
  });
  afterAll(() => server.close());

  it('is decided for each account of two simultaneous requests', async () => {
    const { lookups, sql } = server.deps;
    const { find } = createCodeRequestRepo(lookups);
    const people = [await signedIn(server), await signedIn(server)];
    for (const { accountId } of people) await sql`update accounts set name = id where id = ${accountId}`;
    const found = await Promise.all(
      people.map(({ accountId, sessionId }) =>
        find({ clientId: 'shop-1', preSessionHash: null, accountId, sessionId }),
      ),
    );
    expect(found.map((one) => one?.name)).toEqual(people.map(({ accountId }) => accountId));
  });

  // The first code creates the session's grant, and the second code uses it.
  it.each([1, 2])(
    'A6 is refused once its validated redirect URI is unregistered (code %i)',
    async (place) => {
      const { sql, applications } = server.deps;
      const target = { appCode: 'shop', clientId: `shop-${place}` };
      const { browser, accountId } = await signedIn(server);
      const requestCode = async (more: Record<string, string> = {}) => {
        const request = { ...target, codeChallenge: pkce().challenge, ...more };
        const { status, body } = await browser.post('/vid/api/auth/code/request', request);
        return [status, body['message'], typeof body['data']];
      };
      const good = [200, undefined, 'object'];
      await browser.post('/vid/ajax/apps/view/validateRedirectUrls', { ...target, redirectUrls: callback });
      for (let before = 1; before < place; before += 1) expect(await requestCode()).toEqual(good);
      await applications.removeRedirect(target.clientId, callback);
      for (const more of [{}, { redirectTo: callback }, { redirectTo: `${callback}/other` }])
        expect(await requestCode(more)).toEqual([400, 'REDIRECT_INVALID', 'undefined']);
      const codes = await sql`select 1 from oidc_authorization_codes where account_id = ${accountId}`;
      expect(codes).toHaveLength(place - 1);
      await applications.addRedirect(target.clientId, callback);
      expect(await requestCode()).toEqual(good);
    },
  );

  it('is refused while the member must change the password', async () => {
    const { sql } = server.deps;
    const target = { appCode: 'shop', clientId: 'shop-1' };
    const { browser, accountId } = await signedIn(server);
    await browser.post('/vid/ajax/apps/view/validateRedirectUrls', { ...target, redirectUrls: callback });
    const requestCode = () =>
      browser.post('/vid/api/auth/code/request', { ...target, codeChallenge: pkce().challenge });
    await sql`update accounts set must_change_password = true where id = ${accountId}`;
    const { status, body } = await requestCode();
    expect([status, body['message']]).toEqual([403, 'PASSWORD_CHANGE_REQUIRED']);
    expect(await sql`select 1 from oidc_authorization_codes where account_id = ${accountId}`).toHaveLength(0);
    await sql`update accounts set must_change_password = false where id = ${accountId}`;
    expect((await requestCode()).status).toBe(200);
  });

  it('is refused until the member cancels the pending deletion of the account', async () => {
    const { sql } = server.deps;
    const target = { appCode: 'shop', clientId: 'shop-1' };
    const { browser, accountId } = await signedIn(server);
    await browser.post('/vid/ajax/apps/view/validateRedirectUrls', { ...target, redirectUrls: callback });
    const requestCode = () =>
      browser.post('/vid/api/auth/code/request', { ...target, codeChallenge: pkce().challenge });
    await sql`insert into account_deletions (account_id, erase_at) values (${accountId}, now() + interval '1 day')`;
    const { status, body } = await requestCode();
    expect([status, body['message']]).toEqual([403, 'DELETION_PENDING']);
    expect(await sql`select 1 from oidc_authorization_codes where account_id = ${accountId}`).toHaveLength(0);
    await browser.fetch('/vid/api/privacy/deletion', { method: 'DELETE' });
    expect((await requestCode()).status).toBe(200);
  });

  it('is refused until the member agrees to the terms and privacy policy', async () => {
    const { sql } = server.deps;
    const target = { appCode: 'shop', clientId: 'shop-1' };
    const { browser, accountId } = await signedIn(server);
    await browser.post('/vid/ajax/apps/view/validateRedirectUrls', { ...target, redirectUrls: callback });
    const requestCode = () =>
      browser.post('/vid/api/auth/code/request', { ...target, codeChallenge: pkce().challenge });
    await sql`update accounts set agreed_legal = -1 where id = ${accountId}`;
    const { status, body } = await requestCode();
    expect([status, body['message']]).toEqual([403, 'AGREEMENT_REQUIRED']);
    expect(await sql`select 1 from oidc_authorization_codes where account_id = ${accountId}`).toHaveLength(0);
    const documents = [
      { document: 'terms', version: 1 },
      { document: 'privacy', version: 1 },
    ];
    expect((await browser.post('/vid/api/agreement', { language: 'vi', documents })).status).toBe(200);
    expect((await requestCode()).status).toBe(200);
  });
});
