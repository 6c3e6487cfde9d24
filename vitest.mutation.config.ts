import { defineConfig } from 'vitest/config';

/**
 * Test files of one part of the mutation run (tools/mutation.mjs). Stryker's own option `testFiles` does not work: it
 * activates mutants of module constants only after the module has been loaded, so no test can detect them (stryker-js
 * issue 6144).
 */
const tests = process.env['MUTATION_TESTS']?.split(' ') ?? [];

export default defineConfig({
  test: {
    name: 'mutation',
    environment: 'node',
    globalSetup: process.env['MUTATION_DATABASE'] === 'yes' ? ['packages/testkit/src/global-setup.ts'] : [],
    include: tests,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
