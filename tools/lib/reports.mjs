import { readFile } from 'node:fs/promises';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * The counts in a report of Vitest's JSON reporter.
 * @param {string} file
 * @returns {Promise<Counts | undefined>} undefined if there is no report
 */
export async function readVitestReport(file) {
  const report = await readJson(file);
  if (!report) return undefined;
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests = 0 } = report;
  // A file that fails to load has no tests in the report.
  const broken = (report.testResults ?? []).filter(
    (
      /** @type {{ status: string, assertionResults: { status: string }[] }} */ { status, assertionResults },
    ) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  return {
    passed: numPassedTests,
    failed: numFailedTests + broken.length,
    skipped: numPendingTests + numTodoTests,
  };
}

/**
 * The counts in a report of Playwright's JSON reporter. A flaky test counts as failed.
 * @param {string} file
 * @returns {Promise<Counts | undefined>} undefined if there is no report
 */
export async function readPlaywrightReport(file) {
  const report = await readJson(file);
  if (!report?.stats) return undefined;
  const { expected, unexpected, flaky, skipped } = report.stats;
  // `errors` are those outside tests: a file that fails to load, a server that does not start.
  return { passed: expected, failed: unexpected + flaky + (report.errors?.length ?? 0), skipped };
}

/**
 * The counts of one step. A failed exit code counts as a failure even if the report is missing or shows none.
 * @param {number} code the step's exit code
 * @param {Counts | undefined} report
 * @returns {Counts}
 */
export function countStep(code, report) {
  if (!report) return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
  return code !== 0 && report.failed === 0 ? { ...report, failed: 1 } : report;
}

/** @param {Counts[]} all */
export function summarise(all) {
  const sum = (/** @type {keyof Counts} */ key) => all.reduce((total, counts) => total + counts[key], 0);
  const skipped = sum('skipped');
  return `${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** @param {string} file */
async function readJson(file) {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return undefined;
  }
}
