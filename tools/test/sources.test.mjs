import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { root } from '../lib/paths.mjs';

const { stdout } = await promisify(execFile)('git', ['ls-files', 'apps', 'packages'], { cwd: root });
const names = stdout
  .split('\n')
  .filter(
    (name) => /\/src\/.*\.tsx?$/u.test(name) && !/\.test\.tsx?$|\/(?:testing|test|testkit)\//u.test(name),
  );
const sources = await Promise.all(
  names.map(async (name) => ({ name, text: await readFile(join(root, name), 'utf8').catch(() => '') })),
);

/** Returns the names of the product's source files that contain a pattern. */
const having = (/** @type {RegExp} */ pattern) =>
  sources.filter(({ text }) => pattern.test(text)).map(({ name }) => name);

it('no source file of the product runs text as code', () => {
  expect(names.length).toBeGreaterThan(1_000);
  expect(having(/\beval\(|\bnew Function\(|'node:vm'|set(?:Timeout|Interval)\(\s*['"`]/u)).toEqual([]);
});

it('only the embedded database and the sample applications start programs', () => {
  const starting = having(/'node:child_process'|\bshell: true\b|'\/bin\/sh'/u).filter(
    (name) => !name.startsWith('packages/embedded-postgres/'),
  );
  // `messages.ts` only uses the types of messages between processes.
  expect(starting.toSorted()).toEqual([
    'apps/server/src/process/evaluation/examples.ts',
    'apps/server/src/process/messages.ts',
  ]);
});

it('no page inserts text as HTML', () => {
  expect(
    having(/dangerouslySetInnerHTML|\.(?:inner|outer)HTML\s*=|insertAdjacentHTML|document\.write\(/u),
  ).toEqual([]);
});

it('only migrations are sent as SQL text without parameters', () => {
  expect(having(/\.unsafe\(/u)).toEqual(['apps/server/src/database/migrate.ts']);
});

it('app, modules and services are composed without spreads, which would silently replace a key', () => {
  const composing = having(/\.\.\.(?:base|server|services)\b/u);
  expect(composing.filter((name) => /^apps\/server\/src\/(?:app|modules|services)\.ts$/u.test(name))).toEqual(
    [],
  );
});
