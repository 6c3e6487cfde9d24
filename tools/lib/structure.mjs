import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { findCycles, listFiles, readModules } from './imports.mjs';
import { findUpwardImports, findWingImports, serverTree, webTree } from './layers.mjs';

/** @typedef {import('./imports.mjs').Module} Module */

/** The layout before the wings, for comparison. */
const formerServerTree = {
  ...serverTree,
  layers: serverTree.layers.flatMap((layer) => (layer.includes('sso') ? [['oidc'], ['features']] : [layer])),
  wing: null,
};
const formerWebTree = {
  ...webTree,
  layers: [['main', 'prerender', 'before-paint'], ['app'], ['features'], ['state'], ['shared']],
  wing: null,
};

const statement =
  /^\s*(?:select|insert|update|delete|with|create|alter|lock|truncate|begin|commit|rollback)\b/iu;
/** Each way of writing SQL, and how often a file uses it. @type {Record<string, (module: Module) => number>} */
const idioms = {
  'Drizzle imports': ({ packages }) => packages.filter((name) => /^drizzle-orm\b/u.test(name)).length,
  'Statements through .unsafe(': ({ text }) => count(text, /\.unsafe[<(]/gu),
  'Hand-numbered parameters ($1)': ({ text }) => count(text, /(?<=[\s(,=])\$\d+\b/gu),
  'prepareStatement, askTogether': ({ text }) =>
    count(text, /(?<!function )\b(?:prepareStatement|askTogether)[<(]/gu),
  'Tagged templates': ({ packages, templates }) =>
    packages.some((name) => /^drizzle-orm\b/u.test(name))
      ? 0
      : templates.filter((text) => statement.test(text)).length,
};

/**
 * A report on the structure of a checkout, as plain text.
 * @param {string} root
 * @param {{ folders?: number }} [options] how many folders to list
 */
export function describeStructure(root, { folders = 15 } = {}) {
  const modules = readModules(root, ['apps', 'packages']);
  const sources = modules.filter(({ isTest }) => !isTest);
  const isFormer = existsSync(join(root, 'apps/server/src/features'));
  const sections = [
    describeFolders(modules, folders),
    describeArrows('server', sources, isFormer ? formerServerTree : serverTree),
    describeArrows('web app', sources, isFormer ? formerWebTree : webTree),
    describeCycles(sources),
    describeSql(sources.filter(({ path }) => path.startsWith('apps/server/'))),
    describeComments(modules),
    describeRecords(root),
  ];
  return `${sections.join('\n\n')}\n`;
}

/**
 * @param {readonly Module[]} modules
 * @param {number} limit
 */
function describeFolders(modules, limit) {
  const folders = [...groupBy(modules, ({ path }) => posix.dirname(path))].map(([folder, own]) => {
    const tests = own.filter(({ isTest }) => isTest).length;
    return { folder, files: own.length - tests, tests };
  });
  const ordered = folders.toSorted((a, b) => b.files - a.files || b.tests - a.tests);
  const sum = (/** @type {'files' | 'tests'} */ key) =>
    folders.reduce((total, folder) => total + folder[key], 0);
  const rows = ordered.slice(0, limit).map(({ folder, files, tests }) => [folder, files, tests]);
  return [
    `Files per folder (the ${rows.length} largest of ${folders.length})`,
    table(['folder', 'files', 'tests'], [...rows, ['all folders', sum('files'), sum('tests')]]),
  ].join('\n');
}

/**
 * @param {string} title
 * @param {readonly Module[]} sources
 * @param {import('./layers.mjs').Tree} tree
 */
function describeArrows(title, sources, tree) {
  const arrow = (/** @type {string} */ path) => posix.dirname(path).slice(tree.folder.length + 1);
  const describe = (/** @type {string} */ what, /** @type {import('./layers.mjs').Arrow[]} */ arrows) => {
    const pairs = groupBy(arrows, ({ from, to }) => `${arrow(from)} -> ${arrow(to)}`);
    const lines = [...pairs].map(([pair, own]) => `  ${pair} (${plural(own.length, 'import')})`);
    return [`${what}: ${pairs.size}`, ...lines].join('\n');
  };
  return [
    describe(`Import arrows that point up, ${title}`, findUpwardImports(sources, tree)),
    ...(tree.wing === null
      ? []
      : [describe(`Import arrows between wings, ${title}`, findWingImports(sources, tree))]),
  ].join('\n');
}

/** @param {readonly Module[]} sources */
function describeCycles(sources) {
  const cycles = findCycles(sources);
  return [`Import cycles: ${cycles.length}`, ...cycles.map((cycle) => `  ${cycle.join('\n    ')}`)].join(
    '\n',
  );
}

/** @param {readonly Module[]} sources */
function describeSql(sources) {
  const rows = Object.entries(idioms).map(([idiom, use]) => {
    const uses = sources.map((module) => use(module)).filter((number) => number > 0);
    return [idiom, uses.length, uses.reduce((total, number) => total + number, 0)];
  });
  return `SQL idioms of the server\n${table(['idiom', 'files', 'uses'], rows)}`;
}

/** @param {readonly Module[]} modules */
function describeComments(modules) {
  const rows = [...groupBy(modules, ({ path }) => path.split('/').slice(0, 2).join('/'))].map(([part, own]) =>
    commentRow(part, own),
  );
  return `Comment lines\n${table(['part', 'lines', 'comments', 'share'], [...rows, commentRow('all parts', modules)])}`;
}

/** @param {string} part @param {readonly Module[]} own */
function commentRow(part, own) {
  const lines = own.reduce((total, { text }) => total + count(text, /^.*\S/gmu), 0);
  const comments = own.reduce((total, module) => total + countCommentLines(module), 0);
  return [part, lines, comments, `${((100 * comments) / lines).toFixed(1)} %`];
}

/**
 * Lines that contain only a comment.
 * @param {Pick<Module, 'text' | 'comments'>} module
 */
export function countCommentLines({ text, comments }) {
  return comments
    .filter(({ start }) => text.slice(text.lastIndexOf('\n', start - 1) + 1, start).trim() === '')
    .reduce((total, { start, end }) => total + text.slice(start, end).split('\n').length, 0);
}

/** @param {string} root */
function describeRecords(root) {
  const records = listFiles(root, 'docs/adr').filter((path) => /\/\d{4}-[^/]+\.md$/u.test(path));
  return `Decision records: ${records.length}`;
}

/**
 * @param {readonly string[]} head
 * @param {readonly (readonly (string | number)[])[]} rows
 */
function table(head, rows) {
  const all = [head, ...rows].map((row) => row.map(String));
  const widths = head.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  const line = (/** @type {readonly string[]} */ row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ');
  return all.map((row) => `  ${line(row)}`).join('\n');
}

/**
 * @template T
 * @param {readonly T[]} items
 * @param {(item: T) => string} key
 */
function groupBy(items, key) {
  /** @type {Map<string, T[]>} */
  const groups = new Map();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return groups;
}

/** @param {string} text @param {RegExp} pattern */
function count(text, pattern) {
  return text.match(pattern)?.length ?? 0;
}

/** @param {number} number @param {string} noun */
function plural(number, noun) {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
