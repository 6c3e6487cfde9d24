import { expect } from 'vitest';
import type { TestServer } from '../server.ts';

export async function waitForLockWaits({ deps }: Pick<TestServer, 'deps'>, count: number): Promise<void> {
  await expect
    .poll(async () => {
      const [row] = await deps.sql<{ waiting: number }[]>`
        select count(*)::int as waiting from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`;
      return row?.waiting ?? 0;
    })
    .toBeGreaterThanOrEqual(count);
}
