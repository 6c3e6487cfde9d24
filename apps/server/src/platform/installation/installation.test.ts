import { createServer } from 'node:http';
import { createAccount } from '@vid/testkit/accounts';
import { openTestPool } from '@vid/testkit/database/database';
import { listenOnLoopback } from '@vid/testkit/network';
import { startTestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import type { Sql } from '#database/connection.ts';
import { createKeys } from '#lib/keys.ts';
import { queueLogouts } from '#platform/deliveries/deliveries.repo.ts';
import { createDataKeys, keysOfMaster, loadDataKeys } from './data-keys.ts';
import { createInstallation, isSameDatabase } from './installation.ts';
import { createMaySend } from './may-send.ts';

const oldKey = Buffer.alloc(32, 1);
const newKey = Buffer.alloc(32, 2);
const wrongKey = Buffer.alloc(32, 3);

describe('the installation', () => {
  let pool: Awaited<ReturnType<typeof openTestPool>>;
  let copy: Awaited<ReturnType<typeof openTestPool>>;
  beforeAll(async () => {
    [pool, copy] = await Promise.all([openTestPool(inject('cluster')), openTestPool(inject('cluster'))]);
  });
  afterAll(() => Promise.all([pool.close(), copy.close()]));

  it('is a copy if its database contains the identity of another database', async () => {
    const original = createInstallation(pool.sql);
    await original.record();
    expect(await original.isCopy()).toBe(false);
    const [row] = await pool.sql<{ identity: string }[]>`select identity from installation`;
    const restored = createInstallation(copy.sql);
    expect(await restored.isCopy()).toBe(false);
    await copy.sql`insert into installation (identity) values (${row?.identity ?? ''})`;
    expect(await restored.isCopy()).toBe(true);
    await restored.confirm(copy.sql, await restored.readIdentity());
    expect(await restored.isCopy()).toBe(false);
  });

  it('is a copy if the cluster differs but not the database OID', async () => {
    const { sql } = pool;
    await sql`update installation set identity = '7/' || split_part(identity, '/', 2)`;
    expect(await createInstallation(sql).isCopy()).toBe(true);
  });

  it('is identified by the database OID if its role sees no cluster', async () => {
    const { sql } = pool;
    const installation = createInstallation(sql);
    await sql.unsafe(`
      create function public.pg_control_system() returns table (system_identifier bigint) language plpgsql as
        $$ begin raise insufficient_privilege; end $$`);
    await installation.confirm(sql, await installation.readIdentity());
    expect([await installation.seesCluster(), await installation.isCopy()]).toEqual([true, false]);
    await sql.unsafe('set search_path = public, pg_catalog');
    const blind = await installation.readIdentity();
    expect(blind).toMatch(/^\/\d+$/u);
    expect([await installation.seesCluster(), await installation.isCopy()]).toEqual([false, false]);
    await sql`update installation set identity = '1/1'`;
    expect(await installation.isCopy()).toBe(true);
    await installation.confirm(sql, blind);
    await sql.unsafe('reset search_path');
    expect([await installation.seesCluster(), await installation.isCopy()]).toEqual([false, false]);
  });
});

it.each([
  ['7/1', '7/1', 'is'],
  ['7/1', '7/2', 'is not'],
  ['7/1', '8/1', 'is not'],
  ['/1', '8/1', 'is'],
  ['7/1', '/1', 'is'],
  ['/1', '/1', 'is'],
  ['/1', '/2', 'is not'],
])('a database recorded as $0 $2 the same as $1', (recorded, current, verdict) => {
  expect(isSameDatabase(recorded, current)).toBe(verdict === 'is');
});

const openKeys = async (sql: Sql, current = oldKey, former?: Buffer) => {
  const keys = createKeys();
  const opened = await loadDataKeys(createDataKeys(sql, { current, former }), keys);
  return opened && { ...opened, mark: keys.derive('mark').toString('hex') };
};

describe('the data keys', () => {
  it('are made once, and open only with their master key', async () => {
    const pool = await openTestPool(inject('cluster'));
    onTestFinished(() => pool.close());
    const [one, two] = await Promise.all([openKeys(pool.sql), openKeys(pool.sql)]);
    expect(one?.mark).toMatch(/^[0-9a-f]{64}$/u);
    expect(two?.mark).toBe(one?.mark);
    expect(await openKeys(pool.sql, wrongKey)).toBeUndefined();
    expect(await pool.sql`select id from data_keys`).toEqual([{ id: 1 }]);
  });

  it('stay the same after a change of the master key', async () => {
    const pool = await openTestPool(inject('cluster'));
    onTestFinished(() => pool.close());
    const { sql } = pool;
    const before = await openKeys(sql);
    expect(await openKeys(sql, newKey)).toBeUndefined();
    expect(await openKeys(sql, newKey, oldKey)).toMatchObject({ needFormer: 1, mark: before?.mark });
    // Until the change is made, a machine may still start with the former key alone.
    expect(await openKeys(sql, oldKey)).toMatchObject({ needFormer: 0 });
    const dataKeys = createDataKeys(sql, { current: newKey, former: oldKey });
    const interrupted = sql.begin(async (tx) => {
      await dataKeys.reseal(tx);
      throw new Error('killed');
    });
    await expect(interrupted).rejects.toThrow('killed');
    expect(await openKeys(sql, oldKey)).toMatchObject({ needFormer: 0 });
    await sql.begin((tx) => dataKeys.reseal(tx));
    await sql.begin((tx) => dataKeys.reseal(tx));
    expect(await openKeys(sql, newKey)).toMatchObject({ needFormer: 0, mark: before?.mark });
    expect(await openKeys(sql, newKey, oldKey)).toMatchObject({ needFormer: 0 });
    expect(await openKeys(sql, oldKey)).toBeUndefined();
  });

  it('are all sealed again when the master key changes', async () => {
    const pool = await openTestPool(inject('cluster'));
    onTestFinished(() => pool.close());
    const { sql } = pool;
    await openKeys(sql);
    const sealed = keysOfMaster(oldKey).seal('data-key:2', 'ab'.repeat(32));
    await sql`insert into data_keys (id, sealed) values (2, ${sealed})`;
    await sql.begin((tx) => createDataKeys(sql, { current: newKey, former: oldKey }).reseal(tx));
    expect(await createDataKeys(sql, { current: newKey }).read()).toMatchObject({ unreadable: 0 });
  });

  it('are replaced under a new id if the master key is lost', async () => {
    const pool = await openTestPool(inject('cluster'));
    onTestFinished(() => pool.close());
    const { sql } = pool;
    const before = await openKeys(sql);
    await sql.begin((tx) => createDataKeys(sql, { current: newKey }).replaceLost(tx));
    const after = await openKeys(sql, newKey);
    expect(after?.dataKeys.map(({ id }) => id)).toEqual([2]);
    expect(after?.mark).not.toBe(before?.mark);
    // The lost key stays behind the new one, also if its master key turns up.
    const found = await openKeys(sql, newKey, oldKey);
    expect(found).toMatchObject({ mark: after?.mark, dataKeys: [{ id: 2 }, { id: 1 }] });
  });

  it('are not made for a database with accounts', async () => {
    const pool = await openTestPool(inject('cluster'));
    onTestFinished(() => pool.close());
    await pool.sql`insert into accounts (id, kind, referral_code) values ('acc_1', 'personal', 'ONE')`;
    expect(await openKeys(pool.sql)).toBeUndefined();
    expect(await pool.sql`select from data_keys`).toHaveLength(0);
  });

  it('cannot be opened under another id', async () => {
    const pool = await openTestPool(inject('cluster'));
    onTestFinished(() => pool.close());
    await openKeys(pool.sql);
    await pool.sql`update data_keys set id = 2`;
    expect(await openKeys(pool.sql)).toBeUndefined();
  });
});

it('maySend logs a copy of the database and its confirmation once each', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const lines: string[] = [];
  const log = {
    info: (text: string) => void lines.push(text),
    error: (text: string) => void lines.push(text),
  };
  const answers = [false, true, true, false];
  const maySend = createMaySend({ isCopy: () => Promise.resolve(answers.shift() ?? false) }, log);
  const seen = [];
  for (const pauseMs of [0, 5_000, 4_999, 1, 5_000]) {
    vi.advanceTimersByTime(pauseMs);
    seen.push(await maySend());
  }
  expect(seen).toEqual([true, false, false, false, true]);
  expect(lines).toEqual([
    expect.stringContaining('confirm-database'),
    'this database is confirmed; messages are sent',
  ]);
});

describe('a copy of the database', () => {
  it('keeps SMS, mail, webhooks and logout notices instead of sending them', async () => {
    const sent: string[] = [];
    const sink = createServer((request, response) => {
      sent.push(`post ${request.url}`);
      response.writeHead(204).end();
    });
    const url = `http://127.0.0.1:${await listenOnLoopback(sink)}`;
    const server = await startTestServer(inject('cluster'), {
      overrides: {
        smsGateway: {
          channel: 'outbox',
          async send({ purpose }) {
            sent.push(`sms ${purpose}`);
            return { outcome: 'accepted' };
          },
        },
        mailGateway: {
          send: ({ kind }) => Promise.resolve(void sent.push(`mail ${kind}`)).then(() => 'accepted'),
        },
      },
    });
    onTestFinished(async () => {
      await server.close();
      sink.close();
    });
    const { sql, sms, mail, webhooks, webhookDelivery, backchannelLogout, applications } = server.deps;
    await sql`insert into installation (identity) values ('1/1')`;
    const { id: accountId } = await createAccount(server);
    await applications.add({ code: 'shop', name: 'Shop', isFirstParty: true });
    await applications.addClient('shop', {
      clientId: 'shop-web',
      kind: 'web',
      redirectUris: ['https://shop.example.vn/callback'],
      backchannelLogoutUri: `${url}/logout`,
    });
    const call = {
      applicationId: null,
      actorId: null,
      accountId: null,
      caller: { address: 'local', requestId: 'test' },
    };
    await webhooks.add(call, { url: `${url}/webhook`, events: ['account.created'], description: '' });
    await sql.begin(async (tx) => {
      await sms.queue(tx, {
        accountId,
        phone: '+84900000001',
        purpose: 'notice',
        text: 'sms.password-changed',
        values: { link: 'a' },
        locale: 'vi',
      });
      await mail.queue(tx, {
        accountId,
        to: 'a@b.vn',
        kind: 'notice',
        subject: 'subject.security',
        body: [['a']],
        locale: 'vi',
      });
      await queueLogouts(tx, accountId, [{ id: 'shop-web', sid: 'one' }]);
    });
    await createAccount(server);
    const runAll = () =>
      Promise.all([
        sms.deliverPending(),
        mail.deliverPending(),
        webhookDelivery.run(),
        backchannelLogout.run(),
      ]);
    await runAll();
    expect(
      await sms.sendNow({
        id: 'x',
        isForSim: false,
        codeId: 'otp_x',
        to: '+84900000001',
        purpose: 'code',
        code: '012345',
        locale: 'vi',
      }),
    ).toBe('channel-broken');
    expect(sent).toEqual([]);
    expect(server.logLines.join('')).toContain('this database is a copy');

    await sql`delete from installation`;
    const { deps } = await server.twin();
    await Promise.all([
      deps.sms.deliverPending(),
      deps.mail.deliverPending(),
      deps.webhookDelivery.run(),
      deps.backchannelLogout.run(),
    ]);
    expect(sent.toSorted()).toEqual(['mail notice', 'post /logout', 'post /webhook', 'sms notice']);
  });
});
