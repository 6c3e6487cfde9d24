import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { freePort } from '@vid/testkit/network';
import { auditThemes } from '../support/checks/audit.ts';
import { resendIfClosed } from '../support/requests.ts';
import { root } from '../support/run.ts';
import { signUp } from '../support/journey.ts';
import { approve, openQr } from '../support/people/qr.ts';
import { button, expectTitle } from '../support/screen.ts';
import { test } from '../support/test.ts';
import { t } from '../support/texts.ts';

// Use a separate server, because these tests stop its database.
let server: ChildProcess;
let origin: string;
let dataDir: string;

// Run this file in one worker, which starts one server.
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'vid-e2e-outage-'));
  const port = await freePort();
  origin = `http://localhost:${port}`;
  server = spawn(process.execPath, ['apps/server/src/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      VID_PORT: String(port),
      VID_DATA_DIR: dataDir,
      VID_LOG_LEVEL: 'silent',
      VID_PASSWORD_MEMORY_KIB: '7168',
      VID_EXAMPLES: 'off',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const isReady = async (): Promise<number | undefined> =>
    (await fetch(`${origin}/vid/health/ready`).catch(() => undefined))?.status;
  await expect.poll(isReady, { timeout: 180_000 }).toBe(200);
});

test.afterAll(async () => {
  if (server.exitCode === null) {
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    await ended;
  }
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20 });
});

const databasePid = (): string =>
  readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0] ?? '';

/** Suspends the database. Returns a function that resumes it. */
function stopDatabase(): () => void {
  // The connections of a suspended database stay open without a response, which is harder to handle than a crash.
  const pid = databasePid();
  execFileSync('kill', ['-STOP', pid]);
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', pid]).toString().trim().split(/\s+/u);
  for (const child of children) execFileSync('kill', ['-STOP', child]);
  return () => {
    for (const child of children) execFileSync('kill', ['-CONT', child]);
    execFileSync('kill', ['-CONT', pid]);
  };
}

async function forgetStoredUser(page: Page): Promise<void> {
  // Leave the app first, because it stores the user.
  await page.goto('/vid/health/live');
  await page.evaluate(() => localStorage.clear());
}

test('D2 a database outage does not end the session', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: origin, locale: 'vi-VN' });
  const page = await context.newPage();
  await signUp(page, { at: origin });
  const sessionStatus = async (): Promise<number> =>
    (await page.request.get('/vid/ajax/auth/me', resendIfClosed)).status();
  expect(await sessionStatus()).toBe(200);
  await page.goto('/vid/web/user/information');
  await expectTitle(page, 'account.information.complete');
  const resume = stopDatabase();
  try {
    await expect.poll(sessionStatus).toBe(503);
    const answered = page.waitForResponse((answer) => answer.status() === 503);
    await page.goto('/vid/web/user/security');
    await answered;
    // The page could not load the account, so the menu has a generic name.
    await expect(button(page, 'shell.accountMenu', { name: t('shell.member') })).toBeVisible();
    expect(page.url()).toContain('/user/security');
    // A browser that does not know the session must not ask for a sign-in.
    await forgetStoredUser(page);
    await page.goto('/vid/web/user/security');
    await button(page, 'common.retry').waitFor();
    expect(page.url()).toContain('/user/security');
    await page.goto('/vid/web/logout');
    await expectTitle(page, 'errors.unavailable.title');
    expect(page.url()).toContain('/logout');
    await expect(page.getByRole('main')).toHaveCount(1);
    await auditThemes(page, 'outage');
    await page.goto('/vid/web/user/security');
    await button(page, 'common.retry').waitFor();
  } finally {
    resume();
  }
  await expect.poll(sessionStatus).toBe(200);
  await button(page, 'common.retry').click();
  await expectTitle(page, 'shell.item.security');
  await page.goto('/vid/web/user/information');
  await expectTitle(page, 'account.information.complete');
  expect(page.url()).toContain('/user/information');
});

test('D2 recovers the approval page of a QR sign-in after a database outage', async ({ browser }) => {
  const options = { baseURL: origin, locale: 'vi-VN' };
  const phone = await (await browser.newContext(options)).newPage();
  await signUp(phone, { at: origin });
  await phone.goto('/vid/web/user/information');
  await expectTitle(phone, 'account.information.complete');
  const screen = await (await browser.newContext(options)).newPage();
  const qr = await openQr(screen);
  const status = async () => (await phone.request.get('/vid/ajax/auth/me', resendIfClosed)).status();
  const resume = stopDatabase();
  try {
    await expect.poll(status).toBe(503);
    await phone.goto(qr.path);
    await button(phone, 'common.retry').waitFor();
    // The page must not ask for a sign-in if the browser does not know the session. Skip the audit here, because the
    // code expires after two minutes.
    await forgetStoredUser(phone);
    await phone.goto(qr.path);
    await expectTitle(phone, 'errors.unavailable.title');
    expect(phone.url()).toContain(qr.path);
    await expect(phone.getByRole('main')).toHaveCount(1);
  } finally {
    resume();
  }
  await expect.poll(status).toBe(200);
  await button(phone, 'common.retry').click();
  await approve(phone, qr.number);
  await screen.waitForURL('**/user/information');
});
