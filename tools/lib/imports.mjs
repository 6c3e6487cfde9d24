import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

/**
 * A source file. Paths are relative to the checkout, with forward slashes.
 * @typedef {object} Module
 * @property {string} path
 * @property {boolean} isTest a test, or a helper in a `test` or `testing` folder
 * @property {string[]} imports paths of the imported files of the checkout, type imports included
 * @property {string[]} packages specifiers of the other imports: packages and Node's own modules
 * @property {string[]} templates texts of tagged templates, with `?` in place of each value
 * @property {string} text
 * @property {{ start: number, end: number }[]} comments
 */

const sourceFile = /(?<!\.d)\.(?:ts|tsx|mts|mjs|js)$/u;
const testFile = /\.(?:test|e2e)\.[a-z]+$|(?:^|\/)(?:test|testing)\//u;
/** Large, and without sources. */
const skippedFolders = new Set(['node_modules', 'dist', 'test-results']);

/**
 * Parses every source file in some folders of a checkout.
 * @param {string} root
 * @param {readonly string[]} folders
 * @returns {Module[]}
 */
export function readModules(root, folders) {
  const packages = readPackages(root);
  return folders
    .flatMap((folder) => listFiles(root, folder))
    .filter((path) => sourceFile.test(path))
    .map((path) => readModule(root, path, packages));
}

/**
 * Every file in a folder of a checkout, in order.
 * @param {string} root
 * @param {string} folder
 * @returns {string[]}
 */
export function listFiles(root, folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = posix.join(folder, entry.name);
      if (!entry.isDirectory()) return [path];
      return skippedFolders.has(entry.name) || entry.name.startsWith('.') ? [] : listFiles(root, path);
    });
}

/**
 * Groups of files that import each other, directly or through others (Tarjan's strongly connected components).
 * @param {readonly Module[]} modules
 * @returns {string[][]}
 */
export function findCycles(modules) {
  const importsOf = new Map(modules.map(({ path, imports }) => [path, imports]));
  /** @type {Map<string, { index: number, low: number, isOpen: boolean }>} */
  const seen = new Map();
  /** @type {string[]} */
  const open = [];
  /** @type {string[][]} */
  const cycles = [];
  /** @param {string} path */
  const visit = (path) => {
    const node = { index: seen.size, low: seen.size, isOpen: true };
    seen.set(path, node);
    open.push(path);
    for (const next of importsOf.get(path) ?? []) {
      if (!importsOf.has(next)) continue;
      const known = seen.get(next);
      if (known?.isOpen) node.low = Math.min(node.low, known.index);
      else if (!known) node.low = Math.min(node.low, visit(next).low);
    }
    if (node.low === node.index) {
      const cycle = open.splice(open.indexOf(path));
      for (const member of cycle) {
        const state = seen.get(member);
        if (state) state.isOpen = false;
      }
      if (cycle.length > 1 || importsOf.get(path)?.includes(path)) cycles.push(cycle.toSorted());
    }
    return node;
  };
  for (const path of importsOf.keys()) if (!seen.has(path)) visit(path);
  return cycles;
}

/**
 * @param {string} root
 * @param {string} path
 * @param {readonly Package[]} packages
 * @returns {Module}
 */
function readModule(root, path, packages) {
  const text = readFileSync(join(root, path), 'utf8');
  const { specifiers, templates, comments } = parse(path, text);
  const found = specifiers.map((specifier) => resolve(root, path, specifier, packages) ?? specifier);
  const isFile = (/** @type {string} */ target) => sourceFile.test(target) && existsSync(join(root, target));
  return {
    path,
    isTest: testFile.test(path),
    imports: [...new Set(found.filter(isFile))],
    packages: [...new Set(found.filter((target) => !isFile(target)))],
    templates,
    text,
    comments,
  };
}

/**
 * @param {string} path decides the dialect
 * @param {string} text
 */
function parse(path, text) {
  const { program, comments, module } = parseSync(path, text);
  /** @type {string[]} */
  const specifiers = module.staticImports.map(({ moduleRequest }) => moduleRequest.value);
  for (const { entries } of module.staticExports)
    for (const { moduleRequest } of entries) if (moduleRequest) specifiers.push(moduleRequest.value);
  /** @type {string[]} */
  const templates = [];
  /** @param {{ type: string, value?: unknown }} source */
  const addLiteral = (source) => {
    if (source.type === 'Literal' && typeof source.value === 'string') specifiers.push(source.value);
  };
  // Walking the tree is slow, and most files have neither a tag nor an import expression.
  if (!/[\w)\]>]`|\bimport\(/u.test(text)) return { specifiers, templates, comments };
  new Visitor({
    ImportExpression: ({ source }) => addLiteral(source),
    // import('./x.ts').Name, in a type
    TSImportType: ({ source }) => addLiteral(source),
    TaggedTemplateExpression: ({ quasi }) => {
      templates.push(quasi.quasis.map(({ value }) => value.raw).join('?'));
    },
  }).visit(program);
  return { specifiers, templates, comments };
}

/** @typedef {{ folder: string, name: string, imports: Record<string, string>, exports: Record<string, unknown> }} Package */

/**
 * The workspaces of a checkout.
 * @param {string} root
 * @returns {Package[]}
 */
function readPackages(root) {
  return ['apps', 'packages', 'examples', '.'].flatMap((parent) =>
    (existsSync(join(root, parent)) ? readdirSync(join(root, parent)) : []).flatMap((name) => {
      const folder = posix.join(parent, name);
      const file = join(root, folder, 'package.json');
      if (!existsSync(file)) return [];
      const { imports = {}, exports = {}, ...manifest } = JSON.parse(readFileSync(file, 'utf8'));
      return [{ folder, name: manifest.name, imports, exports }];
    }),
  );
}

/**
 * The file that a specifier resolves to, or undefined if it is outside the checkout.
 * @param {string} root
 * @param {string} from
 * @param {string} specifier
 * @param {readonly Package[]} packages
 */
function resolve(root, from, specifier, packages) {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier);
  const own = packages.find(({ folder }) => from.startsWith(`${folder}/`));
  if (specifier.startsWith('#')) return own && mapped(own.folder, own.imports, specifier);
  const target = packages.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`));
  return target && mapped(target.folder, target.exports, `.${specifier.slice(target.name.length)}`);
}

/**
 * Looks a name up in `imports` or `exports` of a package, which may contain one `*`.
 * @param {string} folder
 * @param {Record<string, unknown>} map
 * @param {string} name
 */
function mapped(folder, map, name) {
  for (const [pattern, value] of Object.entries(map)) {
    const file = typeof value === 'string' ? value : sourceOf(value);
    const [start = '', end] = pattern.split('*');
    if (end === undefined ? name !== pattern : !name.startsWith(start) || !name.endsWith(end)) continue;
    if (!file) return undefined;
    return posix.join(folder, file.replace('*', name.slice(start.length, name.length - (end?.length ?? 0))));
  }
  return undefined;
}

/** @param {unknown} value the entry of a package that is built before it is published */
function sourceOf(value) {
  if (typeof value !== 'object' || value === null || !('@vid/source' in value)) return undefined;
  const source = value['@vid/source'];
  return typeof source === 'string' ? source : undefined;
}
