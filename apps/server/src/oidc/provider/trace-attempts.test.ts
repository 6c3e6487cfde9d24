import { describe, expect, it } from 'vitest';
import { clientScopes } from '#applications/clients/client.policy.ts';
import { requestFailure, tokenFailure, userinfoFailure } from './attempt-problem.ts';
import { promptSteps } from './trace-attempts.ts';

const waiting = (code: string) => [
  { step: 'signIn', state: 'waiting', problem: { code, error: 'interaction_required' } },
];

describe('the steps of a sign-on that prompts', () => {
  it.each([
    ['password_change', 'passwordChange'],
    ['agreement', 'agreement'],
    ['deletion', 'deletionPending'],
    ['name', 'nameMissing'],
    ['email', 'emailMissing'],
  ])('wait for the user with the reason %s, and name the problem', (reason, code) => {
    expect(promptSteps({ name: 'login', reasons: ['login_prompt', reason] })).toEqual(waiting(code));
  });

  it('name the problem that the user must solve first', () => {
    const reasons = ['email', 'name', 'deletion', 'agreement', 'password_change'];
    expect(promptSteps({ name: 'login', reasons })).toEqual(waiting('passwordChange'));
    expect(promptSteps({ name: 'login', reasons: reasons.slice(0, -1) })).toEqual(waiting('agreement'));
    expect(promptSteps({ name: 'login', reasons: reasons.slice(0, -2) })).toEqual(waiting('deletionPending'));
    expect(promptSteps({ name: 'login', reasons: reasons.slice(0, -3) })).toEqual(waiting('nameMissing'));
  });

  it('wait without a problem for a sign-in', () => {
    expect(promptSteps({ name: 'login' })).toEqual([{ step: 'signIn', state: 'waiting' }]);
  });

  it('end if the account has no permission, even without an agreement', () => {
    expect(promptSteps({ name: 'login', reasons: ['agreement', 'forbidden'] })).toMatchObject([
      { step: 'signIn', state: 'failed', problem: { code: 'noPermission', error: 'access_denied' } },
    ]);
  });

  it('wait for the consent after the sign-in', () => {
    expect(promptSteps({ name: 'consent' })).toEqual([
      { step: 'signIn', state: 'done' },
      { step: 'consent', state: 'waiting' },
    ]);
  });
});

const client = { clientAuthMethod: 'client_secret_basic', redirectUris: [], scope: 'openid phone' } as const;
const problemOf = ({ step, problem }: ReturnType<typeof userinfoFailure>) => [
  step,
  problem?.code,
  problem?.sent,
];

describe('the problem of a refused request', () => {
  it.each([
    ['access_denied', 'the account may not use this application', {}, ['signIn', 'noPermission']],
    ['access_denied', 'the person said no', {}, ['consent', 'refusedByPerson']],
    ['login_required', '', { prompt: 'none' }, ['signIn', 'promptNone', 'none']],
    ['interaction_required', '', {}, ['signIn', 'other', null]],
    ['account_selection_required', '', { prompt: 'none' }, ['signIn', 'promptNone', 'none']],
    ['consent_required', '', { prompt: 'none' }, ['consent', 'promptNone', 'none']],
    ['unsupported_response_type', '', { response_type: 'token' }, ['request', 'responseType', 'token']],
    ['unsupported_response_mode', '', { response_mode: 'form' }, ['request', 'responseMode', 'form']],
    ['invalid_scope', 'the scope is not allowed', { scope: 'vid' }, ['request', 'scopeNotAllowed', 'vid']],
    ['invalid_scope', '', { scope: 'money' }, ['request', 'scopeUnknown', 'money']],
    ['invalid_request_uri', '', {}, ['request', 'pushedUnknown']],
    ['invalid_request', 'Pushed Authorization Request must be used', {}, ['request', 'parRequired']],
    [
      'invalid_request',
      'openid scope must be requested',
      { scope: 'phone' },
      ['request', 'openidMissing', 'phone'],
    ],
    ['invalid_request', 'missing required parameter redirect_uri', {}, ['request', 'redirectMissing']],
    ['invalid_request', 'something else', {}, ['request', 'other']],
  ])('%s (“%s”) with %j is %j', (error, description, params, [step, code, sent]) => {
    const fault = { error, error_description: description };
    expect(problemOf(requestFailure(fault, { params, client }))).toEqual([step, code, sent]);
    expect(problemOf(requestFailure(fault, { params, client: undefined }))).toEqual([
      'request',
      'clientDisabled',
      undefined,
    ]);
  });
});

const expectedOf = (error: string, description = '', of: object = client) =>
  requestFailure({ error, error_description: description }, { params: {}, client: of }).problem?.expected;

it('the problem of a refused request names the supported values', () => {
  expect(expectedOf('unsupported_response_type')).toEqual(['code']);
  expect(expectedOf('unsupported_response_mode')).toEqual(['query', 'fragment']);
  expect(expectedOf('invalid_scope')).toEqual(['openid', 'phone']);
  expect(expectedOf('invalid_scope', '', { clientAuthMethod: 'none' })).toEqual([...clientScopes]);
  expect(expectedOf('invalid_request', 'code_challenge_method is plain')).toEqual(['S256']);
});

it('the problem of a refused request has its error and a text that can be stored', () => {
  const fault = {
    error: 'invalid_scope',
    error_description: 'a',
    error_detail: `\u0000\ud800${'b'.repeat(300)}`,
  };
  const { problem } = requestFailure(fault, { params: { scope: 'x'.repeat(301) }, client });
  expect(problem).toMatchObject({
    error: 'invalid_scope',
    detail: `\ufffd${'b'.repeat(298)}`,
    sent: 'x'.repeat(300),
  });
});

describe('the problem of a refused token request', () => {
  it.each([
    ['invalid_client', 'invalid secret provided', 'secret'],
    ['invalid_client', 'client_secret must be provided in the body', 'secret'],
    ['invalid_client', 'the provided authentication mechanism does not match', 'authMethod'],
    ['invalid_client', 'invalid JWT signature', 'assertion'],
    ['invalid_grant', 'authorization code redirect_uri mismatch', 'codeRedirect'],
    ['invalid_grant', 'authorization code already consumed', 'codeUsed'],
    ['invalid_grant', 'authorization code is expired', 'codeExpired'],
    ['invalid_grant', 'authorization code not found', 'codeUnknown'],
    ['invalid_grant', 'grant is expired', 'codeUnknown'],
    ['invalid_grant', 'client mismatch', 'codeClient'],
    ['invalid_grant', 'PKCE verification failed', 'verifier'],
    ['invalid_dpop_proof', 'the proof is old', 'dpop'],
    ['invalid_scope', 'the scope is refused', 'scopeNotAllowed'],
    ['server_error', 'oops', 'other'],
  ])('%s (“%s”) is %s', (error, detail, code) => {
    const fault = { error, error_detail: detail };
    expect(problemOf(tokenFailure(fault, { params: {}, client })).slice(0, 2)).toEqual(['token', code]);
  });

  it('has the sent redirect URI, scope or expected authentication method', () => {
    const params = { redirect_uri: 'https://shop.example.vn/cb?code=1', scope: 'vid' };
    const of = (error_detail: string, error = 'invalid_grant') =>
      tokenFailure({ error, error_detail }, { params, client }).problem;
    expect(of('redirect_uri mismatch')).toMatchObject({ sent: 'https://shop.example.vn/cb?code=…' });
    expect(of('no', 'invalid_scope')).toMatchObject({ sent: 'vid', detail: 'no' });
    expect(of('the authentication mechanism')).toMatchObject({ expected: ['client_secret_basic'] });
    expect(of('oops')).toMatchObject({ error: 'invalid_grant', detail: 'oops' });
  });

  it('is the disabled client if the client is unknown', () => {
    const unknown = { params: {}, client: undefined };
    expect(problemOf(tokenFailure({ error: 'invalid_client' }, unknown))).toEqual([
      'token',
      'clientDisabled',
      undefined,
    ]);
  });
});

it.each([
  ['insufficient_scope', 'openidMissing'],
  ['invalid_dpop_proof', 'dpop'],
  ['invalid_token', 'tokenInvalid'],
  ['server_error', 'other'],
])('the problem of a refused userinfo request, %s, is %s', (error, code) => {
  expect(problemOf(userinfoFailure({ error }))).toEqual(['userinfo', code, undefined]);
});
