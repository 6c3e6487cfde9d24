// Checks that Redocly and Spectral report no problem in the OpenAPI documents, and that the clients that two generators
// make with their default options compile and stay small. The step `api` of npm test first installs this folder's
// packages.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documents } from '../../apps/server/src/operations/docs/documents.ts';
import { buildOpenApi } from '../../apps/server/src/operations/docs/openapi.ts';
import { environment, run } from '../lib/run.mjs';
import { runTool, say, ToolError } from '../lib/say.mjs';

/**
 * Maximum number of lines of a generated client. A larger client suggests models that are repeated instead of named.
 */
const maxLines = 15_000;
const packages = join(import.meta.dirname, 'node_modules');

await runTool(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vid-api-'));
  try {
    await writeDocuments(folder);
    await lint(folder);
    await generate(folder);
    await requireSmall(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
  return 0;
});

/**
 * Writes the documents, and one configuration per tool that lists them all, because starting a tool takes seconds.
 * @param {string} folder
 */
async function writeDocuments(folder) {
  for (const document of documents)
    await writeFile(join(folder, document.file), JSON.stringify(buildOpenApi(document)));
  const apis = Object.fromEntries(
    documents.map(({ file, key }) => [
      key,
      { root: file, 'x-openapi-ts': { output: `openapi-typescript/${key}.ts` } },
    ]),
  );
  const redocly = { extends: ['recommended-strict'], telemetry: 'off', apis };
  await writeFile(join(folder, 'redocly.yaml'), JSON.stringify(redocly));
  const jobs = documents.map(({ file, key }) => ({
    input: join(folder, file),
    output: join(folder, 'hey-api', key),
  }));
  await writeFile(join(folder, 'hey-api.mjs'), `export default ${JSON.stringify(jobs)};\n`);
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'esnext',
    module: 'nodenext',
    lib: ['esnext', 'dom', 'dom.iterable'],
    types: [],
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
}

/** @param {string} folder */
async function lint(folder) {
  const ruleset = join(import.meta.dirname, 'spectral.yaml');
  const files = documents.map(({ file }) => file);
  await runIn(folder, '@redocly/cli/bin/cli.js', ['lint']);
  await runIn(folder, '@stoplight/spectral-cli/dist/index.js', [
    'lint',
    ...files,
    `--ruleset=${ruleset}`,
    '--fail-severity=hint',
  ]);
}

/** @param {string} folder */
async function generate(folder) {
  await runIn(folder, '@hey-api/openapi-ts/bin/run.js', ['--file', 'hey-api.mjs']);
  await runIn(folder, 'openapi-typescript/bin/cli.js', ['--redocly', 'redocly.yaml']);
  const { code, output } = await run('tsc', ['-p', 'tsconfig.json'], { cwd: folder });
  if (code !== 0) throw new ToolError(`A generated client does not compile.\n${output}`);
}

/** @param {string} folder */
async function requireSmall(folder) {
  for (const { file, key } of documents) {
    const clients = {
      'openapi-typescript': `openapi-typescript/${key}.ts`,
      '@hey-api/openapi-ts': `hey-api/${key}`,
    };
    for (const [generator, path] of Object.entries(clients)) {
      const lines = await countLines(join(folder, path));
      say(`${file}: ${lines} lines by ${generator}`);
      if (lines > maxLines) throw new ToolError(`The client has more than ${maxLines} lines.`);
    }
  }
}

/**
 * Counts the lines of a file, or of all files below a folder.
 * @param {string} path
 * @returns {Promise<number>}
 */
async function countLines(path) {
  if (path.endsWith('.ts')) return (await readFile(path, 'utf8')).split('\n').length;
  const names = await readdir(path, { recursive: true });
  const counts = names.filter((name) => name.endsWith('.ts')).map((name) => countLines(join(path, name)));
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

/**
 * Runs a command of a package that is installed in tools/api.
 * @param {string} folder the working directory
 * @param {string} script
 * @param {string[]} args
 */
async function runIn(folder, script, args) {
  const { code, output } = await run(process.execPath, [join(packages, script), ...args], {
    cwd: folder,
    env: { ...environment(), REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
  if (code !== 0) throw new ToolError(`${script} failed.\n${output}`);
}
