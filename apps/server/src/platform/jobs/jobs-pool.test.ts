import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createTestDatabase } from '@vid/testkit/database';
import { openJobsPool, type JobsPool } from './jobs-pool.ts';

let server: TestServer;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let jobs: JobsPool;

beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
  database = await createTestDatabase(inject('cluster'));
  jobs = openJobsPool({ target: database.target, ...server.deps });
});
afterAll(async () => {
  await jobs.close();
  await database.drop();
  await server.close();
});

it('D2 ignores a second release of a client that may be in use again', async () => {
  const { pool } = jobs;
  const release = await new Promise<() => void>((resolve) => {
    pool.connect((_error, _client, done) => resolve(done));
  });
  release();
  const again = await pool.connect();
  release();
  expect([pool.totalCount, pool.idleCount]).toEqual([1, 0]);
  again.release();
  expect([pool.totalCount, pool.idleCount]).toEqual([1, 1]);
});
