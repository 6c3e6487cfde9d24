import { readFile } from 'node:fs/promises';
import { stripVTControlCharacters } from 'node:util';

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 *
 * @typedef {object} Report
 * @property {Counts} counts
 * @property {string[]} failures one line for each failed test: its file, its title and the first line of its error
 */

/**
 * Reads the report of Vitest's JSON reporter.
 * @param {string} file
 * @returns {Promise<Report | undefined>} undefined if there is no report
 */
export async function readVitestReport(file) {
  const report = await readJson(file);
  if (!report) return undefined;
  const { numPassedTests, numPendingTests, numTodoTests = 0 } = report;
  /** @type {string[]} */
  const failures = [];
  for (const { name, status, message, assertionResults } of report.testResults) {
    if (status !== 'failed') continue;
    const failed = assertionResults.filter(
      (/** @type {{ status: string }} */ test) => test.status === 'failed',
    );
    for (const { fullName, failureMessages } of failed) {
      failures.push(describeFailure(name, fullName, failureMessages[0]));
    }
    // The report lists no tests for a file that fails to load.
    if (failed.length === 0) failures.push(describeFailure(name, 'the file', message));
  }
  const skipped = numPendingTests + numTodoTests;
  return { counts: { passed: numPassedTests, failed: failures.length, skipped }, failures };
}

/**
 * Reads the report of Playwright's JSON reporter. A flaky test counts as failed.
 * @param {string} file
 * @returns {Promise<Report | undefined>} undefined if there is no report
 */
export async function readPlaywrightReport(file) {
  const report = await readJson(file);
  if (!report?.stats) return undefined;
  const { expected, skipped } = report.stats;
  // `errors` are the errors outside tests, such as a file that fails to load or a server that does not start.
  const { errors = [], suites = [] } = report;
  const failures = suites.flatMap(listPlaywrightFailures);
  for (const { message, location } of errors) {
    failures.push(describeFailure(location?.file ?? 'Playwright', 'outside tests', message));
  }
  return { counts: { passed: expected, failed: failures.length, skipped }, failures };
}

/**
 * @typedef {object} PlaywrightSuite
 * @property {PlaywrightSuite[]} [suites]
 * @property {{ title: string, file: string, tests: PlaywrightTest[] }[]} [specs]
 *
 * @typedef {{ status: string, projectName: string, results: { error?: { message?: string } }[] }} PlaywrightTest
 */

/**
 * @param {PlaywrightSuite} suite
 * @returns {string[]}
 */
function listPlaywrightFailures({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results }) => {
        const error = results.find((result) => result.error)?.error;
        return describeFailure(`[${projectName}] ${file}`, title, error?.message);
      }),
  );
  return [...own, ...suites.flatMap(listPlaywrightFailures)];
}

/**
 * @param {string} file
 * @param {string} title
 * @param {string} [message]
 */
function describeFailure(file, title, message = 'no message') {
  const [firstLine, ...rest] = stripVTControlCharacters(message).split('\n');
  // Playwright writes the locator that found no element on a separate line.
  const locator = rest.find((line) => line.startsWith('Locator: '));
  const reason = locator === undefined ? firstLine : `${firstLine} (${locator})`;
  return `${file.replace(`${process.cwd()}/`, '')} › ${title}: ${reason}`;
}

/**
 * Describes the failure of a step without a report by the end of its output.
 * @param {string} title
 * @param {string} output
 */
export function describeOutput(title, output) {
  const lines = stripVTControlCharacters(output).split('\n');
  const end = lines.filter((line) => line.trim() !== '').slice(-12);
  return [title, ...end].join('\n  ');
}

/**
 * Returns the counts of one step. A failed exit code counts as a failure even if the report is missing or shows no
 * failure.
 * @param {number} code the step's exit code
 * @param {Counts | undefined} counts the counts of the step's report
 * @returns {Counts}
 */
export function countStep(code, counts) {
  if (!counts) return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
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
