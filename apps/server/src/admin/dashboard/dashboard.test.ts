import { createAdmin } from '@vid/testkit/accounts';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { atOneMoment } from '@vid/testkit/database/one-moment';
import { periods } from './activity.policy.ts';
import { createActivityRepo } from './activity.repo.ts';
import { readsOf } from '#database/replica/reads.ts';
import { createDashboardRepo } from './dashboard.repo.ts';
import { createDashboardModule } from './index.ts';

let server: TestServer;
let admin: Awaited<ReturnType<typeof createAdmin>>;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'), { environment: { VID_SMS_PRICE: '350' } });
  admin = await createAdmin(server);
  // Drop the guard, because these tests rewrite rows of the audit log.
  await server.deps.sql`drop trigger audit_events_guarded on audit_events`;
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.deps.sql`delete from audit_events`;
  await server.deps.sql`delete from activity_hours`;
});

const happened = (kind: string, ago: string, details: Record<string, string> = {}, count = 1) => server.deps
  .sql`
  insert into audit_events (at, kind, address, request_id, details)
  select now() - ${ago}::interval, ${kind}, '', '', ${server.deps.sql.json(details)} from generate_series(1, ${count})`;
const count = () => server.deps.modules.dashboard.countActivity();
const get = async (period: string) =>
  (await admin.browser.get(`/vid/api/admin/dashboard?period=${period}`)).data;
const rows = () => server.deps.sql`
  select hour, name, count from activity_hours where name not in ('events', 'sessions') order by hour, name`;

describe('the dashboard', () => {
  it('counts the sign-ups, sign-ins by method, failures and codes of the period', async () => {
    await happened('account.created', '2 hours', {}, 3);
    await happened('session.started', '2 hours', { method: 'sign-up' }, 3);
    await happened('session.started', '3 hours', { method: 'password' }, 4);
    await happened('session.started', '3 hours', { method: 'passkey' }, 2);
    await happened('sign-in.failed', '1 hour', { method: 'password', reason: 'password' }, 2);
    for (const method of ['reauthenticate', 'password-change'])
      await happened('sign-in.failed', '1 hour', { method });
    await happened('otp.sent', '1 hour', { purpose: 'signin' }, 5);
    await happened('otp.refused', '1 hour', { reason: 'sms' });
    await happened('otp.refused', '1 hour', { reason: 'wrong-code' });
    await happened('otp.verified', '1 hour', {}, 3);
    await count();
    const data = await get('day');
    expect(data['now']).toMatchObject({
      signUps: 3,
      signIns: 6,
      failures: 2,
      codesSent: 4,
      codesVerified: 3,
    });
    expect(data).toMatchObject({
      methods: [
        { method: 'password', count: 4 },
        { method: 'passkey', count: 2 },
      ],
      smsPrice: 350,
      countedAt: expect.any(String),
    });
  });

  it('compares with the previous period up to the same time of day', async () => {
    await happened('account.created', '2 days', {}, 2);
    await happened('account.created', '8 days', {}, 5);
    // This event is more recent than the same moment a week ago. In the last hour of a day, it belongs to the
    // first bucket.
    await happened('account.created', '6 days 22 hours 59 minutes', {}, 70);
    await happened('account.created', '15 days', {}, 900);
    await count();
    const week = await get('week');
    const lengths = [];
    for (const period of ['day', 'week', 'month']) lengths.push((await get(period))['buckets']);
    expect(lengths.map((buckets) => (Array.isArray(buckets) ? buckets.length : 0))).toEqual([24, 7, 30]);
    const [days] = await server.deps.sql<{ today: Date }[]>`
      select date_trunc('day', now(), 'Asia/Ho_Chi_Minh') as today`;
    expect(week['buckets']).toHaveProperty([6, 'start'], days?.today.toISOString());
    expect(week['buckets']).toHaveProperty([4, 'signUps'], 2);
    expect(week['before']).toMatchObject({ signUps: 5 });
    expect((await admin.browser.get('/vid/api/admin/dashboard')).data).toMatchObject({ period: 'week' });
  });

  it('counts a proportional part of the previous period’s last hour', () =>
    atOneMoment(server, async (tx) => {
      await tx`
        insert into activity_hours (hour, name, count)
        values (date_trunc('hour', now(), 'UTC') - interval '24 hours', 'sign-up', 3600)`;
      const [time] = await tx<{ seconds: number }[]>`
        select extract(epoch from now() - date_trunc('hour', now(), 'UTC'))::float8 as seconds`;
      const counts = await createDashboardRepo(readsOf(tx)).listCounts(periods.day);
      expect(counts).toEqual([
        { isBefore: true, bucket: null, name: 'sign-up', count: expect.closeTo(time?.seconds ?? -1, 3) },
      ]);
    }));

  it('counts the next hours from the last counted or a still open hour', () =>
    atOneMoment(server, async (tx) => {
      const repo = createActivityRepo(tx);
      const hourOf = async (ago: string) => {
        const [row] = await tx<
          { at: Date }[]
        >`select date_trunc('hour', now() - ${ago}::interval, 'UTC') as at`;
        return row?.at;
      };
      const counted = async (ago: string) => {
        await tx`delete from activity_hours`;
        await tx`
          insert into activity_hours (hour, name, count)
          values (date_trunc('hour', now() - ${ago}::interval, 'UTC'), 'events', 0)`;
      };
      await counted('0');
      expect(await repo.findSpan(6, 90)).toEqual({
        first: await hourOf('90 minutes'),
        end: await hourOf('90 minutes -6 hours'),
        isLast: true,
      });
      await counted('10 hours');
      expect(await repo.findSpan(6, 90)).toEqual({
        first: await hourOf('10 hours'),
        end: await hourOf('4 hours'),
        isLast: false,
      });
    }));

  it('recounts the latest hour and counts missed hours of earlier days', async () => {
    await happened('otp.sent', '3 days', {}, 4);
    await happened('otp.sent', '50 hours', {}, 3);
    await count();
    expect((await rows()).map((row) => row['count'])).toEqual([4, 3]);
    const before = await rows();
    await Promise.all([count(), count()]);
    expect(await rows()).toEqual(before);
    await happened('otp.sent', '1 second', {}, 2);
    await count();
    await happened('otp.sent', '1 second', {}, 1);
    await count();
    const sum = (await rows()).reduce((all, row) => all + Number(row['count']), 0);
    expect(sum).toBe(10);
  });

  it('keeps the number of sign-ins after the audit log is purged', async () => {
    await happened('session.started', '5 hours', { method: 'password' }, 2);
    await happened('session.started', '1 second', { method: 'password' });
    await count();
    await server.deps.sql`update audit_events set details = '{}' where at > now() - interval '1 hour'`;
    await server.deps.sql`delete from audit_events where at < now() - interval '1 hour'`;
    await count();
    expect(await get('day')).toMatchObject({
      now: { signIns: 3 },
      methods: [
        { method: 'password', count: 2 },
        { method: 'other', count: 1 },
      ],
    });
  });

  it('counts the active sessions at most once every ten minutes', async () => {
    const { sql } = server.deps;
    await count();
    const [active] = await sql<{ count: number }[]>`select count(*)::int as count from sessions`;
    expect(await get('day')).toMatchObject({ now: { sessions: active?.count }, before: { sessions: null } });
    await sql`
      insert into sessions (id, token_hash, account_id, method, amr, is_persistent, user_agent, address, idle_seconds,
        idle_expires_at, expires_at)
      select 'ses_more' || n, sha256(n::text::bytea), account_id, method, amr, is_persistent, user_agent, address,
        idle_seconds, case when n = 2 then now() else idle_expires_at end,
        case when n = 3 then now() else expires_at end
      from (select * from sessions limit 1) s, generate_series(1, 3) n`;
    await sql`
      insert into activity_hours (hour, name, count)
      select date_trunc('hour', now(), 'UTC') - n * interval '24 hours', 'sessions', 6 + n from generate_series(1, 2) n`;
    await count();
    // Age the counts of earlier hours, because only the newest count decides the shown time, and store the newest
    // count last, because the order of the rows must not decide.
    await sql`
      insert into activity_hours (hour, name, count) values (date_trunc('hour', now(), 'UTC') - interval '1 hour', 'events', 1)
      on conflict do nothing`;
    await sql`
      update activity_hours set counted_at = now() - interval '1 day'
      where name = 'events' and hour < date_trunc('hour', now(), 'UTC')`;
    await sql`
      update activity_hours set count = count
      where name in ('events', 'sessions') and hour = date_trunc('hour', now(), 'UTC')`;
    expect(await get('day')).toMatchObject({ now: { sessions: active?.count } });
    expect(Date.parse(String((await get('day'))['countedAt']))).toBeGreaterThan(Date.now() - 60_000);
    const countAfter = async (time: string) => {
      await sql`update activity_hours set counted_at = now() - ${time}::interval where name = 'sessions'`;
      await count();
    };
    await countAfter('9 minutes');
    expect(await get('day')).toMatchObject({ now: { sessions: active?.count } });
    await countAfter('11 minutes');
    expect(await get('day')).toMatchObject({
      now: { sessions: (active?.count ?? 0) + 1 },
      before: { sessions: 7 },
    });
  });

  it('takes the median hour’s failed sign-ins as the usual number', async () => {
    const { sql } = server.deps;
    const repo = createActivityRepo(sql);
    expect(await repo.findUsualFailuresOfHour()).toBe(0);
    const insert = (from: number, to: number, failures: number) => sql`
      insert into activity_hours (hour, name, count)
      select date_trunc('hour', now(), 'UTC') - make_interval(hours => n), 'failure', ${failures}
      from generate_series(${from}::int, ${to}::int) n`;
    await insert(0, 0, 9_000);
    await insert(25, 60, 9_000);
    await insert(1, 12, 9_000);
    expect(await repo.findUsualFailuresOfHour()).toBe(0);
    await insert(13, 24, 40);
    expect(await repo.findUsualFailuresOfHour()).toBe(40);
    const readers: (() => Promise<number>)[] = [];
    const failureRate = { useHistory: (reader: () => Promise<number>) => void readers.push(reader) };
    createDashboardModule({ ...server.deps, failureRate });
    expect(await Promise.all(readers.map((read) => read()))).toEqual([40]);
  });

  it('is empty before its job has run for the first time', async () => {
    expect(await get('month')).toMatchObject({
      countedAt: null,
      now: { signUps: 0, signIns: 0, sessions: null },
      methods: [],
    });
  });
});
