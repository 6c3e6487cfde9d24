import type { KnipConfig } from 'knip';

const config: KnipConfig = {
  // An exported type may be used only in its own file, as a part of an exported signature.
  ignoreExportsUsedInFile: { interface: true, type: true },
  workspaces: {
    '.': {
      entry: [
        'oxlint.config.ts',
        'tools/*.mjs',
        'tools/lib/dev-web.mjs',
        'tools/api/check.mjs',
        'tools/test/*.test.mjs',
        'ops/*/*.test.ts',
      ],
      project: ['tools/**/*.{mjs,ts}', 'ops/**/*.ts'],
      // tools/lib/runtime.mjs starts `node` by its path, and oxlint starts `oxlint-tsgolint` for its type-aware rules.
      ignoreDependencies: ['node', 'oxlint-tsgolint'],
      // The dashboard's test starts the operating system's Prometheus.
      ignoreBinaries: ['haproxy', 'prometheus'],
    },
    'apps/server': {
      entry: ['src/main.ts', 'src/cli/main.ts', 'src/**/*.test.ts'],
      project: ['src/**/*.ts'],
      // src/applications/snippets/node-snippets.test.ts runs sample code that imports this package.
      ignoreDependencies: ['@auth/express'],
    },
    'packages/embedded-postgres': {
      entry: ['src/**/*.ts'],
      project: ['src/**/*.ts'],
      // src/binaries.ts resolves this package at run time to find the binaries for this platform.
      ignoreDependencies: ['embedded-postgres'],
    },
    'apps/web': {
      entry: [
        'src/main.ts',
        'src/prerender.tsx',
        // build/before-paint-plugin.ts inlines this file into the page.
        'src/before-paint.ts',
        // Compiled JSX imports these modules.
        'src/shared/jsx/jsx-{runtime,dev-runtime}.ts',
        'build/build.ts',
        'build/check-budget.ts',
        'src/**/*.test.{ts,tsx}',
      ],
      project: ['src/**/*.{ts,tsx}', 'build/**/*.ts'],
      // Style sheets import Tailwind, and build/fonts-plugin.ts reads the fonts.
      ignoreDependencies: ['tailwindcss', '@fontsource/.+'],
    },
    'packages/contract': { entry: ['src/**/*.ts'], project: ['src/**/*.ts'] },
    'packages/testkit': { entry: ['src/**/*.ts'], project: ['src/**/*.ts'] },
    'packages/sso': {
      // Other projects use these entry points of the published package.
      entry: ['src/{index,react,server}.ts', 'test/**/*.test.ts'],
      project: ['src/**/*.ts', 'test/**/*.ts'],
    },
    'examples/sdk-app': {
      entry: ['public/*.js'],
      project: ['**/*.{ts,js}'],
    },
    bench: {
      // npm run test:upgrade starts HAProxy, which is installed separately.
      ignoreBinaries: ['haproxy'],
      entry: ['main.ts'],
      project: ['**/*.ts'],
    },
    release: {
      ignoreBinaries: ['buildah', 'ldd', 'signify-openbsd'],
      // release/bundle.ts replaces another module with program.ts.
      entry: ['main.ts', 'program.ts', '*.test.ts'],
      project: ['*.ts'],
    },
    e2e: {
      entry: ['playwright.config.ts', 'support/operator.ts', '**/*.e2e.ts'],
      project: ['**/*.ts'],
    },
  },
};

export default config;
