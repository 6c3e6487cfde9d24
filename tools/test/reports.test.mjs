import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countStep, readPlaywrightReport, readVitestReport, summarise } from '../lib/reports.mjs';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vid-reports-test-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** @param {unknown} report */
async function write(report) {
  const file = join(folder, `${crypto.randomUUID()}.json`);
  await writeFile(file, JSON.stringify(report));
  return file;
}

describe('a report of vitest', () => {
  it('is counted, with the files that did not even load as failures', async () => {
    const file = await write({
      numPassedTests: 7,
      numFailedTests: 1,
      numPendingTests: 2,
      numTodoTests: 0,
      testResults: [
        { status: 'passed', assertionResults: [{ status: 'passed' }] },
        { status: 'failed', assertionResults: [{ status: 'failed' }] },
        { status: 'failed', assertionResults: [] },
      ],
    });
    expect(await readVitestReport(file)).toEqual({ passed: 7, failed: 2, skipped: 2 });
  });
});

describe('a report of Playwright', () => {
  it('counts as failed what passes only when repeated, and errors outside of tests', async () => {
    const file = await write({
      stats: { expected: 10, unexpected: 1, flaky: 2, skipped: 3 },
      errors: [{ message: 'the server did not start' }],
    });
    expect(await readPlaywrightReport(file)).toEqual({ passed: 10, failed: 4, skipped: 3 });
  });
});

describe('a step', () => {
  it.each([
    ['without a report is one check that passes', 0, undefined, { passed: 1, failed: 0, skipped: 0 }],
    ['without a report is one check that fails', 2, undefined, { passed: 0, failed: 1, skipped: 0 }],
    [
      'with a report counts its tests',
      1,
      { passed: 5, failed: 2, skipped: 0 },
      { passed: 5, failed: 2, skipped: 0 },
    ],
    [
      'that fails although every test passed has failed',
      1,
      { passed: 5, failed: 0, skipped: 0 },
      { passed: 5, failed: 1, skipped: 0 },
    ],
  ])('%s', (_case, code, report, counts) => {
    expect(countStep(code, report)).toEqual(counts);
  });

  it('that was killed before it wrote its report has failed', async () => {
    const report = await readVitestReport(join(folder, 'none.json'));
    expect(countStep(137, report)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });
});

describe('the summary', () => {
  it('is one plain line', () => {
    const passed = { passed: 2, failed: 0, skipped: 0 };
    expect(summarise([passed, passed])).toBe('4 passed, 0 failed');
    expect(summarise([passed, { passed: 1, failed: 3, skipped: 1 }])).toBe('3 passed, 3 failed, 1 skipped');
  });
});
