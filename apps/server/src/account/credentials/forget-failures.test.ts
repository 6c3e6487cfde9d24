import { freshAddress, freshPhone } from '@vid/testkit/flows';
import { waitForLockWaits } from '@vid/testkit/database/lock-wait';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { throttleHash } from './code-demand.ts';
import { forgetAllFailures } from './forget-failures.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

it('clearing failures locks the network rows before the phone row', async () => {
  const { sql, keys } = server.deps;
  const phoneHash = throttleHash(keys, freshPhone());
  await sql`
    insert into password_failures (phone_hash, address, failures, blocked_until)
    values (${phoneHash}, ${freshAddress()}, 1, now())`;
  await sql`
    insert into password_throttles (phone_hash, failures) values (${phoneHash}, 1)`;
  let forgetting: Promise<unknown> | undefined;
  await sql.begin(async (tx) => {
    await tx`select from password_failures where phone_hash = ${phoneHash} for update`;
    forgetting = sql.begin((other) => forgetAllFailures(other, phoneHash));
    await waitForLockWaits(server, 1);
    // With the opposite lock order, the waiting transaction would have locked this row.
    expect(
      await tx`select from password_throttles where phone_hash = ${phoneHash} for update nowait`,
    ).toHaveLength(1);
  });
  await forgetting;
  for (const table of ['password_failures', 'password_throttles'])
    expect(await sql`select from ${sql(table)} where phone_hash = ${phoneHash}`).toHaveLength(0);
});
