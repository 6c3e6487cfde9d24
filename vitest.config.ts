import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// Vitest's default is one worker fewer than processors. Tests often wait for timeouts, so use one worker more than
// there are processors.
const maxWorkers = availableParallelism() + 1;

export default defineConfig({
  test: {
    reporters: ['default'],
    projects: [
      {
        test: {
          name: 'server',
          environment: 'node',
          maxWorkers,
          // A worker's test files share the loaded modules, which halves the time. A test must undo its changes to
          // these modules.
          isolate: false,
          globalSetup: ['packages/testkit/src/global-setup.ts'],
          include: [
            'apps/server/**/*.test.ts',
            'packages/*/{src,test}/**/*.test.ts',
            'release/*.test.ts',
            'tools/test/*.test.mjs',
          ],
          // Starting a real PostgreSQL is slow on a small machine when every worker starts one at once.
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // The default of 1 s is too short on a busy machine.
          expect: { poll: { timeout: 15_000 } },
        },
      },
      {
        extends: './apps/web/vite.config.ts',
        root: './apps/web',
        test: {
          name: 'web',
          maxWorkers,
          setupFiles: [join(import.meta.dirname, 'apps/web/test/setup.ts')],
          // Pages are compiled when they are first opened, which is slow on a busy machine.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // `vmThreads` creates happy-dom once per worker and still isolates each file, which halves the processor
          // time.
          pool: 'vmThreads',
        },
      },
    ],
  },
});
