/**
 * The order in which the folders of a source tree may import each other: from the first layer down. Imports within a
 * layer are free, except between wings.
 * @typedef {object} Tree
 * @property {string} folder
 * @property {readonly (readonly string[])[]} layers entries of the folder, files without their extension
 * @property {RegExp | null} wing matches the folder of a wing at the start of a path; wings must not import each other
 * @property {readonly Exception[]} exceptions allowed imports between wings
 */

/**
 * @typedef {object} Exception
 * @property {string} [from] a folder; every wing if it is missing
 * @property {string} to a file or folder
 * @property {string} why
 */

/** @typedef {{ from: string, to: string }} Arrow */

/** @type {Tree} */
export const serverTree = {
  folder: 'apps/server/src',
  layers: [
    ['main', 'cli', 'process'],
    ['app'],
    ['deps', 'modules'],
    ['services', 'base-services', 'webhook-services'],
    ['sign-in', 'member', 'applications', 'oidc', 'community', 'consent', 'diagnosis', 'admin', 'operations'],
    ['account'],
    ['platform'],
    ['http'],
    ['database'],
    ['lib', 'ports', 'config'],
  ],
  wing: /^(?:sign-in|member|applications|oidc|community|consent|diagnosis|admin|operations)\//u,
  exceptions: [
    { to: 'sign-in/complete/', why: 'every sign-in ends there' },
    { to: 'sign-in/session/', why: 'the current session' },
    { from: 'member/', to: 'sign-in/otp/otp-token.ts', why: 'a code proves a new phone number' },
    { from: 'oidc/', to: 'applications/', why: 'clients' },
    { from: 'community/', to: 'applications/', why: 'clients' },
    { from: 'consent/', to: 'applications/', why: 'clients' },
    { from: 'diagnosis/', to: 'applications/', why: 'clients' },
    { from: 'community/', to: 'oidc/', why: 'both protocols issue the same codes' },
    { from: 'oidc/', to: 'consent/', why: 'no code without consent' },
    { from: 'community/', to: 'consent/', why: 'no code without consent' },
    { from: 'oidc/', to: 'diagnosis/', why: 'each step of a sign-on is recorded' },
    { from: 'community/', to: 'diagnosis/', why: 'each step of a sign-on is recorded' },
    {
      from: 'diagnosis/doctor/',
      to: 'oidc/provider/',
      why: 'explains requests by the rules of the provider',
    },
    { from: 'diagnosis/doctor/', to: 'oidc/provider/claims.ts', why: 'the claims that the provider knows' },
    { from: 'diagnosis/attempts/', to: 'oidc/keys/', why: 'checks the keys that a client trusts' },
    { from: 'applications/machine/', to: 'oidc/store/rows.ts', why: 'access tokens of machine clients' },
    { from: 'applications/', to: 'diagnosis/attempts/', why: 'the same diagnosis for programs' },
  ],
};

/** @type {Tree} */
export const webTree = {
  folder: 'apps/web/src',
  layers: [
    ['main', 'prerender', 'before-paint'],
    ['app'],
    ['features'],
    ['session', 'journeys', 'navigation'],
    ['state'],
    ['shared'],
  ],
  wing: /^features\/[^/]+\//u,
  exceptions: [
    { to: 'features/webhooks/', why: 'the same pages for applications and for the association' },
    { to: 'features/sign-in/auth-layout/', why: 'layout and brand of every page without the shell' },
    { to: 'features/error-pages/lazy-pages.ts', why: 'shown in place of a page that cannot be' },
    { to: 'features/legal/legal-body.tsx', why: 'a preview and a demand show a document' },
    {
      from: 'features/sign-in/',
      to: 'features/member/password-change/',
      why: 'the forced change is a password change',
    },
    {
      from: 'features/member/phone-change/',
      to: 'features/sign-in/captcha/',
      why: 'a captcha precedes the code',
    },
    {
      from: 'features/member/phone-change/',
      to: 'features/sign-in/otp/',
      why: 'a code proves a new phone number',
    },
    {
      from: 'features/sign-in/',
      to: 'features/sso/continue-to.tsx',
      why: 'sign-in names the application',
    },
    {
      from: 'features/admin/',
      to: 'features/sign-in/password-sign-in/sign-in.page.tsx',
      why: 'the preview of the parameters shows this page',
    },
  ],
};

/**
 * Imports from a layer into one above it. A folder in no layer is an error, because it would not be checked.
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
  return crossingsOf(modules, tree).filter(
    (arrow) => !tree.exceptions.some((exception) => allows(exception, arrow, tree)),
  );
}

/**
 * Exceptions that no import needs.
 * @param {readonly import('./imports.mjs').Module[]} modules
 * @param {Tree} tree
 * @returns {Exception[]}
 */
export function findUnusedExceptions(modules, tree) {
  const crossings = crossingsOf(modules, tree);
  return tree.exceptions.filter((exception) => !crossings.some((arrow) => allows(exception, arrow, tree)));
}

/**
 * @param {readonly import('./imports.mjs').Module[]} modules
 * @param {Tree} tree
 */
function crossingsOf(modules, tree) {
  return arrowsOf(modules, tree).filter(({ from, to }) => {
    const [source, target] = [wingOf(from, tree), wingOf(to, tree)];
    return source !== undefined && target !== undefined && source !== target;
  });
}

/**
 * @param {Exception} exception
 * @param {Arrow} arrow
 * @param {Tree} tree
 */
function allows({ from = '', to }, arrow, { folder }) {
  return arrow.from.startsWith(`${folder}/${from}`) && arrow.to.startsWith(`${folder}/${to}`);
}

/**
 * @param {string} path
 * @param {Tree} tree
 */
function wingOf(path, { folder, wing }) {
  return wing?.exec(path.slice(folder.length + 1))?.[0];
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
 * The first folder of a path, or the name of a file outside any folder.
 * @param {string} path
 * @param {Tree} tree
 */
function entryOf(path, { folder }) {
  const [entry = ''] = path.slice(folder.length + 1).split('/');
  return entry.replace(/\.[a-z]+$/u, '');
}
