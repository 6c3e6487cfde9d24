import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { signUp } from './support/journey.ts';
import { freePort } from '@vid/testkit/network';

// A server of its own: this one's database is taken away.
let server: ChildProcess;
let origin: string;
const dataDir = mkdtempSync(join(tmpdir(), 'vid-e2e-outage-'));

test.beforeAll(async () => {
  const port = await freePort();
  origin = `http://localhost:${port}`;
  server = spawn(process.execPath, ['apps/server/src/main.ts'], {
    cwd: resolve(import.meta.dirname, '..'),
    env: {
      ...process.env,
      VID_PORT: String(port),
      VID_DATA_DIR: dataDir,
      VID_LOG_LEVEL: 'silent',
      VID_EXAMPLES: 'off',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await expect
    .poll(
      async () => {
        const answer = await fetch(`${origin}/vid/health/ready`).catch(() => undefined);
        return answer?.status;
      },
      { timeout: 60_000 },
    )
    .toBe(200);
});

test.afterAll(async () => {
  if (server.exitCode !== null) return;
  const ended = new Promise((done) => {
    server.once('exit', done);
  });
  server.kill('SIGTERM');
  await ended;
});

const databasePid = (): number =>
  Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);

test('D2 a database that is away logs nobody out, and what was asked for arrives once it is back', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: origin, locale: 'vi-VN' });
  const page = await context.newPage();
  await signUp(page);
  const sessions = async (): Promise<number> => (await page.request.get('/vid/ajax/auth/me')).status();
  expect(await sessions()).toBe(200);
  // Stopped, not killed: connections stay open and nothing answers, the worse of the two outages.
  const pid = databasePid();
  execFileSync('kill', ['-STOP', String(pid)]);
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)])
    .toString()
    .trim()
    .split(/\s+/u);
  for (const child of children) execFileSync('kill', ['-STOP', child]);
  try {
    await expect.poll(sessions, { timeout: 15_000 }).toBe(503);
    await page.goto('/vid/web/user/information');
    await page.goto('/vid/web/user/security');
    expect(page.url()).not.toContain('/signin');
  } finally {
    for (const child of children) execFileSync('kill', ['-CONT', child]);
    execFileSync('kill', ['-CONT', String(pid)]);
  }
  await expect.poll(sessions, { timeout: 15_000 }).toBe(200);
  await page.goto('/vid/web/user/information');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(page.url()).toContain('/user/information');
  await context.close();
});
