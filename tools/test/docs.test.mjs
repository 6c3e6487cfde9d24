import { existsSync, globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../lib/paths.mjs';

const documents = globSync('**/*.md', {
  cwd: root,
  exclude: (name) => ['node_modules', 'dist', '.git', '.vid', 'test-results'].includes(basename(name)),
});
const scripts = Object.keys(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).scripts);

/** @param {string} document */
const read = (document) => readFile(join(root, document), 'utf8');

/**
 * The names under which GitHub links to the headings of a document.
 * @param {string} text
 */
function anchorsOf(text) {
  return [...text.matchAll(/^#+ (.+)$/gmu)].map(([, heading = '']) =>
    heading
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/gu, '-'),
  );
}

describe.each(documents)('%s', (document) => {
  it('links to files and headings that are there', async () => {
    const text = (await read(document)).replaceAll(/```.*?```/gsu, '');
    const dead = [];
    for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/gu)) {
      if (/^[a-z]+:/u.test(target)) continue;
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? document : join(dirname(document), path);
      if (!existsSync(join(root, file))) dead.push(target);
      else if (anchor !== undefined && !anchorsOf(await read(file)).includes(anchor)) dead.push(target);
    }
    expect(dead).toEqual([]);
  });

  it('names npm scripts that are there', async () => {
    const text = await read(document);
    const named = [...text.matchAll(/npm run ([a-z][a-z:-]*)/gu)].map(([, script = '']) => script);
    expect(named.filter((script) => !scripts.includes(script))).toEqual([]);
  });
});

it('each decision is titled by its number and says it in a sentence', async () => {
  const decisions = documents.filter((document) => dirname(document) === join('docs', 'adr'));
  expect(decisions.length).toBeGreaterThan(30);
  for (const decision of decisions) {
    const number = Number(/^\d{4}/u.exec(basename(decision))?.[0]);
    expect((await read(decision)).split('\n')[0]).toMatch(new RegExp(`^# ${number}\\. \\S`, 'u'));
  }
});
