import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { phone, startChromium } from '../../harness/processes/chromium.ts';
import { median, percentile, round } from '../../harness/statistics.ts';
import { startVidServer } from '../../harness/processes/vid-server.ts';
import type { FigureRun } from '../figure-run.ts';

/** Time per typed key on a phone, and time until an SMS has arrived and been read. */
const secondsPerKey = 0.16;
const secondsOfSms = 6;
const maxSeconds = 15;
const runs = 5;
const quickRuns = 2;
const password = 'Nhà-phố2026!';

export const signUp: FigureRun = {
  name: 'sign-up',
  describe: `sign-up on a phone in Chromium, until the account exists; ${secondsPerKey} s for each key and ${secondsOfSms} s for the SMS are added`,
  async run(bench, report) {
    bench.logProgress('sign-up in a browser');
    const dataDir = join(bench.logFile('sign-up'), '..', 'sign-up');
    // Without a gateway, the server starts in evaluation mode, whose outbox shows the code.
    const server = await startVidServer({
      environment: { VID_DATA_DIR: dataDir },
      logFile: bench.logFile('sign-up'),
    });
    const browser = await startChromium();
    try {
      const seconds: number[] = [];
      const count = bench.settings.isQuick ? quickRuns : runs;
      for (let run = 0; run < count; run += 1)
        seconds.push(await measureSignUp(browser, { port: server.port, typed: `098765432${run}` }));
      report.add({
        name: 'sign-up',
        value: median(seconds),
        unit: 's',
        target: { of: 'value', atMost: maxSeconds },
        note: `from the first tap; slowest ${round(percentile(seconds, 100))} s of ${count}`,
      });
    } finally {
      await browser.close();
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};

async function measureSignUp(
  browser: Browser,
  { port, typed }: { readonly port: number; readonly typed: string },
): Promise<number> {
  const context = await browser.newContext({ ...phone, hasTouch: true, isMobile: true });
  try {
    const page = await context.newPage();
    const origin = `http://localhost:${port}`;
    await page.goto(`${origin}/vid/web/signup/otp`);
    const submit = page.locator('form button[type="submit"]');
    const from = performance.now();
    const phoneField = page.locator('input[name="phone"]');
    await phoneField.tap();
    await phoneField.pressSequentially(typed);
    await page.getByRole('checkbox').tap();
    await submit.tap();
    const codeField = page.locator('input[autocomplete="one-time-code"]');
    await codeField.waitFor();
    const asked = performance.now();
    const code = await readCode(origin);
    const readingMs = performance.now() - asked;
    await codeField.pressSequentially(code);
    await page.locator('input[autocomplete="new-password"]').first().pressSequentially(password);
    await submit.tap();
    await page.waitForURL('**/signup/success');
    const keys = typed.length + code.length + password.length;
    return (performance.now() - from - readingMs) / 1_000 + keys * secondsPerKey + secondsOfSms;
  } finally {
    await context.close();
  }
}

/** Reads the newest code in the outbox, where the server writes it before the page shows the code field. */
async function readCode(origin: string): Promise<string> {
  const response = await fetch(`${origin}/vid/dev/outbox.json`);
  const { data }: { data: { kind: string; code: string | null }[] } = await response.json();
  const code = data.find((entry) => entry.kind === 'sms')?.code;
  if (!code) throw new Error('the outbox has no code');
  return code;
}
