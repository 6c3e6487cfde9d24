import type { KnipConfig } from 'knip';

const config: KnipConfig = {
  // A type that only its own file names is still the name of what that file gives out.
  ignoreExportsUsedInFile: { interface: true, type: true },
  workspaces: {
    '.': {
      entry: ['tools/*.mjs', 'tools/lib/dev-web.mjs', 'tools/test/*.test.mjs'],
      project: ['tools/**/*.mjs'],
      // Run by name in tools/lib/runtime.mjs; read by oxlint for its type-aware rules.
      ignoreDependencies: ['node', 'oxlint-tsgolint'],
    },
    'apps/server': {
      entry: ['src/main.ts', 'src/cli/main.ts', 'src/**/*.test.ts'],
      project: ['src/**/*.ts'],
    },
    'packages/embedded-postgres': {
      entry: ['src/**/*.ts'],
      project: ['src/**/*.ts'],
      // Resolved by name, with the binaries of this platform.
      ignoreDependencies: ['embedded-postgres'],
    },
    'apps/web': {
      entry: [
        'src/main.ts',
        'src/prerender.tsx',
        // Put into the page by build/before-paint-plugin.ts.
        'src/before-paint.ts',
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
      // Entries of a published package: whoever uses them is not here.
      entry: ['src/{index,react,server}.ts', 'test/**/*.test.ts'],
      project: ['src/**/*.ts', 'test/**/*.ts'],
    },
    'examples/sdk-app': {
      // Served to browsers.
      entry: ['public/*.js'],
      project: ['**/*.{ts,js}'],
    },
    bench: {
      entry: ['main.ts'],
      project: ['**/*.ts'],
    },
    e2e: {
      entry: ['playwright.config.ts', 'support/{register-applications,run-out}.ts', '**/*.e2e.ts'],
      project: ['**/*.ts'],
    },
  },
};

export default config;
