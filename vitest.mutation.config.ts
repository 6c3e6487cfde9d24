import { defineConfig } from 'vitest/config';

/**
 * The tests of one part of the mutation run (tools/mutation.mjs). They are selected here and not by Stryker's
 * `testFiles`: with that, Stryker activates mutants of module constants only after the module has been loaded, so no
 * test can notice them (stryker-js issue 6144).
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
