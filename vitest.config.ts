import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    reporters: ['default'],
    // Vitest's default is one worker fewer than processors: a single one on a small machine. More than one per
    // processor makes the server's database probe miss its limit of one second, and requests get 503.
    maxWorkers: availableParallelism(),
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
