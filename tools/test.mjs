// npm test: runs every check and every test, even in a fresh clone, and ends with the failed tests and one summary
// line.
//   npm test -- --only=lint,types   these steps, and the steps they need
//   npm test -- --summary=<file>    also writes the summary line to a file
import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled } from './lib/install.mjs';
import { summarise } from './lib/reports.mjs';
import { ensureRuntime } from './lib/runtime.mjs';
import { runTool, say, ToolError } from './lib/say.mjs';
import { listStages } from './lib/test-plan.mjs';
import { runStage } from './lib/test-stage.mjs';

/**
 * Returns the stages reduced to the named steps and, transitively, the steps they need.
 * @param {import('./lib/test-stage.mjs').Step[][]} stages
 * @param {string[] | undefined} only undefined selects every step
 */
function select(stages, only) {
  if (!only) return stages;
  const steps = stages.flat();
  const unknown = only.filter((name) => !steps.some((step) => step.name === name));
  if (unknown.length > 0) {
    const known = steps.map(({ name }) => name).join(', ');
    throw new ToolError(`Unknown step in --only: ${unknown.join(', ')}. The steps are ${known}.`);
  }
  const wanted = new Set(only);
  // A needed step precedes the steps that need it, so one backward pass finds them all.
  for (const { name, needs = [] } of steps.toReversed()) {
    if (wanted.has(name)) for (const needed of needs) wanted.add(needed);
  }
  return stages.map((stage) => stage.filter(({ name }) => wanted.has(name)));
}

await runTool(async () => {
  const { values } = parseArgs({ options: { only: { type: 'string' }, summary: { type: 'string' } } });
  const folder = join(tmpdir(), `vid-test-run-${randomUUID()}`);
  const stages = select(listStages(folder), values.only?.split(','));
  await ensureInstalled();
  const node = await ensureRuntime();

  await mkdir(folder, { mode: 0o700 });
  // The tests start hundreds of Node processes, most of which load the same modules, so share their compiled code.
  process.env.NODE_COMPILE_CACHE = join(folder, 'compiled');
  /** @type {Map<string, import('./lib/test-stage.mjs').Result>} */
  const results = new Map();
  for (const stage of stages) await runStage(stage, node, results);
  // Retry, because a server that is shutting down may still write files.
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 });

  const all = [...results.values()];
  const summary = summarise(all.map(({ counts }) => counts));
  say(`\n${all.map(({ line }) => line).join('\n')}\n`);
  for (const failure of all.flatMap(({ failures }) => failures)) say(`failed: ${failure}`);
  process.stdout.write(`${summary}\n`);
  if (values.summary) await writeFile(values.summary, `${summary}\n`);
  return all.some(({ counts }) => counts.failed > 0) ? 1 : 0;
});
