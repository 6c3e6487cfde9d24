const server = 'apps/server/src';
const credentials = `${server}/account/credentials`;
const session = `${server}/sign-in/session`;
const oidc = `${server}/oidc`;
const sdk = 'packages/sso';

/**
 * @typedef {object} Part
 * @property {readonly string[]} mutate the files to mutate
 * @property {readonly string[]} tests the tests that must detect the mutants. List only the tests of these files,
 *   because Stryker runs every listed test that reaches a mutant.
 * @property {boolean} [needsDatabase] whether the tests need PostgreSQL. Such a part takes hours, other parts take
 *   minutes.
 */

/**
 * The parts of `npm run test:mutation`.
 * @type {Readonly<Record<string, Part>>}
 */
export const parts = {
  policies: {
    mutate: [`${server}/**/*.policy.ts`],
    tests: [`${server}/**/*.policy.test.ts`, `${server}/sign-in/otp/guessing.test.ts`],
  },
  guards: {
    mutate: [
      'caller',
      'routes/client-signal',
      'browser/client-token',
      'browser/cookies',
      'browser/csrf',
      'browser/pre-session',
    ].map((name) => `${server}/http/${name}.ts`),
    tests: [
      `${server}/http/{caller,routes/client-signal}.test.ts`,
      `${server}/http/browser/{client-token,cookies,csrf,pre-session}.test.ts`,
    ],
  },
  access: {
    mutate: ['apps/web/src/navigation/access.ts'],
    tests: ['apps/web/src/navigation/access.test.ts'],
  },
  sdk: {
    mutate: [`${sdk}/src/*.ts`],
    // package.test.ts is not listed, because it tests the built package.
    tests: [`${sdk}/test/{message-and-pkce,popup,popup-end,react,redirect,server}.test.ts`],
  },
  throttle: {
    mutate: [`${credentials}/password-throttle.ts`, `${credentials}/explain-refusal.ts`],
    tests: [
      `${credentials}/{counted-attempt,password-throttle,throttle-windows,forget-failures}.test.ts`,
      `${server}/account/known-devices/*.test.ts`,
      `${server}/sign-in/password-sign-in/uncompared-attempt.test.ts`,
    ],
    needsDatabase: true,
  },
  session: {
    mutate: ['end-access', 'session-columns', 'session.repo', 'index', 'session.service', 'user-info'].map(
      (name) => `${session}/${name}.ts`,
    ),
    tests: [
      `${session}/{session,session-ends,session-limit,session-lookup,session-rows,end-access,user-info}.test.ts`,
    ],
    needsDatabase: true,
  },
  store: {
    mutate: [`${oidc}/store/*.ts`, `!${oidc}/store/*.test.ts`],
    tests: [
      `${oidc}/store/*.test.ts`,
      `${oidc}/{tokens,requests,standards,clock,parallel-use}.test.ts`,
      `${oidc}/{device,interactions,logout}/*.test.ts`,
      `${server}/oidc/bounded-growth.test.ts`,
    ],
    needsDatabase: true,
  },
};
