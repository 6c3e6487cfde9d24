import { randomInt, randomUUID } from 'node:crypto';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findChromium } from '../tools/lib/chromium.mjs';
import { freePort } from '@vid/testkit/network';
import type { Engine } from './browsers/support/test.ts';
import { phoneCount } from './support/people/phones.ts';

const root = resolve(import.meta.dirname, '..');

// The first process that loads this file chooses the port and the folder. Worker processes inherit both.
process.env['E2E_PORT'] ??= String(await freePort());
process.env['E2E_DATA'] ??= join(tmpdir(), `vid-e2e-${randomUUID()}`);
// A reused E2E_DATA has accounts with the phones of earlier runs, so each run starts at a random phone.
process.env['E2E_FIRST_PHONE'] ??= String(randomInt(phoneCount));
const port = process.env['E2E_PORT'];

/** Tests that affect every user of the server, or that other tests would disturb. */
const alone = [
  '**/admin/breaker.e2e.ts',
  '**/admin/params.e2e.ts',
  '**/admin/problem.e2e.ts',
  '**/skeletons.e2e.ts',
  '**/terms.e2e.ts',
];

// All tests share one server and one address, so raise the limits that are not per phone.
const limits = {
  VID_LIMIT_SSO_ADDRESS_10MIN: '100000',
  VID_LIMIT_HASH_ADDRESS: '100000',
  VID_LIMIT_CAPTCHA_ADDRESS_MINUTE: '100000',
  VID_LIMIT_PASSKEY_ADDRESS_10MIN: '100000',
  VID_LIMIT_OTP_ADDRESS_HOUR: '100000',
  VID_LIMIT_OTP_UNANSWERED_ADDRESS_HOUR: '100000',
  VID_LIMIT_OTP_PREFIX_HOUR: '100000',
  VID_LIMIT_OTP_STRANGERS_DAY: '100000',
  VID_LIMIT_OTP_ALL_DAY: '100000',
  VID_LIMIT_OTP_BREAKER_PERCENT: '0',
  VID_LIMIT_SIGNIN_ADDRESS_10MIN: '100000',
  VID_LIMIT_SIGNIN_PHONES_ADDRESS_HOUR: '100000',
  VID_LIMIT_SIGNIN_FAILURES_10MIN: '100000',
  VID_LIMIT_CHECK_VISITOR_HOUR: '100000',
  VID_LIMIT_CHECK_ADDRESS_HOUR: '100000',
  VID_LIMIT_QR_ADDRESS_10MIN: '100000',
  VID_LIMIT_REFERRAL_ADDRESS_HOUR: '100000',
  VID_LIMIT_RECOVERY_ADDRESS_HOUR: '100000',
};

export default defineConfig<object, { engine: Engine }>({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  // Tests often wait for the server or for timers, so use one worker more than there are processors.
  workers: Math.min(availableParallelism() + 1, 6),
  // Long enough for a machine that is busy with other work.
  timeout: 300_000,
  expect: { timeout: 45_000 },
  forbidOnly: true,
  retries: 0,
  reporter: [['list']],
  projects: [
    // These tests run one at a time, before the other tests in Chromium.
    { name: 'alone', testMatch: alone, workers: 1 },
    {
      name: 'chromium',
      testIgnore: ['**/e2e/browsers/**', ...alone],
      dependencies: ['alone'],
    },
    { name: 'firefox', testDir: 'browsers', use: { engine: 'firefox' } },
    { name: 'webkit', testDir: 'browsers', use: { engine: 'webkit' } },
  ],
  use: {
    baseURL: `http://localhost:${port}`,
    locale: 'vi-VN',
    timezoneId: 'Asia/Ho_Chi_Minh',
    viewport: { width: 360, height: 740 },
    // With reduced motion, dialogs open at once, so axe reads no intermediate colours.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 45_000,
    navigationTimeout: 45_000,
    // A trace would lengthen every test by a fifth.
    trace: 'off',
    launchOptions: {
      // This file must load without a browser, because other tools (knip, editors) load it too.
      executablePath: findChromium() ?? 'chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Pages are open for seconds, so optimizing their compiled scripts takes more time than it saves.
        '--js-flags=--no-maglev --no-turbofan',
      ],
    },
  },
  webServer: {
    command: `"${process.execPath}" apps/server/src/main.ts`,
    cwd: root,
    url: `http://localhost:${port}/vid/health/ready`,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 60_000 },
    stdout: 'ignore',
    stderr: 'pipe',
    env: {
      VID_PORT: port,
      VID_DATA_DIR: process.env['E2E_DATA'],
      VID_LOG_LEVEL: 'warn',
      VID_PASSWORD_MEMORY_KIB: '7168',
      ...limits,
    },
  },
});
