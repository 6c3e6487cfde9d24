import react from '@vitejs/plugin-react';
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
          include: ['apps/server/**/*.test.ts', 'packages/*/{src,test}/**/*.test.ts', 'tools/**/*.test.ts'],
          // Real PostgreSQL on a small machine: starts and crashes are slow when all workers do them at once.
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          environment: 'happy-dom',
          include: ['apps/web/**/*.test.{ts,tsx}'],
        },
      },
    ],
  },
});
