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

describe('readVitestReport', () => {
  it('counts files that failed to load as failures', async () => {
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

describe('readPlaywrightReport', () => {
  it('counts flaky tests and errors outside tests as failures', async () => {
    const file = await write({
      stats: { expected: 10, unexpected: 1, flaky: 2, skipped: 3 },
      errors: [{ message: 'the server did not start' }],
    });
    expect(await readPlaywrightReport(file)).toEqual({ passed: 10, failed: 4, skipped: 3 });
  });
});

describe('countStep', () => {
  it.each([
    [
      'counts a successful step without a report as one passed check',
      0,
      undefined,
      { passed: 1, failed: 0, skipped: 0 },
    ],
    [
      'counts a failed step without a report as one failed check',
      2,
      undefined,
      { passed: 0, failed: 1, skipped: 0 },
    ],
    [
      'counts the tests of a report',
      1,
      { passed: 5, failed: 2, skipped: 0 },
      { passed: 5, failed: 2, skipped: 0 },
    ],
    [
      'counts a failure if the step exits with an error although every test passed',
      1,
      { passed: 5, failed: 0, skipped: 0 },
      { passed: 5, failed: 1, skipped: 0 },
    ],
  ])('%s', (_case, code, report, counts) => {
    expect(countStep(code, report)).toEqual(counts);
  });

  it('counts a step killed before it wrote its report as failed', async () => {
    const report = await readVitestReport(join(folder, 'none.json'));
    expect(countStep(137, report)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });
});

describe('summarise', () => {
  it('sums all counts in one line', () => {
    const passed = { passed: 2, failed: 0, skipped: 0 };
    expect(summarise([passed, passed])).toBe('4 passed, 0 failed');
    expect(summarise([passed, { passed: 1, failed: 3, skipped: 1 }])).toBe('3 passed, 3 failed, 1 skipped');
  });
});
