import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    reporters: ['default'],
    projects: [
      {
        test: {
          name: 'server',
          environment: 'node',
          globalSetup: ['packages/testkit/src/global-setup.ts'],
          include: [
            'apps/server/**/*.test.ts',
            'packages/*/{src,test}/**/*.test.ts',
            'tools/test/*.test.mjs',
          ],
          // Real PostgreSQL on a small machine: starts and crashes are slow when all workers do them at once.
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      'apps/web/vite.config.ts',
    ],
  },
});
