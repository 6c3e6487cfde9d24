import { auditKindGroups, type AuditGroup } from '@vid/contract/audit-kinds';
import { auditGroups } from '@vid/contract/endpoints/admin/audit';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { readConfig } from '#config/config.ts';
import { runPurges } from '#operations/purge/purge.ts';
import { createAuditPartitionsRepo } from './audit-partitions.repo.ts';
import { createAuditRetention } from './audit-retention.ts';

let server: TestServer;
let now = Date.now();
beforeAll(async () => {
  server = await startTestServer(inject('cluster'), {
    environment: { VID_AUDIT_CODE_DAYS: '30' },
    overrides: { nowMs: () => now },
  });
});
afterAll(() => server.close());

const dayMs = 24 * 60 * 60_000;
function monthStart(offset: number): Date {
  const today = new Date();
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + offset));
}

async function add(kind: string, month: number, request = 'r'): Promise<void> {
  const at = new Date(monthStart(month).getTime() + 3 * dayMs);
  await server.deps.sql`
    insert into audit_events (at, kind, address, request_id) values (${at}, ${kind}, '203.0.113.9', ${request})`;
}

const purge = () => runPurges([server.deps.auditRetention]);
const problemNow = async () => (await server.deps.auditVerifier.verify()).problem;
const countRows = async (): Promise<Record<string, number>> => {
  const rows = await server.deps.sql<{ kind: string; count: number }[]>`
    select kind, count(*)::int as count from audit_events group by kind`;
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
};
const partitions = async () => {
  const rows = await server.deps.sql<{ name: string }[]>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = 'audit_events'::regclass`;
  return rows.map(({ name }) => name);
};

it('the audit retention keeps each row for the days of its kind', async () => {
  const { sql, auditSealer, chainRepo, auditRetention } = server.deps;
  // Month -2 has no partition, so its rows are in the default partition; month 2 has its own partition.
  for (const month of [-2, 2])
    for (const kind of ['otp.sent', 'otp.sent', 'profile.changed']) await add(kind, month);
  await auditSealer.run();
  const own = `audit_parts.audit_events_${monthStart(2).toISOString().slice(0, 7).replace('-', '_')}`;
  expect(await partitions()).toContain(own);

  now = monthStart(3).getTime() + 30 * dayMs - 1;
  expect([await purge(), await countRows()]).toEqual([
    { audit_events: 2 },
    { 'otp.sent': 2, 'profile.changed': 2 },
  ]);
  now += 1;
  // Simulate a crash after the chain has recorded the purge and before the rows are deleted.
  await auditRetention.deleteExpired(0);
  expect([await countRows(), await problemNow()]).toEqual([
    { 'otp.sent': 2, 'profile.changed': 2 },
    undefined,
  ]);
  expect([await purge(), await countRows()]).toEqual([{ audit_events: 2 }, { 'profile.changed': 2 }]);
  expect(await problemNow()).toBeUndefined();

  now = monthStart(3).getTime() + 400 * dayMs;
  expect([await purge(), await countRows()]).toEqual([{ audit_events: 1 }, {}]);
  const left = await partitions();
  expect(left.includes(own)).toBe(false);
  expect([await problemNow(), (await chainRepo.findLast(sql))?.number]).toEqual([undefined, 5]);
});

const purgeWith = async (environment: Record<string, string>) => {
  const config = readConfig(environment, { dataDir: '' });
  const { sql, log, auditSealer: sealer } = server.deps;
  await runPurges([createAuditRetention({ sql, log, sealer, config, nowMs: () => now })]);
  return Object.keys(await countRows());
};

it('the audit retention keeps each group for its configured days', async () => {
  const variables = {
    'sign-in': 'VID_AUDIT_SIGNIN_DAYS',
    codes: 'VID_AUDIT_CODE_DAYS',
    account: 'VID_AUDIT_ACCOUNT_DAYS',
    security: 'VID_AUDIT_SECURITY_DAYS',
    privacy: 'VID_AUDIT_PRIVACY_DAYS',
    administration: 'VID_AUDIT_ADMINISTRATION_DAYS',
    applications: 'VID_AUDIT_APPLICATION_DAYS',
  } satisfies Record<AuditGroup, string>;
  const rows = auditGroups.map((group) => [group, auditKindGroups[group][0]] as const);
  const addAll = async (month: number) => {
    for (const [, kind] of rows) await add(kind, month);
    await server.deps.auditSealer.run();
    now = monthStart(month + 1).getTime() + 30 * dayMs;
  };
  await addAll(-1);
  const left = new Set<string>(rows.map(([, kind]) => kind));
  for (const [group, kind] of rows) {
    left.delete(kind);
    expect(new Set(await purgeWith({ [variables[group]]: '30' }))).toEqual(left);
  }
  await addAll(0);
  expect(await purgeWith({ VID_AUDIT_DAYS: '30', VID_AUDIT_PRIVACY_DAYS: '31' })).toEqual([
    auditKindGroups.privacy[0],
  ]);
  expect(await purgeWith({ VID_AUDIT_DAYS: '30' })).toEqual([]);
});

it('the audit retention keeps rows that are not sealed yet', async () => {
  await add('email.confirmed', -20);
  now = monthStart(0).getTime();
  expect([await purge(), await countRows()]).toEqual([{}, { 'email.confirmed': 1 }]);
  expect(server.logLines.join('')).toContain('audit rows that are not sealed yet');
  await server.deps.auditSealer.run();
  expect([await purge(), await problemNow()]).toEqual([{ audit_events: 1 }, undefined]);
});

it('the audit retention deletes at most its limit of rows', async () => {
  for (const month of [-22, -21]) for (let n = 0; n < 2; n += 1) await add('email.confirmed', month);
  await server.deps.auditSealer.run();
  now = monthStart(0).getTime();
  const { auditRetention } = server.deps;
  expect([await auditRetention.deleteExpired(3), await auditRetention.deleteExpired(3)]).toEqual([3, 1]);
});

it('the audit retention deletes an expired month without the next month', async () => {
  for (const month of [-30, -29]) await add('otp.sent', month);
  await server.deps.auditSealer.run();
  now = monthStart(-29).getTime() + 30 * dayMs;
  expect([await purge(), await countRows()]).toEqual([{ audit_events: 1 }, { 'otp.sent': 1 }]);
  now = monthStart(0).getTime();
  expect([await purge(), await countRows()]).toEqual([{ audit_events: 1 }, {}]);
});

it('the audit log accepts a row that is dated 40 months ahead', async () => {
  await add('phone.changed', 40);
  await server.deps.auditKeeper.makeAhead();
  expect(await countRows()).toEqual({ 'phone.changed': 1 });
});

it('the audit chain shows that rows were purged too early', async () => {
  const { sql, auditSealer } = server.deps;
  await auditSealer.run();
  const last = await server.deps.chainRepo.findLast(sql);
  await sql.begin((tx) =>
    auditSealer.sealPurge(tx, '2090-01', { 'otp.sent': 30 }, () => Promise.resolve(true)),
  );
  expect(await problemNow()).toEqual({
    seal: (last?.number ?? 0) + 1,
    problem: 'purged-early',
    month: '2090-01',
  });
});

it('the audit retention finds the event kinds of exactly one month', async () => {
  const { sql } = server.deps;
  const [other] = (await createAuditPartitionsRepo(sql).list()).filter(({ isOther }) => isOther);
  const times = {
    'otp.sent': '2089-11-30T23:59:59Z',
    'phone.changed': '2089-12-01T00:00:00Z',
    'profile.changed': '2089-12-31T23:59:59Z',
    'email.confirmed': '2090-01-01T00:00:00Z',
  };
  for (const [kind, at] of Object.entries(times))
    await sql`insert into audit_events (at, kind, address, request_id) values (${new Date(at)}, ${kind}, '203.0.113.9', 'r')`;
  const repo = createAuditPartitionsRepo(sql);
  const kinds = await repo.listKinds(other?.name ?? '', '2089-12');
  expect([...kinds].toSorted()).toEqual(['phone.changed', 'profile.changed']);
});

it('the audit retention keeps a partition whose lock another transaction holds', async () => {
  const { sql } = server.deps;
  const repo = createAuditPartitionsRepo(sql);
  const name = (await repo.list()).find(({ isMonth }) => isMonth)?.name ?? '';
  const startedAt = performance.now();
  const isDropped = await sql.begin(async (tx) => {
    await tx`lock table ${tx(`audit_parts.${name}`)} in access share mode`;
    return repo.drop(name);
  });
  expect([isDropped, performance.now() - startedAt < 3_000]).toEqual([false, true]);
  expect(await repo.drop(name)).toBe(true);
});
