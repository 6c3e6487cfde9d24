import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { waitForLockWaits } from '@vid/testkit/database/lock-wait';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, beforeEach, expect, inject, it, vi } from 'vitest';
import { createOperator, type Operator } from '../testing/operator.ts';

const cli = fileURLToPath(new URL('../main.ts', import.meta.url));

let server: TestServer;
let operator: Operator;
let folder: string;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
  operator = await createOperator(inject('cluster'), server);
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vid-export-'));
  return () => rm(folder, { recursive: true });
});
afterAll(async () => {
  await operator.close();
  await server.close();
});

/** Makes an export wait for a table lock while `work` runs. */
const whileReading = (work: () => Promise<void>) =>
  server.deps.sql.begin(async (tx) => {
    // On a busy machine, a command may start only after the default timeout of idle transactions.
    await tx`set local idle_in_transaction_session_timeout = 0`;
    await tx`lock table password_credentials in access exclusive mode`;
    await work();
  });

it('D6 a killed export leaves no file under the final name', async () => {
  const path = join(folder, 'members.csv');
  await whileReading(async () => {
    const child = spawn(process.execPath, [cli, 'export', path], {
      env: { ...process.env, ...operator.environment },
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    await vi.waitUntil(async () => (await readdir(folder)).length > 0, { timeout: 60_000, interval: 20 });
    child.kill('SIGKILL');
    expect(await ended).toEqual([null, 'SIGKILL']);
  });
  expect(await readdir(folder)).toEqual(['members.csv.partial']);
  expect((await stat(`${path}.partial`)).mode & 0o777).toBe(0o600);
  const again = await operator.vid('export', path);
  expect([again.code, again.text]).toEqual([1, expect.stringContaining('members.csv.partial')]);
  await rm(`${path}.partial`);
  await operator.ok('export', path);
  expect(await readdir(folder)).toEqual(['members.csv']);
}, 120_000);

it('an export does not replace a file created while it ran', async () => {
  const path = join(folder, 'members.csv');
  let exporting: ReturnType<Operator['vid']> | undefined;
  await whileReading(async () => {
    exporting = operator.vid('export', path);
    await waitForLockWaits(server, 1);
    await writeFile(path, 'other');
  });
  expect(await exporting).toMatchObject({ code: 1, text: expect.stringContaining('its file was removed') });
  expect(await readdir(folder)).toEqual(['members.csv']);
  expect(await readFile(path, 'utf8')).toBe('other');
});
