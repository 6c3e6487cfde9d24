import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findCycles, readModules } from '../lib/imports.mjs';
import { findUpwardImports, findWingImports, serverTree } from '../lib/layers.mjs';
import { countCommentLines, describeStructure } from '../lib/structure.mjs';

const files = {
  'apps/server/package.json':
    '{ "name": "@vid/server", "imports": { "#*": "./src/*" }, "exports": { "./*": "./src/*.ts" } }',
  'apps/server/src/main.ts': "const { start } = await import('./process/start.ts');\nstart();",
  'apps/server/src/process/start.ts': "export { read as start } from '#database/read.ts';",
  'apps/server/src/database/read.ts': [
    '/** Reads',
    ' * rows. */',
    "import type { Route } from '#http/route.ts';",
    "import { readFile } from 'node:fs/promises'; // trailing",
    "// import './comment.ts';",
    "const text = `\nimport './template.ts';\n`;",
    'export const read = (sql, id) => sql`\n  select 1 from accounts where id = ${id}`;',
  ].join('\n'),
  'apps/server/src/http/route.ts':
    "export * from '#http/error.ts';\nexport type Route = import('./table.ts').Table;",
  'apps/server/src/http/error.ts': "import '@vid/server/http/route';",
  'apps/server/src/http/table.ts': 'export type Table = string;',
  'apps/server/src/member/profile.ts': "import '#consent/client.ts';\nimport '#sign-in/session/find.ts';",
  'apps/server/src/consent/client.ts': "import 'pg';",
  'apps/server/src/consent/client.test.ts': "import '#process/start.ts';",
  'apps/server/src/sign-in/session/find.ts': '',
  'apps/server/dist/main.js': "import './gone.js';",
  'packages/sso/package.json':
    '{ "name": "@vid/sso", "exports": { ".": { "@vid/source": "./src/index.ts", "default": "./dist/index.js" } } }',
  'packages/sso/src/view.tsx': "import { a } from '@vid/sso';\nexport const A = () => <p>{a`x`}</p>;",
  'docs/adr/0001-first.md': '# 1. First',
};

/** @type {string} */
let root;
/** @type {readonly import('../lib/imports.mjs').Module[]} */
let modules;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'vid-structure-'));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  modules = readModules(root, ['apps', 'packages']);
});
afterAll(() => rm(root, { recursive: true }));

/** @param {string} path */
const find = (path) => modules.find((module) => module.path === `apps/server/src/${path}`);
/** @param {readonly import('../lib/layers.mjs').Arrow[]} arrows */
const short = (arrows) => arrows.map(({ from, to }) => `${from} > ${to}`.replaceAll('apps/server/src/', ''));

describe('readModules', () => {
  it('reads static, dynamic, type and re-exported imports, but none in comments or strings', () => {
    expect(find('main.ts')?.imports).toEqual(['apps/server/src/process/start.ts']);
    expect(find('process/start.ts')?.imports).toEqual(['apps/server/src/database/read.ts']);
    expect(find('database/read.ts')?.imports).toEqual(['apps/server/src/http/route.ts']);
    expect(find('database/read.ts')?.packages).toEqual(['node:fs/promises']);
    expect(find('http/route.ts')?.imports).toEqual([
      'apps/server/src/http/error.ts',
      'apps/server/src/http/table.ts',
    ]);
  });

  it('resolves workspaces by their exports', () => {
    expect(find('http/error.ts')?.imports).toEqual(['apps/server/src/http/route.ts']);
  });

  it('reads tagged templates with a placeholder for each value', () => {
    expect(find('database/read.ts')?.templates).toEqual(['\n  select 1 from accounts where id = ?']);
  });

  it('distinguishes tests from sources and skips build output', () => {
    expect(modules.filter(({ isTest }) => isTest).map(({ path }) => path)).toEqual([
      'apps/server/src/consent/client.test.ts',
    ]);
    expect(modules.map(({ path }) => path)).not.toContain('apps/server/dist/main.js');
  });
});

describe('import rules', () => {
  it('finds imports that point up, outside tests', () => {
    expect(short(findUpwardImports(modules, serverTree))).toEqual(['database/read.ts > http/route.ts']);
  });

  it('rejects a folder that is in no layer', () => {
    const stray = { ...serverTree, layers: serverTree.layers.slice(1) };
    expect(() => findUpwardImports(modules, stray)).toThrow('is in no layer of apps/server/src');
  });

  it('finds imports between wings, except those of the session', () => {
    expect(short(findWingImports(modules, serverTree))).toEqual(['member/profile.ts > consent/client.ts']);
  });

  it('finds cycles', () => {
    expect(findCycles(modules)).toEqual([['apps/server/src/http/error.ts', 'apps/server/src/http/route.ts']]);
    const ring = ['a', 'b', 'c', 'd'].map((path, index, all) => ({ path, imports: [all[index + 1] ?? 'b'] }));
    expect(findCycles(ring)).toEqual([['b', 'c', 'd']]);
    expect(findCycles([{ path: 'a', imports: ['a'] }])).toEqual([['a']]);
  });
});

describe('describeStructure', () => {
  it('counts the lines that contain only a comment', () => {
    const module = find('database/read.ts');
    expect(module && countCommentLines(module)).toBe(3);
  });

  it('prints every figure as plain text', () => {
    const report = describeStructure(root);
    expect(report).toMatch(/^ {2}apps\/server\/src\/http +3 +0$/mu);
    expect(report).toContain('Import arrows that point up, server: 1\n  database -> http (1 import)\n');
    expect(report).toContain('Import arrows between wings, server: 1\n');
    expect(report).toContain('Import cycles: 1\n');
    expect(report).toMatch(/^ {2}Tagged templates +1 +1$/mu);
    expect(report).toContain('Decision records: 1');
  });
});
