import { createTestDatabase } from '@vid/testkit/database/database';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { Door } from '#process/testing/door.ts';
import type { Change } from './availability/availability.ts';
import { connect } from './connection.ts';
import { openPools, type Pools } from './pools.ts';

const door = new Door();
const changes: Change[] = [];
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let direct: ReturnType<typeof connect>;
let pools: Pools;

beforeAll(async () => {
  const cluster = inject('cluster');
  database = await createTestDatabase(cluster);
  direct = connect(database.target, { max: 1, applicationName: 'vid-test' });
  const [row] = await direct.sql<{ name: string }[]>`select current_database() as name`;
  await door.open(cluster.host);
  const target = { url: `postgres://${cluster.user}@127.0.0.1:${door.port}/${row?.name}` };
  // On a busy machine the default deadline could end the query before the probe does.
  pools = openPools(target, {
    max: 2,
    statementTimeoutMs: 20_000,
    onChange: (change) => changes.push(change),
  });
});
afterAll(async () => {
  await pools.close();
  await door.close();
  await direct.close();
  await database.drop();
});

const countProbes = async () =>
  (
    await direct.sql`select from pg_stat_activity
      where application_name = 'vid-probe' and datname = current_database() and state = 'idle'
        and query like '%SyncRep%' and state_change < clock_timestamp() - interval '50 ms'`
  ).length;

it('D2 the probe ends a query on a frozen session', async () => {
  await Promise.all([pools.sql`select`, pools.lookups`select`]);
  await expect.poll(countProbes, { timeout: 10_000 }).toBe(1);
  door.freezeSessions();
  const over = new AbortController();
  const lost = (async (): Promise<unknown> => {
    try {
      return await pools.sql`select`;
    } catch (error) {
      return error;
    } finally {
      over.abort();
    }
  })();
  while (!over.signal.aborted) await pools.sql`select`;

  expect(await lost).toMatchObject({ code: 'CONNECTION_DESTROYED' });
  expect(changes).toEqual([{ silentConnections: 2 }]);
});
