import { createAccount } from '@vid/testkit/accounts';
import { decodeJwt } from 'jose';
import {
  authorizationPath,
  callOidc,
  communityCode,
  signedIn,
  startSsoServer,
  textAt,
  type SsoServer,
} from '@vid/testkit/sso';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const redirectUrl = 'https://app.example.vn/cb';
const shop = { appCode: 'shop', clientId: 'shop-spa', redirectUrl };

describe('single sign-on of an administrator', () => {
  let server: SsoServer;
  beforeAll(async () => {
    server = await startSsoServer(inject('cluster'));
    await server.deps.applications.add({ code: 'shop', name: 'shop', isFirstParty: true });
    await server.deps.applications.addClient('shop', {
      clientId: 'shop-spa',
      kind: 'spa',
      redirectUris: [redirectUrl],
    });
  });
  afterAll(() => server.close());

  const redeem = async ({ code, verifier }: { code: string; verifier: string }) =>
    callOidc(server, '/token', {
      grant_type: 'authorization_code',
      client_id: 'shop-spa',
      code,
      redirect_uri: redirectUrl,
      code_verifier: verifier,
    });
  const promote = async (accountId: string, amr: readonly string[]) => {
    await server.deps.sql`update accounts set role = 'admin' where id = ${accountId}`;
    await server.deps.sql`update sessions set amr = ${[...amr]} where account_id = ${accountId}`;
  };

  it('starts no session when only one proof is given', async () => {
    const { id: accountId } = await createAccount(server, { role: 'admin' });
    await expect(signedIn(server, { accountId })).rejects.toThrow('needs two proofs');
  });

  it.each([[['pwd']], [['otp', 'sms']]])(
    'issues no code or token for a session with the factors %j',
    async (amr) => {
      const { browser, accountId } = await signedIn(server);
      const tokens = await redeem(await communityCode(browser, shop));
      expect(tokens.status).toBe(200);
      await promote(accountId, amr);
      const refreshed = await callOidc(server, '/token', {
        grant_type: 'refresh_token',
        client_id: 'shop-spa',
        refresh_token: textAt(tokens.body, 'refresh_token'),
      });
      expect(refreshed.status).toBe(400);
      await expect(communityCode(browser, shop)).rejects.toThrow('TOKEN_INVALID');
      const path = authorizationPath({ clientId: 'shop-spa', redirectUri: redirectUrl }, { prompt: 'none' });
      const answer = await browser.fetch(path);
      expect(answer.headers.get('location')).toContain('error=login_required');
    },
  );

  it('succeeds with both proofs, and lists them in the id token', async () => {
    const { browser, accountId } = await signedIn(server);
    const amr = ['pwd', 'otp', 'sms', 'mfa'];
    await promote(accountId, amr);
    const tokens = await redeem(await communityCode(browser, shop));
    expect(decodeJwt(textAt(tokens.body, 'id_token'))).toMatchObject({ sub: accountId, amr });
  });
});
