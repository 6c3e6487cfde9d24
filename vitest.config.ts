import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    reporters: ['default'],
    // Vitest's default is one worker fewer than processors. Many files wait for PostgreSQL and for processes they
    // start, so one more than processors keeps a small machine busy.
    maxWorkers: availableParallelism() + 1,
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
          // Starting and crashing real PostgreSQL is slow on a small machine when every worker does it at once.
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      'apps/web/vite.config.ts',
    ],
  },
});
