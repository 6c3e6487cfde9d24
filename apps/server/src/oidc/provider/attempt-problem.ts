import type { AttemptProblemCode, AttemptStep } from '@vid/contract/sso/attempts';
import type { Client } from 'oidc-provider';
import { redirectProblem, shownAddress } from '#diagnosis/attempts/address-problem.ts';
import { failed, type AttemptProblem, type StepResult } from '#diagnosis/attempts/attempt.ts';
import { forbiddenDescription } from './interaction-policy.ts';
import { scopes } from './request-checks.ts';

export type Fault = {
  readonly error: string;
  readonly error_description?: string;
  readonly error_detail?: string;
};
export type Params = Readonly<Record<string, unknown>>;
type Known = {
  readonly params: Params;
  readonly client: Pick<Client, 'clientAuthMethod' | 'redirectUris' | 'scope'> | undefined;
};

/**
 * Shortens a text, removes NUL and replaces lone surrogates, which PostgreSQL cannot store. Returns undefined
 * for an empty text and for a value that is not a text.
 */
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== ''
    ? value.slice(0, 300).replaceAll('\u0000', '').toWellFormed()
    : undefined;

export function requestFailure(fault: Fault, { params, client }: Known): StepResult {
  const { error, error_description: description = '' } = fault;
  const sent = (name: string): string | null => textOf(params[name]) ?? null;
  const at = (step: AttemptStep, code: AttemptProblemCode, more: Partial<AttemptProblem> = {}): StepResult =>
    failed(step, { code, error, detail: textOf(fault.error_detail ?? description) ?? null, ...more });
  if (!client) return at('request', 'clientDisabled');
  const registered = client.redirectUris ?? [];
  switch (error) {
    case 'invalid_redirect_uri':
      return failed('redirect', redirectProblem(error, textOf(params['redirect_uri']), registered));
    case 'access_denied':
      return description === forbiddenDescription
        ? at('signIn', 'noPermission')
        : at('consent', 'refusedByPerson');
    case 'login_required':
    case 'interaction_required':
    case 'account_selection_required':
      return at('signIn', params['prompt'] === 'none' ? 'promptNone' : 'other', { sent: sent('prompt') });
    case 'consent_required':
      return at('consent', params['prompt'] === 'none' ? 'promptNone' : 'other', { sent: sent('prompt') });
    case 'unsupported_response_type':
      return at('request', 'responseType', { sent: sent('response_type'), expected: ['code'] });
    case 'unsupported_response_mode':
      return at('request', 'responseMode', { sent: sent('response_mode'), expected: ['query', 'fragment'] });
    case 'invalid_scope':
      return at('request', description.includes('not allowed') ? 'scopeNotAllowed' : 'scopeUnknown', {
        sent: sent('scope'),
        expected: client.scope?.split(' ') ?? scopes,
      });
    case 'invalid_request_uri':
      return at('request', 'pushedUnknown');
    default:
      return at('request', ...wrongParameter(description, params));
  }
}

/**
 * Returns the cause of an `invalid_request`, which only oidc-provider's description reveals; `other` for an
 * unknown cause.
 */
function wrongParameter(description: string, params: Params): [AttemptProblemCode, Partial<AttemptProblem>] {
  if (description.includes('code_challenge_method') || description.includes('code challenge method'))
    return ['challengeMethod', { sent: textOf(params['code_challenge_method']) ?? null, expected: ['S256'] }];
  if (/code_challenge|PKCE/u.test(description)) return ['challenge', {}];
  if (/redirect_uri/u.test(description) && textOf(params['redirect_uri']) === undefined)
    return ['redirectMissing', {}];
  if (/Pushed Authorization Request/u.test(description)) return ['parRequired', {}];
  if (/openid scope/u.test(description)) return ['openidMissing', { sent: textOf(params['scope']) ?? null }];
  return ['other', {}];
}

/** Problem codes by oidc-provider's error details at the token endpoint; the first match counts. */
const tokenFaults: readonly (readonly [RegExp, AttemptProblemCode])[] = [
  [/invalid secret|client_secret must be provided/u, 'secret'],
  [/authentication mechanism/u, 'authMethod'],
  [/JWT|assertion|audience|jti|signature|alg mismatch|expiration/u, 'assertion'],
  [/redirect_uri mismatch/u, 'codeRedirect'],
  [/already consumed/u, 'codeUsed'],
  [/code is expired/u, 'codeExpired'],
  [/authorization code not found|grant not found|grant is expired/u, 'codeUnknown'],
  [/client mismatch/u, 'codeClient'],
  [/code_verifier|PKCE/u, 'verifier'],
  [/DPoP/u, 'dpop'],
];

export function tokenFailure(fault: Fault, { params, client }: Known): StepResult {
  const detail = textOf(fault.error_detail) ?? textOf(fault.error_description) ?? null;
  const problem = (code: AttemptProblemCode, more: Partial<AttemptProblem> = {}) =>
    failed('token', { code, error: fault.error, detail, ...more });
  if (!client && fault.error === 'invalid_client') return problem('clientDisabled');
  const code = tokenFaults.find(([pattern]) => pattern.test(detail ?? ''))?.[1];
  const redirect = textOf(params['redirect_uri']);
  if (code === 'codeRedirect')
    return problem(code, { sent: redirect === undefined ? null : shownAddress(redirect) });
  if (code === 'authMethod' && client?.clientAuthMethod)
    return problem(code, { expected: [client.clientAuthMethod] });
  if (code !== undefined) return problem(code);
  if (fault.error === 'invalid_dpop_proof') return problem('dpop');
  if (fault.error === 'invalid_scope')
    return problem('scopeNotAllowed', { sent: textOf(params['scope']) ?? null });
  return problem('other');
}

export const userinfoFailure = ({ error, error_description: description }: Fault): StepResult =>
  failed('userinfo', {
    code:
      error === 'insufficient_scope'
        ? 'openidMissing'
        : error === 'invalid_dpop_proof'
          ? 'dpop'
          : error === 'invalid_token'
            ? 'tokenInvalid'
            : 'other',
    error,
    detail: textOf(description) ?? null,
  });
