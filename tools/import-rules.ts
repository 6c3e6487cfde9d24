import { readdirSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OxlintOverride } from 'oxlint';

/** A source tree with import rules. */
type Tree = {
  readonly folder: string;
  /**
   * Entries of the folder by layer, from the top down. An entry never imports from a higher layer. Imports within a
   * layer are allowed, except between wings.
   */
  readonly layers: readonly (readonly string[])[];
  /** Folders that must not import each other. */
  readonly wings: readonly string[];
  readonly exceptions: readonly Exception[];
};

/** An allowed import from one wing into another, or from every wing if `from` is missing. */
type Exception = { readonly from?: string; readonly to: string; readonly why: string };

const serverWings = [
  'sign-in',
  'member',
  'applications',
  'oidc',
  'community',
  'consent',
  'diagnosis',
  'admin',
  'operations',
];

const server: Tree = {
  folder: 'apps/server/src',
  layers: [
    ['main.ts', 'cli', 'process'],
    ['app.ts'],
    ['deps.ts', 'modules.ts'],
    ['services.ts', 'base-services.ts'],
    serverWings,
    ['account'],
    ['platform'],
    ['http'],
    ['database'],
    ['lib', 'ports', 'config'],
  ],
  wings: serverWings,
  exceptions: [
    { to: 'sign-in/complete/**', why: 'every sign-in ends there' },
    { to: 'sign-in/session/**', why: 'the current session' },
    { from: 'member', to: 'sign-in/otp/otp-token.ts', why: 'a code proves a new phone number' },
    { from: 'oidc', to: 'applications/**', why: 'clients' },
    { from: 'community', to: 'applications/**', why: 'clients' },
    { from: 'consent', to: 'applications/**', why: 'clients' },
    { from: 'diagnosis', to: 'applications/**', why: 'clients' },
    { from: 'community', to: 'oidc/**', why: 'both protocols issue the same codes' },
    { from: 'oidc', to: 'consent/**', why: 'no code without consent' },
    { from: 'community', to: 'consent/**', why: 'no code without consent' },
    { from: 'oidc', to: 'diagnosis/**', why: 'each step of a sign-on is recorded' },
    { from: 'community', to: 'diagnosis/**', why: 'each step of a sign-on is recorded' },
    { from: 'diagnosis', to: 'oidc/provider/**', why: 'explains requests by the rules of the provider' },
    { from: 'diagnosis', to: 'oidc/claims/**', why: 'the claims that the provider knows' },
    { from: 'diagnosis', to: 'oidc/keys/**', why: 'checks the keys that a client trusts' },
    { from: 'applications', to: 'oidc/store/rows.ts', why: 'access tokens of machine clients' },
    { from: 'applications', to: 'diagnosis/attempts/**', why: 'the same diagnosis for programs' },
  ],
};

const web: Tree = {
  folder: 'apps/web/src',
  layers: [
    ['main.ts', 'prerender.tsx', 'before-paint.ts'],
    ['app'],
    ['features'],
    ['session', 'journeys', 'navigation'],
    ['state'],
    ['shared', 'styles'],
  ],
  wings: [
    'sign-in',
    'sso',
    'member',
    'admin',
    'applications',
    'webhooks',
    'bulk',
    'shell',
    'error-pages',
    'legal',
  ].map((name) => `features/${name}`),
  exceptions: [
    { to: 'features/webhooks/**', why: 'the same pages for applications and for the association' },
    { to: 'features/bulk/**', why: 'changes of all matches in the lists of accounts and of people' },
    { to: 'features/sign-in/auth-layout/**', why: 'layout and brand of every page without the shell' },
    { to: 'features/error-pages/lazy-pages.ts', why: 'replaces a page that fails' },
    { to: 'features/legal/legal-body.tsx', why: 'a preview and a demand show a document' },
    {
      from: 'features/sign-in',
      to: 'features/member/password-change/**',
      why: 'the forced change is a password change',
    },
    { from: 'features/member', to: 'features/sign-in/captcha/**', why: 'a captcha precedes the code' },
    { from: 'features/member', to: 'features/sign-in/otp/**', why: 'a code proves a new phone number' },
    { to: 'features/shell/reauthentication/**', why: 'every wing has changes that need a proof' },
    { from: 'features/shell', to: 'features/sign-in/captcha/**', why: 'a captcha precedes the code' },
    { from: 'features/shell', to: 'features/sign-in/otp/**', why: 'a code proves who the member is' },
    { from: 'features/sign-in', to: 'features/sso/continue-to.tsx', why: 'sign-in names the application' },
    {
      from: 'features/admin',
      to: 'features/member/security/two-step/set-up.tsx',
      why: 'a new administrator sets up an authenticator app',
    },
    {
      from: 'features/admin',
      to: 'features/sign-in/demand/**',
      why: 'a new administrator meets the demands of every account',
    },
    {
      from: 'features/admin',
      to: 'features/applications/clients/**',
      why: 'an application is registered with its first client',
    },
    {
      from: 'features/admin',
      to: 'features/sign-in/password-sign-in/sign-in.page.tsx',
      why: 'the preview of the parameters shows this page',
    },
  ],
};

const isFile = (entry: string): boolean => /\.tsx?$/u.test(entry);

/**
 * Returns gitignore-style patterns for the specifiers that import an entry. A leading # is escaped, because it would
 * start a comment.
 */
const specifiers = (entry: string): readonly string[] =>
  isFile(entry) ? [`\\#${entry}`] : [`\\#${entry}/**`, `../**/${posix.basename(entry)}/**`];

const restrict = (
  files: string,
  groups: readonly { group: string[]; message: string }[],
): OxlintOverride => ({
  files: [files],
  rules: { 'no-restricted-imports': ['error', { patterns: groups.filter(({ group }) => group.length > 0) }] },
});

/**
 * Checks that the rules cover every folder.
 * @throws Error if a folder is neither in a layer nor a wing
 */
function requireListed({ folder, layers, wings }: Tree): void {
  const listed = new Set([...layers.flat(), ...wings]);
  const parents = new Set(['', ...wings.map((wing) => posix.dirname(wing)).filter((name) => name !== '.')]);
  for (const parent of parents)
    for (const entry of readdirSync(fileURLToPath(new URL(`../${folder}/${parent}`, import.meta.url)), {
      withFileTypes: true,
    }))
      if (entry.isDirectory() && !listed.has(posix.join(parent, entry.name)))
        throw new Error(
          `${folder}/${posix.join(parent, entry.name)} is in no layer of tools/import-rules.ts`,
        );
}

function rulesOf(tree: Tree, isolated: readonly Isolated[] = []) {
  const { folder, layers, wings, exceptions } = tree;
  requireListed(tree);
  const above = (index: number, from = '') => ({
    group: layers
      .slice(0, index)
      .flat()
      .flatMap((entry) =>
        isFile(from) ? [...specifiers(entry), `./${entry}`, `./${entry}/**`] : specifiers(entry),
      ),
    message: 'Imports point down. See docs/adr/0002-wings.md.',
  });
  const isolatedFrom = (entry: string) =>
    isolated
      .filter(({ owner }) => owner !== entry)
      .map(({ name, owner }) => ({
        group: [name, `${name}/**`],
        message: `Only ${owner} imports ${name}.`,
      }));
  const wingLayer = layers.findIndex((entries) => entries.some((entry) => wings[0]?.startsWith(entry)));
  return [
    ...layers.flatMap((entries, index) =>
      entries
        .filter((entry) => !wings.includes(entry))
        .map((entry) =>
          restrict(isFile(entry) ? `${folder}/${entry}` : `${folder}/${entry}/**`, [
            above(index, entry),
            ...isolatedFrom(entry),
          ]),
        ),
    ),
    ...wings.map((wing) =>
      restrict(`${folder}/${wing}/**`, [
        above(wingLayer),
        {
          group: [
            ...wings.filter((other) => other !== wing).flatMap(specifiers),
            ...exceptions.filter(({ from = wing }) => from === wing).map(({ to }) => `!\\#${to}`),
          ],
          message: 'Wings do not import each other. See docs/adr/0002-wings.md.',
        },
        ...isolatedFrom(wing),
      ]),
    ),
  ];
}

type Isolated = { readonly name: string; readonly owner: string };

/** Import rules, as overrides for oxlint. Tests may import anything. */
export const importRules: OxlintOverride[] = [
  ...rulesOf(server, [{ name: 'oidc-provider', owner: 'oidc' }]),
  ...rulesOf(web),
  restrict('packages/contract/**', [
    { group: ['node:*', '@vid/**', '#*', 'react', 'react/**'], message: 'The contract runs everywhere.' },
  ]),
  restrict('packages/embedded-postgres/**', [
    { group: ['@vid/server/**', '**/apps/**'], message: 'This package knows nothing of the server.' },
  ]),
  {
    files: ['**/*.test.ts', '**/*.test.tsx', '**/testing/**'],
    rules: { 'no-restricted-imports': 'off' },
  },
];
