import { defineConfig } from 'vitest/config';

/** The tests of `ops/`, which start programs of the operating system. They are not part of `npm test`. */
export default defineConfig({
  test: {
    name: 'ops',
    environment: 'node',
    globalSetup: ['packages/testkit/src/global-setup.ts'],
    include: ['ops/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000 } },
  },
});
