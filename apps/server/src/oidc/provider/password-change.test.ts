import { callOidc, signedIn, textAt, type SsoServer } from '@vid/testkit/sso';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { requestBy, startDemandServer } from './testing/demanded-clients.ts';

describe('in OpenID Connect, a member who must change the password', () => {
  let server: SsoServer;
  beforeAll(async () => {
    server = await startDemandServer(inject('cluster'));
  });
  afterAll(() => server.close());

  const mustChange = (accountId: string, value: boolean) =>
    server.deps.sql`update accounts set must_change_password = ${value} where id = ${accountId}`;

  it.each(['shop-spa', 'other-spa'])('gets no code for %s before the change', async (client) => {
    const { browser, accountId } = await signedIn(server);
    await mustChange(accountId, true);
    const page = await browser.visit(requestBy(client));
    expect(page.pathname).toBe('/vid/web/intermediate');
    const uid = page.searchParams.get('uid') ?? '';
    const described = await (await browser.fetch(`/vid/api/sso/interactions/${uid}`)).json();
    // A new sign-in does not replace the password change.
    expect(described).toMatchObject({ data: { prompt: 'login', needsFreshSignIn: false } });
    const refused = await browser.post(`/vid/api/sso/interactions/${uid}/continue`, {});
    expect([refused.status, refused.body['message']]).toEqual([403, 'PASSWORD_CHANGE_REQUIRED']);

    await mustChange(accountId, false);
    const { body } = await browser.post(`/vid/api/sso/interactions/${uid}/continue`, {});
    const back = await browser.visitAndContinue(textAt(body, 'data', 'continueTo'));
    expect(back.searchParams.get('code')).toEqual(expect.any(String));
  });

  it('gets login_required for prompt=none', async () => {
    const { browser, accountId } = await signedIn(server);
    await browser.visit(requestBy('shop-spa'));
    await mustChange(accountId, true);
    const back = await browser.visit(requestBy('shop-spa', { prompt: 'none' }));
    expect([back.searchParams.get('error'), back.searchParams.get('code')]).toEqual(['login_required', null]);
  });

  it('can approve a device only after the change', async () => {
    const { browser, accountId } = await signedIn(server);
    await mustChange(accountId, true);
    const { body } = await callOidc(server, '/device/auth', { client_id: 'shop-app', scope: 'openid' });
    const decision = { userCode: textAt(body, 'user_code'), accountId, approve: true };
    const refused = await browser.post('/vid/api/sso/device/decide', decision);
    expect([refused.status, refused.body['message']]).toEqual([403, 'PASSWORD_CHANGE_REQUIRED']);
    await mustChange(accountId, false);
    expect((await browser.post('/vid/api/sso/device/decide', decision)).status).toBe(200);
  });
});
