import { bulkLimits } from '@vid/contract/bulk';
import { createAdmin } from '@vid/testkit/accounts';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createBulkService } from './bulk.service.ts';
import { createBulkWorker } from './bulk-worker.ts';

let server: TestServer;
beforeAll(async () => {
  // On a busy machine, the largest change takes longer than the default statement timeout.
  server = await startTestServer(inject('cluster'), { overrides: { statementTimeoutMs: 30_000 } });
});
afterAll(() => server.close());

async function start(rows: number): Promise<string> {
  const { id: actorId } = await createAdmin(server);
  const { sql } = server.deps;
  const { id } = await createBulkService(server.deps).start(
    {
      applicationId: null,
      action: 'lock',
      newRole: null,
      reason: 'test',
      expected: rows,
      matching: sql`select 'acc_' || i, 'acc_' || i from generate_series(1, ${rows}::int) i`,
      filter: {},
    },
    { actorId, caller: { address: 'local', requestId: 'test' } },
  );
  return id;
}

function run(onBatch: (id: string, size: number) => Promise<void> | void): Promise<void> {
  const worker = createBulkWorker(server.deps, {
    target: 'accounts',
    batchSize: 25,
    mayContinue: async () => true,
    lock: async (_tx, { items }) => items,
    work: async (_tx, { id, status }, items) => {
      await onBatch(id, items.length);
      return items.map(({ itemId }) => ({ itemId, outcome: status === 'undoing' ? 'undone' : 'done' }));
    },
  });
  return worker.run();
}

const byTest = { actorId: 'acc_test', caller: { address: 'local', requestId: 'test' } };

const stateOf = (id: string) =>
  server.deps.sql`select status, outcomes from bulk_changes where id = ${id}`.first();

function failWith(code: string): never {
  throw Object.assign(new Error('test'), { code });
}

it('a bulk change of more rows than the limit is refused', async () => {
  await expect(start(bulkLimits.rows + 1)).rejects.toMatchObject({ code: 'BULK_TOO_MANY' });
});

describe('the worker for changes to all matching accounts', () => {
  it('alternates between a large change and a change that begins later', async () => {
    const large = await start(60);
    const batches: string[] = [];
    let small = '';
    await run(async (id, size) => {
      batches.push(`${id === large ? 'large' : 'small'} ${size}`);
      if (small === '') small = await start(2);
    });
    expect(batches).toEqual(['large 25', 'large 25', 'small 2', 'large 10']);
  });

  it.each(['57014', '55P03', '40P01', 'QUERY_TIMEOUT'])(
    'processes rows one by one if their batch fails with %s',
    async (code) => {
      const id = await start(3);
      await run((_id, size) => {
        if (size > 1) failWith(code);
      });
      expect(await stateOf(id)).toMatchObject({ status: 'done', outcomes: { done: 3 } });
    },
  );

  it('counts failures before and during an undo separately', async () => {
    const id = await start(3);
    let batches = 0;
    const failTwice = () => {
      batches += 1;
      if (batches <= 2) failWith('P0001');
    };
    await run(failTwice);
    expect(await stateOf(id)).toMatchObject({ status: 'done', outcomes: { done: 2, failed: 1 } });
    const { id: actorId } = await createAdmin(server);
    const by = { actorId, caller: { address: 'local', requestId: 'test' } };
    await createBulkService(server.deps).undo(null, id, by);
    const [{ details } = { details: {} }] = await server.deps.sql<{ details: object }[]>`
      select details from audit_events where kind = 'accounts.bulk-undone' and details ->> 'bulk' = ${id}`;
    expect(details).toMatchObject({ count: 2 });
    batches = 0;
    await run(failTwice);
    expect(await stateOf(id)).toMatchObject({
      status: 'undone',
      outcomes: { done: 0, failed: 1, undone: 1, 'undo-failed': 1 },
    });
  });

  it('completes another change if the rows of one change time out', async () => {
    const slow = await start(2);
    const other = await start(2);
    await expect(
      run((id) => {
        if (id === slow) failWith('57014');
      }),
    ).rejects.toThrow('test');
    expect(await stateOf(other)).toMatchObject({ status: 'done', outcomes: { done: 2 } });
    expect(await stateOf(slow)).toMatchObject({ status: 'running', outcomes: {} });
    await run(() => {});
    expect(await stateOf(slow)).toMatchObject({ status: 'done', outcomes: { done: 2 } });
  });
});

describe('an ended change', () => {
  it('is listed for an hour', async () => {
    const id = await start(1);
    await run(() => {});
    const isListedAfter = async (minutes: number) => {
      await server.deps.sql`
        update bulk_changes set ended_at = now() - make_interval(mins => ${minutes}) where id = ${id}`;
      const listed = await createBulkService(server.deps).list(null);
      return listed.some((change) => change.id === id);
    };
    expect([await isListedAfter(59), await isListedAfter(61)]).toEqual([true, false]);
  });

  it('is found for 30 days', async () => {
    const { sql } = server.deps;
    const id = await start(1);
    await run(() => {});
    const kept = await sql`
      select from bulk_changes
      where id = ${id} and expires_at between now() + interval '29 days 23 hours' and now() + interval '30 days'`;
    expect(kept).toHaveLength(1);
    const stop = () => createBulkService(server.deps).stop(null, id, byTest);
    await expect(stop()).rejects.toMatchObject({ code: 'BULK_STATE' });
    await sql`update bulk_changes set expires_at = now() where id = ${id}`;
    await expect(stop()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
