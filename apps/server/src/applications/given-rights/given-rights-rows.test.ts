import { createAccount } from '@vid/testkit/accounts';
import { createApplication } from '@vid/testkit/applications';
import { atOneMoment } from '@vid/testkit/database/one-moment';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Sql } from '#database/connection.ts';
import type { Giver } from '#platform/right-changes.ts';
import { listGivers } from './given-changes.ts';
import { createGivenPermissionsRepo } from './given-permissions.repo.ts';
import { createApplicationRepo } from '#applications/application/application.repo.ts';
import { permissionChanges } from '#applications/permissions/permission-changes.repo.ts';
import { givenRights } from './given-rights.repo.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

async function setUp() {
  const [one, two] = [await createAccount(server), await createAccount(server)];
  const [app, other] = [await createApplication(server), await createApplication(server)];
  const add = (code: string) => server.deps.applications.addClient(code, { kind: 'machine' });
  return {
    one: one.id,
    two: two.id,
    app: app.id,
    other: other.id,
    client: (await add(app.code)).clientId,
    otherClient: (await add(other.code)).clientId,
  };
}
const run = async (work: (tx: Sql, setup: Awaited<ReturnType<typeof setUp>>) => Promise<void>) => {
  const setup = await setUp();
  await atOneMoment(server, (tx) => work(tx, setup));
};

/** Returns the time an hour ago in whole milliseconds, because a `Date` has no microseconds. */
async function hourAgo(tx: Sql): Promise<Date> {
  const [row] = await tx<{ at: Date }[]>`select date_trunc('milliseconds', now()) - interval '1 hour' as at`;
  if (!row) throw new Error('no moment');
  return row.at;
}
const giverOf = async (tx: Sql, accountId: string, applicationId: string | null = null): Promise<Giver> => ({
  accountId,
  since: await hourAgo(tx),
  until: null,
  applicationId,
});

describe('the applications that the return of an account checks', () => {
  it('are those with a change, client or secret by the account', async () => {
    await run(async (tx, { one, two, app, other, client }) => {
      const locked = async (id: string) => (await givenRights.lockApplications(tx, id)).map((row) => row.id);
      const change = (by: string, id: string) => tx`
        insert into right_changes (account_id, application_id, kind, target, former)
        values (${by}, ${id}, 'manager', 'acc_x', 'null')`;
      expect(await locked(one)).toEqual([]);
      await change(one, other);
      await change(two, app);
      expect(await locked(one)).toEqual([other]);
      await tx`update clients set created_by = ${one} where id = ${client}`;
      expect(await locked(one)).toEqual([app, other].toSorted());
      await tx`update clients set created_by = null where id = ${client}`;
      await tx`update client_secrets set created_by = ${one} where client_id = ${client}`;
      expect(await locked(one)).toEqual([app, other].toSorted());
      await tx`update client_secrets set created_by = ${two} where client_id = ${client}`;
      expect(await locked(one)).toEqual([other]);
    });
  });
});

describe('the managers that the return of an account removes or restores', () => {
  it('K1 include managers whom the account added directly or indirectly', async () => {
    const three = await createAccount(server);
    await run(async (tx, { one, two, app, other }) => {
      const added = [
        { by: one, id: app, target: two, minutes: 40 },
        { by: two, id: app, target: three.id, minutes: 30 },
        { by: three.id, id: app, target: two, minutes: 20 },
        { by: three.id, id: app, target: one, minutes: 10 },
        // This right must not count, because `two` is a manager of the first application only.
        { by: two, id: other, target: three.id, minutes: 10 },
      ];
      for (const { by, id, target, minutes } of added)
        await tx`
          insert into right_changes (account_id, application_id, kind, target, former, changed_at)
          values (${by}, ${id}, 'manager', ${target}, 'null', now() - ${minutes} * interval '1 minute')`;
      const givers = await listGivers(tx, await giverOf(tx, one));
      expect(givers.map(({ accountId, applicationId, until }) => [accountId, applicationId, until])).toEqual([
        [one, null, null],
        [two, app, null],
        [three.id, app, null],
      ]);
    });
  });

  it('are removed only from the given applications', async () => {
    await run(async (tx, { one, two, app, other }) => {
      for (const accountId of [one, two])
        for (const id of [app, other])
          await tx`insert into application_managers (application_id, account_id) values (${id}, ${accountId})`;
      await tx`update applications set owner_id = ${two} where id = ${other}`;
      const removed = await givenRights.removeManagers(tx, [
        { accountId: one, applicationId: app },
        { accountId: two, applicationId: other },
      ]);
      expect(removed).toHaveLength(2);
      expect(removed).toEqual(
        expect.arrayContaining([
          { accountId: one, applicationId: app },
          { accountId: two, applicationId: other },
        ]),
      );
      const left = await tx`
        select account_id, application_id from application_managers where application_id in (${app}, ${other})`;
      expect(left).toHaveLength(2);
      expect(left).toEqual(
        expect.arrayContaining([
          { accountId: one, applicationId: other },
          { accountId: two, applicationId: app },
        ]),
      );
      expect(await givenRights.removeManagers(tx, [{ accountId: one, applicationId: app }])).toEqual([]);
      expect(await givenRights.removeManagers(tx, [{ accountId: two, applicationId: other }])).toHaveLength(
        1,
      );
      expect(await givenRights.removeManagers(tx, [{ accountId: two, applicationId: app }])).toHaveLength(1);
    });
  });

  it('keep their time and creator when restored, unless the creator was erased', async () => {
    await run(async (tx, { one, two, app }) => {
      const row = { application_id: app, created_at: '2026-01-01T00:00:00Z' };
      const former = [
        { ...row, account_id: one, created_by: two },
        { ...row, account_id: two, created_by: 'acc_erased' },
      ];
      await givenRights.restoreManagers(tx, former);
      await givenRights.restoreManagers(tx, [{ ...row, account_id: one, created_by: null }]);
      const createdAt = new Date('2026-01-01');
      const rows =
        await tx`select account_id, created_by, created_at from application_managers where application_id = ${app}`;
      expect(rows).toHaveLength(2);
      expect(rows).toEqual(
        expect.arrayContaining([
          { accountId: one, createdBy: two, createdAt },
          { accountId: two, createdBy: null, createdAt },
        ]),
      );
    });
  });
});

describe('the default roles that the return of an account changes', () => {
  it('are cleared and set only in the given applications', async () => {
    await run(async (tx, { app, other }) => {
      const role = (id: string, code: string, isDefault: boolean) => tx`
        insert into application_roles (application_id, code, name, is_default) values (${id}, ${code}, ${code}, ${isDefault})`;
      for (const id of [app, other]) {
        await role(id, 'now', true);
        await role(id, 'before', false);
        await role(id, 'third', false);
      }
      const defaults = async () =>
        (
          await tx<{ name: string }[]>`
            select case application_id when ${app} then 'app ' else 'other ' end || code as name from application_roles
            where is_default and application_id in (${app}, ${other})`
        )
          .map(({ name }) => name)
          .toSorted();
      const wanted = [{ applicationId: app, code: 'before' }];
      expect(await givenRights.clearDefaults(tx, wanted)).toEqual([app]);
      expect(await defaults()).toEqual(['other now']);
      await givenRights.setDefaults(tx, wanted);
      expect(await defaults()).toEqual(['app before', 'other now']);
      // A role that stays the default is not cleared.
      expect(await givenRights.clearDefaults(tx, wanted)).toEqual([]);
      expect(await givenRights.clearDefaults(tx, [{ applicationId: app, code: null }])).toEqual([app]);
      expect(await defaults()).toEqual(['other now']);
    });
  });

  it('are created again as ordinary roles if their code is free', async () => {
    await run(async (tx, { app, other }) => {
      const role = {
        name: 'Former',
        description: 'text',
        created_at: '2026-01-01T00:00:00Z',
        is_default: true,
      };
      await tx`insert into application_roles (application_id, code, name) values (${app}, 'kept', 'Present')`;
      await givenRights.restoreRoles(tx, [
        { ...role, application_id: app, code: 'kept' },
        { ...role, application_id: other, code: 'kept' },
      ]);
      const rows = await tx`
        select application_id, code, name, description, is_default, created_at < now() as is_old
        from application_roles where application_id in (${app}, ${other}) order by name`;
      const same = { code: 'kept', isDefault: false };
      expect(rows).toEqual([
        { ...same, applicationId: other, name: 'Former', description: 'text', isOld: true },
        { ...same, applicationId: app, name: 'Present', description: '', isOld: false },
      ]);
    });
  });
});

describe('the settings that the return of an account restores', () => {
  it('are restored to the given values of each application', async () => {
    await run(async (tx, { one, app, other }) => {
      await tx`update applications set name = 'Present', owner_id = ${one}, access = 'open' where id in (${app}, ${other})`;
      const others = {
        logo: 'data:image/png;base64,AA==',
        status: 'disabled',
        is_first_party: true,
        operator_name: 'Công ty Cũ',
        policy_url: 'https://former.example.vn/',
      };
      const before = await givenRights.restoreSettings(tx, [
        { id: app, settings: { ...others, name: 'Former', access: 'restricted', owner_id: 'acc_erased' } },
        { id: other, settings: { name: 'Present' } },
      ]);
      expect(before.map(({ id, settings }) => [id, settings['name'], settings['owner_id']])).toEqual([
        [app, 'Present', one],
      ]);
      const rows = await tx`
        select id, name, access, owner_id from applications where id in (${app}, ${other}) order by name`;
      expect(rows).toEqual([
        { id: app, name: 'Former', access: 'restricted', ownerId: null },
        { id: other, name: 'Present', access: 'open', ownerId: one },
      ]);
      const [restored] = await tx`
        select logo, status, is_first_party, operator_name, policy_url, updated_at = now() as is_now
        from applications where id = ${app}`;
      expect(restored).toEqual({
        logo: others.logo,
        status: 'disabled',
        isFirstParty: true,
        operatorName: 'Công ty Cũ',
        policyUrl: 'https://former.example.vn/',
        isNow: true,
      });
    });
  });
});

const statusOf = async (tx: Sql, id: string) => {
  const [row] = await tx<{ status: string }[]>`select status from clients where id = ${id}`;
  return row?.status;
};

describe('the clients that the return of an account changes', () => {
  it('are disabled if the account added them after the given time', async () => {
    await run(async (tx, { one, two, app, other, client, otherClient }) => {
      const add = async (by: string, at: Date) => {
        await tx`
          update clients set created_by = ${by}, created_at = ${at}, status = 'active' where id in (${client}, ${otherClient})`;
      };
      const since = await hourAgo(tx);
      const later = new Date(since.getTime() + 1);
      const disabled = async (applicationId: string | null) =>
        (await givenRights.disableClients(tx, [await giverOf(tx, one, applicationId)]))
          .map(({ id }) => id)
          .toSorted();
      await add(one, since);
      expect(await disabled(null)).toEqual([]);
      await add(two, later);
      expect(await disabled(null)).toEqual([]);
      await add(one, later);
      expect(await disabled(app)).toEqual([client]);
      expect([await statusOf(tx, client), await statusOf(tx, otherClient)]).toEqual(['disabled', 'active']);
      await add(one, later);
      expect(await disabled(null)).toEqual([client, otherClient].toSorted());
      const again = await givenRights.disableClients(tx, [await giverOf(tx, one, other)]);
      expect(again).toEqual([{ id: otherClient, applicationId: other, createdAt: later, isActive: false }]);
    });
  });

  it('are restored to a given former row, but disabled', async () => {
    await run(async (tx, { client, otherClient }) => {
      await tx`update clients set scopes = '{openid}', requires_par = true where id in (${client}, ${otherClient})`;
      const changed = await givenRights.undoClientChanges(tx, [
        { id: client, former: { scopes: ['profile'], requires_par: false } },
        { id: otherClient, former: null },
        { id: 'cli_unknown', former: null },
      ]);
      expect(changed.map(({ id, isActive }) => [id, isActive])).toEqual(
        expect.arrayContaining([
          [client, true],
          [otherClient, true],
        ]),
      );
      expect(changed).toHaveLength(2);
      const settings = async (id: string) => {
        const [row] = await tx`select scopes, requires_par, status from clients where id = ${id}`;
        return row;
      };
      expect(await settings(client)).toEqual({ scopes: ['profile'], requiresPar: false, status: 'disabled' });
      expect(await settings(otherClient)).toEqual({
        scopes: ['openid'],
        requiresPar: true,
        status: 'disabled',
      });
      const former = {
        auth_method: 'private_key_jwt',
        redirect_uris: ['https://former.example.vn/cb'],
        post_logout_uris: ['https://former.example.vn/'],
        backchannel_logout_uri: 'https://former.example.vn/out',
        jwks: { keys: [{ kid: 'former' }] },
        requires_dpop: true,
        may_omit_pkce: true,
        management_scopes: ['vid:applications:read'],
      };
      await tx`update clients set kind = 'web' where id = ${client}`;
      const again = await givenRights.undoClientChanges(tx, [{ id: client, former }]);
      expect(again).toMatchObject([{ id: client, isActive: false }]);
      const [row] = await tx<
        { client: object }[]
      >`select to_jsonb(c) as client from clients c where id = ${client}`;
      expect(row?.client).toMatchObject(former);
    });
  });

  it('lose the secrets that the account created after the given time', async () => {
    await run(async (tx, { one, two, app, client, otherClient }) => {
      const since = await hourAgo(tx);
      await tx`delete from client_secrets where client_id in (${client}, ${otherClient})`;
      const add = (id: string, by: string | null, end: string | null, at = '30 minutes', of = client) => tx`
        insert into client_secrets (id, client_id, secret_hash, created_by, created_at, expires_at)
        values (${id}, ${of}, ${Buffer.alloc(32, id)}, ${by}, now() - ${at}::interval, now() + ${end}::interval)`;
      const ends = async () => {
        const rows = await tx<{ id: string; end: number | null }[]>`
          select id, extract(epoch from expires_at - now())::int as end from client_secrets
          where client_id in (${client}, ${otherClient}) order by id`;
        return Object.fromEntries(rows.map(({ id, end }) => [id, end]));
      };
      await add('by-one', one, null);
      await add('by-two', two, '1 minute');
      await add('longer', null, '2 minutes');
      await add('expired', null, '0');
      await add('old', one, '30 seconds', '2 hours');
      await add('elsewhere', one, null, '30 minutes', otherClient);
      await add('other', two, '1 minute', '30 minutes', otherClient);
      const lost = await givenRights.deleteSecrets(tx, [await giverOf(tx, one, app)]);
      expect(lost).toEqual([{ id: client, applicationId: app, createdAt: expect.any(Date), isActive: true }]);
      expect(await ends()).toEqual({
        'by-two': 60,
        elsewhere: null,
        expired: 0,
        longer: null,
        old: 30,
        other: 60,
      });
      await tx`update client_secrets set created_by = ${one}, created_at = ${since} where id = 'by-two'`;
      expect(await givenRights.deleteSecrets(tx, [await giverOf(tx, one, app)])).toEqual([]);
      expect(await givenRights.deleteSecrets(tx, [await giverOf(tx, one)])).toHaveLength(1);
      expect(await ends()).toMatchObject({ other: null, 'by-two': 60 });
    });
  });

  it('have a secret in doubt that the account created before its return', async () => {
    await run(async (tx, { one, two, client, otherClient }) => {
      const isInDoubt = (id = client) => createApplicationRepo(tx).isSecretInDoubt(tx, id);
      const returned = await hourAgo(tx);
      await tx`
        insert into account_returns (account_id, way, returned_at, rights_since, sessions_ended, removed)
        values (${one}, 'lock-opened', ${returned}, ${returned}, 0, '[]')`;
      const change = async (by: string | null, at: Date, end: string | null) => {
        await tx`
          update client_secrets set created_by = ${by}, created_at = ${at}, expires_at = now() + ${end}::interval
          where client_id = ${client}`;
      };
      expect(await isInDoubt()).toBe(false);
      await change(one, returned, null);
      expect([await isInDoubt(), await isInDoubt(otherClient)]).toEqual([true, false]);
      await change(one, new Date(returned.getTime() + 1), null);
      expect(await isInDoubt()).toBe(false);
      await change(two, returned, null);
      expect(await isInDoubt()).toBe(false);
      await change(one, returned, '1 second');
      expect(await isInDoubt()).toBe(true);
      await change(one, returned, '0');
      expect(await isInDoubt()).toBe(false);
    });
  });

  it('lose their own tokens only', async () => {
    await run(async (tx, { app, client, otherClient }) => {
      for (const id of [client, otherClient])
        await tx`
          insert into oidc_client_credentials (id_hash, payload, client_id)
          values (${Buffer.alloc(32, id)}, '{}', ${id})`;
      await givenRights.deleteTokens(tx, [
        { id: client, applicationId: app, createdAt: new Date(), isActive: true },
      ]);
      expect(
        await tx`select client_id from oidc_client_credentials where client_id in (${client}, ${otherClient})`,
      ).toEqual([{ clientId: otherClient }]);
    });
  });
});

describe('the permissions that the return of an account changes', () => {
  it('have no batch to undo for an account without a queued return', async () => {
    expect(await server.deps.givenPermissions.undoBatch('acc_unknown')).toBe(false);
  });

  const by = { actorId: null, address: '203.0.113.1', requestId: 'r1', userAgent: 'agent' };

  it('are queued from the earliest time of several returns', async () => {
    await run(async (tx, { one, two }) => {
      const repo = createGivenPermissionsRepo(tx);
      const [first, second] = [new Date('2026-01-01'), new Date('2026-02-02')];
      for (const id of [one, two])
        await tx`
          insert into account_returns (account_id, way, returned_at, rights_since, sessions_ended, removed)
          values (${id}, 'lock-opened', ${second}, ${first}, 0, '[]')`;
      await repo.record(tx, { accountId: one, since: second, ...by });
      await repo.record(tx, { accountId: two, since: second, ...by });
      await repo.setDone(tx, one, '5');
      expect(await repo.find(tx, one)).toEqual({
        accountId: one,
        since: second,
        doneId: '5',
        returnedAt: second,
        ...by,
      });
      expect((await repo.find(tx, two))?.doneId).toBe('0');
      const next = { actorId: 'acc_admin', address: '203.0.113.2', requestId: 'r2', userAgent: 'other' };
      await repo.record(tx, { accountId: one, since: first, ...next });
      expect(await repo.find(tx, one)).toEqual({
        accountId: one,
        since: first,
        doneId: '0',
        returnedAt: second,
        ...next,
      });
      await repo.record(tx, { accountId: one, since: second, ...next });
      expect((await repo.find(tx, one))?.since).toEqual(first);
      expect((await repo.listAccounts()).filter((id) => id === one || id === two)).toEqual([one, two]);
      await repo.delete(tx, one);
      expect([await repo.find(tx, one), (await repo.find(tx, two))?.accountId]).toEqual([undefined, two]);
    });
  });

  it('are removed and later restored to their previous state', async () => {
    await run(async (tx, { one, two, app, other }) => {
      const repo = createGivenPermissionsRepo(tx);
      const give = (id: string, accountId: string, applicationId: string, createdBy: string | null) => tx`
        insert into permissions (id, account_id, application_id, role, status, created_by, created_at)
        values (${id}, ${accountId}, ${applicationId}, 'reader', 'locked', ${createdBy}, '2026-01-01')`;
      await give('per_a', one, app, two);
      await give('per_b', one, other, null);
      await give('per_c', two, app, null);
      const rows = () => tx`
        select id, account_id, application_id, role, status, created_by, created_at from permissions
        where application_id in (${app}, ${other}) order by id`;
      const before = await rows();
      const removed = await repo.removePermissions(tx, [
        { accountId: one, applicationId: app },
        { accountId: two, applicationId: other },
      ]);
      expect(removed.map(({ id }) => id)).toEqual(['per_a']);
      expect((await rows()).map((row) => row['id'])).toEqual(['per_b', 'per_c']);
      await permissionChanges.restore(tx, removed);
      expect(await rows()).toEqual(before);
      await repo.removePermissions(tx, [{ accountId: one, applicationId: app }]);
      await permissionChanges.restore(
        tx,
        removed.map((permission) => ({ ...permission, created_by: 'acc_erased' })),
      );
      expect((await rows())[0]).toEqual({ ...before[0], createdBy: null });
      expect((await repo.lockApplications(tx, [other])).map(({ id }) => id)).toEqual([other]);
    });
  });
});
