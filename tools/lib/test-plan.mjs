import { join } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { ensureApiTools } from './install.mjs';
import { ensureOtherBrowsers } from './other-browsers.mjs';
import { readPlaywrightReport, readVitestReport } from './reports.mjs';
import { ensureWebBuilt } from './web-build.mjs';

const VITEST = ['vitest', 'run', '--reporter=default', '--reporter=json'];
const PLAYWRIGHT = ['playwright', 'test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json'];

/**
 * Returns the steps of `npm test`. Stages run one after another, and the steps of a stage in parallel.
 * @param {string} folder for reports and the data of the server under test
 * @returns {import('./test-stage.mjs').Step[][]}
 */
export function listStages(folder) {
  const server = join(folder, 'server.json');
  const components = join(folder, 'components.json');
  const playwright = join(folder, 'playwright.json');
  const otherBrowsers = join(folder, 'other-browsers.json');
  /** @type {Record<string, string>} */
  const e2eEnvironment = { PLAYWRIGHT_JSON_OUTPUT_FILE: playwright, E2E_DATA: join(folder, 'e2e') };
  return [
    // Report a missing browser at the start, because the whole run takes minutes.
    [
      {
        name: 'browser',
        title: 'Chromium is installed',
        work: async () => {
          e2eEnvironment.VID_CHROMIUM = await ensureChromium();
        },
      },
    ],
    [
      // Types and lint use one processor each, because every additional type checker would derive the same types again.
      // GOGC lets their heaps grow fivefold before a collection, which trades memory for CPU time.
      {
        name: 'types',
        title: 'Types',
        command: ['tsc', '--noEmit', '-p', 'tsconfig.json', '--checkers', '1'],
        env: { GOGC: '400' },
      },
      {
        name: 'web',
        title: 'Build of web app and SDK',
        work: (node) => ensureWebBuilt(node, { always: true }),
      },
      {
        name: 'api',
        title: 'OpenAPI documents and the clients generated from them',
        work: ensureApiTools,
        command: ['node', 'tools/api/check.mjs'],
      },
      { name: 'unused', title: 'Unused code', command: ['knip'] },
      { name: 'other-browsers', title: 'Firefox and WebKit are installed', work: ensureOtherBrowsers },
      {
        name: 'generated',
        title: 'Generated files are current',
        command: ['node', 'apps/server/src/cli/main.ts', 'generate', '--check'],
      },
      { name: 'format', title: 'Format', command: ['oxfmt', '--check', '.'] },
      {
        name: 'budget',
        title: 'Size of the web app',
        command: ['node', 'apps/web/build/check-budget.ts'],
        needs: ['web'],
      },
    ],
    // Run in parallel, because the tests of the server often wait for timeouts, and Vite compiles the files of the web
    // app in one thread.
    [
      {
        name: 'unit',
        title: 'Unit and integration tests of server, packages and tools',
        command: [...VITEST, '--project=server', `--outputFile.json=${server}`],
        // The test of the release packs the built web app.
        needs: ['web'],
        isLive: true,
        readReport: () => readVitestReport(server),
      },
      {
        name: 'components',
        title: 'Unit and component tests of the web app',
        command: [...VITEST, '--project=web', `--outputFile.json=${components}`],
        readReport: () => readVitestReport(components),
      },
    ],
    // The first end-to-end tests run one at a time, which leaves processors for the other steps.
    [
      {
        name: 'e2e',
        title: 'End-to-end tests in Chromium',
        command: [...PLAYWRIGHT, '--project=chromium'],
        env: e2eEnvironment,
        needs: ['browser', 'web'],
        isLive: true,
        readReport: () => readPlaywrightReport(playwright),
      },
      // Short forms of `npm run test:crash` and `npm run test:race`.
      {
        name: 'crash',
        title: 'No acknowledged sign-up is lost when VID or PostgreSQL is killed',
        command: ['node', 'bench/main.ts', 'kill', '--vid', '2', '--database', '1', '--writers', '3'],
        needs: ['web'],
      },
      {
        name: 'race',
        title: 'Each one-time secret works exactly once on two processes',
        command: ['node', 'bench/main.ts', 'once', '--rounds', '3', '--parallel', '20'],
        needs: ['web'],
      },
      {
        name: 'lint',
        title: 'Lint',
        command: ['oxlint', '--type-aware'],
        env: { GOMAXPROCS: '1', GOGC: '400' },
      },
    ],
    [
      {
        name: 'browsers',
        title: 'End-to-end tests in Firefox and WebKit',
        command: [...PLAYWRIGHT, '--project=firefox', '--project=webkit'],
        env: { PLAYWRIGHT_JSON_OUTPUT_FILE: otherBrowsers, E2E_DATA: join(folder, 'other-browsers') },
        needs: ['other-browsers', 'web'],
        readReport: () => readPlaywrightReport(otherBrowsers),
      },
    ],
  ];
}
