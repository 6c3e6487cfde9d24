// npm test: every check and every test, from a fresh clone, with one summary.
//   npm test -- --only=lint,types   only these steps
//   npm test -- --summary=<file>    the last line also into a file
import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureChromium } from './lib/chromium.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { countStep, readPlaywrightReport, readVitestReport, summarise } from './lib/reports.mjs';
import { run, toolEnvironment } from './lib/run.mjs';
import { ensureRuntime } from './lib/runtime.mjs';
import { runTool, say, ToolError } from './lib/say.mjs';
import { ensureWebBuilt } from './lib/web-build.mjs';

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string} title
 * @property {string[]} [command]
 * @property {(node: string) => Promise<void>} [work] in place of a command; throws
 * @property {string} [needs] a step without which this one says nothing
 * @property {boolean} [needsChromium]
 * @property {Record<string, string>} [env]
 * @property {() => Promise<import('./lib/reports.mjs').Counts | undefined>} [read]
 */

/** @param {string} reports folder @returns {Step[]} */
function listSteps(reports) {
  const vitest = join(reports, 'vitest.json');
  const playwright = join(reports, 'playwright.json');
  return [
    { name: 'format', title: 'Format', command: ['oxfmt', '--check', '.'] },
    { name: 'lint', title: 'Lint', command: ['oxlint', '--type-aware'] },
    { name: 'types', title: 'Types', command: ['tsc', '--noEmit', '-p', 'tsconfig.json'] },
    { name: 'unused', title: 'Unused code', command: ['knip'] },
    {
      name: 'generated',
      title: 'Generated files are fresh',
      command: ['node', 'apps/server/src/cli/main.ts', 'generate', '--check'],
    },
    {
      name: 'unit',
      title: 'Unit, component and integration tests',
      command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitest}`],
      read: () => readVitestReport(vitest),
    },
    {
      name: 'web',
      title: 'The web app and the SDK are built',
      work: (node) => ensureWebBuilt(node, { always: true }),
    },
    {
      name: 'budget',
      title: 'The web app keeps its size',
      command: ['node', 'apps/web/build/check-budget.ts'],
      needs: 'web',
    },
    {
      name: 'e2e',
      title: 'End-to-end tests in Chromium',
      command: ['playwright', 'test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json'],
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: playwright },
      needs: 'web',
      needsChromium: true,
      read: () => readPlaywrightReport(playwright),
    },
  ];
}

/** @param {string} node */
function testEnvironment(node) {
  const env = toolEnvironment(node);
  // Whoever runs VID here must not have its database or gateway used by tests.
  for (const key of Object.keys(env)) if (key.startsWith('VID_')) delete env[key];
  return env;
}

/**
 * @param {Step} step
 * @param {string} node
 */
async function runStep(step, node) {
  const env = { ...testEnvironment(node), ...step.env };
  try {
    if (step.needsChromium) env.VID_CHROMIUM = await ensureChromium();
    await step.work?.(node);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    say(error.message);
    return 1;
  }
  if (!step.command) return 0;
  const [command = '', ...args] = step.command;
  const { code, output } = await run(command, args, { env, stdio: ['ignore', 'inherit', 'inherit'] });
  if (output) say(output);
  return code;
}

await runTool(async () => {
  const { values } = parseArgs({ options: { only: { type: 'string' }, summary: { type: 'string' } } });
  const only = values.only?.split(',');
  await ensureInstalled();
  const node = await ensureRuntime();
  const reports = join(tmpdir(), `vid-reports-${randomUUID()}`);
  const steps = listSteps(reports).filter(({ name }) => only?.includes(name) ?? true);
  if (steps.length === 0)
    throw new ToolError(
      `--only knows ${listSteps('')
        .map(({ name }) => name)
        .join(', ')}.`,
    );

  await mkdir(reports, { mode: 0o700 });
  const counts = [];
  const lines = [];
  const failed = new Set();
  for (const step of steps) {
    say(`\n== ${step.title} (${step.name})`);
    if (step.needs && failed.has(step.needs)) {
      say(`Not run: it needs "${step.needs}", which failed.`);
      failed.add(step.name);
      counts.push({ passed: 0, failed: 1, skipped: 0 });
      lines.push(`not run  ${step.title}`);
      continue;
    }
    const began = Date.now();
    const code = await runStep(step, node);
    const result = countStep(code, await step.read?.());
    if (result.failed > 0) failed.add(step.name);
    counts.push(result);
    const seconds = ((Date.now() - began) / 1_000).toFixed(1).padStart(6);
    lines.push(
      `${result.failed > 0 ? 'FAILED ' : 'passed '} ${seconds} s  ${step.title}${step.read ? `: ${summarise([result])}` : ''}`,
    );
    say(`-- ${step.title}: ${result.failed > 0 ? 'FAILED' : 'passed'} (${seconds.trim()} s)`);
  }
  await rm(reports, { recursive: true });
  const summary = summarise(counts);
  say(`\n${lines.join('\n')}\n`);
  process.stdout.write(`${summary}\n`);
  if (values.summary) await writeFile(values.summary, `${summary}\n`);
  return failed.size > 0 ? 1 : 0;
});
