import { managerEndpoints } from '@vid/contract/endpoints/applications/managers';
import { permissionEndpoints } from '@vid/contract/endpoints/applications/permissions';
import { maxManagers } from '@vid/contract/limits';
import { createAccount, createAdmin, signIn, signInAdmin } from '@vid/testkit/accounts';
import { createApplication } from '@vid/testkit/applications';
import { TestBrowser } from '@vid/testkit/browser';
import { freshPhone } from '@vid/testkit/flows';
import { waitForLockWaits } from '@vid/testkit/database/lock-wait';
import { createMachineToken } from '@vid/testkit/machine';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

async function signedIn(input: Parameters<typeof createAccount>[1] = {}) {
  const browser = new TestBrowser(server.app);
  const account = await createAccount(server, input);
  await (input.role === 'admin' ? signInAdmin(server, browser, account) : signIn(browser, account));
  return { ...account, browser };
}

async function owned() {
  const owner = await signedIn({ name: 'Trần Chủ Sở Hữu' });
  const app = await createApplication(server, { ownerId: owner.id });
  const url = `/vid/api/apps/${app.id}/managers`;
  const add = ({ phone }: { phone: string }, browser = owner.browser) => browser.post(url, { phone });
  const remove = ({ id }: { id: string }, browser = owner.browser) => browser.call('DELETE', `${url}/${id}`);
  return { owner, app, url, add, remove };
}

async function managersOf(app: { readonly id: string }): Promise<string[]> {
  const rows = await server.deps.sql<{ accountId: string }[]>`
    select account_id from application_managers where application_id = ${app.id} order by created_at`;
  return rows.map(({ accountId }) => accountId);
}

const eventsOf = (app: { readonly id: string }) => server.deps.sql`
  select kind, account_id, actor_id, details from audit_events
  where kind in ('manager.added', 'manager.removed') and details ->> 'applicationId' = ${app.id} order by id`;

describe('the managers of an application', () => {
  it('K1 can be two owners who add each other at once', async () => {
    const [one, two] = [await owned(), await owned()];
    let answers: readonly Promise<{ readonly status: number }>[] = [];
    await server.deps.sql.begin(async (tx) => {
      await tx`select from accounts where id = any(${[one.owner.id, two.owner.id]}) for update`;
      answers = [one.add(two.owner), two.add(one.owner)];
      await waitForLockWaits(server, 2);
    });
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
  });

  it('K1 are announced to the owner who adds one', async () => {
    const { owner, add } = await owned();
    const { sql, background } = server.deps;
    await sql`
      insert into consents (account_id, purpose, notice_version, method, address, agreed_at)
      values (${owner.id}, 'terms', '1', 'test', '', now() - interval '25 hours')`;
    const person = await createAccount(server);
    for (const outcome of ['added', 'already']) expect((await add(person)).data).toEqual({ outcome });
    await background.idle();
    const sent = await sql`
      select phone from deliveries where type = 'application-access' and phone = any(${[owner.phone, person.phone]})`;
    expect(sent).toEqual([{ phone: owner.phone }]);
    expect(await sql`select kind, count, user_agent from due_notices where account_id = ${owner.id}`).toEqual(
      [{ kind: 'changed-yesterday', count: 1, userAgent: expect.stringContaining('Android 14') }],
    );
  });

  it('are added by national phone number and listed by time', async () => {
    const { owner, app, url, add } = await owned();
    const person = await createAccount(server, { name: 'Lê Thị Hoa' });
    expect((await add({ phone: `0${person.phone.slice(3)}` })).data).toEqual({ outcome: 'added' });
    for (const repeated of [person, owner])
      expect((await add(repeated)).data).toEqual({ outcome: 'already' });
    expect((await owner.browser.get(url)).data).toEqual({
      owner: { accountId: owner.id, name: 'Trần Chủ Sở Hữu', avatar: null, phone: owner.phone },
      managers: [
        {
          accountId: person.id,
          name: 'Lê Thị Hoa',
          avatar: null,
          phone: person.phone,
          createdBy: 'Trần Chủ Sở Hữu',
          createdAt: expect.any(String),
        },
      ],
    });
    expect(await managersOf(app)).toEqual([person.id]);
    const later = [await createAccount(server), await createAccount(server), await createAccount(server)];
    const others = later.toSorted((a, b) => (a.id < b.id ? 1 : -1));
    for (const other of others) await add(other);
    const listed = async () => {
      const { managers } = (await owner.browser.get(url)).raw.json<{
        data: { managers: { accountId: string }[] };
      }>().data;
      return managers.map(({ accountId }) => accountId);
    };
    expect(await listed()).toEqual([person, ...others].map(({ id }) => id));
    await server.deps.sql`
      update application_managers set created_at = created_at - interval '1 day'
      where application_id = ${app.id} and account_id = ${others[1]?.id ?? ''}`;
    expect(await listed()).toEqual([others[1], person, others[0], others[2]].map((one) => one?.id));
  });

  it('V4 are audited once when added and once when removed', async () => {
    const { owner, app, add, remove } = await owned();
    const person = await createAccount(server);
    await add(person);
    await add(person);
    await remove(person);
    expect((await remove(person)).code).toBe('NOT_FOUND');
    const event = { accountId: person.id, actorId: owner.id, details: { applicationId: app.id } };
    expect(await eventsOf(app)).toEqual([
      { kind: 'manager.added', ...event },
      { kind: 'manager.removed', ...event },
    ]);
  });

  it('are added once when several calls add the same phone in parallel', async () => {
    const { app, add } = await owned();
    const person = await createAccount(server);
    const answers = await Promise.all(Array.from({ length: 8 }, () => add(person)));
    const outcomes = answers.map(({ data }) => data['outcome']);
    expect(outcomes.filter((outcome) => outcome === 'added')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'already')).toHaveLength(7);
    expect(await eventsOf(app)).toHaveLength(1);
  });

  it('are limited in number', async () => {
    const { app, add } = await owned();
    const { sql } = server.deps;
    await add(await createAccount(server, { password: null }));
    for (let number = 2; number < maxManagers; number += 1) {
      const { id } = await createAccount(server, { password: null });
      await sql`insert into application_managers (application_id, account_id) values (${app.id}, ${id})`;
    }
    const [last, person] = [await createAccount(server), await createAccount(server)];
    expect((await add(last)).data).toEqual({ outcome: 'added' });
    expect((await add(person)).code).toBe('MANAGER_LIMIT');
    expect(await managersOf(app)).toHaveLength(maxManagers);
  });

  it('remain when the account that added them is erased', async () => {
    const { owner, app, url } = await owned();
    const [admin, kept, erased] = [await createAdmin(server), await createAccount(server), await signedIn()];
    for (const { phone } of [kept, erased]) await admin.browser.post(url, { phone });
    const { sql, accounts } = server.deps;
    for (const { id } of [erased, admin]) await sql.begin((tx) => accounts.erase(tx, id));
    expect(await managersOf(app)).toEqual([kept.id]);
    expect((await owner.browser.get(url)).data['managers']).toMatchObject([{ createdBy: null }]);
  });
});

describe('adding a manager by phone', () => {
  it('returns the same error for unknown numbers, locked and dormant accounts', async () => {
    const { app, add } = await owned();
    const [locked, dormant] = [
      await createAccount(server, { status: 'locked' }),
      await createAccount(server),
    ];
    await server.deps.sql`
      update accounts set last_sign_in_at = now() - interval '181 days' where id = ${dormant.id}`;
    const bodies = [];
    for (const { phone } of [{ phone: freshPhone() }, locked, dormant]) {
      const { status, raw } = await add({ phone });
      bodies.push([status, raw.body.replaceAll(/"requestId":"[^"]+"/gu, '')]);
    }
    expect(bodies[0]).toEqual([404, expect.stringContaining('ACCOUNT_NOT_FOUND')]);
    expect(bodies.slice(1)).toEqual([bodies[0], bodies[0]]);
    expect((await add({ phone: '0241234567' })).code).toBe('PHONE_INVALID');
    expect(await managersOf(app)).toEqual([]);
  });

  it('is limited to 20 numbers an hour', async () => {
    const { owner, app, add } = await owned();
    await server.deps.sql`
      insert into counters (key, points, expires_at)
      values (${`calls:addManager:${app.id}:${owner.id}`}, 19, now() + interval '1 hour')`;
    expect((await add({ phone: freshPhone() })).code).toBe('ACCOUNT_NOT_FOUND');
    expect((await add({ phone: freshPhone() })).code).toBe('RATE_LIMITED');
    const limits = [
      managerEndpoints['POST /vid/api/apps/:appId/managers'],
      permissionEndpoints['POST /vid/api/apps/:appId/permissions'],
    ];
    expect(limits.map(({ limit }) => limit.perHour)).toEqual([20, 100]);
  });

  it('M3 rejects undeclared fields', async () => {
    const { owner, url } = await owned();
    const { id, phone } = await createAccount(server);
    for (const extra of [{ accountId: id }, { applicationId: 'app_x' }, { createdBy: id }])
      expect((await owner.browser.post(url, { phone, ...extra })).code).toBe('VALIDATION_FAILED');
  });
});

type Caller = Awaited<ReturnType<typeof signedIn>>;

async function callers() {
  const one = await owned();
  const other = await owned();
  const [manager, managingAdmin] = [await signedIn(), await createAdmin(server)];
  // An administrator without a second factor has only the right of a manager.
  const newAdmin = await signedIn({ role: 'admin' });
  for (const account of [manager, managingAdmin, newAdmin]) await one.add(account);
  const otherManager = await signedIn();
  await other.add(otherManager);
  const who: Record<string, Caller> = {
    owner: one.owner,
    manager,
    newAdmin,
    managingAdmin,
    admin: await createAdmin(server),
    member: await signedIn(),
    otherOwner: other.owner,
    otherManager,
    otherNewAdmin: await signedIn({ role: 'admin' }),
  };
  return { ...one, who };
}

describe('M1 M2 access to the managers', () => {
  it.each([
    // The columns are the caller, then the results of reading the list, adding a manager, removing another
    // manager and removing oneself.
    ['owner', 'ok', 'ok', 'ok', 'NOT_FOUND'],
    ['admin', 'ok', 'ok', 'ok', 'NOT_FOUND'],
    ['managingAdmin', 'ok', 'ok', 'ok', 'ok'],
    ['manager', 'ok', 'FORBIDDEN', 'FORBIDDEN', 'ok'],
    ['newAdmin', 'ok', 'FORBIDDEN', 'FORBIDDEN', 'ok'],
    ['member', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'],
    ['otherOwner', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'],
    ['otherManager', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'],
    ['otherNewAdmin', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'],
  ])('by %s gives: read %s, add %s, remove another %s, remove oneself %s', async (name, ...expected) => {
    const { app, owner, url, add, remove, who } = await callers();
    const caller = who[name];
    if (!caller) throw new Error(name);
    const [added, removed] = [await createAccount(server), await createAccount(server)];
    await add(removed);
    const before = await managersOf(app);
    const { browser } = caller;
    const answers = [
      await browser.get(url),
      await add(added, browser),
      await remove(removed, browser),
      await remove(caller, browser),
    ];
    expect(answers.map(({ code }) => code ?? 'ok')).toEqual(expected);
    const [, adds, removes, leaves] = expected.map((outcome) => outcome === 'ok');
    const after = before.filter((id) => !(removes && id === removed.id) && !(leaves && id === caller.id));
    expect(await managersOf(app)).toEqual(adds ? [...after, added.id] : after);
    expect((await owner.browser.get(url)).data['owner']).toMatchObject({ accountId: owner.id });
  });

  it('reaches no manager of another application', async () => {
    const [one, other] = [await owned(), await owned()];
    const person = await createAccount(server);
    await other.add(person);
    for (const id of [person.id, other.owner.id, one.owner.id, 'acc_missing'])
      expect((await one.remove({ id })).code).toBe('NOT_FOUND');
    expect(await managersOf(other.app)).toEqual([person.id]);
  });

  it('is refused if the application is handed over during the request', async () => {
    const { app, add, remove } = await owned();
    const [next, kept, added] = [await signedIn(), await createAccount(server), await createAccount(server)];
    await add(kept);
    const changes = await server.deps.sql.begin(async (tx) => {
      await tx`update applications set owner_id = ${next.id} where id = ${app.id}`;
      const waiting = [add(added), remove(kept)];
      await waitForLockWaits(server, waiting.length);
      return { waiting };
    });
    const answers = await Promise.all(changes.waiting);
    expect(answers.map(({ code }) => code)).toEqual(['NOT_FOUND', 'NOT_FOUND']);
    expect(await managersOf(app)).toEqual([kept.id]);
    expect((await add(added, next.browser)).data).toEqual({ outcome: 'added' });
  });

  it('cannot be given to an account locked during the request', async () => {
    const { app, add } = await owned();
    const person = await createAccount(server);
    const change = await server.deps.sql.begin(async (tx) => {
      await tx`update accounts set status = 'locked' where id = ${person.id}`;
      const waiting = [add(person)];
      await waitForLockWaits(server, 1);
      return { waiting };
    });
    expect((await Promise.all(change.waiting)).map(({ code }) => code)).toEqual(['ACCOUNT_NOT_FOUND']);
    expect(await managersOf(app)).toEqual([]);
  });

  it('lets a machine client read the list, but not add a manager', async () => {
    const { app, add } = await owned();
    const person = await createAccount(server);
    await add(person);
    const { token } = await createMachineToken(server, app.code, [
      'vid:applications:read',
      'vid:applications:write',
    ]);
    const send = (method: 'GET' | 'POST', payload?: object) =>
      server.app.inject({
        method,
        url: `/vid/api/manage/applications/${app.id}/managers`,
        headers: { host: 'localhost:8080', authorization: `Bearer ${token}` },
        ...(payload && { payload }),
      });
    expect((await send('GET')).json().data.managers).toMatchObject([{ accountId: person.id }]);
    expect((await send('POST', { phone: freshPhone() })).statusCode).toBe(405);
  });
});

describe('M7 a removed manager', () => {
  it('gets 404 and no menu entry at the next request', async () => {
    const { app, add, remove } = await owned();
    const person = await signedIn();
    const managed = async () => (await person.browser.get('/vid/ajax/auth/me')).data['managableApplications'];
    const people = () => person.browser.post(`/vid/api/apps/${app.id}/permissions/search`, {});
    await add(person);
    expect((await people()).status).toBe(200);
    expect(await managed()).toEqual([expect.objectContaining({ id: app.id })]);
    await remove(person);
    expect((await people()).code).toBe('NOT_FOUND');
    expect(await managed()).toEqual([]);
  });

  it('has no access after owning and handing over the application', async () => {
    const { app, add } = await owned();
    const [person, last, admin] = [await signedIn(), await createAccount(server), await createAdmin(server)];
    const others = await createAccount(server);
    for (const account of [person, others]) await add(account);
    const handOver = ({ phone }: { phone: string }) =>
      admin.browser.post(`/vid/api/admin/applications/${app.id}/hand-over`, { phone, reason: 'x' });
    expect((await handOver(person)).status).toBe(200);
    expect(await managersOf(app)).toEqual([others.id]);
    expect((await person.browser.get(`/vid/api/apps/${app.id}`)).data['isOwner']).toBe(true);
    expect((await handOver(last)).status).toBe(200);
    expect((await person.browser.get(`/vid/api/apps/${app.id}`)).code).toBe('NOT_FOUND');
  });
});
