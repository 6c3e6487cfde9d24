import type { Sql } from '#database/connection.ts';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createAttemptLog } from './attempt-log.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

const startLog = (sql: Sql) => {
  const appended: string[] = [];
  const clock = { nowMs: 0 };
  const log = createAttemptLog({
    sql,
    repo: {
      insert: async () => undefined,
      append: async (_tx, notes) => {
        appended.push(...notes.map(({ clientId }) => clientId));
        return new Set(notes.keys());
      },
    },
    events: { publish: async () => undefined },
    nowMs: () => clock.nowMs,
    onFault: (error) => {
      throw error;
    },
  });
  const report = (clientId: string, count: number): void => {
    for (let index = 0; index < count; index += 1)
      log.continue({ clientId, link: String(index), steps: [{ step: 'code', state: 'done' }] });
  };
  return { log, report, appended, clock };
};

it('the log of sign-ons looks up at most 120 later steps a minute for each client', async () => {
  const { log, report, appended, clock } = startLog(server.deps.sql);
  report('busy', 150);
  report('quiet', 1);
  await log.stop();
  expect(appended.filter((clientId) => clientId === 'busy')).toHaveLength(120);
  expect(appended.filter((clientId) => clientId === 'quiet')).toHaveLength(1);
  clock.nowMs = 60_000;
  report('busy', 150);
  await log.stop();
  expect(appended.filter((clientId) => clientId === 'busy')).toHaveLength(240);
});
