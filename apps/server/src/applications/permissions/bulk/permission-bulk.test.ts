import { fieldReasons } from '@vid/contract/field-reasons';
import { webhookEventTypes } from '@vid/contract/webhook-events';
import { createAccount, createAdmin, signIn } from '@vid/testkit/accounts';
import { createApplication } from '@vid/testkit/applications';
import { TestBrowser } from '@vid/testkit/browser';
import { freshPhone } from '@vid/testkit/flows';
import { waitForLockWaits } from '@vid/testkit/database/lock-wait';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { operator } from '#account/actor.ts';
import { AppError } from '#lib/app-error.ts';
import { createPermissionChangeService } from '../permission-changes.service.ts';
import { permissionBulk } from './permission-bulk.repo.ts';

let server: TestServer;
let app: Awaited<ReturnType<typeof createManaged>>;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());
beforeEach(async () => {
  app = await createManaged();
});

async function signedIn(input: Parameters<typeof createAccount>[1] = {}) {
  const account = await createAccount(server, input);
  const browser = new TestBrowser(server.app);
  await signIn(browser, account);
  return { ...account, browser };
}

async function createManaged() {
  const [owner, manager] = [await signedIn(), await signedIn({ name: 'Trần Quản Lý' })];
  const { id, code } = await createApplication(server, { ownerId: owner.id, access: 'restricted' });
  const { sql } = server.deps;
  await sql`insert into application_managers (application_id, account_id) values (${id}, ${manager.id})`;
  await sql`
    insert into application_roles (application_id, code, name)
    select ${id}, code, code from unnest(array['reader', 'editor', 'author']) code`;
  const people = `/vid/api/apps/${id}/permissions`;
  return { id, code, owner, manager, people, path: `${people}/bulk-changes` };
}

/** Returns the added accounts and permissions in the order in which a bulk change processes them. */
async function addPeople(count: number, role = 'reader', input: Parameters<typeof createAccount>[1] = {}) {
  const people: { accountId: string; id: string }[] = [];
  for (let index = 0; index < count; index += 1) {
    const { id: accountId } = await createAccount(server, { password: null, ...input });
    const id = `app_${accountId}`;
    await server.deps.sql`
      insert into permissions (id, account_id, application_id, role, created_by, created_at)
      values (${id}, ${accountId}, ${app.id}, ${role}, ${app.owner.id}, '2026-01-02')`;
    people.push({ accountId, id });
  }
  return people.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

const changePeople = (path: string, body: object) => app.manager.browser.post(`${app.people}${path}`, body);
const countedRows = async () => {
  const rows = await server.deps.sql<{ points: number }[]>`
    select points from counters where key = ${`permission-rows:${app.id}`}`;
  return rows.map((row) => row.points);
};
const work = () => server.deps.modules.applications.bulkWorker.run();
type Call = { readonly browser: TestBrowser };
const start = (expected: number, body: object, by: Call = app.manager) =>
  by.browser.post(app.path, { expected, ...body });
const started = async (expected: number, body: object, by?: Call): Promise<string> => {
  const { status, data } = await start(expected, body, by);
  expect(status).toBe(200);
  return String(data['id']);
};
const finished = async (expected: number, body: object, by?: Call): Promise<string> => {
  const id = await started(expected, body, by);
  await work();
  return id;
};
const undo = (id: string, by: Call = app.manager) => by.browser.post(`${app.path}/${id}/undo`, {});
const undone = async (id: string, by?: Call) => {
  expect((await undo(id, by)).status).toBe(200);
  await work();
};
const shown = async (id: string, by: Call = app.owner) => {
  const { raw } = await by.browser.get(app.path);
  const list: { id: string }[] = raw.json().data;
  return list.find((change) => change.id === id);
};
type Row = { id: string; accountId: string; role: string; status: string };
const permissions = () => server.deps.sql<Row[]>`
  select id, account_id, role, status, created_by, created_at from permissions
  where application_id = ${app.id} order by id`;
const rolesOf = async () => (await permissions()).map(({ role }) => role);
const statusesOf = async () => (await permissions()).map(({ status }) => status);
const setRole = { action: 'set-role', newRole: 'editor' };
const eventsOf = (requestId: string) => server.deps.sql`
  select kind, account_id, actor_id, details from audit_events
  where request_id = ${requestId} and kind like 'permission.%' order by id`;
const endOf = async (id: string) => {
  const [event] = await server.deps.sql<{ details: object }[]>`
    select details from audit_events where kind = 'permissions.bulk-ended' and details->>'bulk' = ${id}
    order by id desc limit 1`;
  return event?.details;
};
const one = (outcome: string, count = 1) => ({ outcome, count });

describe('a bulk change to people', () => {
  it('grants the role to each person who lacks it', async () => {
    const { sql } = server.deps;
    const readers = await addPeople(103);
    await addPeople(2, 'editor');
    await sql`
      insert into webhook_endpoints (id, application_id, url, event_types, sealed_secret)
      values (${`whk_${app.id}`}, ${app.id}, 'http://127.0.0.1:1/', ${[...webhookEventTypes]}, '')`;
    const id = await finished(105, setRole);
    expect(await shown(id)).toMatchObject({
      action: 'set-role',
      newRole: 'editor',
      status: 'done',
      total: 105,
      outcomes: [one('done', 103), one('unchanged', 2)],
      startedBy: 'Trần Quản Lý',
      undoUntil: expect.any(String),
    });
    expect(new Set(await rolesOf())).toEqual(new Set(['editor']));
    const events = await eventsOf(id);
    expect(new Set(events.map(({ accountId }) => accountId))).toEqual(
      new Set(readers.map(({ accountId }) => accountId)),
    );
    expect(events).toHaveLength(103);
    expect(events[0]).toMatchObject({
      kind: 'permission.changed',
      actorId: app.manager.id,
      details: { applicationId: app.id, role: 'editor' },
    });
    const messages = await sql<{ data: object }[]>`
      select data from deliveries where endpoint_id = ${`whk_${app.id}`} and type = 'permission.changed'`;
    expect(messages).toHaveLength(103);
    expect(messages[0]?.data).toMatchObject({ role: 'editor', previousRole: 'reader', change: 'role' });
    expect(
      await sql`
        select kind, details from audit_events
        where kind like 'permissions.bulk-%' and details->>'bulk' = ${id} order by id`,
    ).toEqual([
      {
        kind: 'permissions.bulk-started',
        details: {
          applicationId: app.id,
          bulk: id,
          change: 'set-role',
          newRole: 'editor',
          count: 105,
          isSearch: false,
        },
      },
      {
        kind: 'permissions.bulk-ended',
        details: {
          applicationId: app.id,
          bulk: id,
          change: 'set-role',
          status: 'done',
          done: 103,
          skipped: 2,
        },
      },
    ]);
  });

  it('changes only people who match the filter and the search', async () => {
    const found = await addPeople(2, 'reader', { name: 'Đỗ Hàng Loạt' });
    await addPeople(1, 'editor', { name: 'Đỗ Hàng Loạt' });
    await addPeople(1, 'reader', { name: 'Lê Một Mình' });
    const query = { search: 'do hang', role: 'reader' };
    const { data } = await app.manager.browser.post(`${app.people}/count`, query);
    expect(data).toEqual({ count: 2 });
    const id = await finished(2, { ...query, action: 'lock' });
    const locked = (await permissions()).filter(({ status }) => status === 'locked');
    expect(locked.map((row) => row.id)).toEqual(found.map((person) => person.id));
    const [event] = await server.deps.sql<{ details: object }[]>`
      select details from audit_events where kind = 'permissions.bulk-started' and details->>'bulk' = ${id}`;
    expect(event?.details).toMatchObject({ isSearch: true, role: 'reader' });
    expect(JSON.stringify(event?.details)).not.toContain('do hang');
    expect(await shown(await finished(2, { ...query, action: 'unlock' }))).toMatchObject({
      outcomes: [one('done', 2)],
    });
    expect(new Set(await statusesOf())).toEqual(new Set(['active']));
    await finished(2, { ...query, action: 'remove' });
    expect(await permissions()).toHaveLength(2);
  });

  it('changes only people who matched at its start', async () => {
    const [gone] = await addPeople(2);
    const id = await started(2, { action: 'lock' });
    await addPeople(1);
    await app.owner.browser.post(`${app.people}/remove`, { ids: [gone?.id] });
    await work();
    expect((await statusesOf()).toSorted()).toEqual(['active', 'locked']);
    expect(await shown(id)).toMatchObject({ outcomes: [one('done'), one('not-found')] });
  });

  it('grants a person with two permissions the role only once', async () => {
    const [person] = await addPeople(1);
    await server.deps.applications.grant(app.code, person?.accountId ?? '', 'author');
    const id = await finished(2, setRole);
    expect((await rolesOf()).filter((role) => role === 'editor')).toHaveLength(1);
    expect(await shown(id)).toMatchObject({ outcomes: [one('done'), one('unchanged')] });
  });

  it('grants no role that is removed while the change runs', async () => {
    await addPeople(2);
    const id = await started(2, setRole);
    expect((await app.owner.browser.post(`/vid/api/apps/${app.id}/roles/editor/remove`, {})).status).toBe(
      200,
    );
    await work();
    expect(await rolesOf()).toEqual(['reader', 'reader']);
    expect(await shown(id)).toMatchObject({ status: 'done', outcomes: [one('role-removed', 2)] });
  });

  it('is refused if the number of matches differs from the confirmed number', async () => {
    await addPeople(2);
    const { code, raw } = await start(3, { action: 'lock' });
    expect(code).toBe('BULK_COUNT_CHANGED');
    expect(raw.json().details).toEqual({ count: '2' });
    expect((await start(2, { action: 'set-role', newRole: 'nobody' })).code).toBe('ROLE_NOT_FOUND');
    const unnamed = await start(2, { action: 'set-role' });
    expect([unnamed.code, unnamed.raw.json().fields]).toEqual([
      'VALIDATION_FAILED',
      { newRole: fieldReasons.required.vi },
    ]);
    expect((await start(2, { action: 'end-sessions' })).code).toBe('VALIDATION_FAILED');
    expect(await server.deps.sql`select from bulk_changes where application_id = ${app.id}`).toHaveLength(0);
  });

  it('X4 shares the limit of 200,000 changed permissions with single changes', async () => {
    const { sql } = server.deps;
    const [person] = await addPeople(2);
    const ids = [person?.id];
    await finished(2, { action: 'lock' });
    expect((await start(1, { action: 'unlock' })).code).toBe('BULK_COUNT_CHANGED');
    expect(await countedRows()).toEqual([2]);
    await sql`update counters set points = 199999 where key = ${`permission-rows:${app.id}`}`;
    expect((await start(2, { action: 'unlock' })).code).toBe('RATE_LIMITED');
    expect((await app.manager.browser.post(`${app.people}/unlock`, { ids })).status).toBe(200);
    expect((await app.manager.browser.post(`${app.people}/lock`, { ids })).code).toBe('RATE_LIMITED');
    expect(await countedRows()).toEqual([200_000]);
    // The owner's changes are counted separately, so the owner can undo those of a manager.
    expect((await app.owner.browser.post(`${app.people}/lock`, { ids })).status).toBe(200);
  });

  it('X4 shares the limit of changed permissions with the removal of roles', async () => {
    await addPeople(2);
    const { sql } = server.deps;
    const key = `permission-rows:${app.id}`;
    await sql`insert into counters (key, points, expires_at) values (${key}, 199999, now() + interval '1 hour')`;
    const remove = (moveTo: string) =>
      app.manager.browser.post(`/vid/api/apps/${app.id}/roles/reader/remove`, { moveTo });
    expect((await remove('editor')).code).toBe('RATE_LIMITED');
    expect(await rolesOf()).toEqual(['reader', 'reader']);
    await sql`update counters set points = 199998 where key = ${key}`;
    expect((await remove('nobody')).code).toBe('ROLE_NOT_FOUND');
    expect(await countedRows()).toEqual([199_998]);
    expect((await remove('editor')).data).toEqual({ moved: 2 });
    expect(await countedRows()).toEqual([200_000]);
  });

  it('X4 shares a limit that does not count unchanged permissions', async () => {
    const [person] = await addPeople(1);
    const ids = [person?.id];
    const { phone } = await createAccount(server);
    const add = () => changePeople('', { role: 'reader', phones: [phone, freshPhone()] });
    for (const [count, repeated] of [
      [1, () => changePeople('/lock', { ids })],
      [2, () => changePeople('/unlock', { ids })],
      [3, () => changePeople('/set-role', { ids, role: 'editor' })],
      [4, add],
    ] as const) {
      expect((await repeated()).status).toBe(200);
      expect((await repeated()).status).toBe(200);
      expect(await countedRows()).toEqual([count]);
    }
  });

  it('X4 reports its outcome even if the count cannot be refunded', async () => {
    const { counters } = server.deps;
    const { countRows } = createPermissionChangeService({
      ...server.deps,
      counters: { ...counters, refund: () => Promise.reject(new Error('the connection was lost')) },
    });
    const { caller } = operator;
    const by = { actorId: app.manager.id, caller, within: app.id };
    await expect(countRows(by, 2, () => Promise.resolve({ result: 'done', changed: 1 }))).resolves.toBe(
      'done',
    );
    await expect(countRows(by, 2, () => Promise.reject(new AppError('NOT_FOUND')))).rejects.toThrow(
      'NOT_FOUND',
    );
  });

  it('is limited to one at a time per application', async () => {
    await addPeople(1);
    await started(1, { action: 'lock' });
    expect((await start(1, { action: 'unlock' }, app.owner)).code).toBe('BULK_RUNNING');
    app = await createManaged();
    await addPeople(1);
    await finished(1, { action: 'lock' });
    expect(await statusesOf()).toEqual(['locked']);
  });

  it('M1 requires re-authentication to start, but not to stop', async () => {
    await addPeople(1);
    const id = await started(1, { action: 'lock' });
    await server.deps.sql`
      update sessions set confirmed_at = now() - interval '6 minutes', authenticated_at = now() - interval '6 minutes'
      where account_id = ${app.manager.id}`;
    expect((await start(1, { action: 'unlock' })).code).toBe('REAUTHENTICATION_REQUIRED');
    expect((await undo(id)).code).toBe('REAUTHENTICATION_REQUIRED');
    expect((await app.manager.browser.post(`${app.path}/${id}/stop`, {})).data).toMatchObject({
      status: 'stopped',
    });
  });

  it('M2 is not found by a manager of another application', async () => {
    await addPeople(1);
    const id = await finished(1, { action: 'lock' });
    const own = app;
    app = await createManaged();
    const stranger = app.manager.browser;
    for (const path of [own.path, app.path])
      for (const step of ['stop', 'undo'])
        expect((await stranger.post(`${path}/${id}/${step}`, {})).code).toBe('NOT_FOUND');
    expect((await stranger.get(own.path)).code).toBe('NOT_FOUND');
    expect((await stranger.post(own.path, { action: 'lock', expected: 1 })).code).toBe('NOT_FOUND');
    expect((await stranger.post(`${own.people}/count`, {})).code).toBe('NOT_FOUND');
    expect((await stranger.get(app.path)).raw.json().data).toEqual([]);
    const admin = await createAdmin(server);
    const accounts = '/vid/api/admin/accounts/bulk-changes';
    expect((await admin.browser.get(accounts)).raw.json().data).toEqual([]);
    expect((await admin.browser.post(`${accounts}/${id}/undo`, {})).code).toBe('NOT_FOUND');
    app = own;
    expect(await shown(id, admin)).toMatchObject({ status: 'done' });
    await undone(id, admin);
    expect(await statusesOf()).toEqual(['active']);
    await server.deps.sql`update accounts set name = null where id = ${admin.id}`;
    // The list does not show the phone number of an administrator.
    expect(await shown(id, app.manager)).toMatchObject({ status: 'undone', undoneBy: null });
  });

  it('M7 stops before its next batch once the manager is removed', async () => {
    await addPeople(2);
    const id = await started(2, { action: 'remove' });
    const { status } = await app.owner.browser.call(
      'DELETE',
      `/vid/api/apps/${app.id}/managers/${app.manager.id}`,
    );
    expect(status).toBe(200);
    await work();
    expect(await permissions()).toHaveLength(2);
    expect(await shown(id)).toMatchObject({ status: 'stopped', outcomes: [] });
  });

  it.each([
    ['the account of the owner is locked', (id: string) => lockAccount(id)],
    ['the application is handed over', () => handOver()],
  ])('M7 stops once %s', async (_case, act) => {
    await addPeople(1);
    const id = await started(1, { action: 'remove' }, app.owner);
    await act(app.owner.id);
    await work();
    expect(await permissions()).toHaveLength(1);
    expect(await shown(id, app.manager)).toMatchObject({ status: 'stopped' });
  });

  it('M7 stops and is undone when the manager’s account returns to its owner', async () => {
    await addPeople(101);
    const before = await permissions();
    const id = await started(101, setRole);
    // The database fails at the last person, after the first hundred were changed.
    const repair = await failFor(before[100]?.id, '57P01');
    await expect(work()).rejects.toThrow('test');
    await repair();
    await returnToOwner(app.manager.id);
    expect(await shown(id)).toMatchObject({ status: 'stopped', outcomes: [one('done', 100)] });
    await server.deps.givenPermissions.run();
    await work();
    expect(await permissions()).toEqual(before);
  });

  it('M7 is undone if the manager’s account returns during a batch', async () => {
    await addPeople(2);
    const id = await started(2, setRole);
    const { held } = await holdChanges(async () => {
      const bulk = work();
      await waitForLockWaits(server, 1);
      const returned = returnToOwner(app.manager.id);
      await waitForLockWaits(server, 2);
      return { held: Promise.all([bulk, returned]) };
    });
    await held;
    await server.deps.sql.unsafe('drop function wait_for_test cascade');
    await server.deps.givenPermissions.run();
    expect(await rolesOf()).toEqual(['reader', 'reader']);
    expect(await eventsOf(id)).toHaveLength(2);
  });

  it('repeats a failed batch and changes each person once', async () => {
    const people = await addPeople(150);
    const id = await started(150, setRole);
    const repair = await failFor(people[120]?.id, '57P01');
    await expect(work()).rejects.toThrow('test');
    expect((await rolesOf()).filter((role) => role === 'editor')).toHaveLength(120);
    await repair();
    const twin = await server.twin();
    await Promise.all([work(), twin.deps.modules.applications.bulkWorker.run()]);
    expect(new Set(await rolesOf())).toEqual(new Set(['editor']));
    expect(await eventsOf(id)).toHaveLength(150);
    expect(await shown(id)).toMatchObject({ status: 'done', outcomes: [one('done', 150)] });
  });
});

describe('the undo of a bulk change to people', () => {
  it('restores the previous roles, even if the owner starts it', async () => {
    await addPeople(2);
    await addPeople(1, 'author');
    const before = await permissions();
    const id = await finished(3, setRole);
    await undone(id, app.owner);
    expect(await permissions()).toEqual(before);
    expect(await shown(id)).toMatchObject({
      status: 'undone',
      outcomes: [one('undone', 3)],
      undoUntil: null,
    });
    const events = (await eventsOf(id)).slice(3);
    expect(events).toHaveLength(3);
    expect(events[0]).toMatchObject({ actorId: app.owner.id, details: { undoOf: id } });
    expect(await endOf(id)).toMatchObject({ status: 'undone', done: 3, skipped: 0 });
    expect((await undo(id)).code).toBe('BULK_STATE');
  });

  it('restores removed people with their locks and times', async () => {
    const [first] = await addPeople(2);
    await server.deps.sql`update permissions set status = 'locked' where id = ${first?.id ?? ''}`;
    const before = await permissions();
    const id = await finished(2, { action: 'remove' });
    expect(await permissions()).toEqual([]);
    await undone(id);
    expect(await permissions()).toEqual(before);
  });

  it.each(['lock', 'unlock'])('reverses the action “%s”', async (action) => {
    await addPeople(2);
    if (action === 'unlock')
      await server.deps.sql`update permissions set status = 'locked' where application_id = ${app.id}`;
    const before = await statusesOf();
    const id = await finished(2, { action });
    expect(await statusesOf()).not.toEqual(before);
    await undone(id);
    expect(await statusesOf()).toEqual(before);
  });

  it('M7 skips people whose permission the owner has changed since', async () => {
    const [lost, got, back, kept] = await addPeople(4);
    const id = await finished(4, setRole);
    const { browser } = app.owner;
    await browser.post(`${app.people}/remove`, { ids: [lost?.id] });
    await browser.post(`${app.people}/set-role`, { ids: [got?.id], role: 'author' });
    // The owner sets another role and then the bulk change's role again, which is a later decision.
    for (const role of ['author', 'editor'])
      await browser.post(`${app.people}/set-role`, { ids: [back?.id], role });
    await undone(id);
    const roles = new Map((await permissions()).map((row) => [row.id, row.role]));
    expect([lost, got, back, kept].map((person) => roles.get(person?.id ?? ''))).toEqual([
      undefined,
      'author',
      'editor',
      'reader',
    ]);
    expect(await shown(id)).toMatchObject({ outcomes: [one('undone'), one('changed-since', 3)] });
    expect(await endOf(id)).toMatchObject({ done: 1, skipped: 3 });
  });

  it('M7 skips a removed person whom the operator has added again', async () => {
    const people = await addPeople(2);
    const id = await finished(2, { action: 'remove' });
    await server.deps.applications.grant(app.code, people[0]?.accountId ?? '', 'author');
    await undone(id);
    expect((await rolesOf()).toSorted()).toEqual(['author', 'reader']);
    expect(await shown(id)).toMatchObject({ outcomes: [one('undone'), one('changed-since')] });
  });

  it('M7 keeps later roles from requests that began before the change', async () => {
    const [person] = await addPeople(1);
    const id = await started(1, setRole);
    const give = (role: string) =>
      app.owner.browser.post(`${app.people}/set-role`, { ids: [person?.id], role });
    const { later } = await server.deps.sql.begin(async (tx) => {
      await tx`select from accounts where id = ${app.owner.id} for no key update`;
      const first = give('author');
      await waitForLockWaits(server, 1);
      const second = give('editor');
      await waitForLockWaits(server, 2);
      await work();
      return { later: Promise.all([first, second]) };
    });
    expect((await later).map(({ status }) => status)).toEqual([200, 200]);
    await undone(id);
    expect(await rolesOf()).toEqual(['editor']);
    expect(await shown(id)).toMatchObject({ outcomes: [one('changed-since')] });
  });

  it('M7 restores no role from an account that returned to its owner', async () => {
    const intruder = app.manager;
    const person = await createAccount(server);
    const { status } = await intruder.browser.post(app.people, { role: 'reader', phones: [person.phone] });
    expect(status).toBe(200);
    const id = await finished(1, { action: 'remove' }, app.owner);
    await returnToOwner(intruder.id);
    await server.deps.givenPermissions.run();
    await undone(id, app.owner);
    expect(await permissions()).toEqual([]);
    expect(await shown(id)).toMatchObject({ outcomes: [one('changed-since')] });
  });

  it('restores a role that the owner granted after an account’s return', async () => {
    const person = await createAccount(server);
    const add = (by: Call) => by.browser.post(app.people, { role: 'reader', phones: [person.phone] });
    await add(app.manager);
    await returnToOwner(app.manager.id);
    await server.deps.givenPermissions.run();
    expect(await permissions()).toEqual([]);
    await add(app.owner);
    const before = await permissions();
    await undone(await finished(1, { action: 'remove' }, app.owner), app.owner);
    expect(before).toHaveLength(1);
    expect(await permissions()).toEqual(before);
  });

  it('K1 is recorded as a change by the manager who makes it', async () => {
    const [person] = await addPeople(1);
    const id = await finished(1, { action: 'remove' }, app.owner);
    await undone(id, app.manager);
    const { sql } = server.deps;
    const [last] = await sql`
      select account_id from right_changes
      where kind = 'permission' and target = ${person?.accountId ?? ''} order by id desc limit 1`;
    expect(last).toEqual({ accountId: app.manager.id });
    expect(
      await sql`
        select actor_id, details ->> 'count' as count from audit_events
        where kind = 'permissions.bulk-undone' and details ->> 'bulk' = ${id}`,
    ).toEqual([{ actorId: app.manager.id, count: '1' }]);
  });

  it('M7 finds permissions that a later return of an account withdrew', async () => {
    const { sql } = server.deps;
    const other = await createApplication(server);
    const now = Date.now();
    const at = (minutes: number) => new Date(now + minutes * 60_000);
    await sql`
      insert into account_returns (account_id, way, returned_at, rights_since, sessions_ended, removed)
      values (${app.manager.id}, 'lock-lifted', ${at(20)}, ${at(10)}, 0, '[]')`;
    const changes = [
      { target: 'taken-back', changedAt: at(11) },
      { target: 'at-the-return', changedAt: at(20) },
      { target: 'before-the-intruder', changedAt: at(10) },
      { target: 'after-the-return', changedAt: at(21) },
      { target: 'elsewhere', changedAt: at(11), applicationId: other.id },
      { target: 'manager', changedAt: at(11), kind: 'manager' },
      { target: 'by-the-owner', changedAt: at(11), accountId: app.owner.id },
      { target: 'not-asked', changedAt: at(11) },
    ];
    const defaults = { accountId: app.manager.id, applicationId: app.id, kind: 'permission', former: '[]' };
    for (const change of changes) await sql`insert into right_changes ${sql({ ...defaults, ...change })}`;
    const asked = changes.map(({ target }) => target).filter((target) => target !== 'not-asked');
    const found = (createdAt: Date) =>
      permissionBulk.listReturned(sql, { applicationId: app.id, createdAt }, asked);
    expect((await found(at(19))).toSorted()).toEqual(['at-the-return', 'taken-back']);
    expect(await found(at(20))).toEqual([]);
  });

  it('does not grant a role that no longer exists, and reports it', async () => {
    const [, second] = await addPeople(2);
    const id = await finished(2, setRole);
    expect((await app.owner.browser.post(`/vid/api/apps/${app.id}/roles/reader/remove`, {})).status).toBe(
      200,
    );
    await server.deps.sql`delete from bulk_rows where account_id = ${second?.accountId ?? ''}`;
    await undone(id);
    expect(await rolesOf()).toEqual(['editor', 'editor']);
    expect(await shown(id)).toMatchObject({ outcomes: [one('former-role-removed'), one('erased-since')] });
  });

  it('M7 stops once its manager is removed', async () => {
    await addPeople(2);
    const id = await finished(2, setRole);
    await undo(id);
    await app.owner.browser.call('DELETE', `/vid/api/apps/${app.id}/managers/${app.manager.id}`);
    await work();
    expect(await rolesOf()).toEqual(['editor', 'editor']);
    expect(await shown(id)).toMatchObject({ status: 'stopped', undoUntil: expect.any(String) });
    await undone(id, app.owner);
    expect(await rolesOf()).toEqual(['reader', 'reader']);
  });

  it('is refused while the change runs and after ten minutes', async () => {
    await addPeople(1);
    const id = await started(1, { action: 'lock' });
    expect((await undo(id)).code).toBe('BULK_STATE');
    await work();
    await server.deps.sql`
      update bulk_changes set ended_at = ended_at - interval '10 minutes' where id = ${id}`;
    expect((await undo(id)).code).toBe('BULK_STATE');
  });

  it('has no rows left once the application is deleted', async () => {
    const [person] = await addPeople(1);
    const id = await finished(1, { action: 'remove' });
    const { sql } = server.deps;
    const rows = () => sql`select account_id from bulk_rows where change_id = ${id}`;
    expect(await rows()).toEqual([{ accountId: person?.accountId }]);
    await sql`delete from applications where id = ${app.id}`;
    expect(await rows()).toEqual([]);
  });
});

async function lockAccount(id: string) {
  const admin = await createAdmin(server);
  const path = `/vid/api/admin/accounts/${id}/lock`;
  expect((await admin.browser.post(path, { reason: 'Nghi ngờ giả mạo' })).status).toBe(200);
}

function returnToOwner(id: string) {
  const { sql, accounts, returnToOwner: giveBack } = server.deps;
  return sql.begin(async (tx) => {
    const account = await accounts.lockRow(tx, id);
    if (!account) throw new Error('the account does not exist');
    const by = { caller: { address: 'local', requestId: 'test' } };
    return giveBack(tx, { account, way: 'lock-lifted', by });
  });
}

/** Makes updates of permissions wait until `whileHeld` has ended. */
async function holdChanges<T>(whileHeld: () => Promise<T>): Promise<T> {
  const { sql } = server.deps;
  await sql.unsafe(`
    create function wait_for_test() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(4711); return null; end $$;
    create trigger wait_for_test before update on permissions execute function wait_for_test();`);
  return sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(4711)`;
    return whileHeld();
  });
}

async function handOver() {
  await server.deps.sql`update applications set owner_id = null where id = ${app.id}`;
}

/**
 * Makes each change or removal of the permission fail with the PostgreSQL error `code`. Returns a function that
 * ends the failure.
 */
async function failFor(permissionId: string | undefined, code: string) {
  await server.deps.sql.unsafe(`
    create function fail_for_test() returns trigger language plpgsql as $$
    begin raise exception 'test' using errcode = '${code}'; end $$;
    create trigger fail_for_test before update or delete on permissions for each row
      when (old.id = '${permissionId}') execute function fail_for_test();`);
  return () =>
    server.deps.sql.unsafe('drop trigger fail_for_test on permissions; drop function fail_for_test();');
}
