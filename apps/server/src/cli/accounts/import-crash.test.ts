import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { createOperator, type Operator } from '../testing/operator.ts';

const cli = fileURLToPath(new URL('../main.ts', import.meta.url));
const rows = 5_000;

let server: TestServer;
let operator: Operator;
let folder: string;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
  operator = await createOperator(inject('cluster'), server);
  folder = await mkdtemp(join(tmpdir(), 'vid-import-'));
});
afterAll(async () => {
  await operator.close();
  await server.close();
  await rm(folder, { recursive: true });
});

const countOf = async (outcome: string) =>
  (await server.deps.sql`select from import_rows where outcome = ${outcome}`).count;

it('D6 an import that was killed and resumed adds every row once', async () => {
  const path = join(folder, 'members.csv');
  const phones = Array.from({ length: rows }, (_, n) => `09${String(10_000_000 + n)}`);
  await writeFile(path, `phone\n${phones.join('\n')}\n`);
  const child = spawn(process.execPath, [cli, 'import', path], {
    env: { ...process.env, ...operator.environment },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  await vi.waitUntil(async () => (await countOf('added')) > 0, { timeout: 60_000, interval: 5 });
  child.kill('SIGKILL');
  expect(await ended).toEqual([null, 'SIGKILL']);
  // PostgreSQL rolls back the killed process's batch when its statement ends; `for update` waits for that.
  const [found] = await server.deps.sql<{ id: string; status: string }[]>`
    select id, status from imports for update`;
  const before = { added: await countOf('added'), left: await countOf('new') };
  expect([found?.status, before.left > 0, before.added + before.left]).toEqual(['running', true, rows]);
  await operator.ok('import', 'resume', found?.id ?? '');
  const [accounts] = await server.deps.sql<{ count: number; phones: number }[]>`
    select count(*)::int as count, count(distinct phone)::int as phones from accounts where phone like '+849%'`;
  expect([await countOf('added'), await countOf('exists'), accounts]).toEqual([
    rows,
    0,
    { count: rows, phones: rows },
  ]);
}, 120_000);
