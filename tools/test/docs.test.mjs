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
 * Returns the anchors that GitHub gives to the headings of a document.
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
  it('links only to existing files and headings', async () => {
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

  it('names only existing npm scripts', async () => {
    const text = await read(document);
    const named = [...text.matchAll(/npm run ([a-z][a-z:-]*)/gu)].map(([, script = '']) => script);
    expect(named.filter((script) => !scripts.includes(script))).toEqual([]);
  });
});

it('every decision record follows the template, and the records are numbered without gaps', async () => {
  const records = documents.filter((document) => dirname(document) === join('docs', 'adr')).toSorted();
  expect(records.length).toBeGreaterThan(0);
  for (const [index, record] of records.entries()) {
    expect(basename(record)).toMatch(new RegExp(`^${String(index + 1).padStart(4, '0')}-`, 'u'));
    const lines = (await read(record)).split('\n');
    expect(lines[0]).toMatch(new RegExp(`^# ${index + 1}\\. \\S`, 'u'));
    expect(lines[2]).toMatch(/^- Status: (?:accepted|superseded by \[ADR \d+\]\(\S+\))$/u);
    expect(lines[3]).toMatch(/^- Date: \d{4}-\d{2}-\d{2}(?:, revised \d{4}-\d{2}-\d{2})?$/u);
    const sections = lines.filter((line) => line.startsWith('## '));
    expect(sections).toEqual(['## Context', '## Decision', '## Consequences']);
  }
});

it('docs/security.md names every purpose for which the server derives or uses a key', async () => {
  const sources = globSync('apps/server/src/**/*.ts', { cwd: root }).filter(
    (path) => !path.endsWith('.test.ts'),
  );
  const texts = await Promise.all(sources.map(read));
  const calls = texts.flatMap((text) => [
    ...text.matchAll(/\bkeys\.(?:derive|pepper|seal)\(\s*'([\w-]+)'|const \w*[pP]urpose = '([\w-]+)'/gu),
  ]);
  const purposes = new Set(calls.map(([, inCall, inConstant]) => inCall ?? inConstant));
  expect(purposes.size).toBeGreaterThan(30);
  const text = await read('docs/security.md');
  expect([...purposes].filter((purpose) => !text.includes(`\`${purpose}\``))).toEqual([]);
});
