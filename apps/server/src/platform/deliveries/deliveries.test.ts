import { atOneMoment } from '@vid/testkit/database/one-moment';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { countBacklog } from './backlog.ts';
import { createDeliveriesRepo, queueLogouts, type DeliveriesRepo } from './deliveries.repo.ts';

let server: TestServer;
let [here, there]: DeliveriesRepo[] = [];

beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
  const twin = await server.twin();
  [here, there] = [createDeliveriesRepo(server.deps.sql), createDeliveriesRepo(twin.deps.sql)];
});
afterAll(() => server.close());
beforeEach(() => server.deps.sql`delete from deliveries`);

let next = 0;

async function add(
  receiver: string,
  options: { kind?: 'sms' | 'logout'; isUrgent?: boolean; delaySeconds?: number } = {},
) {
  const { kind = 'sms', isUrgent = false, delaySeconds = 0 } = options;
  next += 1;
  const id = `row-${String(next).padStart(4, '0')}`;
  const row = { kind, id, type: 'test', receiver, sealedContent: Buffer.from('x'), isUrgent, ttlSeconds: 60 };
  await here?.insert(server.deps.sql, { ...row, delaySeconds });
  return id;
}

type Options = { repo?: DeliveriesRepo; limit?: number; kind?: 'sms' | 'logout' };

async function claimRows({ repo = here, limit = 10, kind = 'sms' }: Options = {}) {
  return (await repo?.claim({ kind, limit, leaseSeconds: 60, mayRepeat: kind === 'logout' })) ?? [];
}

const claim = async (options: Options = {}) => (await claimRows(options)).map(({ id }) => id).toSorted();

const stateOf = async (id: string) => {
  const [row] = await server.deps.sql`select status, sealed_content from deliveries where id = ${id}`;
  return row;
};

const age = (seconds: number) => server.deps.sql`
  update deliveries set lease_until = lease_until - make_interval(secs => ${seconds})`;
const endLeases = () => server.deps.sql`update deliveries set lease_until = now()`;

describe('queued deliveries', () => {
  it('are claimed only once when two processes run', async () => {
    for (let n = 0; n < 40; n += 1) await add(`receiver-${n}`);
    const claimed = await Promise.all(
      [here, there, here, there].map((repo) => claim({ ...(repo && { repo }), limit: 20 })),
    );
    const ids = claimed.flat();
    expect(new Set(ids).size).toBe(ids.length);
    const left = await claim({ limit: 100 });
    expect(ids.length + left.length).toBe(40);
  });

  it('are claimed one at a time per receiver, oldest first', async () => {
    const first = await add('busy');
    const second = await add('busy');
    for (let n = 0; n < 20; n += 1) await add('busy');
    const other = await add('other');
    expect(await claim({ limit: 2 })).toEqual([first, other].toSorted());
    expect(await claim()).toEqual([]);
    await here?.end({ id: first, attempts: 1 }, 'sent');
    expect(await claim()).toEqual([second]);
  });

  it('are claimed for other receivers while a busy receiver’s row is locked', async () => {
    const first = await add('busy');
    for (let n = 0; n < 5; n += 1) await add('busy');
    const other = await add('other');
    const claimed = await server.deps.sql.begin(async (tx) => {
      await tx`select from deliveries where id = ${first} for update`;
      return claim({ limit: 2 });
    });
    expect(claimed).toEqual([other]);
  });

  it('are claimed first if they are urgent', async () => {
    await add('one');
    await add('two');
    const urgent = await add('three', { isUrgent: true });
    expect(await claim({ limit: 1 })).toEqual([urgent]);
  });

  it('are claimed round-robin across receivers, urgent rows first', async () => {
    const calm = await add('calm');
    const mine = { one: [] as string[], two: [] as string[] };
    for (let n = 0; n < 3; n += 1)
      for (const receiver of ['one', 'two'] as const)
        mine[receiver].push(await add(receiver, { isUrgent: true }));
    const late = await add('late', { isUrgent: true });
    const order: string[] = [];
    for (;;) {
      const [row] = await claimRows({ limit: 1 });
      if (!row) break;
      order.push(row.id);
      await here?.end(row, 'sent');
    }
    const { one, two } = mine;
    expect(order).toEqual([one[0], two[0], late, one[1], two[1], one[2], two[2], calm]);
  });

  it('do not wait for their receiver’s other rows if urgent', async () => {
    for (let n = 0; n < 3; n += 1) await add('one');
    const urgent = [await add('one', { isUrgent: true }), await add('two', { isUrgent: true })];
    const claimed = [...(await claim({ limit: 1 })), ...(await claim({ limit: 1 }))];
    expect(claimed).toEqual(urgent);
  });

  it('get a turn ten seconds after the last waiting row of their receiver', async () => {
    const { sql } = server.deps;
    const turnOf = async (id: string) => {
      const [row] = await sql`
        select round(extract(epoch from turn_at - created_at))::int as seconds from deliveries where id = ${id}`;
      return row?.['seconds'];
    };
    const ids = [await add('one'), await add('one'), await add('one'), await add('one', { kind: 'logout' })];
    expect(await Promise.all(ids.map(turnOf))).toEqual([0, 10, 20, 0]);
    await sql`update deliveries set status = 'sent'`;
    expect(await turnOf(await add('one'))).toBe(0);
    await sql`update deliveries set turn_at = now() - interval '1 hour'`;
    expect(await turnOf(await add('one'))).toBe(0);
  });

  it('do not wait for a message of another kind to their receiver', async () => {
    const [sms, notice] = [await add('one'), await add('one', { kind: 'logout' })];
    expect(await claim()).toEqual([sms]);
    expect(await claim({ kind: 'logout' })).toEqual([notice]);
  });

  it('are not claimed while their type is held', async () => {
    const id = await add('one');
    const demand = { kind: 'sms', limit: 1, leaseSeconds: 60, mayRepeat: false } as const;
    expect(await here?.claim({ ...demand, withoutTypes: ['other', 'test'] })).toEqual([]);
    expect(await here?.claim({ ...demand, withoutTypes: ['other'] })).toMatchObject([{ id }]);
  });

  it('are claimed from the first 200 due rows only', async () => {
    const { sql } = server.deps;
    const addUrgent = (from: number, to: number) => sql`
      insert into deliveries (kind, id, type, receiver, sealed_content, is_urgent, turn_at, expires_at)
      select 'sms', 'urgent-' || lpad(n::text, 3, '0'), 'test', 'busy', 'x', true, now(), now() + interval '1 day'
      from generate_series(${from}::int, ${to}::int) n`;
    await addUrgent(1, 199);
    const other = await add('other');
    expect(await claim()).toEqual(['urgent-001', other].toSorted());
    await sql`update deliveries set status = 'pending', lease_until = null`;
    await addUrgent(200, 200);
    expect(await claim()).toEqual(['urgent-001']);
  });

  it('that are held get their full time again after half of it', async () => {
    const { sql } = server.deps;
    await add('one');
    const keep = async (seconds: number) => {
      await here?.keepWaiting('sms', ['test'], seconds);
      const [row] =
        await sql`select round(extract(epoch from expires_at - now()))::int as left from deliveries`;
      return row?.['left'];
    };
    expect([await keep(110), await keep(130)]).toEqual([60, 130]);
    await here?.keepWaiting('sms', ['other'], 1_000);
    await here?.keepWaiting('mail', ['test'], 1_000);
    expect(await keep(130)).toBe(130);
    await sql`update deliveries set status = 'sending'`;
    expect(await keep(1_000)).toBe(130);
  });

  it('are not claimed before their delay has passed', async () => {
    const id = await add('one', { delaySeconds: 20 });
    expect(await claim()).toEqual([]);
    await server.deps.sql`update deliveries set next_attempt_at = next_attempt_at - interval '20 seconds'`;
    expect(await claim()).toEqual([id]);
  });

  it('do not delay another receiver, even if many receivers are busy', async () => {
    const { sql } = server.deps;
    await sql.begin(async (tx) => {
      for (let n = 0; n < 500; n += 1) {
        const row = {
          kind: 'sms',
          type: 'test',
          sealedContent: Buffer.from('x'),
          delaySeconds: 0,
          ttlSeconds: 60,
        } as const;
        await here?.insert(tx, { ...row, id: `many-${n}`, receiver: `busy-${n % 20}`, isUrgent: true });
      }
    });
    const other = await add('other', { isUrgent: true });
    expect(await claim({ limit: 20 })).toHaveLength(20);
    expect(await claim({ limit: 4 })).toEqual([other]);
  });

  it('wait after a failed attempt without delaying the receiver’s next row', async () => {
    const first = await add('one');
    expect(await claim()).toEqual([first]);
    await here?.retry({ id: first, attempts: 1 }, 3_600);
    const second = await add('one');
    expect(await claim()).toEqual([second]);
  });

  it('are claimed again after their lease if they may be repeated', async () => {
    const notice = await add('client', { kind: 'logout' });
    expect(await claim({ kind: 'logout' })).toEqual([notice]);
    expect(await claim({ kind: 'logout' })).toEqual([]);
    await endLeases();
    expect(await claim({ kind: 'logout' })).toEqual([notice]);
  });

  it('that must not be repeated are not claimed again after their lease', async () => {
    await add('one');
    expect(await claim()).toHaveLength(1);
    const second = await add('one');
    expect(await claim()).toEqual([]);
    await endLeases();
    expect(await claim()).toEqual([second]);
  });

  it('lose their content once they end', async () => {
    const id = await add('one');
    await claim();
    await here?.end({ id, attempts: 1 }, 'failed');
    expect(await stateOf(id)).toEqual({ status: 'failed', sealedContent: null });
  });

  it('wait while their receiver is paused after a failed attempt', async () => {
    const first = await add('hanging', { kind: 'logout' });
    const second = await add('hanging', { kind: 'logout' });
    const other = await add('other', { kind: 'logout' });
    expect(await claim({ kind: 'logout', limit: 1 })).toEqual([first]);
    await here?.retry({ id: first, attempts: 1 }, 3_600, 60);
    expect(await claim({ kind: 'logout' })).toEqual([other]);
    await server.deps.sql`update deliveries set lease_until = now() where status = 'pending'`;
    expect(await claim({ kind: 'logout' })).toEqual([second]);
  });

  it('cannot be changed with an expired claim', async () => {
    const id = await add('client', { kind: 'logout' });
    const [late] = await claimRows({ kind: 'logout' });
    await endLeases();
    const [current] = await claimRows({ kind: 'logout', ...(there && { repo: there }) });
    if (!late || !current) throw new Error('claimed twice');
    await here?.retry(late, 0);
    await here?.end(late, 'sent');
    await here?.delete(late);
    expect((await stateOf(id))?.['status']).toBe('sending');
    await there?.delete(current);
    expect(await stateOf(id)).toBeUndefined();
  });

  it('fail two minutes after a claim whose result was never recorded', async () => {
    const id = await add('one');
    await claim();
    await age(115);
    expect(await here?.failAbandoned('sms')).toEqual([]);
    await age(6);
    expect(await here?.failAbandoned('mail')).toEqual([]);
    expect(await here?.failAbandoned('sms')).toEqual([id]);
    expect(await stateOf(id)).toEqual({ status: 'failed', sealedContent: null });
  });

  it('expire after a day if they announce a logout', async () => {
    await server.deps.sql.begin((tx) => queueLogouts(tx, 'acc_a', [{ id: 'client', sid: 'sid' }]));
    const rows = await server.deps.sql`
      select receiver, account_id, data, is_urgent, expires_at - created_at = interval '1 day' as is_day
      from deliveries`;
    expect(rows).toEqual([
      { receiver: 'client', accountId: 'acc_a', data: { sid: 'sid' }, isUrgent: true, isDay: true },
    ]);
  });

  it('are not created by a logout without clients', async () => {
    await server.deps.sql.begin((tx) => queueLogouts(tx, 'acc_a', []));
    expect(await server.deps.sql`select from deliveries`).toHaveLength(0);
  });

  it('can be claimed from their due time until they expire', async () => {
    const id = await add('one', { kind: 'logout' });
    await atOneMoment(server, async (tx) => {
      const repo = createDeliveriesRepo(tx);
      const isClaimed = async (change: Readonly<Record<string, string | null>>) => {
        const times = { nextAttemptAt: '0', expiresAt: '1 day', leaseUntil: null, ...change };
        await tx`
          update deliveries set status = 'pending', next_attempt_at = now() + ${times.nextAttemptAt}::interval,
            expires_at = now() + ${times.expiresAt}::interval, lease_until = now() + ${times.leaseUntil}::interval
          where id = ${id}`;
        return (await claimRows({ repo, kind: 'logout' })).length === 1;
      };
      expect(await isClaimed({})).toBe(true);
      expect(await isClaimed({ nextAttemptAt: '1 microsecond' })).toBe(false);
      expect(await isClaimed({ expiresAt: '1 microsecond' })).toBe(true);
      expect(await isClaimed({ expiresAt: '0' })).toBe(false);
      expect(await isClaimed({ leaseUntil: '1 microsecond' })).toBe(false);
      expect(await isClaimed({ leaseUntil: '0' })).toBe(true);
      for (const status of ['sent', 'failed', 'delivered', 'skipped']) {
        await tx`update deliveries set status = ${status}, lease_until = null where id = ${id}`;
        expect(await claimRows({ repo, kind: 'logout' })).toEqual([]);
      }
    });
  });

  it('get the requested lease and retry delay', async () => {
    const id = await add('one', { kind: 'logout' });
    await atOneMoment(server, async (tx) => {
      const repo = createDeliveriesRepo(tx);
      const row = async () => {
        const [found] = await tx`
          select status, attempts, extract(epoch from lease_until - now())::int as lease,
            extract(epoch from next_attempt_at - now())::int as wait from deliveries where id = ${id}`;
        return found;
      };
      expect(await claimRows({ repo, kind: 'logout' })).toMatchObject([{ id, type: 'test', attempts: 1 }]);
      expect(await row()).toMatchObject({ status: 'sending', attempts: 1, lease: 60 });
      await repo.retry({ id, attempts: 2 }, 30, 10);
      expect(await row()).toMatchObject({ status: 'sending' });
      await repo.retry({ id, attempts: 1 }, 30, 10);
      expect(await row()).toEqual({ status: 'pending', attempts: 1, lease: 10, wait: 30 });
      // The row is no longer being sent, so these calls change nothing.
      await repo.retry({ id, attempts: 1 }, 3_600);
      await repo.end({ id, attempts: 1 }, 'sent');
      await repo.delete({ id, attempts: 1 });
      expect(await row()).toEqual({ status: 'pending', attempts: 1, lease: 10, wait: 30 });
    });
  });

  it('count as abandoned one minute after the end of their lease', async () => {
    const [id, waiting] = [await add('one'), await add('two')];
    await atOneMoment(server, async (tx) => {
      const repo = createDeliveriesRepo(tx);
      await tx`update deliveries set status = 'sending', lease_until = now() - interval '59.999 seconds' where id = ${id}`;
      await tx`update deliveries set lease_until = now() - interval '1 day' where id = ${waiting}`;
      expect(await repo.failAbandoned('sms')).toEqual([]);
      await tx`update deliveries set lease_until = now() - interval '60 seconds' where id = ${id}`;
      expect(await repo.failAbandoned('sms')).toEqual([id]);
      expect(await tx`select lease_until from deliveries where id = ${id}`).toEqual([{ leaseUntil: null }]);
    });
  });

  it('are counted by type over an hour and a day', async () => {
    await atOneMoment(server, async (tx) => {
      const insert = (kind: 'sms' | 'mail' | 'logout', type: string, ago: string, receiver = 'one') =>
        tx`
          insert into deliveries (id, kind, type, receiver, created_at)
          values (gen_random_uuid(), ${kind}, ${type}, ${receiver}, now() - ${ago}::interval)`;
      for (const ago of ['0', '0', '59 minutes 59 seconds', '1 hour', '23:59:59', '1 day'])
        await insert('sms', 'a', ago);
      await insert('mail', 'b', '1 minute');
      await insert('mail', 'c', '1 minute');
      await insert('logout', 'a', '1 minute');
      await insert('sms', 'a', '1 minute', 'two');
      const counts = (await here?.countOfDay(tx, 'one', ['a', 'b'])) ?? [];
      expect(counts.toSorted((one, two) => one.kind.localeCompare(two.kind))).toEqual([
        { kind: 'a', ofHour: 2, ofDay: 4 },
        { kind: 'b', ofHour: 1, ofDay: 1 },
      ]);
    });
  });

  it('of SMS and mail are counted up to a limit while pending', async () => {
    await atOneMoment(server, async (tx) => {
      const repo = createDeliveriesRepo(tx);
      for (const [kind, status] of [
        ['sms', 'pending'],
        ['mail', 'pending'],
        ['logout', 'pending'],
        ['sms', 'sending'],
        ['mail', 'sent'],
      ] as const)
        await tx`
          insert into deliveries (id, kind, type, receiver, status)
          values (gen_random_uuid(), ${kind}, 'a', 'one', ${status})`;
      expect(await repo.countPending(10, [])).toBe(2);
      expect(await repo.countPending(1, [])).toBe(1);
      expect(await repo.countPending(10, ['a'])).toBe(0);
    });
  });
});

it('the backlog excludes messages that were sent or have expired', async () => {
  const { sql } = server.deps;
  for (const receiver of ['one', 'two', 'three', 'four']) await add(receiver);
  await sql`update deliveries set status = 'sending' where receiver = 'one'`;
  await sql`update deliveries set status = 'sent' where receiver = 'two'`;
  await sql`update deliveries set expires_at = now() where receiver = 'three'`;
  expect(await countBacklog(sql)).toContainEqual(expect.objectContaining({ kind: 'sms', waiting: 2 }));
});

it('the backlog counts at most 10,000 messages of a kind', async () => {
  const { sql } = server.deps;
  await sql`
    insert into deliveries (kind, id, type, receiver, sealed_content, turn_at, next_attempt_at, expires_at)
    select 'sms', 'row-' || i, 'test', 'r', 'x', now(), now(), now() + interval '1 day' from generate_series(1, 10001) i`;
  expect(await countBacklog(sql)).toContainEqual(expect.objectContaining({ kind: 'sms', waiting: 10_000 }));
});
