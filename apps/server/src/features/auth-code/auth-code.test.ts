import { pkce, signedIn, startSsoServer, type SsoBrowser, type SsoServer } from '@vid/testkit/sso';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const callback = 'https://app.example.vn/cb';
const target = { appCode: 'shop', clientId: 'shop-web' };

const validate = (browser: SsoBrowser) =>
  browser.post('/vid/ajax/apps/view/validateRedirectUrls', { ...target, redirectUrls: callback });
const requestCode = (browser: SsoBrowser, more: Record<string, string> = {}) =>
  browser.post('/vid/api/auth/code/request', { ...target, codeChallenge: pkce().challenge, ...more });

describe('the code for a validated request', () => {
  let server: SsoServer;
  beforeAll(async () => {
    server = await startSsoServer(inject('cluster'));
    const { applications } = server.deps.sso;
    await applications.add({ code: 'shop', name: 'Sàn', isFirstParty: true });
    await applications.addClient('shop', {
      clientId: 'shop-web',
      kind: 'web',
      redirectUris: [callback, `${callback}/other`],
    });
  });
  afterAll(() => server.close());

  it.each([
    ['first', 0],
    ['second', 1],
  ])(
    'A6 the %s code of a session is not for an address that has been removed since it was validated',
    async (_which, before) => {
      const { applications } = server.deps.sso;
      const { browser, accountId } = await signedIn(server);
      await validate(browser);
      // With the first a grant is made, which those after it stand on.
      if (before > 0) expect((await requestCode(browser)).status).toBe(200);
      await applications.changeRedirects('shop-web', { remove: callback });
      for (const more of [{}, { redirectTo: callback }]) {
        const { status, body } = await requestCode(browser, more);
        expect([status, body['message'], body['data']]).toEqual([400, 'REDIRECT_INVALID', undefined]);
      }
      const { sql } = server.deps;
      const codes = await sql`select 1 from oidc_authorization_codes where account_id = ${accountId}`;
      expect(codes).toHaveLength(before);
      await applications.changeRedirects('shop-web', { add: callback });
      expect((await requestCode(browser)).status).toBe(200);
    },
  );
});
