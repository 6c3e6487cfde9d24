// npm run test:mutation: runs StrykerJS on one part after another.
//   npm run test:mutation -- policies sdk              these parts (see lib/mutation-parts.mjs)
//   npm run test:mutation -- guards --mutate <file>    one file, with the tests of its part
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled } from './lib/install.mjs';
import { parts } from './lib/mutation-parts.mjs';
import { formatScores } from './lib/mutation-scores.mjs';
import { root } from './lib/paths.mjs';
import { run, toolEnvironment } from './lib/run.mjs';
import { ensureRuntime } from './lib/runtime.mjs';
import { runTool, say, ToolError } from './lib/say.mjs';

const report = join(root, 'node_modules', '.stryker', 'report.json');

await runTool(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { mutate: { type: 'string' } },
  });
  const chosen = Object.entries(parts).filter(
    ([name]) => positionals.length === 0 || positionals.includes(name),
  );
  if (chosen.length < positionals.length)
    throw new ToolError(`The parts are ${Object.keys(parts).join(', ')}.`);
  if (values.mutate !== undefined && chosen.length !== 1)
    throw new ToolError('With --mutate, name one part, whose tests are run, such as: guards --mutate <file>');
  await ensureInstalled();
  const node = await ensureRuntime();
  /** @type {string[]} */
  const scores = [];
  let worstCode = 0;
  for (const [name, { mutate, tests, needsDatabase }] of chosen) {
    say(`\n${name}`);
    const startedAt = Date.now();
    const { code } = await run('stryker', ['run', '--mutate', values.mutate ?? mutate.join(',')], {
      env: {
        ...toolEnvironment(node),
        MUTATION_TESTS: tests.join(' '),
        MUTATION_DATABASE: needsDatabase ? 'yes' : 'no',
      },
      stdio: 'inherit',
    });
    worstCode = Math.max(worstCode, code);
    const minutes = Math.ceil((Date.now() - startedAt) / 60_000);
    if (code === 0)
      scores.push(`${name}, ${minutes} min`, ...formatScores(JSON.parse(await readFile(report, 'utf8'))));
    else scores.push(`${name}, ${minutes} min: failed with exit code ${code}`);
  }
  say(`\n${scores.join('\n')}`);
  return worstCode;
});
