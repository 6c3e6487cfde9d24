import { createEmptyDatabases } from '@vid/testkit/database';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { connect } from '#database/connection.ts';
import { listMigrations, migrate } from '#database/migrate.ts';
import { createKeys } from '#lib/keys.ts';
import { createAuditChainRepo } from './audit-chain.repo.ts';
import { createAuditSealer } from './audit-sealer.ts';
import { createAuditVerifier } from './audit-verifier.ts';

const name = 'vid_audit_upgrade';
const target = { ...inject('cluster'), database: name };
let databases: Awaited<ReturnType<typeof createEmptyDatabases>>;
let pool: ReturnType<typeof connect>;
/** The previous release, which keeps its connection and its prepared statements during the upgrade. */
let previous: ReturnType<typeof connect>;

beforeAll(async () => {
  databases = await createEmptyDatabases(inject('cluster'), name);
  pool = connect(target, { max: 2, applicationName: 'vid-test', statementTimeoutMs: 60_000 });
  previous = connect(target, { max: 1, applicationName: 'vid-test', byKey: true });
  const { sql } = pool;
  await sql`create table schema_migrations (
    name text primary key, hash text not null, applied_at timestamptz not null default now())`;
  for (const migration of (await listMigrations()).filter((file) => file.name < '0060')) {
    await sql.unsafe(migration.text);
    await sql`insert into schema_migrations ${sql({ name: migration.name, hash: migration.hash })}`;
  }
});
afterAll(async () => {
  await Promise.all([pool.close(), previous.close()]);
  await databases.drop();
});

const insert = (account: string) => previous.sql`
  insert into audit_events (kind, account_id, address, request_id, details)
  select 'otp.sent', ${account}::text, '203.0.113.9', 'req', '{"purpose":"signin"}'`;

it('the log of the previous release becomes the first partition, while that release still writes', async () => {
  const { sql } = pool;
  for (const account of ['acc_a', 'acc_b', 'acc_b']) await insert(account);
  await migrate(sql);
  await insert('acc_c');
  const rows = await sql`select id::int as id, account_id from audit_events order by id`;
  expect(rows.map((row) => [row['id'], row['accountId']])).toEqual([
    [1, 'acc_a'],
    [2, 'acc_b'],
    [3, 'acc_b'],
    [4, 'acc_c'],
  ]);
  const parts = await sql`
    select distinct tableoid::regclass::text as part from audit_events`;
  expect([...parts]).toEqual([{ part: 'audit_parts.audit_events_before' }]);

  const chainRepo = createAuditChainRepo(sql);
  const deps = { sql, chainRepo, keys: createKeys(Buffer.alloc(32, 7)), nowMs: Date.now };
  expect(await createAuditSealer(deps).run()).toBe(1);
  // How the previous release erases an account.
  await previous.sql`
    update audit_events set address = '', request_id = '', browser = null, system = null, details = '{}'
    where account_id = 'acc_b'`;
  expect(await createAuditVerifier(deps).verify()).toMatchObject({ rows: 4, problem: undefined });
  // Its purge names rows by their place, which is no longer unique.
  await expect(previous.sql`
    delete from audit_events where ctid = any(array(
      select ctid from audit_events where at < now() + interval '1 day' limit 500 for update skip locked))`).rejects.toMatchObject(
    { code: 'VA001' },
  );
});
