import { createAccount } from '@vid/testkit/accounts';
import { createApplication } from '@vid/testkit/applications';
import { atOneMoment } from '@vid/testkit/database/one-moment';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import type { Queryable, Sql } from '#database/connection.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createDeliveryRepo } from './delivery.repo.ts';
import { createMessagesRepo } from './messages.repo.ts';
import { createWebhooksRepo } from './webhooks.repo.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());
beforeEach(() => server.deps.sql`delete from webhook_endpoints`);

type Row = Readonly<Record<string, unknown>>;

const endpointRow = (id: string) => ({
  id,
  url: 'http://127.0.0.1:1/',
  eventTypes: [],
  sealedSecret: Buffer.of(1),
});
async function addEndpoint(sql: Queryable, id: string, change: Row = {}): Promise<void> {
  await sql`insert into webhook_endpoints ${sql(endpointRow(id))}`;
  if (Object.keys(change).length > 0) await sql`update webhook_endpoints set ${sql(change)} where id = ${id}`;
}
async function addMessage(sql: Queryable, id: string, change: Row = {}): Promise<void> {
  await sql`
    insert into deliveries (kind, id, endpoint_id, type, data) values ('webhook', ${id}, 'whk_a', 'account.locked', '{}')`;
  if (Object.keys(change).length > 0) await sql`update deliveries set ${sql(change)} where id = ${id}`;
}
const attempt = { attempt: 2, durationMs: 1, responseStatus: 503, error: null, response: '' };
const claimed = async (sql: Sql, limit = 10) =>
  (await createDeliveryRepo(sql).claim('mine', limit)).map(({ id }) => id);

it('webhooks have a sweep every minute and three purges', async () => {
  const { modules } = server.deps;
  expect(modules.webhooks.schedules).toMatchObject([{ name: 'sweep-webhooks', everyMinutes: 1 }]);
  expect(modules.webhooks.purges?.map(({ name }) => name)).toEqual([
    'surplus webhook messages',
    'removed webhooks',
    'webhook secrets',
  ]);
});

describe('claiming webhook endpoints', () => {
  it('leases endpoints with a due message for a minute, the longest-waiting first', () =>
    atOneMoment(server, async (tx) => {
      await addEndpoint(tx, 'whk_b');
      await addEndpoint(tx, 'whk_a');
      await addMessage(tx, 'msg_1');
      await addMessage(tx, 'msg_2', { endpointId: 'whk_b' });
      await tx`update webhook_endpoints set resume_at = now() - interval '1 minute' where id = 'whk_a'`;
      await tx`update deliveries set next_attempt_at = now() + interval '1 microsecond' where id = 'msg_1'`;
      expect(await claimed(tx)).toEqual(['whk_b']);
      await tx`update deliveries set next_attempt_at = now()`;
      await tx`update webhook_endpoints set lease_until = null`;
      expect(await claimed(tx, 1)).toEqual(['whk_a']);
      expect(
        await tx`select lease_until - now() = interval '1 minute' as ok from webhook_endpoints where id = 'whk_a'`,
      ).toEqual([{ ok: true }]);
    }));

  it('skips an endpoint that another transaction has locked', async () => {
    const { sql } = server.deps;
    await addEndpoint(sql, 'whk_a');
    await addMessage(sql, 'msg_1');
    const others = await sql.begin(async (tx) => {
      await createDeliveryRepo(sql).lockEndpoint(tx, 'whk_a');
      return claimed(sql);
    });
    expect(others).toEqual([]);
    expect(await claimed(sql)).toEqual(['whk_a']);
  });
});

describe('the holder of a webhook endpoint’s lease', () => {
  it('gets the due messages only, the oldest first', () =>
    atOneMoment(server, async (tx) => {
      const repo = createDeliveryRepo(tx);
      await addEndpoint(tx, 'whk_a', { leaseId: 'mine' });
      await addMessage(tx, 'msg_1');
      await addMessage(tx, 'msg_2');
      await addMessage(tx, 'msg_3');
      await tx`update deliveries set created_at = now() - interval '1 hour' where id = 'msg_2'`;
      await tx`update deliveries set next_attempt_at = now() + interval '1 microsecond' where id = 'msg_3'`;
      const due = await repo.listDue({ id: 'whk_a', leaseId: 'mine' }, 10);
      expect(due.map(({ id }) => id)).toEqual(['msg_2', 'msg_1']);
    }));

  it('does not change a message that another process has delivered', async () => {
    const { sql } = server.deps;
    await addEndpoint(sql, 'whk_a', { leaseId: 'mine' });
    await addMessage(sql, 'msg_1', { status: 'delivered', attempts: 1, lastStatus: 204 });
    const outcome = { isDelivered: false, retrySeconds: 60 };
    const record = (leaseId: string) =>
      createDeliveryRepo(sql).record({ id: 'whk_a', leaseId }, 'msg_1', attempt, outcome);
    expect([await record('mine'), await record('other')]).toEqual([true, false]);
    expect(await sql`select status, attempts, last_status from deliveries`).toEqual([
      { status: 'delivered', attempts: 1, lastStatus: 204 },
    ]);
    expect(await sql`select from webhook_attempts`).toHaveLength(0);
  });

  it('releases only its own lease', () =>
    atOneMoment(server, async (tx) => {
      const repo = createDeliveryRepo(tx);
      const failingSince = new Date('2026-11-01T00:00:00Z');
      const state = async () => {
        const [row] = await tx`
          select lease_id, failures, status, failing_since, extract(epoch from resume_at - now())::int as pause
          from webhook_endpoints`;
        return row;
      };
      const before = { leaseId: 'mine', failures: 4, status: 'failing', failingSince };
      await addEndpoint(tx, 'whk_a', before);
      await repo.release({ id: 'whk_a', leaseId: 'other' }, { failures: 0, pauseSeconds: 60 });
      expect(await state()).toEqual({ ...before, pause: 0 });
      await repo.release({ id: 'whk_a', leaseId: 'mine' }, { failures: 5, pauseSeconds: 120 });
      expect(await state()).toEqual({ ...before, leaseId: null, failures: 5, pause: 120 });
      for (const [status, after] of [
        ['failing', 'active'],
        ['disabled', 'disabled'],
      ] as const) {
        await tx`update webhook_endpoints set ${tx({ ...before, status })}`;
        await repo.release({ id: 'whk_a', leaseId: 'mine' }, { failures: 0, pauseSeconds: 0 });
        expect(await state()).toEqual({
          leaseId: null,
          failures: 0,
          status: after,
          failingSince: null,
          pause: 0,
        });
      }
    }));
});

describe('a failing webhook endpoint', () => {
  it('is disabled after three days of failing', () =>
    atOneMoment(server, async (tx) => {
      const repo = createDeliveryRepo(tx);
      await addEndpoint(tx, 'whk_a');
      const age = async () => {
        const [row] = await tx<{ age: string }[]>`
          select (now() - failing_since)::text as age from webhook_endpoints`;
        return row?.age;
      };
      expect(await repo.markFailing(tx, 'whk_a')).toMatchObject({ status: 'failing' });
      await tx`update webhook_endpoints set failing_since = now() - interval '2 days 23:59:59'`;
      expect(await repo.markFailing(tx, 'whk_a')).toBeUndefined();
      await tx`update webhook_endpoints set failing_since = now() - interval '3 days'`;
      expect(await repo.markFailing(tx, 'whk_a')).toMatchObject({ status: 'disabled' });
      expect(await age()).toBe('3 days');
      expect(await repo.disable(tx, 'whk_a')).toBeUndefined();
      await tx`update webhook_endpoints set status = 'failing'`;
      expect(await repo.disable(tx, 'whk_a')).toMatchObject({ status: 'disabled' });
      expect(await age()).toBe('3 days');
    }));

  it('does not change once it is removed', () =>
    atOneMoment(server, async (tx) => {
      const repo = createDeliveryRepo(tx);
      await addEndpoint(tx, 'whk_a', { removedAt: new Date() });
      expect(await repo.markFailing(tx, 'whk_a')).toBeUndefined();
      expect(await repo.disable(tx, 'whk_a')).toBeUndefined();
    }));

  it('may be reported to active managers or administrators by seniority', async () => {
    const { sql } = server.deps;
    const accounts = [];
    for (let n = 0; n < 4; n += 1) accounts.push(await createAccount(server));
    const ids = accounts.map(({ id }) => id).toSorted();
    const [first = '', second = '', third = '', locked = ''] = ids;
    const app = await createApplication(server, { ownerId: second });
    const repo = createDeliveryRepo(sql);
    for (const [id, days] of [
      [first, 1],
      [third, 2],
      [locked, 3],
    ] as const)
      await sql`
        insert into application_managers (application_id, account_id, created_at)
        values (${app.id}, ${id}, now() - make_interval(days => ${days}))`;
    await sql`update accounts set status = 'locked' where id = ${locked}`;
    expect(await repo.listManagers(sql, app.id)).toEqual([second, third, first]);
    await sql`update accounts set role = 'admin' where id = any(${ids}::text[])`;
    await sql`update accounts set created_at = now() - make_interval(days => (id = ${third})::int)`;
    expect(await repo.listAdmins(sql)).toEqual([third, first, second]);
  });
});

describe('the messages of a webhook endpoint', () => {
  it('are due at once after a replay, with all attempts again', () =>
    atOneMoment(server, async (tx) => {
      const repo = createMessagesRepo(tx);
      await addEndpoint(tx, 'whk_a');
      await addEndpoint(tx, 'whk_b');
      const replays = [
        () => repo.replay(tx, 'whk_a', 'msg_1'),
        () =>
          repo.replaySince(tx, 'whk_a', {
            since: new Date('2026-01-01T00:00:00Z'),
            onlyUndelivered: true,
            after: undefined,
            limit: 1,
          }),
      ];
      await addMessage(tx, 'msg_1');
      for (const replay of replays)
        for (const [left, kept] of [
          ['1 day', '4 days'],
          ['9 days', '9 days'],
        ] as const) {
          await tx`
            update deliveries set status = 'failed', attempts = 10, next_attempt_at = now() + interval '1 day',
              give_up_at = now(), expires_at = now() + ${left}::interval`;
          await replay();
          expect(
            await tx`
              select status, attempts, (next_attempt_at - now())::text as wait, (give_up_at - now())::text as ends,
                (expires_at - now())::text as kept from deliveries`,
          ).toEqual([{ status: 'pending', attempts: 0, wait: '00:00:00', ends: '3 days', kept }]);
        }
      expect(await repo.replay(tx, 'whk_b', 'msg_1')).toBe(false);
    }));

  it('are counted while they are pending', () =>
    atOneMoment(server, async (tx) => {
      await addEndpoint(tx, 'whk_a');
      for (const [id, status] of [
        ['msg_1', 'pending'],
        ['msg_2', 'pending'],
        ['msg_3', 'failed'],
      ] as const)
        await addMessage(tx, id, { status });
      expect(await createWebhooksRepo(tx).find({ applicationId: null }, 'whk_a')).toMatchObject({
        pending: 2,
      });
    }));

  it('X3 are purged beyond the newest two unless they are pending', () =>
    atOneMoment(server, async (tx) => {
      const statuses = ['pending', 'failed', 'skipped', 'delivered', 'delivered', 'delivered'];
      for (const endpointId of ['whk_a', 'whk_b', 'whk_c']) {
        await addEndpoint(tx, endpointId);
        for (const [n, status] of statuses.slice(0, endpointId === 'whk_c' ? 2 : 6).entries()) {
          const id = `${endpointId}_${n}`;
          await addMessage(tx, id, { endpointId, status });
          await tx`update deliveries set created_at = now() - make_interval(hours => ${10 - n}) where id = ${id}`;
        }
      }
      expect(await createMessagesRepo(tx).deleteSurplus(2, 2)).toBe(6);
      const left = await tx<{ id: string }[]>`select id from deliveries order by id`;
      expect(left.map(({ id }) => id)).toEqual(
        ['a_0', 'a_4', 'a_5', 'b_0', 'b_4', 'b_5', 'c_0', 'c_1'].map((id) => `whk_${id}`),
      );
    }));

  it('are purged in batches before their removed endpoint', () =>
    atOneMoment(server, async (tx) => {
      const repo = createWebhooksRepo(tx);
      await addEndpoint(tx, 'whk_a', { removedAt: new Date() });
      await addEndpoint(tx, 'whk_b');
      for (const id of ['msg_1', 'msg_2', 'msg_3']) await addMessage(tx, id);
      await addMessage(tx, 'msg_4', { endpointId: 'whk_b' });
      expect([await repo.deleteRemoved(2), await repo.deleteRemoved(2), await repo.deleteRemoved(2)]).toEqual(
        [2, 1, 0],
      );
      expect(
        await tx`select e.id, m.id as message from webhook_endpoints e join deliveries m on m.endpoint_id = e.id`,
      ).toEqual([{ id: 'whk_b', message: 'msg_4' }]);
      expect(await tx`select from webhook_endpoints`).toHaveLength(1);
    }));
});

describe('a webhook endpoint', () => {
  it('is due at once and has no failures after it is enabled', () =>
    atOneMoment(server, async (tx) => {
      await addEndpoint(tx, 'whk_a', { status: 'disabled', failures: 9, failingSince: new Date() });
      await tx`update webhook_endpoints set resume_at = now() + interval '1 hour'`;
      await createWebhooksRepo(tx).setStatus(tx, 'whk_a', 'active');
      expect(
        await tx`
        select status, failures, failing_since, resume_at = now() as is_due from webhook_endpoints`,
      ).toEqual([{ status: 'active', failures: 0, failingSince: null, isDue: true }]);
    }));

  it('is due at once and without failures after a new URL', () =>
    atOneMoment(server, async (tx) => {
      const repo = createWebhooksRepo(tx);
      await addEndpoint(tx, 'whk_a', { failures: 9 });
      await tx`update webhook_endpoints set resume_at = now() + interval '1 hour'`;
      const state = () => tx`select failures, resume_at = now() as is_due from webhook_endpoints`;
      await repo.update(tx, 'whk_a', { url: 'http://127.0.0.1:1/', description: 'Kho' });
      expect(await state()).toEqual([{ failures: 9, isDue: false }]);
      await repo.update(tx, 'whk_a', { url: 'http://127.0.0.1:2/' });
      expect(await state()).toEqual([{ failures: 0, isDue: true }]);
    }));

  it('loses its former secret once it no longer signs', () =>
    atOneMoment(server, async (tx) => {
      const repo = createWebhooksRepo(tx);
      const scope = { applicationId: null };
      const secrets = () =>
        tx`select id, sealed_secret, former_sealed_secret, former_until is null as is_over from webhook_endpoints order by id`;
      const [live, former] = [Buffer.of(1), Buffer.of(2)];
      for (const id of ['whk_a', 'whk_b']) await addEndpoint(tx, id, { formerSealedSecret: former });
      const sealedSecret = live;
      await tx`
        update webhook_endpoints set former_until = now() + case id when 'whk_a' then interval '1 second' else interval '-1 second' end`;
      expect(await repo.find(scope, 'whk_a')).toMatchObject({ formerUntil: expect.any(Date) });
      expect(await repo.find(scope, 'whk_b')).toMatchObject({ formerUntil: null });
      expect(await repo.findSecrets(scope, 'whk_b')).toMatchObject({ formerSealedSecret: null });
      expect(await repo.deleteFormerSecrets()).toBe(1);
      expect(await secrets()).toEqual([
        { id: 'whk_a', sealedSecret, formerSealedSecret: former, isOver: false },
        { id: 'whk_b', sealedSecret, formerSealedSecret: null, isOver: true },
      ]);
      await repo.remove(tx, 'whk_a');
      expect((await secrets())[0]).toEqual({
        id: 'whk_a',
        sealedSecret: Buffer.alloc(0),
        formerSealedSecret: null,
        isOver: true,
      });
      expect(await tx`select status from webhook_endpoints where id = 'whk_a'`).toEqual([
        { status: 'disabled' },
      ]);
    }));

  it('is listed after endpoints that were added earlier', () =>
    atOneMoment(server, async (tx) => {
      await addEndpoint(tx, 'whk_a');
      await addEndpoint(tx, 'whk_b');
      await tx`update webhook_endpoints set created_at = now() - interval '1 hour' where id = 'whk_b'`;
      const listed = await createWebhooksRepo(tx).list({ applicationId: null });
      expect(listed.map(({ id }) => id)).toEqual(['whk_b', 'whk_a']);
    }));
});
