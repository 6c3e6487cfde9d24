import { createAccount, otherPassword, signIn } from '@vid/testkit/accounts';
import { waitForLockWaits } from '@vid/testkit/database/lock-wait';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { newId } from '#lib/ids.ts';
import { recordEvents } from '#platform/webhooks/testing/recorded-events.ts';
import {
  browse,
  by,
  dispute,
  enterWithPhone,
  intrude,
  requireOk,
  resetPassword,
} from '../testing/stolen-account.ts';
import { permissionsOf, withReader } from './testing/rights.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

/**
 * Creates an application in which the intruder gave the role `admin` to readers. Its webhooks are disabled, so
 * their messages stay queued.
 */
async function moveThousands(moved: number, { webhooks }: { readonly webhooks: number }) {
  const { account, appId } = await intrude(server);
  const { sql } = server.deps;
  const run = newId('acc').toLowerCase();
  const people = sql`generate_series(1, ${moved}::int) n`;
  await sql`
    insert into accounts (id, kind, referral_code) select ${run} || '-' || n, 'personal', ${run} || n from ${people}`;
  await sql`
    insert into application_roles (application_id, code, name) values (${appId}, 'admin', ''), (${appId}, 'reader', '')`;
  await sql`
    insert into permissions (id, account_id, application_id, role)
    select ${run} || n, ${run} || '-' || n, ${appId}, 'admin' from ${people}`;
  await sql`
    insert into right_changes (account_id, application_id, kind, target, former)
    select ${account.id}, ${appId}, 'permission', p.account_id,
      jsonb_build_array(to_jsonb(p) || jsonb_build_object('role', 'reader'))
    from permissions p where p.application_id = ${appId}`;
  await sql`
    insert into webhook_endpoints (id, application_id, url, event_types, sealed_secret, status)
    select ${run} || n, ${appId}, 'https://app.example.vn/' || n, '{permission.changed}', '', 'disabled'
    from generate_series(1, ${webhooks}::int) n`;
  const counts = async () => {
    const [row] = await sql`
      select (select count(*)::int from permissions where application_id = ${appId} and role = 'reader') as readers,
        (select count(*)::int from audit_events
          where kind = 'permission.changed' and details ->> 'applicationId' = ${appId}) as changes,
        (select count(*)::int from deliveries d join webhook_endpoints e on e.id = d.endpoint_id
          where e.application_id = ${appId}) as messages`;
    return row;
  };
  return { account, appId, moved, counts };
}

describe('the task that undoes rights after a return', () => {
  it('K1 does not delay a return while 1,200 permissions are locked', async () => {
    const { account, appId, moved, counts } = await moveThousands(1_200, { webhooks: 10 });
    const { sql, givenPermissions } = server.deps;
    await dispute(server, account);
    await sql.begin(async (tx) => {
      await tx`select from permissions where application_id = ${appId} for update`;
      await resetPassword(server, account.phone);
    });
    const owner = await enterWithPhone(server, account.phone);
    expect(await counts()).toEqual({ readers: 0, changes: 0, messages: 0 });
    await givenPermissions.run();
    expect(await counts()).toEqual({ readers: moved, changes: moved, messages: moved * 10 });
    const { data } = await owner.get('/vid/api/users/information');
    expect(data['accountReturn']).toMatchObject({ removed: [{ kind: 'permission' }] });
  });

  it('K1 is not locked while a return waits for another lock', async () => {
    const { account } = await moveThousands(1, { webhooks: 0 });
    const { sql, notices, givenPermissions } = server.deps;
    await dispute(server, account);
    const caller = { userAgent: '', address: '' };
    await sql.begin((tx) =>
      notices.defer(tx, {
        accountId: account.id,
        kind: 'new-device',
        caller,
        skipsPhone: false,
        isByCode: false,
      }),
    );
    await sql`
      insert into scheduled_tasks (name, due_at) values ('undo-rights', now() + interval '1 hour')
      on conflict (name) do update set due_at = excluded.due_at`;
    const lockTask = async () =>
      (await sql`select from scheduled_tasks where name = 'undo-rights' for update skip locked`).count;
    let returned: Promise<void> | undefined;
    await sql.begin(async (tx) => {
      await tx`select from due_notices where account_id = ${account.id} for update`;
      returned = resetPassword(server, account.phone);
      await waitForLockWaits(server, 1);
      expect(await lockTask()).toBe(1);
    });
    await returned;
    expect(
      await sql`select due_at <= now() as is_due from scheduled_tasks where name = 'undo-rights'`,
    ).toEqual([{ isDue: true }]);
    await givenPermissions.run();
  });

  it('K1 loses and repeats no change if a batch loses its connection', async () => {
    const { account, appId, moved, counts } = await moveThousands(1_100, { webhooks: 1 });
    const { sql, givenPermissions } = server.deps;
    await dispute(server, account);
    await resetPassword(server, account.phone);
    expect(await givenPermissions.undoBatch(account.id)).toBe(true);
    const undone = { readers: 500, changes: 500, messages: 500 };
    expect(await counts()).toEqual(undone);
    await sql.begin(async (tx) => {
      await tx`select from permissions where application_id = ${appId} and role = 'admin' for update`;
      const batch = givenPermissions.undoBatch(account.id).catch((error: unknown) => error);
      await waitForLockWaits(server, 1);
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`;
      expect(await batch).toBeInstanceOf(Error);
    });
    expect(await counts()).toEqual(undone);
    const later = await moveThousands(1, { webhooks: 0 });
    await dispute(server, later.account);
    await resetPassword(server, later.account.phone);
    const other = await server.twin();
    await other.deps.givenPermissions.run();
    await other.close();
    expect(await counts()).toEqual({ readers: moved, changes: moved, messages: moved });
    expect(await later.counts()).toMatchObject({ readers: 1 });
    expect(await sql`select from rights_to_undo`).toHaveLength(0);
  });

  it('K1 undoes rights that remain from an earlier return', async () => {
    const { account, appId, browser, url, reader } = await withReader(server);
    requireOk(await browser.post(`${url}/permissions/set-role`, { ids: [reader.id], role: 'admin' }));
    for (let time = 0; time < 2; time += 1) {
      await dispute(server, account);
      await resetPassword(server, account.phone);
    }
    await server.deps.givenPermissions.run();
    expect(await permissionsOf(server, appId)).toEqual([reader]);
  });

  it('names the later of two returns in the audit log', async () => {
    const { account, browser, url, reader } = await withReader(server);
    requireOk(await browser.post(`${url}/permissions/set-role`, { ids: [reader.id], role: 'admin' }));
    await dispute(server, account);
    await resetPassword(server, account.phone);
    const [again, friend] = [browse(server), await createAccount(server)];
    await signIn(again, { phone: account.phone, password: otherPassword });
    requireOk(await again.post(`${url}/permissions`, { role: 'admin', phones: [friend.phone] }));
    const { sql, givenPermissions, modules } = server.deps;
    await dispute(server, account);
    await modules.accounts.accountLock.lock(account.id, by);
    const caller = { address: '203.0.113.2', requestId: 'later', userAgent: 'Mozilla/5.0 Firefox/130.0' };
    await modules.accounts.accountLock.unlock(account.id, { actorId: null, caller });
    await givenPermissions.run();
    const [event] = await sql`
      select actor_id, address, request_id, browser from audit_events
      where account_id = ${reader.accountId} and kind = 'permission.changed' order by id desc limit 1`;
    expect(event).toEqual({
      actorId: null,
      address: caller.address,
      requestId: caller.requestId,
      browser: 'Firefox',
    });
  });

  it('reports both roles of a permission to webhooks', async () => {
    const { account, browser, url, appId, code, reader } = await withReader(server);
    const { sql, givenPermissions } = server.deps;
    const webhook = { url: 'https://thief.example.vn/hook', events: ['account.locked'] };
    const added = await browser.post(`${url}/webhooks`, webhook);
    requireOk(added);
    requireOk(await browser.post(`${url}/permissions/set-role`, { ids: [reader.id], role: 'admin' }));
    const friend = await createAccount(server);
    requireOk(await browser.post(`${url}/permissions`, { role: 'admin', phones: [friend.phone] }));
    const eventsOf = await recordEvents(sql);
    await dispute(server, account);
    await resetPassword(server, account.phone);
    expect(await sql`select from rights_to_undo where account_id = ${account.id}`).toHaveLength(1);
    await givenPermissions.run();
    expect(await sql`select from rights_to_undo where account_id = ${account.id}`).toHaveLength(0);
    const changed = async (id: string) =>
      (await eventsOf(id)).filter(([type]) => type === 'permission.changed').map(([, data]) => data);
    expect(await changed(reader.accountId)).toMatchObject([
      { change: 'role', role: 'reader', previousRole: 'admin', permissionId: reader.id },
    ]);
    const [lost] = await changed(friend.id);
    expect(lost).toMatchObject({ change: 'removed', role: 'admin', application: code, previousRole: null });
    await sql`delete from webhook_endpoints where id = 'whk_recorder'`;
    const audited = async (kind: string, accountId: string | undefined) =>
      (
        await sql<{ details: unknown }[]>`
          select details from audit_events where kind = ${kind} and account_id is not distinct from ${accountId ?? null}
            and details ->> 'applicationId' = ${appId} order by id desc limit 1`
      ).map(({ details }) => details);
    expect(await audited('permission.changed', reader.accountId)).toEqual([
      { applicationId: appId, role: 'reader' },
    ]);
    expect(await audited('permission.removed', friend.id)).toEqual([{ applicationId: appId, role: 'admin' }]);
    expect(await audited('webhook.disabled', account.id)).toEqual([
      { webhookId: added.data['id'], host: 'thief.example.vn', applicationId: appId },
    ]);
  });

  it('has nothing to undo if the account gave no permissions', async () => {
    const { account, browser, url, appId } = await withReader(server);
    requireOk(
      await browser.post(`${url}/roles`, { code: 'new', name: 'N', description: '', isDefault: true }),
    );
    await dispute(server, account);
    await resetPassword(server, account.phone);
    expect(await server.deps.sql`select from rights_to_undo where account_id = ${account.id}`).toHaveLength(
      0,
    );
    const [event] = await server.deps.sql`
      select details from audit_events where kind = 'role.changed' and details ->> 'applicationId' = ${appId}
      order by id desc limit 1`;
    // The application had no default role before the intrusion either.
    expect(event).toEqual({ details: { applicationId: appId, role: '' } });
  });

  it('K1 tries smaller batches if a batch fails', async () => {
    const { account, appId, counts } = await moveThousands(8, { webhooks: 0 });
    const { sql, givenPermissions } = server.deps;
    await dispute(server, account);
    await resetPassword(server, account.phone);
    await sql`
      update right_changes set former = '"none"'
      where id = (select max(id) from right_changes where application_id = ${appId})`;
    await givenPermissions.run();
    expect(await counts()).toEqual({ readers: 5, changes: 5, messages: 0 });
    await sql`delete from rights_to_undo`;
  });

  it('K1 undoes another account’s rights if one account’s rights cannot be undone', async () => {
    const [stuck, other] = [await withReader(server), await withReader(server)];
    for (const { account, browser, url, reader } of [stuck, other]) {
      requireOk(await browser.post(`${url}/permissions/set-role`, { ids: [reader.id], role: 'admin' }));
      await dispute(server, account);
      await resetPassword(server, account.phone);
    }
    const { sql, givenPermissions } = server.deps;
    const broken = sql`update right_changes set former = '"none"' where account_id = ${stuck.account.id}`;
    expect((await broken).count).toBe(1);
    await givenPermissions.run();
    expect(await permissionsOf(server, other.appId)).toEqual([other.reader]);
    expect(await sql`select account_id from rights_to_undo`).toEqual([{ accountId: stuck.account.id }]);
    await sql`delete from rights_to_undo`;
  });
});
