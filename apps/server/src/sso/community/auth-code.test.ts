import { pkce, signedIn, startSsoServer, type SsoServer } from '@vid/testkit/sso';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const callback = 'https://app.example.vn/cb';

describe('the code for a validated request', () => {
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

  // With the first a grant is made, which those after it stand on.
  it.each([1, 2])(
    'A6 code %i of a session is not for an address that has been removed since it was validated',
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
      // It was for nothing else.
      await applications.addRedirect(target.clientId, callback);
      expect(await requestCode()).toEqual(good);
    },
  );
});
