import { communityCode, signedIn, startSsoServer, type SsoServer } from '@vid/testkit/sso';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Sql } from '#database/connection.ts';
import { createCarrierSource } from './carriers.ts';
import { createAccountSource } from './claims.ts';
import { createClientSource } from './clients.ts';
import { runInScope, type SeenRequest } from './request-scope.ts';
import { createSessionSource } from './session-source.ts';

const callback = 'https://shop.example.vn/callback';
let server: SsoServer;
beforeAll(async () => {
  server = await startSsoServer(inject('cluster'));
  const { applications } = server.deps.sso;
  for (const code of ['shop', 'bank']) {
    await applications.add({ code, name: code, isFirstParty: true });
    await applications.addClient(code, { clientId: `${code}-web`, kind: 'web', redirectUris: [callback] });
  }
});
afterAll(() => server.close());

/** The sources of a provider, and how often they have asked the database. */
function sources() {
  const { sql, keys } = server.deps;
  let asked = 0;
  const lookups: Sql = new Proxy(sql, {
    get(target, name, receiver) {
      if (name === 'unsafe') asked += 1;
      return Reflect.get(target, name, receiver);
    },
  });
  const carriers = createCarrierSource(lookups, keys);
  return {
    carriers,
    clients: createClientSource(lookups, carriers),
    accounts: createAccountSource(lookups),
    sessions: createSessionSource({ sql, lookups, keys }),
    asked: () => asked,
  };
}

const during = <T>(request: SeenRequest, work: () => Promise<T>): Promise<T> => runInScope(work, { request });

describe('what a request will be asked', () => {
  it('comes with the session of a visit, once', async () => {
    const { browser, accountId } = await signedIn(server);
    const token = browser.cookies.get('vid_sid;/')?.value ?? '';
    const { sessions, clients, accounts, asked } = sources();
    await during({ path: '/auth', query: { client_id: 'shop-web' } }, async () => {
      expect(await sessions.find(token)).toMatchObject({ accountId });
      expect(await clients.find('shop-web')).toMatchObject({ client_id: 'shop-web', client_name: 'shop' });
      expect(await accounts.find(accountId, undefined)).toMatchObject({ accountId });
      expect(asked()).toBe(1);
      expect(await clients.find('shop-web')).toMatchObject({ client_id: 'shop-web' });
      expect(asked()).toBe(2);
    });
  });

  it('comes for the client that the visit names, and for no other', async () => {
    const { browser } = await signedIn(server);
    const token = browser.cookies.get('vid_sid;/')?.value ?? '';
    const { sessions, clients, asked } = sources();
    for (const named of ['shop-web', 'nobody', ['shop-web', 'bank-web'], 'a\0b', undefined]) {
      await during({ path: '/auth', query: { client_id: named } }, async () => {
        expect(await sessions.find(token)).toBeDefined();
        const before = asked();
        expect(await clients.find('bank-web')).toMatchObject({ client_id: 'bank-web', client_name: 'bank' });
        expect(asked()).toBe(before + 1);
      });
    }
  });

  it('comes with the client of a token request: the code, its session and its account', async () => {
    const { browser, accountId, sessionId } = await signedIn(server);
    const request = { appCode: 'shop', clientId: 'shop-web', redirectUrl: callback };
    const { code } = await communityCode(browser, request);
    const body = { grant_type: 'authorization_code', code };
    for (const clientId of ['shop-web', 'bank-web']) {
      const { carriers, clients, sessions, accounts, asked } = sources();
      await during({ path: '/token', query: {}, oidc: { body } }, async () => {
        const client = await clients.find(clientId);
        expect(client).toMatchObject({ client_id: clientId });
        // Whose code it is stands in the code, whoever brings it: the library compares.
        expect(await carriers.find('AuthorizationCode', code)).toMatchObject({
          payload: { clientId: 'shop-web', accountId },
        });
        expect(await sessions.findByUid(sessionId)).toMatchObject({ accountId });
        expect(asked()).toBe(1);
        // As another application sees the account is another question.
        const other = Object.assign(Object.create(null), { vid_application_id: 'app_other' });
        expect(await accounts.find(accountId, other)).toMatchObject({ accountId });
        expect(asked()).toBe(2);
      });
    }
  });

  it('is nothing where there is no such code, and the database is asked where nothing was read along', async () => {
    const { carriers, clients, asked } = sources();
    await during(
      { path: '/token', query: {}, oidc: { body: { grant_type: 'authorization_code', code: 'no' } } },
      async () => {
        expect(await clients.find('shop-web')).toMatchObject({ client_id: 'shop-web' });
        expect(await carriers.find('AuthorizationCode', 'no')).toBeUndefined();
        expect(asked()).toBe(1);
        expect(await carriers.find('RefreshToken', 'no')).toBeUndefined();
        expect(asked()).toBe(2);
      },
    );
    expect(await clients.find('shop-web')).toMatchObject({ client_id: 'shop-web' });
    expect(asked()).toBe(3);
  });
});
