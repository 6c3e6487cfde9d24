import { holdTransaction, openTestPool } from '@vid/testkit/database';
import { createLogger } from '@vid/server/lib/log';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { bringUpDatabase } from './bring-up.ts';

const migration = '0017_hash_lengths.sql';
let pool: Awaited<ReturnType<typeof openTestPool>>;

beforeAll(async () => {
  pool = await openTestPool(inject('cluster'), { max: 3 });
});
afterAll(() => pool.close());

it('D8 D10 a migration that waits for a lock does not block requests for long, and is applied later', async () => {
  const { sql } = pool;
  await undoMigration();

  const release = await holdTransaction(sql, (tx) => tx`select from sessions`);

  const { applied, logLines } = startMigration();
  // Other test files wait for locks in their databases of the same cluster.
  const waits = () => sql`
    select from pg_locks where not granted and relation is not null
      and database = (select oid from pg_database where datname = current_database())`;
  await expect.poll(async () => (await waits()).length).toBeGreaterThan(0);
  // Queues behind the migration.
  const startedAt = performance.now();
  await sql`select from sessions`;
  expect(performance.now() - startedAt).toBeLessThan(2_000);
  await expect.poll(() => logLines.join('')).toContain('a migration waits for a lock, retrying');
  await release();
  expect(await applied).toEqual([migration]);
});

it('D10 the migration of many tables does not hold the busy ones while it waits for another', async () => {
  const { sql } = pool;
  await undoMigration();
  const release = await holdTransaction(sql, (tx) => tx`select from oidc_grants`);

  const { applied, logLines } = startMigration();
  const locks = async () =>
    (
      await sql<{ locks: string | null }[]>`
        select string_agg(relation::regclass || case when granted then ' held' else ' awaited' end, ', ') as locks
        from pg_locks where mode = 'AccessExclusiveLock'
          and database = (select oid from pg_database where datname = current_database())
          and relation in ('oidc_grants'::regclass, 'client_secrets'::regclass, 'sessions'::regclass)`
    )[0]?.locks;
  let seen: string | null | undefined;
  await expect
    .poll(async () => (seen = await locks()), { interval: 10, timeout: 10_000 })
    .toContain('oidc_grants awaited');
  expect(seen).toBe('oidc_grants awaited');
  // Queues behind the migration, which gives up soon.
  const startedAt = performance.now();
  await sql`select from oidc_grants`;
  expect(performance.now() - startedAt).toBeLessThan(800);
  await expect.poll(() => logLines.join('')).toContain('a migration waits for a lock, retrying');
  await release();
  expect(await applied).toEqual([migration]);
});

/** Applies the migration without waiting for it. */
function startMigration() {
  const logLines: string[] = [];
  const applied = bringUpDatabase({
    target: pool.target,
    log: createLogger('warn', { write: (line: string) => void logLines.push(line) }),
    signal: AbortSignal.timeout(20_000),
    mayMigrate: true,
  });
  return { applied, logLines };
}

async function undoMigration(): Promise<void> {
  const { sql } = pool;
  await sql`delete from schema_migrations where name = ${migration}`;
  const constraints = await sql<{ table: string; name: string }[]>`
    select conrelid::regclass::text as table, conname as name from pg_constraint where conname like '%\\_hash\\_length'`;
  for (const { table, name } of constraints)
    await sql`alter table ${sql(table)} drop constraint ${sql(name)}`;
}
