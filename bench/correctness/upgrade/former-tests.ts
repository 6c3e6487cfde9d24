import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startCommand } from '../../harness/processes/child.ts';
import type { Report } from '../../harness/report.ts';

/** The fields of Vitest's JSON report that are read here. */
type Tests = {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
};

const schema = resolve(import.meta.dirname, '../../../apps/server/src/database/schema');

/** Files of tests that list tables, columns and triggers, to which a newer release may add. */
const aboutSchema = [
  'database/tables.test.ts',
  'database/triggers.test.ts',
  'member/privacy/account-data.test.ts',
];
const titlesAboutSchema = [
  'are read with every column, including the enterprise columns',
  'includes every table with an expiry',
];

/** Runs the server tests of the former release on the schema of this release. */
export async function runFormerTests(options: {
  readonly former: string;
  readonly folder: string;
  readonly report: Report;
  readonly logProgress: (progress: string) => void;
}): Promise<void> {
  const { folder, report, logProgress } = options;
  const former = resolve(options.former);
  const output = join(folder, 'former-tests.json');
  const logFile = join(folder, 'former-tests.log');
  const variable = await readSchemaVariable(former);
  logProgress(`the server's tests of the former release run on the schema of this one (${logFile})`);
  const excluded = aboutSchema.flatMap((path) => ['--exclude', `apps/server/src/${path}`]);
  const child = startCommand(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project=server',
      'apps/server/src/',
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${output}`,
      `--testNamePattern=^(?!.*(?:${titlesAboutSchema.join('|')}))`,
      ...excluded,
    ],
    { cwd: former, logFile, environment: { [variable]: schema } },
  );
  await once(child, 'exit');
  if (!existsSync(output)) throw new Error(`the tests did not run: see ${logFile}`);
  const tests: Tests = JSON.parse(await readFile(output, 'utf8'));
  const failed = tests.testResults.flatMap(({ name, status, assertionResults }) => {
    const titles = assertionResults.filter((test) => test.status === 'failed').map((test) => test.fullName);
    const file = relative(former, name);
    return titles.length === 0 && status === 'failed' ? [file] : titles.map((title) => `${file}: ${title}`);
  });
  for (const test of failed) logProgress(`failed: ${test}`);
  report.add({
    name: 'tests of the former release that pass on this schema',
    value: tests.numPassedTests,
    unit: '',
    target: { of: 'value', atLeast: 1 },
  });
  report.add({
    name: 'tests of the former release that fail on this schema',
    value: failed.length,
    unit: '',
    target: { of: 'value', atMost: 0 },
  });
}

async function readSchemaVariable(former: string): Promise<string> {
  const url = pathToFileURL(join(former, 'packages/testkit/src/database/database.ts'));
  const testkit: unknown = await import(url.href);
  const name: unknown = Reflect.get(Object(testkit), 'newerSchemaVariable');
  if (typeof name !== 'string') throw new Error(`the tests of ${former} cannot run on another schema`);
  return name;
}
