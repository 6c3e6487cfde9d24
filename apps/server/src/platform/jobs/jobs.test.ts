import { once } from 'node:events';
import { createServer } from 'node:net';
import { TestBrowser } from '@vid/testkit/browser';
import { freshPhone, readOutbox, requestOtp, verifyPhone } from '@vid/testkit/flows';
import { listenOnLoopback } from '@vid/testkit/network';
import { atOneMoment } from '@vid/testkit/database/one-moment';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { connect, type ConnectionTarget, type Sql } from '#database/connection.ts';
import { purgeSchedule, runPurges, tablePurges } from '#operations/purge/purge.ts';
import { Door } from '#process/testing/door.ts';
import type { Schedule } from '../module.ts';
import { createJobs, type JobTiming } from './jobs.ts';
import { createTasksRepo, runSoon } from './tasks.repo.ts';

let server: TestServer;
/**
 * Functions that run in reverse order before the server closes, because a database with connections cannot be
 * dropped.
 */
const closers: (() => Promise<void>)[] = [];
beforeEach(async () => {
  server = await startTestServer(inject('cluster'));
});
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
  await server.close();
});

const until = <T>(check: () => Promise<T> | T) => vi.waitFor(check, { timeout: 20_000, interval: 50 });

/** Requests a task, which is due as soon as the job runner has added its row. */
const request = (name: string) =>
  until(async () => {
    const { sql } = server.deps;
    expect(await sql`select from scheduled_tasks where name = ${name}`).toHaveLength(1);
    await sql.begin((tx) => runSoon(tx, name));
  });

async function findTask(name: string) {
  const [row] = await server.deps.sql<{ isHeld: boolean; failedAt: Date | null; finishedAt: Date | null }[]>`
    select lease_until is not null as is_held, failed_at, finished_at from scheduled_tasks where name = ${name}`;
  return row;
}

const notice = (phone: string) =>
  ({
    accountId: phone,
    phone,
    purpose: 'password-changed',
    text: 'sms.password-changed',
    values: { link: 'https://id.test/x' },
    locale: 'vi',
  }) as const;

async function queueNotice(): Promise<string> {
  const phone = freshPhone();
  await server.deps.sql.begin((tx) => server.deps.sms.queue(tx, notice(phone)));
  return phone;
}

const rare = (name: string, run: () => Promise<unknown>): Schedule => ({ name, everyMinutes: 24 * 60, run });

type Options = {
  readonly sql?: Sql;
  readonly tasks?: readonly Schedule[];
  readonly timing?: Partial<JobTiming>;
};

function createTestJobs({ sql = server.deps.sql, tasks = [], timing }: Options) {
  const jobs = createJobs({ ...server.deps, sql, timing: { pollMs: 100, ...timing } });
  closers.push(() => jobs.stop());
  return { ...jobs, start: () => jobs.start(tasks) };
}

function openTestPool(target: ConnectionTarget): Sql {
  const { sql, close } = connect(target, { max: 4, applicationName: 'vid-other' });
  closers.push(close);
  return sql;
}

async function findDatabase(): Promise<string> {
  const [row] = await server.deps.sql<{ name: string }[]>`select current_database() as name`;
  return row?.name ?? '';
}

const openOtherPool = async () => openTestPool({ ...inject('cluster'), database: await findDatabase() });

async function openDoorPool(): Promise<{ door: Door; sql: Sql }> {
  const door = new Door();
  const cluster = inject('cluster');
  await door.open(cluster.host);
  closers.push(() => door.close());
  const sql = openTestPool({
    url: `postgres://${cluster.user}@127.0.0.1:${door.port}/${await findDatabase()}`,
  });
  return { door, sql };
}

const isSent = async (phone: string) =>
  expect((await readOutbox(new TestBrowser(server.app))).map(({ to }) => to)).toContain(phone);

describe('the task schedule', () => {
  it('sends a pending message while two processes run it', async () => {
    const twin = await server.twin();
    server.deps.jobs.start(server.deps.schedules);
    twin.deps.jobs.start(twin.deps.schedules);
    const phone = await queueNotice();
    await request('deliver-sms');
    await until(() => isSent(phone));
    expect(twin.deps.jobs.isStalled()).toBe(false);
  });

  it('runs a task in one process at a time', async () => {
    let [runs, running, most] = [0, 0, 0];
    const task = rare('purge', async () => {
      runs += 1;
      running += 1;
      most = Math.max(most, running);
      // Take longer than the other process needs to claim the row.
      for (let n = 0; n < 5; n += 1) await server.deps.sql`select pg_sleep(0.02)`;
      running -= 1;
    });
    createTestJobs({ tasks: [task] }).start();
    createTestJobs({ sql: await openOtherPool(), tasks: [task] }).start();
    for (let round = 1; round <= 5; round += 1) {
      await request('purge');
      await until(() => expect(runs).toBeGreaterThanOrEqual(round));
    }
    expect(most).toBe(1);
  });

  it('runs a task again if it is requested during a run', async () => {
    const release = Promise.withResolvers<void>();
    let runs = 0;
    createTestJobs({
      tasks: [
        rare('purge', async () => {
          runs += 1;
          await release.promise;
        }),
      ],
    }).start();
    await request('purge');
    await until(() => expect(runs).toBe(1));
    await request('purge');
    release.resolve();
    await until(() => expect(runs).toBe(2));
  });

  it('postpones a task that is due outside its time of day', async () => {
    let runs = 0;
    const { sql } = server.deps;
    const hour = (new Date().getUTCHours() + 12) % 24;
    const time = `${String(hour).padStart(2, '0')}:00`;
    createTestJobs({
      tasks: [{ ...rare('remind', async () => void (runs += 1)), everyMinutes: 1, betweenUtc: [time, time] }],
    }).start();
    await request('remind');
    await until(async () =>
      expect(await sql`select from scheduled_tasks where name = 'remind' and due_at > now()`).toHaveLength(1),
    );
    expect(runs).toBe(0);
  });

  it('keeps the lease of a task that takes longer than the lease', async () => {
    const release = Promise.withResolvers<void>();
    let runs = 0;
    const task = rare('purge', async () => {
      runs += 1;
      await release.promise;
    });
    createTestJobs({ tasks: [task], timing: { leaseSeconds: 2 } }).start();
    createTestJobs({ sql: await openOtherPool(), tasks: [task], timing: { leaseSeconds: 2 } }).start();
    await request('purge');
    await until(async () =>
      expect(
        await server.deps
          .sql`select from scheduled_tasks where lease_until > started_at + interval '5 seconds'`,
      ).toHaveLength(1),
    );
    expect(runs).toBe(1);
    release.resolve();
    await until(async () => expect((await findTask('purge'))?.isHeld).toBe(false));
  });

  it('D6 runs the task of a frozen process elsewhere after its lease', async () => {
    const { door, sql } = await openDoorPool();
    const release = Promise.withResolvers<void>();
    let isFrozen = false;
    createTestJobs({
      sql,
      timing: { leaseSeconds: 2 },
      tasks: [
        rare('purge', async () => {
          door.freeze();
          isFrozen = true;
          await release.promise;
        }),
      ],
    }).start();
    await request('purge');
    await until(() => expect(isFrozen).toBe(true));
    const frozenAt = performance.now();
    let ranAt = 0;
    createTestJobs({ tasks: [rare('purge', async () => void (ranAt = performance.now()))] }).start();
    await until(() => expect(ranAt).toBeGreaterThan(0));
    expect(ranAt - frozenAt).toBeLessThan(4_000);
    release.resolve();
  });

  it('waits for a running task when it stops', async () => {
    const release = Promise.withResolvers<void>();
    let [isDone, others] = [false, 0];
    const jobs = createTestJobs({
      tasks: [
        rare('purge', async () => {
          await release.promise;
          isDone = true;
        }),
        rare('other', async () => void (others += 1)),
      ],
    });
    jobs.start();
    await request('purge');
    await until(async () => expect((await findTask('purge'))?.isHeld).toBe(true));
    const stopped = jobs.stop();
    await request('other');
    release.resolve();
    await stopped;
    expect([isDone, others]).toEqual([true, 0]);
    expect(await findTask('purge')).toMatchObject({ isHeld: false, finishedAt: expect.any(Date) });
  });
});

describe('the task schedule during database failures', () => {
  it('D2 continues after its connections are cut', async () => {
    let runs = 0;
    createTestJobs({
      sql: await openOtherPool(),
      tasks: [rare('purge', async () => void (runs += 1))],
    }).start();
    for (let round = 1; round <= 3; round += 1) {
      await request('purge');
      await until(() => expect(runs).toBe(round));
      await server.deps.sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'vid-other' and datname = current_database()`;
    }
  });

  it('D1 starts without a database and stops cleanly', async () => {
    const sql = openTestPool({ host: '/nonexistent', database: 'none', user: 'nobody' });
    const jobs = createTestJobs({ sql, tasks: [rare('purge', async () => undefined)] });
    jobs.start();
    await until(() => expect(server.logLines.join('')).toContain('scheduled tasks cannot run'));
    await jobs.stop();
  });

  it('D2 stops even if the database accepts connections and never responds', async () => {
    const silent = createServer();
    closers.push(async () => void silent.close());
    const port = await listenOnLoopback(silent);
    const connected = once(silent, 'connection');
    const sql = openTestPool({ url: `postgres://vid@127.0.0.1:${port}/vid` });
    const jobs = createTestJobs({ sql, tasks: [rare('purge', async () => undefined)] });
    jobs.start();
    const [socket] = await connected;
    closers.push(async () => void Object(socket).destroy());
    await jobs.stop();
    expect(jobs.isStalled()).toBe(false);
  });

  it.each(['succeeds', 'fails'])('D2 records the end of a task that %s during an outage', async (outcome) => {
    const { door, sql } = await openDoorPool();
    const isDown = Promise.withResolvers<void>();
    let runs = 0;
    const purge = async (): Promise<void> => {
      runs += 1;
      if (runs > 1) return;
      await door.close();
      isDown.resolve();
      if (outcome === 'fails') throw new Error('the task failed');
    };
    createTestJobs({ sql, tasks: [rare('purge', purge)] }).start();
    await request('purge');
    await isDown.promise;
    await until(() => expect(server.logLines.join('')).toContain('scheduled tasks cannot run'));
    expect(await server.deps.metrics.registry.metrics()).toMatch(/vid_job_ends_unconfirmed_total [1-9]/u);
    await door.open(inject('cluster').host);
    const openedAt = performance.now();
    await until(async () => expect((await findTask('purge'))?.isHeld).toBe(false));
    await request('purge');
    await until(() => expect(runs).toBe(2));
    expect(performance.now() - openedAt).toBeLessThan(2_000);
    expect((await findTask('purge'))?.failedAt instanceof Date).toBe(outcome === 'fails');
  });
});

describe('tasks that fail or cannot run', () => {
  it('D1 make the process report that it is not ready', async () => {
    const { sql } = server.deps;
    const ready = async () => {
      const { status, raw } = await new TestBrowser(server.app).get('/vid/health/ready');
      return [status, raw.json().checks.jobs];
    };
    const stalling = await server.twin({ jobTiming: { pollMs: 100, stalledMs: 1_000 } });
    await sql`alter table scheduled_tasks rename to unknown_tasks`;
    stalling.deps.jobs.start(stalling.deps.schedules);
    const browser = new TestBrowser(stalling.app);
    await until(async () => {
      const { status, raw } = await browser.get('/vid/health/ready');
      expect([status, raw.json().checks]).toMatchObject([
        503,
        { database: 'up', migrations: 'applied', jobs: 'stalled' },
      ]);
    });
    expect((await browser.get('/vid/metrics')).raw.body).toContain('vid_jobs_up 0');
    expect((await browser.get('/vid/ajax/auth/me')).status).toBe(401);
    // This server never started its tasks, so its readiness does not depend on them.
    expect(await ready()).toEqual([200, 'running']);

    await sql`alter table unknown_tasks rename to scheduled_tasks`;
    await until(async () => expect((await browser.get('/vid/health/ready')).status).toBe(200));
    await until(async () => expect((await browser.get('/vid/metrics')).raw.body).toContain('vid_jobs_up 1'));
  });

  it('are counted when they fail', async () => {
    const { metrics } = server.deps;
    createTestJobs({
      tasks: [rare('purge', () => Promise.reject(new Error('the task failed')))],
    }).start();
    await request('purge');
    await until(async () =>
      expect(await metrics.registry.metrics()).toMatch(/vid_job_failures_total\{task="purge"\} [1-9]/u),
    );
    await until(async () => expect((await findTask('purge'))?.failedAt).toEqual(expect.any(Date)));
  });
});

const hang = (release: Promise<void>, onStart: () => void) =>
  Array.from({ length: 4 }, (_, n) =>
    rare(`slow-${n}`, () => {
      onStart();
      return release;
    }),
  );

describe('slow tasks', () => {
  it('take up four slots and delay another task', async () => {
    const release = Promise.withResolvers<void>();
    let [started, fifth] = [0, 0];
    const slow = hang(release.promise, () => (started += 1));
    const jobs = createTestJobs({ tasks: [...slow, rare('waiting', async () => void (fifth += 1))] });
    jobs.start();
    for (const { name } of slow) await request(name);
    await until(() => expect(started).toBe(4));
    await request('waiting');
    await server.deps
      .sql`update scheduled_tasks set due_at = due_at - interval '5 minutes' where name = 'waiting'`;
    await until(() => expect(jobs.oldestDueSeconds()).toBeGreaterThanOrEqual(300));
    expect(fifth).toBe(0);
    release.resolve();
    await until(() => expect(fifth).toBe(1));
    await until(() => expect(jobs.oldestDueSeconds()).toBe(0));
  });

  it('count as stalled only if the newest run exceeds the limit', async () => {
    const release = Promise.withResolvers<void>();
    let started = 0;
    const slow = hang(release.promise, () => (started += 1));
    const jobs = createTestJobs({ tasks: slow, timing: { stalledMs: 1_000, longestJobMs: 4_000 } });
    jobs.start();
    for (const { name } of slow) await request(name);
    await until(async () => {
      const old = await server.deps.sql`
        select from scheduled_tasks where started_at < now() - interval '2 seconds'`;
      expect(old).toHaveLength(4);
    });
    expect(jobs.isStalled()).toBe(false);
    await until(() => expect(jobs.isStalled()).toBe(true));
    release.resolve();
    await until(() => expect(jobs.isStalled()).toBe(false));
  });
});

describe('the purge', () => {
  it('R7 purges the other table if one table cannot be purged', async () => {
    const slow = new Error('canceling statement due to statement timeout');
    let rows = 700;
    const purges = [
      { name: 'deliveries', deleteExpired: () => Promise.reject(slow) },
      {
        name: 'captchas',
        deleteExpired: async (limit: number) => {
          const count = Math.min(limit, rows);
          rows -= count;
          return count;
        },
      },
    ];
    await expect(runPurges(purges)).rejects.toBe(slow);
    expect(rows).toBe(0);
  });

  it('deletes nothing from a copy of the database', async () => {
    const logged: unknown[] = [];
    const purges = [{ name: 'captchas', deleteExpired: async () => 2 }];
    const run = (isCopy: boolean) =>
      purgeSchedule(purges, {
        log: { info: (fields: unknown) => void logged.push(fields) },
        installation: { isCopy: async () => isCopy },
      }).run();
    await run(true);
    expect(logged).toEqual([]);
    await run(false);
    expect(logged).toEqual([{ deleted: { captchas: 2 } }]);
  });

  it('deletes only the expired rows of several tables', async () => {
    const { sql } = server.deps;
    const browser = new TestBrowser(server.app);
    await requestOtp(browser, server, freshPhone(), 'signup');
    await verifyPhone(browser, server, freshPhone(), 'signup');
    await queueNotice();
    const hash = Buffer.alloc(32);
    await sql`
      insert into captchas (id, answer_hash, pre_session_hash, expires_at)
      select 'cap_' || n, ${hash}, ${hash}, now() - interval '1 second' from generate_series(1, 1234) n`;
    await sql`insert into captchas (id, answer_hash, pre_session_hash, expires_at)
      values ('cap_live', ${hash}, ${hash}, now() + interval '1 minute')`;
    const purges = tablePurges(sql);
    expect(await runPurges(purges)).toEqual({ captchas: 1234 });

    await sql`update otp_codes set created_at = now() - interval '1 day'`;
    for (const table of ['deliveries', 'captchas'])
      await sql`update ${sql(table)} set expires_at = now() - interval '1 ms'`;
    expect(await runPurges(purges)).toEqual({
      otp_codes: 2,
      captchas: 1,
      deliveries: 1,
    });
    expect(await runPurges(purges)).toEqual({});
  });

  it('deletes rows only when they are older than their limit', () =>
    atOneMoment(server, async (tx) => {
      const purge = async (table: string, limit = 10) =>
        tablePurges(tx)
          .find(({ name }) => name === table)
          ?.deleteExpired(limit);
      const insertAt = {
        captchas: (at: string) => tx`
          insert into captchas (id, answer_hash, pre_session_hash, expires_at)
          values (${at}, ${Buffer.alloc(32)}, ${Buffer.alloc(32)}, now() - ${at}::interval)`,
        otp_codes: (at: string) => tx`
          insert into otp_codes (id, phone, purpose, pre_session_hash, client_id, is_member, digits, max_attempts,
            resend_seconds, created_at, expires_at)
          values (${at}, '+84912345678', 'signup', ${Buffer.alloc(32)}, 'vid-web', false, 6, 5, 60,
            now() - ${at}::interval, now())`,
        outbox_messages: (at: string) => tx`
          insert into outbox_messages (id, sealed, created_at) values (${at}, '', now() - ${at}::interval)`,
        sms_attempts: (at: string) => tx`
          insert into sms_attempts (sms_id, channel, purpose, masked_phone, carrier, outcome, parts, took_ms, created_at)
          values (${at}, 'esms', 'signin', '', 'viettel', 'accepted', 1, 1, now() - ${at}::interval)`,
        activity_hours: (at: string) => tx`
          insert into activity_hours (hour, name, count) values (now() - ${at}::interval, 'a', 1)`,
      };
      const ages = {
        captchas: '0 seconds',
        otp_codes: '1 day',
        outbox_messages: '1 day',
        sms_attempts: '90 days',
        activity_hours: '2 years',
      } as const;
      for (const table of [
        'captchas',
        'otp_codes',
        'outbox_messages',
        'sms_attempts',
        'activity_hours',
      ] as const) {
        await insertAt[table](ages[table]);
        await insertAt[table](`${ages[table]} 1 microsecond`);
        expect([table, await purge(table)]).toEqual([table, 1]);
      }
      await tx`
        insert into bulk_changes (id, action, total, expires_at)
        values ('blk_a', 'lock', 2, now() - interval '1 second'), ('blk_b', 'unlock', 1, now())`;
      await tx`
        insert into bulk_rows (change_id, item_id, account_id)
        values ('blk_a', 'a', 'acc_a'), ('blk_a', 'b', 'acc_b'), ('blk_b', 'a', 'acc_a')`;
      expect([await purge('bulk_changes'), await purge('bulk_rows', 1)]).toEqual([0, 1]);
      expect([await purge('bulk_changes'), await purge('bulk_rows')]).toEqual([0, 1]);
      expect([await purge('bulk_changes'), await purge('bulk_rows')]).toEqual([1, 0]);
    }));

  it('deletes 120,000 expired rows in one run', async () => {
    const { sql } = server.deps;
    for (let part = 0; part < 12; part += 1)
      await sql`
        insert into captchas (id, answer_hash, pre_session_hash, expires_at)
        select 'flood_' || ${part}::int * 10000 + n, ${Buffer.alloc(32)}, ${Buffer.alloc(32)}, now() - interval '1 second'
        from generate_series(1, 10000) n`;
    expect(await runPurges(tablePurges(sql))).toMatchObject({ captchas: 120_000 });
  });

  it('includes every table with an expiry, except client secrets', async () => {
    const rows = await server.deps.sql<{ name: string }[]>`
      select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name in ('expires_at', 'idle_expires_at')`;
    // Expired client secrets are rejected when they are read, but stay visible to managers.
    const known = new Set(['client_secrets', ...server.deps.purges.map(({ name }) => name)]);
    const missing = rows.map(({ name }) => name).filter((name) => !known.has(name));
    expect(missing).toEqual([]);
  });
});

describe('the server', () => {
  it('schedules each background task, and each task starts its work', async () => {
    const { deps } = server;
    const { modules, mail, notices, sms } = deps;
    const calls: Record<string, readonly { readonly mock: { readonly calls: readonly unknown[] } }[]> = {
      'advance-recoveries': [vi.spyOn(modules.recovery.recoveries, 'advance')],
      'build-exports': [vi.spyOn(modules.privacy.exportBuilder, 'run')],
      'deliver-logouts': [vi.spyOn(deps.backchannelLogout, 'kick')],
      'deliver-mail': [vi.spyOn(mail, 'sweep')],
      'deliver-sms': [vi.spyOn(notices, 'queueDue'), vi.spyOn(sms, 'sweep')],
      'erase-accounts': [vi.spyOn(modules.privacy.erasure, 'run')],
      'export-members': [vi.spyOn(modules.memberExport.memberExportWorker, 'run')],
      'keep-audit': [vi.spyOn(deps.auditKeeper, 'run')],
      'notify-of-incidents': [vi.spyOn(modules.incidents.incidentNotices, 'run')],
      'remind-of-expiry': [vi.spyOn(modules.certificateQueue.certificateReminders, 'run')],
      'run-imports': [vi.spyOn(modules.memberImport.importWorker, 'run')],
      'sweep-webhooks': [vi.spyOn(deps.webhookDelivery, 'sweep')],
      'undo-rights': [vi.spyOn(deps.givenPermissions, 'run')],
    };
    const same = {
      'change-accounts': modules.accounts.bulkWorker.run,
      'change-permissions': modules.applications.bulkWorker.run,
      'count-activity': modules.dashboard.countActivity,
    };
    const names = deps.schedules.map(({ name }) => name);
    expect(names.toSorted()).toEqual([...Object.keys(calls), ...Object.keys(same), 'purge'].toSorted());
    for (const [name, run] of Object.entries(same))
      expect(deps.schedules.find((schedule) => schedule.name === name)?.run).toBe(run);
    for (const [name, spies] of Object.entries(calls)) {
      await deps.schedules.find((schedule) => schedule.name === name)?.run();
      expect([name, ...spies.map(({ mock }) => mock.calls.length)]).toEqual([name, ...spies.map(() => 1)]);
    }
    await deps.background.idle();
  });

  it('runs all but three tasks every minute', () => {
    const { schedules } = server.deps;
    const rarer = schedules.filter(({ everyMinutes }) => everyMinutes !== 1);
    expect(Object.fromEntries(rarer.map(({ name, everyMinutes }) => [name, everyMinutes]))).toEqual({
      'erase-accounts': 10,
      purge: 5,
      'remind-of-expiry': 60,
    });
    expect(rarer.find(({ name }) => name === 'remind-of-expiry')).toMatchObject({
      offsetMinutes: 10,
      betweenUtc: ['01:10', '12:15'],
    });
  });

  it('registers ten purges besides those of the tables with an expiry', () => {
    const { purges, sql } = server.deps;
    const plain = new Set(tablePurges(sql).map(({ name }) => name));
    expect(
      purges
        .map(({ name }) => name)
        .filter((name) => !plain.has(name))
        .toSorted(),
    ).toEqual([
      'audit_events',
      'counters',
      'oidc_authorization_codes',
      'oidc_device_codes',
      'password_throttles',
      'removed webhooks',
      'sessions',
      'surplus client_attempts',
      'surplus webhook messages',
      'webhook secrets',
    ]);
  });
});

describe('the row of a task', () => {
  it('is leased, postponed and ended by one process at a time', () =>
    atOneMoment(server, async (tx) => {
      const repo = createTasksRepo(tx);
      const [past, next] = [new Date(Date.now() - 60_000), new Date(Date.now() + 3_600_000)];
      const [mine, other] = [
        { name: 'a', leaseId: 'mine' },
        { name: 'a', leaseId: 'other' },
      ];
      const state = async () => {
        const [row] = await tx`
          select due_at, lease_id, (lease_until - now())::text as lease, finished_at = now() as is_finished,
            failed_at is not null as has_failed from scheduled_tasks where name = 'a'`;
        return row;
      };
      await repo.add('b', past);
      await repo.add('a', new Date(past.getTime() + 1_000));
      await repo.add('a', next);
      expect((await repo.list(['a', 'b', 'c'])).tasks.map(({ name }) => name)).toEqual(['b', 'a']);
      expect(await repo.claim(mine, next, 30)).toBe(true);
      const leased = { dueAt: next, leaseId: 'mine', lease: '00:00:30', isFinished: null, hasFailed: false };
      expect(await state()).toEqual(leased);
      expect(await repo.claim(other, next, 30)).toBe(false);
      // The response to a claim may be lost, so a process may claim its own task again.
      expect(await repo.claim(mine, next, 30)).toBe(true);
      await repo.postpone('a', past);
      await repo.renew('other', ['a'], 60);
      await repo.renew('mine', ['b'], 60);
      await repo.finish(other, true);
      expect(await state()).toEqual(leased);
      await repo.renew('mine', ['a'], 60);
      expect(await state()).toEqual({ ...leased, lease: '00:01:00' });
      await repo.finish(mine, true);
      const ended = { dueAt: next, leaseId: null, lease: null, isFinished: true, hasFailed: true };
      expect(await state()).toEqual(ended);
      expect(await repo.claim(other, next, 30)).toBe(false);
      await tx`update scheduled_tasks set due_at = now() where name = 'a'`;
      expect(await repo.claim(other, next, 30)).toBe(true);
      await tx`update scheduled_tasks set lease_until = now() where name = 'a'`;
      expect(await repo.claim(mine, next, 30)).toBe(true);
      // A success does not clear the time of the last failure.
      await repo.finish(mine, false);
      expect(await state()).toEqual(ended);
      await tx`update scheduled_tasks set due_at = now() where name = 'a'`;
      await repo.postpone('a', next);
      expect(await state()).toEqual(ended);
    }));
});
