import { decodeJwt } from 'jose';
import { locales } from '@vid/contract/limits';
import { words } from '#lib/text/text.ts';
import { acrValues } from '#oidc/claims/acr.ts';
import { ttl } from '#oidc/provider/ttl.ts';
import { scopes } from '#oidc/provider/request-checks.ts';
import { claimsProblem, personClaimsOf } from './claims-problem.ts';
import type { Say } from './finding.ts';
import type { Parameters } from './parameters.ts';

/**
 * Returns whether a path is the authorization endpoint. oidc-provider ignores a trailing slash and the case
 * of the last segment.
 */
export const isOpenIdPath = (pathname: string): boolean =>
  /^\/vid\/oidc\/[Aa][Uu][Tt][Hh]\/?$/u.test(pathname);

const pushedPrefix = 'urn:ietf:params:oauth:request_uri:';

/** Returns whether the request was pushed (RFC 9126). Its parameters were checked when it was pushed. */
export function isPushed({ get }: Parameters): boolean {
  return get('request_uri')?.startsWith(pushedPrefix) === true && get('request') === null;
}

export function notePushed(say: Say): void {
  say.note(
    'request_uri',
    'it refers to a pushed request, which was checked when it was pushed',
    `it works once, for ${ttl.pushedRequest} seconds; other parameters are ignored`,
  );
}

const single = words(`
  acr_values claims claims_locales client_id code_challenge code_challenge_method display dpop_jkt
  id_token_hint login_hint max_age nonce prompt redirect_uri registration request request_uri
  response_mode response_type scope state ui_locales`);

/** Reports repeated parameters and NUL characters, also in requests that refer to a pushed request. */
export function checkForm({ query }: Parameters, say: Say): void {
  for (const name of single)
    if (query.getAll(name).length > 1) say.refused(name, 'it appears more than once', 'send it once');
  for (const [name, value] of query)
    if (value.includes('\0')) say.refused(name, 'it contains the character U+0000', 'remove it');
}

type Expected = { readonly issuer: string; readonly omitsPkce: boolean };

export function checkOpenId(parameters: Parameters, { issuer, omitsPkce }: Expected, say: Say): void {
  checkMethod(parameters, omitsPkce, say);
  checkAnswer(parameters, say);
  checkScope(parameters, say);
  checkPerson(parameters, issuer, say);
  checkNotOffered(parameters, say);
}

function checkMethod({ meant }: Parameters, omitsPkce: boolean, say: Say): void {
  const method = meant('code_challenge_method');
  if (omitsPkce) {
    if (method !== null)
      say.refused('code_challenge_method', 'code_challenge is missing', 'send both or neither');
  } else if (method !== 'S256')
    say.refused(
      'code_challenge_method',
      method === null ? 'it is missing' : `${JSON.stringify(method)} is not supported`,
      'send S256',
    );
}

function checkAnswer({ get, meant }: Parameters, say: Say): void {
  const type = meant('response_type');
  if (type === null || type.split(' ').some((one) => one !== 'code'))
    say.refused(
      'response_type',
      type === null ? 'it is missing' : `${JSON.stringify(type)} is not supported`,
      'send code',
    );
  const mode = get('response_mode');
  if (mode !== null && mode !== 'query' && mode !== 'fragment')
    say.refused(
      'response_mode',
      `${JSON.stringify(mode)} is not supported`,
      'leave it out: the default for code is query',
    );
}

const openidOnly = ['acr_values', 'claims', 'claims_locales', 'id_token_hint', 'max_age', 'nonce'];

function checkScope({ get }: Parameters, say: Say): void {
  const scope = get('scope');
  const asked = [...new Set(scope?.split(' '))];
  if (scope !== null && !/^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/u.test(scope)) {
    say.refused('scope', 'scopes are words separated by single spaces', `use some of: ${scopes.join(' ')}`);
    return;
  }
  const known: readonly string[] = scopes;
  // oidc-provider drops offline_access without prompt=consent before it checks the scopes.
  const hasConsent = get('prompt')?.split(' ').includes('consent') === true;
  const effective = asked.filter((one) => one !== 'offline_access' || hasConsent);
  if (!effective.some((one) => known.includes(one))) {
    say.refused(
      'scope',
      scope === null ? 'it is missing' : 'it has no known scope',
      `send scope=openid …, from: ${scopes.join(' ')}`,
    );
    return;
  }
  if (!asked.includes('openid')) {
    const needing = openidOnly.find((name) => get(name) !== null);
    if (needing === undefined)
      say.note(
        'scope',
        'it lacks openid: VID accepts that but issues no id token',
        'send scope=openid profile … to get one',
      );
    else say.refused('scope', `it lacks openid, which ${needing} needs`, 'send scope=openid profile …');
  }
  for (const one of asked)
    if (!known.includes(one))
      say.ignored(
        'scope',
        `${JSON.stringify(one)} is unknown and ignored`,
        `use some of: ${scopes.join(' ')}`,
      );
  if (asked.includes('offline_access') && !hasConsent)
    say.ignored(
      'scope',
      'offline_access is ignored without prompt=consent: the refresh token ends with the session',
      'send prompt=consent or leave offline_access out',
    );
}

const prompts = ['none', 'login', 'consent', 'select_account', 'create'];

function checkPerson({ get }: Parameters, issuer: string, say: Say): void {
  const asked = [...new Set(get('prompt')?.split(' '))];
  if (asked.includes('none') && asked.length > 1)
    say.refused('prompt', 'none cannot be combined with others', 'send none alone or leave it out');
  const unknown = asked.find((prompt) => !prompts.includes(prompt));
  if (unknown !== undefined)
    say.refused(
      'prompt',
      unknown === '' ? 'it has an extra space' : `${JSON.stringify(unknown)} is unknown`,
      prompts.join(', '),
    );
  const maxAge = get('max_age');
  if (maxAge !== null && !(Number.isSafeInteger(Number(maxAge)) && Number(maxAge) >= 0))
    say.refused(
      'max_age',
      `${JSON.stringify(maxAge)} is not a number of seconds`,
      'send a whole number, 0 or more',
    );
  const claims = get('claims');
  const problem = claims === null ? undefined : claimsProblem(claims);
  if (problem !== undefined)
    say.refused('claims', problem, 'send {"id_token":{…},"userinfo":{…}} or leave it out');
  else if (claims !== null) noteClaims(claims, say);
  const hint = get('id_token_hint');
  if (hint !== null && !isTokenOf(hint, issuer, get('client_id')))
    say.refused(
      'id_token_hint',
      'it is not an id token that this VID issued to this client',
      'send the last id token unchanged or leave it out',
    );
  checkWishes(get, say);
}

/**
 * Warns about personal claims in the id token, which appears in URLs and logs as the `id_token_hint` of a
 * logout.
 */
function noteClaims(claims: string, say: Say): void {
  const about = personClaimsOf(claims);
  if (about.length > 0)
    say.note(
      'claims',
      `it puts ${about.join(', ')} into the id token, which travels in addresses as id_token_hint`,
      'move them to userinfo, or leave them out: userinfo gives the claims of every scope',
    );
}

/** Reports voluntary parameters without a supported value, which VID ignores. */
function checkWishes(get: Parameters['get'], say: Say): void {
  const acrs = Object.keys(acrValues);
  const acr = get('acr_values')?.split(' ');
  if (acr && !acr.some((one) => acrs.includes(one)))
    say.ignored('acr_values', 'all values are unknown and ignored', acrs.join(' or '));
  const languages: readonly string[] = locales;
  const tags = get('ui_locales')?.split(' ');
  if (tags && !tags.some((tag) => languages.includes(tag.toLowerCase().slice(0, 2))))
    say.ignored('ui_locales', 'VID has none of these languages and ignores them', locales.join(' or '));
}

function checkNotOffered({ get }: Parameters, say: Say): void {
  if (get('request') !== null)
    say.refused(
      'request',
      'request objects are not supported (request_not_supported)',
      'send plain parameters or push them to /vid/oidc/request',
    );
  if (get('request_uri')?.startsWith(pushedPrefix) === false)
    say.refused(
      'request_uri',
      'VID fetches no requests (request_uri_not_supported)',
      'send the request_uri that /vid/oidc/request returned or leave it out',
    );
  if (get('registration') !== null)
    say.refused('registration', 'registration in a request is not supported', 'leave it out');
  if (get('resource') !== null)
    say.refused('resource', 'resources are not supported (invalid_target)', 'leave it out');
}

/** Returns whether an id token names this issuer and the client. The signature is not verified. */
function isTokenOf(token: string, issuer: string, clientId: string | null): boolean {
  try {
    const { iss, aud } = decodeJwt(token);
    return iss === issuer && clientId !== null && [aud].flat().includes(clientId);
  } catch {
    return false;
  }
}
