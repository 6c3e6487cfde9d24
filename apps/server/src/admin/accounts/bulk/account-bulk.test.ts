import { createAccount, createAdmin, signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';

let server: TestServer;
let admin: Awaited<ReturnType<typeof createAdmin>>;
/** Each test uses its own province, so that it matches only its own members. */
let province = 10;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());
beforeEach(async () => {
  admin = await createAdmin(server);
  province += 1;
});

const path = '/vid/api/admin/accounts/bulk-changes';
const filter = () => ({ province: `t${province}` });
const work = () => server.deps.modules.accounts.bulkWorker.run();
const start = (expected: number, action = 'lock', more: object = {}, by = admin) =>
  by.browser.post(path, { ...filter(), action, reason: 'Nghi ngờ giả mạo', expected, ...more });
const started = async (expected: number, action?: string): Promise<string> => {
  const { status, data } = await start(expected, action);
  expect(status).toBe(200);
  return String(data['id']);
};
const undo = (id: string, by = admin) => by.browser.post(`${path}/${id}/undo`, {});
const shown = async (id: string, by = admin) => {
  const { raw } = await by.browser.get(path);
  const list: { id: string }[] = raw.json().data;
  return list.find((change) => change.id === id);
};
const statusesOf = async (ids: readonly string[]) => {
  const rows = await server.deps.sql<{ id: string; status: string }[]>`
    select id, status from accounts where id = any(${[...ids]}::text[])`;
  const statuses = new Map(rows.map(({ id, status }) => [id, status]));
  return ids.map((id) => statuses.get(id));
};
const eventsOf = (kind: string, requestId: string) =>
  server.deps.sql<{ accountId: string; actorId: string; details: object }[]>`
    select account_id, actor_id, details from audit_events where kind = ${kind} and request_id = ${requestId}
    order by account_id`;

async function addMembers(count: number, input: Parameters<typeof createAccount>[1] = {}): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1)
    ids.push((await createAccount(server, { password: null, ...input })).id);
  await server.deps.sql`update accounts set province = ${`t${province}`} where id = any(${ids}::text[])`;
  return ids.toSorted();
}

/** Reports an event and locks the account, as its owner does with the link of a notice. */
async function reportAsOwner(id: string) {
  const { sql, accounts } = server.deps;
  await accounts.dispute(sql, id, new Date());
  await accounts.lockForOwner(sql, id, { phoneInDoubt: false });
}

async function returnToOwner({ id }: { readonly id: string }, by: typeof admin) {
  await reportAsOwner(id);
  const { status } = await by.browser.post(`/vid/api/admin/accounts/${id}/unlock`, { reason: 'Chính chủ' });
  expect(status).toBe(200);
}

const endOf = async (id: string) => {
  const [event] = await server.deps.sql<{ details: object }[]>`
    select details from audit_events where kind = 'accounts.bulk-ended' and details->>'bulk' = ${id}
    order by id desc limit 1`;
  return event?.details;
};

/**
 * Makes each change to the account's status fail with the PostgreSQL error `code`. Returns a function that ends
 * the failure.
 */
async function failFor(accountId: string, code: string) {
  await server.deps.sql.unsafe(`
    create function fail_for_test() returns trigger language plpgsql as $$
    begin raise exception 'test' using errcode = '${code}'; end $$;
    create trigger fail_for_test before update of status on accounts for each row
      when (new.id = '${accountId}') execute function fail_for_test();`);
  return () =>
    server.deps.sql.unsafe('drop trigger fail_for_test on accounts; drop function fail_for_test();');
}

describe('a bulk change to accounts', () => {
  it('V4 locks and audits each account once, and reports why it skipped others', async () => {
    const members = await addMembers(60);
    const [locked = ''] = await addMembers(1, { status: 'locked' });
    const [byOwner = ''] = await addMembers(1, { status: 'locked' });
    await server.deps.sql`update accounts set locked_by_owner = true where id = ${byOwner}`;
    const [other = ''] = await addMembers(1, { role: 'admin' });
    await server.deps.sql`update accounts set province = ${`t${province}`} where id = ${admin.id}`;
    const { sql } = server.deps;
    await sql`insert into scheduled_tasks (name, due_at) values ('change-accounts', now() + interval '1 day')`;
    const id = await started(64);
    expect(
      await sql`delete from scheduled_tasks where name = 'change-accounts' returning due_at <= now() as is_due`,
    ).toEqual([{ isDue: true }]);
    expect(await shown(id)).toMatchObject({ status: 'running', total: 64, outcomes: [], undoUntil: null });
    await work();
    expect(await shown(id)).toMatchObject({
      action: 'lock',
      status: 'done',
      outcomes: [
        { outcome: 'done', count: 60 },
        { outcome: 'unchanged', count: 1 },
        { outcome: 'own-account', count: 1 },
        { outcome: 'administrator', count: 1 },
        { outcome: 'locked-by-owner', count: 1 },
      ],
      reason: 'Nghi ngờ giả mạo',
    });
    expect(new Set(await statusesOf([...members, locked, byOwner]))).toEqual(new Set(['locked']));
    expect(await statusesOf([other, admin.id])).toEqual(['active', 'active']);
    expect(await eventsOf('account.locked', id)).toEqual(
      members.map((accountId) => ({
        accountId,
        actorId: admin.id,
        details: { reason: 'Nghi ngờ giả mạo' },
      })),
    );
    const list = await server.deps.sql`
      select kind, details from audit_events where kind like 'accounts.bulk-%' and details->>'bulk' = ${id}
      order by id`;
    expect(list).toEqual([
      {
        kind: 'accounts.bulk-started',
        details: {
          bulk: id,
          change: 'lock',
          count: 64,
          isSearch: false,
          ...filter(),
          reason: 'Nghi ngờ giả mạo',
        },
      },
      {
        kind: 'accounts.bulk-ended',
        details: { bulk: id, change: 'lock', status: 'done', done: 60, skipped: 4 },
      },
    ]);
  });

  it('changes the accounts that matched at the start, but not later matches', async () => {
    const [first = ''] = await addMembers(1);
    const id = await started(1);
    const [later = ''] = await addMembers(1);
    await work();
    expect(await statusesOf([first, later])).toEqual(['locked', 'active']);
    expect(await shown(id)).toMatchObject({ total: 1 });
  });

  it('selects accounts by a search without recording its text', async () => {
    const ids = await addMembers(3, { name: 'Đỗ Hàng Loạt' });
    await addMembers(1, { name: 'Đỗ Một Mình' });
    const search = { search: 'do hang' };
    const { data } = await start(3, 'lock', search);
    await work();
    expect(await statusesOf(ids)).toEqual(['locked', 'locked', 'locked']);
    const [event] = await server.deps.sql<{ details: object }[]>`
      select details from audit_events where kind = 'accounts.bulk-started' and details->>'bulk' = ${String(data['id'])}`;
    expect(event?.details).toMatchObject({ isSearch: true, count: 3 });
    expect(JSON.stringify(event?.details)).not.toContain('do hang');
  });

  it('changes nothing if the number of matches differs from the confirmed number', async () => {
    const ids = await addMembers(2);
    const { code, raw } = await start(3);
    expect(code).toBe('BULK_COUNT_CHANGED');
    expect(raw.json().details).toEqual({ count: '2' });
    await work();
    expect(await statusesOf(ids)).toEqual(['active', 'active']);
    expect(await server.deps.sql`select from bulk_changes where started_by = ${admin.id}`).toHaveLength(0);
  });

  it('is limited to one at a time for each administrator', async () => {
    await addMembers(2);
    const other = await createAdmin(server);
    await started(2);
    expect((await start(2, 'unlock')).code).toBe('BULK_RUNNING');
    expect((await start(2, 'unlock', {}, other)).status).toBe(200);
    await work();
    expect((await start(2, 'unlock')).status).toBe(200);
    await work();
  });

  it('M1 S7 is refused to members, and requires a reason and a recent re-authentication', async () => {
    await addMembers(1);
    const id = await started(1);
    const member = await createAccount(server);
    const browser = new TestBrowser(server.app);
    await signIn(browser, member);
    for (const [step, body] of [
      ['', { ...filter(), action: 'lock', reason: 'x', expected: 1 }],
      [`/${id}/stop`, {}],
      [`/${id}/undo`, {}],
    ] as const)
      expect((await browser.post(`${path}${step}`, body)).code).toBe('FORBIDDEN');
    expect((await browser.get(path)).code).toBe('FORBIDDEN');
    await work();
    expect((await start(1, 'unlock', { reason: '' })).code).toBe('VALIDATION_FAILED');
    expect((await start(0, 'unlock')).code).toBe('VALIDATION_FAILED');
    await server.deps.sql`
      update sessions set confirmed_at = now() - interval '6 minutes' where account_id = ${admin.id}`;
    expect((await start(1, 'unlock')).code).toBe('REAUTHENTICATION_REQUIRED');
    expect((await undo(id)).code).toBe('REAUTHENTICATION_REQUIRED');
  });

  it('changes each account once although a database failure interrupts a batch', async () => {
    const ids = await addMembers(40);
    const id = await started(40);
    // The database fails within the second batch, so the job changes single accounts up to the failure.
    const repair = await failFor(ids[30] ?? '', '57P01');
    await expect(work()).rejects.toThrow('test');
    const counted = () => statusesOf(ids).then((all) => all.filter((status) => status === 'locked').length);
    expect(await counted()).toBe(30);
    await repair();
    const twin = await server.twin();
    await Promise.all([work(), twin.deps.modules.accounts.bulkWorker.run()]);
    expect(await counted()).toBe(40);
    expect(await eventsOf('account.locked', id)).toHaveLength(40);
    expect(await shown(id)).toMatchObject({ status: 'done', outcomes: [{ outcome: 'done', count: 40 }] });
  });

  it('does not unlock accounts whose owners have reported an event', async () => {
    const [before = '', after = ''] = await addMembers(2);
    await reportAsOwner(before);
    for (const id of [before, after]) {
      const reason = { reason: 'Nghi ngờ giả mạo' };
      expect((await admin.browser.post(`/vid/api/admin/accounts/${id}/lock`, reason)).status).toBe(200);
    }
    await reportAsOwner(after);
    const id = await started(2, 'unlock');
    await work();
    expect(await shown(id)).toMatchObject({
      status: 'done',
      outcomes: [{ outcome: 'locked-by-owner', count: 2 }],
    });
    expect(await statusesOf([before, after])).toEqual(['locked', 'locked']);
  });

  it('skips an account whose update fails, and changes the others', async () => {
    const ids = await addMembers(3);
    const id = await started(3);
    const repair = await failFor(ids[1] ?? '', 'P0001');
    await work();
    await repair();
    expect(await statusesOf(ids)).toEqual(['locked', 'active', 'locked']);
    expect(await shown(id)).toMatchObject({
      status: 'done',
      outcomes: [
        { outcome: 'done', count: 2 },
        { outcome: 'failed', count: 1 },
      ],
    });
  });

  it('counts an account that was erased before its turn as not found', async () => {
    const [first = ''] = await addMembers(2);
    const id = await started(2);
    await server.deps.sql`delete from accounts where id = ${first}`;
    await work();
    expect(await shown(id)).toMatchObject({
      outcomes: [
        { outcome: 'done', count: 1 },
        { outcome: 'not-found', count: 1 },
      ],
    });
  });

  it('can be stopped by another administrator, but only once', async () => {
    const ids = await addMembers(2);
    const other = await createAdmin(server);
    const id = await started(2);
    expect((await other.browser.post(`${path}/${id}/stop`, {})).data).toMatchObject({ status: 'stopped' });
    await work();
    expect(await statusesOf(ids)).toEqual(['active', 'active']);
    expect((await other.browser.post(`${path}/${id}/stop`, {})).code).toBe('BULK_STATE');
    expect((await other.browser.post(`${path}/blk_none/stop`, {})).code).toBe('NOT_FOUND');
  });

  it('M7 stops when the administrator who started it loses the role', async () => {
    const ids = await addMembers(2);
    const id = await started(2);
    await server.deps.sql`update accounts set role = 'user' where id = ${admin.id}`;
    await work();
    expect(await statusesOf(ids)).toEqual(['active', 'active']);
    const other = await createAdmin(server);
    expect(await shown(id, other)).toMatchObject({ status: 'stopped', outcomes: [] });
  });

  it('M7 stops when the account that started it returns to its owner', async () => {
    await addMembers(2);
    const other = await createAdmin(server);
    const id = await started(2);
    await returnToOwner(admin, other);
    expect(await shown(id, other)).toMatchObject({ status: 'stopped', outcomes: [] });
    expect(await endOf(id)).toMatchObject({ status: 'stopped', done: 0 });
  });

  it('is listed with the name of the enterprise that started it', async () => {
    const { sql } = server.deps;
    const firm = await createAdmin(server, { kind: 'enterprise' });
    await sql`update accounts set name = null where id = ${firm.id}`;
    await sql`update enterprises set name = 'Công ty An Cư' where account_id = ${firm.id}`;
    await addMembers(1);
    const id = String((await start(1, 'lock', {}, firm)).data['id']);
    await work();
    await sql`
      insert into bulk_changes (id, action, reason, total, status, created_at, ended_at, expires_at)
      select 'blk_old' || i, 'lock', '', 1, 'done', now(), now() - interval '30 minutes', now() + interval '1 day'
      from generate_series(1, 6) i`;
    expect(await shown(id)).toMatchObject({ startedBy: 'Công ty An Cư', undoUntil: expect.any(String) });
    const { raw } = await admin.browser.get(path);
    const list: { id: string }[] = raw.json().data;
    expect(list.filter((change) => change.id.startsWith('blk_old'))).toHaveLength(5);
    await sql`delete from bulk_changes where id like 'blk_old%'`;
  });
});

describe('the undo of a bulk change to accounts', () => {
  it('restores an account that has not changed since', async () => {
    const ids = await addMembers(4);
    const [first = '', second = '', third = '', fourth = ''] = ids;
    const other = await createAdmin(server, { name: 'Trần Thị Bình' });
    const id = await started(4);
    await work();
    const reason = { reason: 'Đã xác minh' };
    await admin.browser.post(`/vid/api/admin/accounts/${first}/unlock`, reason);
    await admin.browser.post(`/vid/api/admin/accounts/${second}/unlock`, reason);
    await admin.browser.post(`/vid/api/admin/accounts/${second}/lock`, { reason: 'Lý do khác' });
    await server.deps.sql`update accounts set locked_by_owner = true where id = ${third}`;
    expect((await undo(id, other)).data).toMatchObject({ status: 'undoing', undoneBy: 'Trần Thị Bình' });
    await work();
    expect(await statusesOf(ids)).toEqual(['active', 'locked', 'locked', 'active']);
    expect(await shown(id)).toMatchObject({
      status: 'undone',
      outcomes: [
        { outcome: 'undone', count: 1 },
        { outcome: 'changed-since', count: 3 },
      ],
      undoUntil: null,
    });
    expect(await eventsOf('account.unlocked', id)).toEqual([
      { accountId: fourth, actorId: other.id, details: { reason: 'Nghi ngờ giả mạo', undoOf: id } },
    ]);
    expect(await endOf(id)).toMatchObject({ status: 'undone', done: 1, skipped: 3 });
    const events = await server.deps.sql`
      select actor_id, details from audit_events
      where kind = 'accounts.bulk-undone' and details ->> 'bulk' = ${id}`;
    expect(events).toEqual([{ actorId: other.id, details: { bulk: id, change: 'lock', count: 4 } }]);
    expect((await undo(id)).code).toBe('BULK_STATE');
  });

  it('skips an account that its owner has reported since', async () => {
    const [first = '', second = '', third = ''] = await addMembers(3);
    const id = await started(3);
    await work();
    await reportAsOwner(first);
    await undo(id);
    await server.deps.sql`delete from bulk_rows where account_id = ${second}`;
    await work();
    expect(await statusesOf([first, third])).toEqual(['locked', 'active']);
    expect(await shown(id)).toMatchObject({
      status: 'undone',
      outcomes: [
        { outcome: 'undone', count: 1 },
        { outcome: 'changed-since', count: 1 },
        { outcome: 'erased-since', count: 1 },
      ],
    });
  });

  it('can be stopped, and restarted by another administrator', async () => {
    const ids = await addMembers(2);
    const other = await createAdmin(server);
    const id = await started(2);
    await work();
    await undo(id);
    expect((await admin.browser.post(`${path}/${id}/stop`, {})).data).toMatchObject({ status: 'stopped' });
    await work();
    expect(await statusesOf(ids)).toEqual(['locked', 'locked']);
    expect((await undo(id, other)).data).toMatchObject({ status: 'undoing' });
    await work();
    expect(await statusesOf(ids)).toEqual(['active', 'active']);
    expect(await shown(id)).toMatchObject({ status: 'undone' });
  });

  it.each(['loses the role', 'returns to its owner'])(
    'M7 stops when the account that started it %s',
    async (reason) => {
      const ids = await addMembers(2);
      const other = await createAdmin(server);
      const id = await started(2);
      await work();
      await undo(id);
      if (reason === 'loses the role')
        await server.deps.sql`update accounts set role = 'user' where id = ${admin.id}`;
      else await returnToOwner(admin, other);
      await work();
      expect(await statusesOf(ids)).toEqual(['locked', 'locked']);
      expect(await shown(id, other)).toMatchObject({ status: 'stopped', undoUntil: expect.any(String) });
      expect(await endOf(id)).toMatchObject({ status: 'stopped', done: 2 });
      await undo(id, other);
      await work();
      expect(await statusesOf(ids)).toEqual(['active', 'active']);
    },
  );

  it('locks accounts again that the change unlocked', async () => {
    const ids = await addMembers(2, { status: 'locked' });
    const id = await started(2, 'unlock');
    await work();
    expect(await statusesOf(ids)).toEqual(['active', 'active']);
    await undo(id);
    await work();
    expect(await statusesOf(ids)).toEqual(['locked', 'locked']);
    const { data } = await admin.browser.get(`/vid/api/admin/accounts/${ids[0]}`);
    expect(data['lock']).toMatchObject({ reason: 'Nghi ngờ giả mạo', isUndo: true });
    const { raw } = await admin.browser.get(`/vid/api/admin/accounts/${ids[0]}/events`);
    expect(raw.json().data).toMatchObject([
      { kind: 'account.locked', isUndo: true },
      { kind: 'account.unlocked', isUndo: false },
    ]);
  });

  it('is refused while the change runs, after ten minutes, and for ended sessions', async () => {
    await addMembers(1);
    const id = await started(1);
    expect((await undo(id)).code).toBe('BULK_STATE');
    await work();
    expect(await shown(id)).toMatchObject({ undoUntil: expect.any(String) });
    await server.deps.sql`
      update bulk_changes set ended_at = ended_at - interval '10 minutes' where id = ${id}`;
    expect(await shown(id)).toMatchObject({ undoUntil: null });
    expect((await undo(id)).code).toBe('BULK_STATE');
    const ends = await started(1, 'end-sessions');
    await work();
    expect(await shown(ends)).toMatchObject({ status: 'done', undoUntil: null });
    expect((await undo(ends)).code).toBe('BULK_STATE');
  });
});
