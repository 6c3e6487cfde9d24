import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createTestDatabase, type startTestCluster } from '@vid/testkit/database/database';
import { connect, type Sql } from '#database/connection.ts';

/**
 * Makes commits wait for a synchronous standby that does not exist, as after the loss of a standby, until the
 * test lets them continue.
 */
export async function createMissingStandby({
  cluster,
  dataDir,
}: Awaited<ReturnType<typeof startTestCluster>>) {
  // Write the settings file, because the tests' database user is not a superuser and cannot use ALTER SYSTEM.
  const settings = join(dataDir, 'postgres', 'postgresql.auto.conf');
  const original = await readFile(settings, 'utf8');
  const reload = async (): Promise<void> => {
    const [pid] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(pid), 'SIGHUP');
  };

  const database = await createTestDatabase(cluster);
  const observer = connect(database.target, { max: 1, applicationName: 'vid-test' });
  await observer.sql`create table canary (n int)`;

  return {
    async lose(): Promise<void> {
      await appendFile(settings, "synchronous_standby_names = 'missing'\n");
      await reload();
      const canary = connect(database.target, { max: 1, applicationName: 'vid-canary' });
      while (!(await isCommitWaiting(canary.sql, observer.sql)));
      canary.sql.disconnect();
      await canary.close();
    },
    async restore(): Promise<void> {
      await writeFile(settings, original);
      await reload();
    },
    async countWaiting(): Promise<number> {
      const [row] = await observer.sql<{ count: number }[]>`
        select count(*)::int as count from pg_stat_activity
        where wait_event = 'SyncRep' and datname <> current_database()`;
      return row?.count ?? 0;
    },
    async close(): Promise<void> {
      await observer.close();
      await database.drop();
    },
  };
}

/** Returns whether a commit waits for the standby. The setting takes effect a moment after the reload. */
async function isCommitWaiting(canary: Sql, observer: Sql): Promise<boolean> {
  const [row] = await canary<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const commit = { hasEnded: false };
  const end = () => void (commit.hasEnded = true);
  canary`insert into canary values (1)`.then(end, end);
  while (!commit.hasEnded) {
    const waiting = await observer`
      select from pg_stat_activity where pid = ${row?.pid ?? 0} and wait_event = 'SyncRep'`;
    if (waiting.length > 0) return true;
    await delay(10);
  }
  return false;
}
