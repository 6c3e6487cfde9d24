import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createDeliveriesRepo, queueLogouts, type DeliveriesRepo } from './deliveries.repo.ts';

let server: TestServer;
let [here, there]: DeliveriesRepo[] = [];

beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
  const twin = await server.twin();
  [here, there] = [createDeliveriesRepo(server.deps.sql), createDeliveriesRepo(twin.deps.sql)];
});
afterAll(() => server.close());
beforeEach(() => server.deps.sql`delete from deliveries`);

let next = 0;

async function add(receiver: string, options: { kind?: 'sms' | 'logout'; isUrgent?: boolean } = {}) {
  const { kind = 'sms', isUrgent = false } = options;
  next += 1;
  const id = `row-${String(next).padStart(4, '0')}`;
  const row = { kind, id, type: 'test', receiver, sealedContent: Buffer.from('x'), isUrgent, ttlSeconds: 60 };
  await here?.insert(server.deps.sql, row);
  return id;
}

async function claim(options: { repo?: DeliveriesRepo; limit?: number; kind?: 'sms' | 'logout' } = {}) {
  const { repo = here, limit = 10, kind = 'sms' } = options;
  const rows = await repo?.claim({ kind, limit, leaseSeconds: 60, mayRepeat: kind === 'logout' });
  return rows?.map(({ id }) => id).toSorted() ?? [];
}

const endLeases = () => server.deps.sql`update deliveries set lease_until = now()`;

describe('queued deliveries', () => {
  it('are claimed once when two processes run', async () => {
    for (let n = 0; n < 40; n += 1) await add(`receiver-${n}`);
    const claimed = await Promise.all(
      [here, there, here, there].map((repo) => claim({ ...(repo && { repo }), limit: 20 })),
    );
    const ids = claimed.flat();
    expect(new Set(ids).size).toBe(ids.length);
    const left = await claim({ limit: 100 });
    expect(ids.length + left.length).toBe(40);
  });

  it('are claimed one at a time per receiver, oldest first, without delaying other receivers', async () => {
    const first = await add('busy');
    const second = await add('busy');
    for (let n = 0; n < 20; n += 1) await add('busy');
    const other = await add('other');
    expect(await claim({ limit: 2 })).toEqual([first, other]);
    expect(await claim()).toEqual([]);
    await here?.end(first, 'sent');
    expect(await claim()).toEqual([second]);
  });

  it('are claimed first if they are urgent', async () => {
    await add('one');
    await add('two');
    const urgent = await add('three', { isUrgent: true });
    expect(await claim({ limit: 1 })).toEqual([urgent]);
  });

  it('wait after a failed attempt, and let the receiver’s next row pass', async () => {
    const first = await add('one');
    expect(await claim()).toEqual([first]);
    await here?.retry(first, 3_600);
    const second = await add('one');
    expect(await claim()).toEqual([second]);
  });

  it('are sent again after a killed process if they may repeat', async () => {
    const notice = await add('client', { kind: 'logout' });
    expect(await claim({ kind: 'logout' })).toEqual([notice]);
    expect(await claim({ kind: 'logout' })).toEqual([]);
    await endLeases();
    expect(await claim({ kind: 'logout' })).toEqual([notice]);
  });

  it('are not sent again after a killed process if they may not repeat, and block no other row', async () => {
    await add('one');
    expect(await claim()).toHaveLength(1);
    const second = await add('one');
    expect(await claim()).toEqual([]);
    await endLeases();
    expect(await claim()).toEqual([second]);
  });

  it('lose their content once they end', async () => {
    const id = await add('one');
    await claim();
    await here?.end(id, 'failed');
    const [row] = await server.deps.sql`select status, sealed_content from deliveries where id = ${id}`;
    expect(row).toEqual({ status: 'failed', sealedContent: null });
  });

  it('are not created for a logout without clients', async () => {
    await server.deps.sql.begin((tx) => queueLogouts(tx, 'acc_a', []));
    expect(await server.deps.sql`select from deliveries`).toHaveLength(0);
  });
});
