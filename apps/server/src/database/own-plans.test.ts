import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { withOwnPlans } from './own-plans.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

it('a query planned for its own values cannot write', async () => {
  const { sql } = server.deps;
  const modes = await withOwnPlans(
    sql,
    (tx) => tx<{ mode: string }[]>`
    select current_setting('plan_cache_mode') as mode`,
  );
  expect(modes).toMatchObject([{ mode: 'force_custom_plan' }]);
  await expect(withOwnPlans(sql, (tx) => tx`delete from counters`)).rejects.toMatchObject({ code: '25006' });
  const after = await Promise.all(
    Array.from({ length: 20 }, () => sql`select current_setting('plan_cache_mode') as mode`),
  );
  expect(after.flat()).toEqual(Array.from({ length: 20 }, () => ({ mode: 'force_generic_plan' })));
});
