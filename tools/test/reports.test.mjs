import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  countStep,
  describeOutput,
  readPlaywrightReport,
  readVitestReport,
  summarise,
} from '../lib/reports.mjs';

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
  it('counts and names failed tests and files that failed to load', async () => {
    const file = await write({
      numPassedTests: 7,
      numPendingTests: 2,
      numTodoTests: 0,
      testResults: [
        { name: 'a.test.ts', status: 'passed', assertionResults: [{ status: 'passed' }] },
        {
          name: join(process.cwd(), 'b.test.ts'),
          status: 'failed',
          assertionResults: [
            { status: 'passed', fullName: 'adds', failureMessages: [] },
            { status: 'failed', fullName: 'divides', failureMessages: ['Error: by zero\n    at b.ts:1'] },
          ],
        },
        { name: 'c.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
      ],
    });
    expect(await readVitestReport(file)).toEqual({
      counts: { passed: 7, failed: 2, skipped: 2 },
      failures: ['b.test.ts › divides: Error: by zero', 'c.test.ts › the file: no such module'],
    });
  });
});

const playwrightTest = (/** @type {string} */ status, /** @type {object} */ error) => ({
  status,
  projectName: 'firefox',
  results: [{ error }, {}],
});

describe('readPlaywrightReport', () => {
  it('counts and names failed tests, flaky tests and errors outside tests', async () => {
    const file = await write({
      stats: { expected: 10, skipped: 3 },
      errors: [{ message: 'the server did not start' }],
      suites: [
        {
          specs: [{ title: 'signs in', file: 'a.e2e.ts', tests: [playwrightTest('expected', {})] }],
          suites: [
            {
              specs: [
                {
                  title: 'signs out',
                  file: 'a.e2e.ts',
                  tests: [
                    playwrightTest('unexpected', {
                      message: '\u001B[31mtimeout\u001B[39m\n\nLocator: h1\nat line 3',
                    }),
                  ],
                },
                { title: 'asks', file: 'a.e2e.ts', tests: [playwrightTest('flaky', { message: 'late' })] },
              ],
            },
          ],
        },
      ],
    });
    expect(await readPlaywrightReport(file)).toEqual({
      counts: { passed: 10, failed: 3, skipped: 3 },
      failures: [
        '[firefox] a.e2e.ts › signs out: timeout (Locator: h1)',
        '[firefox] a.e2e.ts › asks: late',
        'Playwright › outside tests: the server did not start',
      ],
    });
  });
});

describe('describeOutput', () => {
  it('shows the last twelve lines that are not empty', () => {
    const output = Array.from({ length: 14 }, (_, index) => `\u001B[31mline ${index}\u001B[39m\n\n`).join('');
    const lines = describeOutput('Lint', output).split('\n');
    expect(lines).toHaveLength(13);
    expect([lines[0], lines[1], lines.at(-1)]).toEqual(['Lint', '  line 2', '  line 13']);
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
      'counts the tests in the report of a step',
      1,
      { passed: 5, failed: 2, skipped: 0 },
      { passed: 5, failed: 2, skipped: 0 },
    ],
    [
      'counts a failure if a step exits with an error',
      1,
      { passed: 5, failed: 0, skipped: 0 },
      { passed: 5, failed: 1, skipped: 0 },
    ],
  ])('%s', (_case, code, report, counts) => {
    expect(countStep(code, report)).toEqual(counts);
  });

  it('counts a step without a report as failed if it was killed', async () => {
    const report = await readVitestReport(join(folder, 'none.json'));
    expect(countStep(137, report?.counts)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });
});

describe('summarise', () => {
  it('sums all counts in one line', () => {
    const passed = { passed: 2, failed: 0, skipped: 0 };
    expect(summarise([passed, passed])).toBe('4 passed, 0 failed');
    expect(summarise([passed, { passed: 1, failed: 3, skipped: 1 }])).toBe('3 passed, 3 failed, 1 skipped');
  });
});
