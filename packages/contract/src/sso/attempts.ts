export const attemptSteps = [
  'request',
  'redirect',
  'signIn',
  'consent',
  'code',
  'token',
  'userinfo',
] as const;
export type AttemptStep = (typeof attemptSteps)[number];

/** The reasons why a step of a sign-on attempt failed or waits. The web app has a text and a remedy for each reason. */
export const attemptProblems = [
  'agreement',
  'appCode',
  'assertion',
  'authMethod',
  'challenge',
  'challengeMethod',
  'clientDisabled',
  'codeClient',
  'codeExpired',
  'codeRedirect',
  'codeUnknown',
  'codeUsed',
  'consentMissing',
  'deletionPending',
  'dpop',
  'emailMissing',
  'nameMissing',
  'noPermission',
  'openidMissing',
  'other',
  'parRequired',
  'passwordChange',
  'promptNone',
  'pushedUnknown',
  'redirectMismatch',
  'redirectMissing',
  'refusedByPerson',
  'responseMode',
  'responseType',
  'scopeNotAllowed',
  'scopeUnknown',
  'secret',
  'tokenInvalid',
  'verifier',
] as const;
export type AttemptProblemCode = (typeof attemptProblems)[number];

export const addressDifferences = [
  'spaces',
  'slash',
  'encodedTwice',
  'invalid',
  'spelling',
  'scheme',
  'www',
  'host',
  'port',
  'case',
  'path',
  'query',
  'fragment',
] as const;
export type AddressDifference = (typeof addressDifferences)[number];

export const clientChecks = ['status', 'address', 'backchannel', 'clock', 'keys', 'secret'] as const;
