import { holdTransaction, openTestPool } from '@vid/testkit/database/database';
import { createLogger } from '@vid/server/lib/log/log';
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest';
import { once } from 'node:events';
import { createServer } from 'node:net';
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

// AuthenticationSASL and AuthenticationSASLContinue messages (PostgreSQL documentation, “Message Formats”).
const authentication = (code: number, text: string) =>
  Buffer.concat([Buffer.from([82, 0, 0, 0, 8 + text.length, 0, 0, 0, code]), Buffer.from(text)]);

it('D8 D10 a migration waiting for a lock delays requests under 2 s', async () => {
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
  // Count only waits in this database, because other test files wait for locks in other databases of the
  // cluster.
  const waits = () => sql`
    select from pg_locks where not granted and relation is not null
      and database = (select oid from pg_database where datname = current_database())`;
  await expect.poll(async () => (await waits()).length).toBeGreaterThan(0);
  // The query waits in the lock queue behind the migration.
  const startedAt = performance.now();
  await sql`select from sessions`;
  expect(performance.now() - startedAt).toBeLessThan(2_000);
  await expect.poll(() => logLines.join('')).toContain('a migration could not get its lock; retrying');
  await release();
  expect(await applied).toEqual([migration.name]);
});

it('a missing database password is explained if the server asks for one', async () => {
  const replies = [authentication(10, 'SCRAM-SHA-256\0\0'), authentication(11, 'r=nonce,s=salt,i=4096')];
  const server = createServer((socket) => {
    const left = [...replies];
    socket.on('error', () => undefined).on('data', () => socket.write(left.shift() ?? ''));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const start = bringUpDatabase({
    target: { url: `postgres://vid@127.0.0.1:${port}/vid?sslmode=disable` },
    log: createLogger('silent', { write: () => undefined }),
    signal: AbortSignal.timeout(20_000),
    mayMigrate: true,
  });
  await expect(start).rejects.toThrow(
    'VID_DATABASE_URL has no password, and the database server asks for one.',
  );
});

it('an outage at startup is logged once although the start is retried', async () => {
  const lines: string[] = [];
  const stop = new AbortController();
  let dials = 0;
  const server = createServer((socket) => {
    socket.on('error', () => undefined).destroy();
    dials += 1;
    if (dials === 3) stop.abort();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const start = bringUpDatabase({
    target: { url: `postgres://vid@127.0.0.1:${port}/vid?sslmode=disable` },
    log: createLogger('warn', { write: (line: string) => void lines.push(line) }),
    signal: stop.signal,
    mayMigrate: true,
  });
  await expect(start).rejects.toThrow('aborted');
  expect(lines).toEqual([expect.stringContaining('database not reachable yet; retrying')]);
});
