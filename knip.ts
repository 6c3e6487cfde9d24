import type { KnipConfig } from 'knip';

const config: KnipConfig = {
  // An exported type may be used only in its file: it names part of an exported signature.
  ignoreExportsUsedInFile: { interface: true, type: true },
  workspaces: {
    '.': {
      entry: [
        'oxlint.config.ts',
        'tools/*.mjs',
        'tools/lib/dev-web.mjs',
        'tools/api/check.mjs',
        'tools/test/*.test.mjs',
      ],
      project: ['tools/**/*.{mjs,ts}'],
      // `node` is started by path in tools/lib/runtime.mjs; oxlint starts `oxlint-tsgolint` for its type-aware rules.
      ignoreDependencies: ['node', 'oxlint-tsgolint'],
    },
    'apps/server': {
      entry: ['src/main.ts', 'src/cli/main.ts', 'src/**/*.test.ts'],
      project: ['src/**/*.ts'],
      // Imported by sample code that src/applications/snippets/node-snippets.test.ts runs in a separate process.
      ignoreDependencies: ['@auth/express'],
    },
    'packages/embedded-postgres': {
      entry: ['src/**/*.ts'],
      project: ['src/**/*.ts'],
      // Resolved at run time, with the binaries for this platform.
      ignoreDependencies: ['embedded-postgres'],
    },
    'apps/web': {
      entry: [
        'src/main.ts',
        'src/prerender.tsx',
        // Inlined into the page by build/before-paint-plugin.ts.
        'src/before-paint.ts',
        // Imported by compiled JSX.
        'src/shared/jsx/jsx-{runtime,dev-runtime}.ts',
        'build/build.ts',
        'build/check-budget.ts',
        'src/**/*.test.{ts,tsx}',
      ],
      project: ['src/**/*.{ts,tsx}', 'build/**/*.ts'],
      // Imported by style sheets; read by build/fonts-plugin.ts.
      ignoreDependencies: ['tailwindcss', '@fontsource/.+'],
    },
    'packages/contract': { entry: ['src/**/*.ts'], project: ['src/**/*.ts'] },
    'packages/testkit': { entry: ['src/**/*.ts'], project: ['src/**/*.ts'] },
    'packages/sso': {
      // Entry points of a published package, used outside this repository.
      entry: ['src/{index,react,server}.ts', 'test/**/*.test.ts'],
      project: ['src/**/*.ts', 'test/**/*.ts'],
    },
    'examples/sdk-app': {
      entry: ['public/*.js'],
      project: ['**/*.{ts,js}'],
    },
    bench: {
      entry: ['main.ts'],
      project: ['**/*.ts'],
    },
    e2e: {
      entry: ['playwright.config.ts', 'support/operator.ts', '**/*.e2e.ts'],
      project: ['**/*.ts'],
    },
  },
};

export default config;
