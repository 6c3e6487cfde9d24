import { createKeys } from '#lib/keys.ts';
import { createAccount, signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import type { Adapter } from 'oidc-provider';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createAdapterFactory } from './adapter.ts';
import { createClientStore, type ClientStore } from './clients.ts';
import { createSessionStore, type SessionStore } from './sessions.ts';

let server: TestServer;
let sessions: SessionStore;
let clients: ClientStore;
let adapterOf: (name: string) => Adapter;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
  const { sql, audit } = server.deps;
  const keys = createKeys([{ id: 1, bytes: Buffer.alloc(32, 7) }]);
  sessions = createSessionStore({ sql, lookups: sql, keys, audit });
  clients = createClientStore(sql);
  adapterOf = createAdapterFactory({
    sql,
    lookups: sql,
    keys,
    audit,
    clients,
    sessions,
    requestLimit: { ofNetwork: async () => 0, ofClient: async () => 0, ofProofs: async () => 0 },
  });
  await server.deps.applications.add({ code: 'shop', name: 'Sàn' });
  await server.deps.applications.addClient('shop', {
    clientId: 'shop-web',
    kind: 'web',
    redirectUris: ['https://shop.example.vn/cb'],
  });
});
afterAll(() => server.close());

describe('the storage of an oidc-provider model', () => {
  it('consists of VID’s sessions, VID’s clients or a table', async () => {
    expect(adapterOf('Session')).toMatchObject(sessions);
    expect(await adapterOf('Client').find('shop-web')).toMatchObject({ client_id: 'shop-web' });
    expect(await adapterOf('Client').find('unknown')).toBeUndefined();
    await adapterOf('AccessToken').upsert('id', { kind: 'AccessToken' }, 60);
    expect(await adapterOf('AccessToken').find('id')).toMatchObject({ kind: 'AccessToken' });
  });

  it.each(['Client', 'InitialAccessToken', 'constructor'])('does not store %s', async (name) => {
    const adapter = adapterOf(name);
    await expect(adapter.upsert('id', {}, 60)).rejects.toThrow(`${name} is not stored`);
    await expect(adapter.consume('id')).rejects.toThrow(`${name} is not stored`);
    for (const nothing of [
      adapter.find('id'),
      adapter.findByUid('id'),
      adapter.findByUserCode('id'),
      adapter.destroy('id'),
      adapter.revokeByGrantId('id'),
    ])
      expect(await nothing).toBeUndefined();
  });

  it.each(['Session', 'AccessToken'])('finds no %s by a user code', async (name) => {
    expect(await adapterOf(name).findByUserCode('id')).toBeUndefined();
  });
});

const startSession = async () => {
  const account = await createAccount(server);
  await signIn(new TestBrowser(server.app), account);
  const [row] = await server.deps.sql<{ id: string }[]>`
    select id from sessions where account_id = ${account.id}`;
  return { accountId: account.id, uid: row?.id ?? '' };
};

describe('the store of sessions', () => {
  it('keeps the state that another request has stored', async () => {
    const { sql } = server.deps;
    const { accountId, uid } = await startSession();
    await sql`
      insert into oidc_sessions (session_id, account_id, authorizations, state)
      values (${uid}, ${accountId}, '{}', '{"secret":"s"}')`;
    const authorizations = { 'shop-web': { sid: 'one', grantId: 'two' } };
    await sessions.upsert('token', { kind: 'Session', uid, accountId, authorizations });
    expect(await sql`select authorizations, state from oidc_sessions where session_id = ${uid}`).toEqual([
      { authorizations, state: { secret: 's' } },
    ]);
  });

  it.each([
    ['extends', 'user', true],
    ['does not extend', 'admin', false],
  ])('%s the idle time of the role %s', async (_verb, role, isExtended) => {
    const { sql } = server.deps;
    const { accountId, uid } = await startSession();
    await sql`update accounts set role = ${role} where id = ${accountId}`;
    await sql`
      update sessions set amr = '{pwd,otp,sms,mfa}', last_seen_at = now() - interval '1 day',
        idle_expires_at = now() + interval '1 minute' where id = ${uid}`;
    expect(await sessions.findByUid(uid)).toMatchObject({ uid, accountId });
    expect(
      await sql`
        select idle_expires_at > now() + interval '2 minutes' as is_extended from sessions where id = ${uid}`,
    ).toEqual([{ isExtended }]);
  });
});
