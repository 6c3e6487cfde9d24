import { holdTransaction, openTestPool } from '@vid/testkit/database';
import { createLogger } from '@vid/server/lib/log';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { bringUpDatabase } from './bring-up.ts';

const migration = {
  name: '99_example.sql',
  text: 'alter table sessions add column example text',
  hash: 'a',
};
let pool: Awaited<ReturnType<typeof openTestPool>>;

beforeAll(async () => {
  pool = await openTestPool(inject('cluster'), { max: 3 });
});
afterAll(() => pool.close());

it('D8 D10 does not block requests for long while a migration waits for a lock, and applies it later', async () => {
  const { sql } = pool;
  const release = await holdTransaction(sql, (tx) => tx`select from sessions`);

  const logLines: string[] = [];
  const applied = bringUpDatabase({
    target: pool.target,
    log: createLogger('warn', { write: (line: string) => void logLines.push(line) }),
    signal: AbortSignal.timeout(20_000),
    mayMigrate: true,
    migrations: [migration],
  });
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
  expect(await applied).toEqual([migration.name]);
});
