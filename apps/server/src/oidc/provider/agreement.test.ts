import { callOidc, signedIn, textAt, type SsoServer } from '@vid/testkit/sso';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { requestBy, startDemandServer } from './testing/demanded-clients.ts';

const documents = [
  { document: 'terms', version: 1 },
  { document: 'privacy', version: 1 },
];

describe('in OpenID Connect, a member with a pending agreement or deletion', () => {
  let server: SsoServer;
  beforeAll(async () => {
    server = await startDemandServer(inject('cluster'));
  });
  afterAll(() => server.close());

  const mustAgree = async () => {
    const { browser, accountId } = await signedIn(server);
    await server.deps.sql`update accounts set agreed_legal = -1 where id = ${accountId}`;
    return { browser, accountId };
  };

  it.each(['shop-spa', 'other-spa'])(
    'gets no code for %s before the agreement, and continues after it',
    async (client) => {
      const { browser } = await mustAgree();
      const page = await browser.visit(requestBy(client));
      expect(page.pathname).toBe('/vid/web/intermediate');
      const uid = page.searchParams.get('uid') ?? '';
      const described = await (await browser.fetch(`/vid/api/sso/interactions/${uid}`)).json();
      // A new sign-in does not replace the agreement.
      expect(described).toMatchObject({ data: { prompt: 'login', needsFreshSignIn: false } });
      const refused = await browser.post(`/vid/api/sso/interactions/${uid}/continue`, {});
      expect([refused.status, refused.body['message']]).toEqual([403, 'AGREEMENT_REQUIRED']);

      expect((await browser.post('/vid/api/agreement', { language: 'vi', documents })).status).toBe(200);
      const { body } = await browser.post(`/vid/api/sso/interactions/${uid}/continue`, {});
      const back = await browser.visitAndContinue(textAt(body, 'data', 'continueTo'));
      expect(back.searchParams.get('code')).toEqual(expect.any(String));
    },
  );

  it('gets interaction_required for prompt=none', async () => {
    const { browser } = await mustAgree();
    const back = await browser.visit(requestBy('shop-spa', { prompt: 'none' }));
    expect([back.searchParams.get('error'), back.searchParams.get('code')]).toEqual([
      'interaction_required',
      null,
    ]);
  });

  it('can approve a device only after the agreement', async () => {
    const { browser, accountId } = await mustAgree();
    const { body } = await callOidc(server, '/device/auth', { client_id: 'shop-app', scope: 'openid' });
    const decision = { userCode: textAt(body, 'user_code'), accountId, approve: true };
    const refused = await browser.post('/vid/api/sso/device/decide', decision);
    expect([refused.status, refused.body['message']]).toEqual([403, 'AGREEMENT_REQUIRED']);
    expect((await browser.post('/vid/api/agreement', { language: 'en', documents })).status).toBe(200);
    expect((await browser.post('/vid/api/sso/device/decide', decision)).status).toBe(200);
  });

  it('gets no code until the member cancels the pending deletion', async () => {
    const { browser, accountId } = await signedIn(server);
    await server.deps.sql`
      insert into account_deletions (account_id, erase_at) values (${accountId}, now() + interval '1 day')`;
    const silent = await browser.visit(requestBy('shop-spa', { prompt: 'none' }));
    expect(silent.searchParams.get('error')).toBe('interaction_required');
    const page = await browser.visit(requestBy('shop-spa'));
    const uid = page.searchParams.get('uid') ?? '';
    const refused = await browser.post(`/vid/api/sso/interactions/${uid}/continue`, {});
    expect([refused.status, refused.body['message']]).toEqual([403, 'DELETION_PENDING']);
    await browser.fetch('/vid/api/privacy/deletion', { method: 'DELETE' });
    const { body } = await browser.post(`/vid/api/sso/interactions/${uid}/continue`, {});
    const back = await browser.visitAndContinue(textAt(body, 'data', 'continueTo'));
    expect(back.searchParams.get('code')).toEqual(expect.any(String));
  });
});
