/**
 * The order in which the folders of a source tree may import each other: from the first layer down. Imports within a
 * layer are free, except between wings.
 * @typedef {object} Tree
 * @property {string} folder
 * @property {readonly (readonly string[])[]} layers entries of the folder, files without their extension
 * @property {readonly string[]} wings entries of one layer that must not import each other
 * @property {readonly string[]} shared folders of wings that every other wing may import
 */

/** @typedef {{ from: string, to: string }} Arrow */

const serverWings = ['sign-in', 'member', 'sso', 'admin', 'operations'];

/** @type {Tree} */
export const serverTree = {
  folder: 'apps/server/src',
  layers: [
    ['main', 'cli', 'process'],
    ['app'],
    ['deps'],
    serverWings,
    ['account'],
    ['platform'],
    ['http'],
    ['database'],
    ['lib', 'ports', 'config'],
  ],
  wings: serverWings,
  // The end of a sign-in and the current session.
  shared: ['sign-in/complete', 'sign-in/session'],
};

/** @type {Tree} */
export const webTree = {
  folder: 'apps/web/src',
  layers: [
    ['main', 'prerender', 'before-paint'],
    ['app'],
    ['features'],
    ['journeys'],
    ['navigation', 'session'],
    ['state'],
    ['shared'],
  ],
  wings: [],
  shared: [],
};

/**
 * Imports from a layer into one above it. A folder that no layer names is an error: an unknown folder would be unchecked.
 * @param {readonly import('./imports.mjs').Module[]} modules
 * @param {Tree} tree
 * @returns {Arrow[]}
 */
export function findUpwardImports(modules, tree) {
  return arrowsOf(modules, tree).filter(({ from, to }) => layerOf(to, tree) < layerOf(from, tree));
}

/**
 * Imports from one wing into another.
 * @param {readonly import('./imports.mjs').Module[]} modules
 * @param {Tree} tree
 * @returns {Arrow[]}
 */
export function findWingImports(modules, tree) {
  const { wings, shared } = tree;
  return arrowsOf(modules, tree).filter(({ from, to }) => {
    const [source, target] = [entryOf(from, tree), entryOf(to, tree)];
    if (source === target || !wings.includes(source) || !wings.includes(target)) return false;
    return !shared.some((folder) => to.startsWith(`${tree.folder}/${folder}/`));
  });
}

/**
 * @param {readonly import('./imports.mjs').Module[]} modules
 * @param {Tree} tree
 * @returns {Arrow[]}
 */
function arrowsOf(modules, { folder }) {
  return modules
    .filter(({ path, isTest }) => path.startsWith(`${folder}/`) && !isTest)
    .flatMap(({ path, imports }) => imports.map((to) => ({ from: path, to })))
    .filter(({ to }) => to.startsWith(`${folder}/`));
}

/**
 * @param {string} path
 * @param {Tree} tree
 */
function layerOf(path, tree) {
  const entry = entryOf(path, tree);
  const layer = tree.layers.findIndex((entries) => entries.includes(entry));
  if (layer < 0) throw new Error(`${path} is in no layer of ${tree.folder}`);
  return layer;
}

/**
 * The first folder of a path, or the name of a file that is in none.
 * @param {string} path
 * @param {Tree} tree
 */
function entryOf(path, { folder }) {
  const [entry = ''] = path.slice(folder.length + 1).split('/');
  return entry.replace(/\.[a-z]+$/u, '');
}
