import { createServer } from 'node:http';
import { createAccount } from '@vid/testkit/accounts';
import { openTestPool } from '@vid/testkit/database';
import { listenOnLoopback } from '@vid/testkit/network';
import { startTestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { createKeys } from '#lib/keys.ts';
import { queueLogouts } from '#platform/deliveries/deliveries.repo.ts';
import { createInstallation, isSameDatabase } from './installation.ts';
import { createMaySend } from './may-send.ts';

const right = createKeys(Buffer.alloc(32, 1));
const wrong = createKeys(Buffer.alloc(32, 2));

describe('the installation', () => {
  let pool: Awaited<ReturnType<typeof openTestPool>>;
  let copy: Awaited<ReturnType<typeof openTestPool>>;
  beforeAll(async () => {
    [pool, copy] = await Promise.all([openTestPool(inject('cluster')), openTestPool(inject('cluster'))]);
  });
  afterAll(() => Promise.all([pool.close(), copy.close()]));

  it('accepts only the master key that was recorded first', async () => {
    const first = createInstallation(pool.sql, right);
    const second = createInstallation(pool.sql, wrong);
    expect(await second.isKeyRight()).toBe(true);
    await first.record();
    await second.record();
    expect([await first.isKeyRight(), await second.isKeyRight()]).toEqual([true, false]);
  });

  it('is a copy if its database holds the rows of another database', async () => {
    const original = createInstallation(pool.sql, right);
    expect(await original.isCopy()).toBe(false);
    const [row] = await pool.sql<{ keyCheck: Buffer; identity: string }[]>`
      select key_check, identity from installation`;
    const restored = createInstallation(copy.sql, right);
    expect(await restored.isCopy()).toBe(false);
    await copy.sql`
      insert into installation (key_check, identity) values (${row?.keyCheck ?? null}, ${row?.identity ?? ''})`;
    expect([await restored.isKeyRight(), await restored.isCopy()]).toEqual([true, true]);
    await restored.confirm(copy.sql, await restored.readIdentity());
    expect(await restored.isCopy()).toBe(false);
  });

  it('is a copy if the cluster differs, even if the database OID is the same', async () => {
    const { sql } = pool;
    await sql`update installation set identity = '7/' || split_part(identity, '/', 2)`;
    expect(await createInstallation(sql, right).isCopy()).toBe(true);
  });

  it('is identified by the database OID alone if its role may not read the cluster', async () => {
    const { sql } = pool;
    const installation = createInstallation(sql, right);
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

it('another master key replaces the recorded key and deletes data that only the recorded key can decrypt', async () => {
  const pool = await openTestPool(inject('cluster'));
  onTestFinished(() => pool.close());
  const { sql } = pool;
  const [first, second] = [createInstallation(sql, right), createInstallation(sql, wrong)];
  await first.record();
  await sql`
    insert into deliveries (id, kind, type, receiver, sealed_content)
    values ('sealed', 'sms', 'a', 'one', 'x'), ('open', 'logout', 'a', 'one', null)`;
  await sql`
    insert into signing_keys (id, alg, sealed) values ('k', 'RS256', 'x')`;
  await second.replaceKey(sql);
  expect([await first.isKeyRight(), await second.isKeyRight()]).toEqual([false, true]);
  expect(await sql`select id from deliveries`).toEqual([{ id: 'open' }]);
  expect(await sql`select from signing_keys`).toHaveLength(0);
});

it('the check logs once that the database is a copy, and once that it was confirmed', async () => {
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
  it('sends no SMS, mail, webhook or logout notice, and keeps them until it is confirmed', async () => {
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
    const { sql, sms, mail, keys, webhooks, webhookDelivery, backchannelLogout, applications } = server.deps;
    await sql`insert into installation (key_check, identity) values (${keys.seal('installation', 'vid')}, '1/1')`;
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
