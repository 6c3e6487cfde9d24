import { randomBytes } from 'node:crypto';
import { createAccount } from '@vid/testkit/accounts';
import { callerAt } from '@vid/testkit/http/caller';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { noteUses } from './application-uses.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
  const { sql } = server.deps;
  for (const code of ['one', 'two', 'own']) {
    await sql`
      insert into applications (id, code, name, is_first_party)
      values (${`app_${code}`}, ${code}, ${`App ${code}`}, ${code === 'own'})`;
    await server.deps.applications.addClient(code, {
      clientId: `${code}-spa`,
      kind: 'spa',
      redirectUris: ['https://app.example.vn/cb'],
    });
  }
});
afterAll(() => server.close());

const caller = callerAt('::1');
const applicationOf = (code: string) => ({ id: `app_${code}`, code, isFirstParty: code === 'own' });
const agree = (accountId: string, code: string, scope: string) =>
  server.deps.consents.record({ accountId, application: applicationOf(code), scope, caller });
const covers = (accountId: string, code: string, scope: string) =>
  server.deps.consents.covers({ accountId, applicationId: `app_${code}`, scope });
const newAccount = async () => (await createAccount(server, { password: null })).id;
const listOf = async (accountId: string) =>
  (await server.deps.consents.list(accountId)).map(({ application, scopes }) => [
    application.code,
    scopes.join(' '),
  ]);
const insertGrant = (accountId: string, clientId: string) => server.deps.sql`
  insert into oidc_grants (id_hash, payload, account_id, client_id, expires_at)
  values (${randomBytes(32)}, '{}', ${accountId}, ${clientId}, now() + interval '1 day')`;
const grantsOf = async (accountId: string) =>
  (await server.deps.sql`select client_id from oidc_grants where account_id = ${accountId} order by 1`).map(
    (row) => row['clientId'],
  );

describe('A8 a consent to an application', () => {
  it('covers only its own account, application and scopes', async () => {
    const [accountId, other] = [await newAccount(), await newAccount()];
    await agree(accountId, 'one', 'openid profile');
    expect(await covers(accountId, 'one', 'openid profile')).toBe(true);
    expect(await covers(accountId, 'one', 'profile')).toBe(true);
    expect(await covers(accountId, 'one', 'openid phone')).toBe(false);
    expect(await covers(accountId, 'two', 'openid')).toBe(false);
    expect(await covers(other, 'one', 'openid')).toBe(false);
  });

  it('gains the scopes of later consents, and loses none', async () => {
    const accountId = await newAccount();
    await agree(accountId, 'one', 'openid profile');
    await agree(accountId, 'one', 'openid phone');
    await agree(accountId, 'one', 'openid');
    expect(await listOf(accountId)).toEqual([['one', 'openid phone profile']]);
    const events = await server.deps.sql`select kind from audit_events where account_id = ${accountId}`;
    expect(events).toHaveLength(2);
  });

  it('is listed before consents that were given or used earlier', async () => {
    const accountId = await newAccount();
    const { sql } = server.deps;
    for (const code of ['one', 'two']) await agree(accountId, code, 'openid');
    const agreedAt = (code: string, days: number) => sql`
      update application_consents set agreed_at = now() - make_interval(days => ${days})
      where account_id = ${accountId} and application_id = ${`app_${code}`}`;
    const codes = async () => (await listOf(accountId)).map(([code]) => code);
    await agreedAt('one', 3);
    await agreedAt('two', 2);
    expect(await codes()).toEqual(['two', 'one']);
    await agreedAt('two', 4);
    expect(await codes()).toEqual(['one', 'two']);
    await sql`
      insert into application_uses (account_id, application_id, scopes, first_used_at, last_used_at) values
        (${accountId}, 'app_two', '{phone}', now() - interval '4 days', now() - interval '1 day'),
        (${accountId}, 'app_own', '{openid}', now() - interval '4 days', now() - interval '2 days')`;
    expect(await listOf(accountId)).toEqual([
      ['two', 'openid phone'],
      ['own', 'openid'],
      ['one', 'openid'],
    ]);
  });

  it('is not recorded for a first-party application', async () => {
    const accountId = await newAccount();
    await agree(accountId, 'own', 'openid');
    expect(await listOf(accountId)).toEqual([]);
    expect(await covers(accountId, 'own', 'openid')).toBe(false);
  });

  it('cannot be withdrawn for an unknown application', async () => {
    const accountId = await newAccount();
    await expect(server.deps.consents.withdraw({ accountId, appCode: 'unknown', caller })).rejects.toThrow(
      'NOT_FOUND',
    );
  });

  it('ends with its grants, without affecting other applications or accounts', async () => {
    const [accountId, other] = [await newAccount(), await newAccount()];
    for (const id of [accountId, other])
      for (const code of ['one', 'two']) {
        await agree(id, code, 'openid');
        await insertGrant(id, `${code}-spa`);
      }
    await server.deps.consents.withdraw({ accountId, appCode: 'one', caller });
    expect(await listOf(accountId)).toEqual([['two', 'openid']]);
    expect(await grantsOf(accountId)).toEqual(['two-spa']);
    expect(await server.deps.sql`select from deliveries where kind = 'logout'`).toHaveLength(0);
    expect(new Set((await listOf(other)).map(([code]) => code))).toEqual(new Set(['one', 'two']));
    expect(await grantsOf(other)).toEqual(['one-spa', 'two-spa']);
  });

  it('ends the grants and queues logout notices of both clients when withdrawn', async () => {
    const { applications, consents, sql } = server.deps;
    const accountId = await newAccount();
    await agree(accountId, 'two', 'openid');
    for (const clientId of ['two-a', 'two-b']) {
      await applications.addClient('two', {
        clientId,
        kind: 'web',
        redirectUris: ['https://app.example.vn/cb'],
        backchannelLogoutUri: 'https://app.example.vn/out',
      });
      await insertGrant(accountId, clientId);
    }
    await consents.withdraw({ accountId, appCode: 'two', caller });
    expect(await grantsOf(accountId)).toEqual([]);
    expect(await sql`select from deliveries where kind = 'logout'`).toHaveLength(2);
  });

  it('ends if it was given or extended after the time of a withdrawal', async () => {
    const { consents, sql } = server.deps;
    const [accountId, actorId] = [await newAccount(), await newAccount()];
    const since = new Date('2026-01-01T00:00:00Z');
    for (const code of ['one', 'two']) await agree(accountId, code, 'openid');
    await sql`update application_consents set agreed_at = ${since} where account_id = ${accountId}`;
    await agree(accountId, 'two', 'openid phone');
    const [extended] = await sql<{ agreedAt: Date }[]>`
      select agreed_at from application_consents where account_id = ${accountId} and application_id = 'app_two'`;
    const given = { accountId, since, by: { actorId, caller } };
    expect(await sql.begin((tx) => consents.withdrawSince(tx, given))).toEqual([
      { kind: 'consent', name: 'App two', addedAt: extended?.agreedAt.toISOString() },
    ]);
    expect(await listOf(accountId)).toEqual([['one', 'openid']]);
    expect(
      await sql`
        select kind, actor_id, details from audit_events where account_id = ${accountId} order by id desc limit 2`,
    ).toEqual([
      { kind: 'consent.withdrawn', actorId, details: { application: 'two', scope: null } },
      { kind: 'consent.given', actorId: accountId, details: { application: 'two', scope: 'openid phone' } },
    ]);
  });

  it('is audited as withdrawn if only grants remained', async () => {
    const { consents, sql } = server.deps;
    const accountId = await newAccount();
    const countAudits = async () =>
      (await sql`select from audit_events where account_id = ${accountId} and kind = 'consent.withdrawn'`)
        .length;
    await insertGrant(accountId, 'own-spa');
    for (let time = 0; time < 2; time += 1) await consents.withdraw({ accountId, appCode: 'own', caller });
    expect(await countAudits()).toBe(1);
  });
});

describe('the applications of an account', () => {
  it('keep the scopes of earlier uses', async () => {
    const { sql } = server.deps;
    const accountId = await newAccount();
    const use = (scope: string) => noteUses(sql, [{ accountId, applicationId: 'app_own', scopes: [scope] }]);
    const read = () => sql`
      select scopes, first_used_at, last_used_at from application_uses where account_id = ${accountId}`;
    await use('phone');
    await sql`
      update application_uses set first_used_at = ${new Date(0)}, last_used_at = now() - interval '59 minutes'
      where account_id = ${accountId}`;
    const before = await read();
    await use('phone');
    expect(await read()).toEqual(before);
    await use('openid');
    expect(await read()).toMatchObject([{ scopes: ['openid', 'phone'], firstUsedAt: new Date(0) }]);
  });

  it('are listed up to a hundred', async () => {
    const { sql } = server.deps;
    const accountId = await newAccount();
    await sql`
      insert into applications (id, code, name) select 'app_' || n, 'many-' || n, 'Many' from generate_series(1, 101) n`;
    await sql`
      insert into application_uses (account_id, application_id, scopes)
      select ${accountId}, 'app_' || n, '{openid}' from generate_series(1, 101) n`;
    expect(await listOf(accountId)).toHaveLength(100);
  });
});
