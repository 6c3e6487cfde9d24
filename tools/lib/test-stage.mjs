import { availableParallelism } from 'node:os';
import { countStep, describeOutput, summarise } from './reports.mjs';
import { run, toolEnvironment } from './run.mjs';
import { say, ToolError } from './say.mjs';

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string} title
 * @property {string[]} [command]
 * @property {(node: string) => Promise<void>} [work] runs before the command, if there is one; throws a ToolError if it
 *   fails
 * @property {string[]} [needs] names of steps of this or an earlier stage; if one fails, this step is not run and
 *   counts as failed
 * @property {Record<string, string>} [env]
 * @property {boolean} [isLive] whether its output is shown while it runs, even if other steps run too
 * @property {() => Promise<import('./reports.mjs').Report | undefined>} [readReport]
 *
 * @typedef {import('./reports.mjs').Report & { line: string }} Result
 */

/**
 * Runs the steps of a stage in parallel, at most one per processor, and stores each result when its step ends. A step
 * starts after the steps of the stage that it needs.
 * @param {Step[]} steps
 * @param {string} node
 * @param {Map<string, Result>} results of all stages, by step name
 */
export async function runStage(steps, node, results) {
  const waiting = [...steps];
  /** @type {Set<string>} */
  const unfinished = new Set(steps.map(({ name }) => name));
  await Promise.all(Array.from({ length: availableParallelism() }, runNext));

  async function runNext() {
    for (;;) {
      const index = waiting.findIndex(({ needs = [] }) => needs.every((name) => !unfinished.has(name)));
      const [step] = index === -1 ? [] : waiting.splice(index, 1);
      if (!step) return;
      // The output of parallel steps would be interleaved, so show it when a step ends.
      const isQuiet = steps.length > 1 && !step.isLive;
      results.set(step.name, await runStep(step, node, isQuiet, results));
      unfinished.delete(step.name);
    }
  }
}

/**
 * @param {Step} step
 * @param {string} node
 * @param {boolean} isQuiet
 * @param {Map<string, Result>} results
 * @returns {Promise<Result>}
 */
async function runStep(step, node, isQuiet, results) {
  const heading = `\n== ${step.title} (${step.name})`;
  const failedNeed = step.needs?.find((name) => (results.get(name)?.counts.failed ?? 0) > 0);
  if (failedNeed !== undefined) {
    say(`${heading}\nNot run: it needs "${failedNeed}", which failed.`);
    const counts = { passed: 0, failed: 1, skipped: 0 };
    return { counts, failures: [], line: `not run             ${step.title}` };
  }
  if (!isQuiet) say(heading);
  const start = Date.now();
  const { code, output } = await execute(step, node, isQuiet);
  const report = await step.readReport?.();
  const counts = countStep(code, report?.counts);
  const seconds = ((Date.now() - start) / 1_000).toFixed(1);
  // A step whose tests were all skipped has not passed.
  const verdict = counts.failed > 0 ? 'FAILED' : counts.passed > 0 ? 'passed' : 'SKIPPED';
  if (isQuiet) say(heading);
  if (output.trim()) say(output.trimEnd());
  say(`-- ${step.title}: ${verdict} (${seconds} s)`);
  const detail = step.readReport ? `: ${summarise([counts])}` : '';
  const line = `${verdict.padEnd(7)} ${seconds.padStart(6)} s  ${step.title}${detail}`;
  const failures = report?.failures ?? (counts.failed > 0 ? [describeOutput(step.title, output)] : []);
  return { counts, failures, line };
}

/**
 * @param {Step} step
 * @param {string} node
 * @param {boolean} isQuiet
 * @returns {Promise<import('./run.mjs').Ended>}
 */
async function execute(step, node, isQuiet) {
  try {
    await step.work?.(node);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return { code: 1, output: error.message };
  }
  if (!step.command) return { code: 0, output: '' };
  const [command = '', ...args] = step.command;
  const env = { ...testEnvironment(node), ...step.env };
  return run(command, args, {
    env,
    stdio: ['ignore', ...(isQuiet ? ['pipe', 'pipe'] : ['inherit', 'inherit'])],
  });
}

/**
 * Returns the tools' environment without VID_*, so that tests do not use the database or SMS gateway of a VID that is
 * configured on this machine.
 * @param {string} node
 */
function testEnvironment(node) {
  const env = toolEnvironment(node);
  for (const key of Object.keys(env)) if (key.startsWith('VID_')) delete env[key];
  return env;
}
