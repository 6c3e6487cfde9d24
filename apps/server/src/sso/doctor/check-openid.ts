import { decodeJwt } from 'jose';
import { locales } from '@vid/contract/limits';
import { acrValues } from '#sso/oidc/provider/acr.ts';
import { ttl } from '#sso/oidc/provider/ttl.ts';
import { scopes } from '#sso/oidc/provider/request-checks.ts';
import { claimsProblem } from './claims-problem.ts';
import type { Say } from './finding.ts';
import type { Parameters } from './parameters.ts';

/** Case of the last part and a slash behind it are all one to the library. */
export const isOpenIdPath = (pathname: string): boolean =>
  /^\/vid\/oidc\/[Aa][Uu][Tt][Hh]\/?$/u.test(pathname);

const pushedPrefix = 'urn:ietf:params:oauth:request_uri:';

/** All else was said, and checked, when the request was pushed (RFC 9126): the address only refers to it. */
export function isPushed({ get }: Parameters): boolean {
  return get('request_uri')?.startsWith(pushedPrefix) === true && get('request') === null;
}

export function notePushed(say: Say): void {
  say.note(
    'request_uri',
    'it names a pushed request, which was checked when it was pushed and is not seen from here',
    `it is good once, for ${ttl.pushedRequest} seconds; what else the address holds is ignored`,
  );
}

/** Parameters that VID reads and takes once; of others a second one does no harm. */
const single: readonly string[] = [
  'acr_values',
  'claims',
  'claims_locales',
  'client_id',
  'code_challenge',
  'code_challenge_method',
  'display',
  'dpop_jkt',
  'id_token_hint',
  'login_hint',
  'max_age',
  'nonce',
  'prompt',
  'redirect_uri',
  'registration',
  'request',
  'request_uri',
  'response_mode',
  'response_type',
  'scope',
  'state',
  'ui_locales',
];

/** What makes no request by itself, pushed or not. */
export function checkForm({ query }: Parameters, say: Say): void {
  for (const name of single)
    if (query.getAll(name).length > 1) say.refused(name, 'it is there more than once', 'send it once');
  for (const [name, value] of query)
    if (value.includes('\0')) say.refused(name, 'it holds the character U+0000', 'leave that out');
}

export function checkOpenId(parameters: Parameters, issuer: string, say: Say): void {
  checkAnswer(parameters, say);
  checkScope(parameters, say);
  checkPerson(parameters, issuer, say);
  checkNotOffered(parameters, say);
}

/** By what, and how, VID answers. */
function checkAnswer({ get, meant }: Parameters, say: Say): void {
  const method = meant('code_challenge_method');
  if (method !== 'S256')
    say.refused(
      'code_challenge_method',
      method === null ? 'it is missing' : `${JSON.stringify(method)} is not offered`,
      'send S256',
    );
  const type = meant('response_type');
  if (type === null || type.split(' ').some((one) => one !== 'code'))
    say.refused(
      'response_type',
      type === null ? 'it is missing' : `${JSON.stringify(type)} is not offered`,
      'send code',
    );
  const mode = get('response_mode');
  if (mode !== null && mode !== 'query' && mode !== 'fragment')
    say.refused(
      'response_mode',
      `${JSON.stringify(mode)} is not offered`,
      'leave it out: query is what code answers by',
    );
}

/** Parameters of OpenID Connect, which have no meaning in a request that is none. */
const gated = ['acr_values', 'claims', 'claims_locales', 'id_token_hint', 'max_age', 'nonce'];

function checkScope({ get }: Parameters, say: Say): void {
  const scope = get('scope');
  const asked = [...new Set(scope?.split(' '))];
  if (scope !== null && !/^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/u.test(scope)) {
    say.refused('scope', 'scopes are plain words with one space between two', `of: ${scopes.join(' ')}`);
    return;
  }
  const known: readonly string[] = scopes;
  // Without consent offline_access is dropped before anything is counted.
  const hasConsent = get('prompt')?.split(' ').includes('consent') === true;
  const heeded = asked.filter((one) => one !== 'offline_access' || hasConsent);
  if (!heeded.some((one) => known.includes(one))) {
    say.refused(
      'scope',
      scope === null ? 'it is missing' : 'it names none that counts',
      `send scope=openid …, of: ${scopes.join(' ')}`,
    );
    return;
  }
  if (!asked.includes('openid')) {
    const needing = gated.find((name) => get(name) !== null);
    if (needing === undefined)
      say.note(
        'scope',
        'it does not hold openid: VID takes that, but gives no id token',
        'send scope=openid profile …, unless you want none',
      );
    else
      say.refused('scope', `it does not hold openid, which ${needing} needs`, 'send scope=openid profile …');
  }
  for (const one of asked)
    if (!known.includes(one))
      say.ignored(
        'scope',
        `${JSON.stringify(one)} is not known, and VID ignores it`,
        `of: ${scopes.join(' ')}`,
      );
  if (asked.includes('offline_access') && !hasConsent)
    say.ignored(
      'scope',
      'VID ignores offline_access without prompt=consent: the refresh token ends with the session',
      'send prompt=consent, or leave offline_access out',
    );
}

const prompts = ['none', 'login', 'consent', 'select_account'];

/** Who is to sign in, and how. */
function checkPerson({ get }: Parameters, issuer: string, say: Say): void {
  const asked = [...new Set(get('prompt')?.split(' '))];
  if (asked.includes('none') && asked.length > 1)
    say.refused('prompt', 'none does not go with another', 'send none alone, or without none');
  const unknown = asked.find((prompt) => !prompts.includes(prompt));
  if (unknown !== undefined)
    say.refused(
      'prompt',
      unknown === '' ? 'it has a space too many' : `${JSON.stringify(unknown)} is not known`,
      prompts.join(', '),
    );
  const maxAge = get('max_age');
  if (maxAge !== null && !(Number.isSafeInteger(Number(maxAge)) && Number(maxAge) >= 0))
    say.refused(
      'max_age',
      `${JSON.stringify(maxAge)} is no number of seconds`,
      'send a whole number, from 0 on',
    );
  const claims = get('claims');
  const problem = claims === null ? undefined : claimsProblem(claims);
  if (problem !== undefined)
    say.refused('claims', problem, 'send {"id_token":{…},"userinfo":{…}}, or leave it out');
  const hint = get('id_token_hint');
  if (hint !== null && !isTokenOf(hint, issuer, get('client_id')))
    say.refused(
      'id_token_hint',
      'it is no id token that this VID gave to this client',
      'send the last id token as it came, or leave it out',
    );
  checkWishes(get, say);
}

/** What VID serves as far as it can, and passes over where it can't. */
function checkWishes(get: Parameters['get'], say: Say): void {
  const acrs = Object.keys(acrValues);
  const acr = get('acr_values')?.split(' ');
  if (acr && !acr.some((one) => acrs.includes(one)))
    say.ignored('acr_values', 'VID knows none of them, and ignores them', acrs.join(' or '));
  const languages: readonly string[] = locales;
  const tags = get('ui_locales')?.split(' ');
  if (tags && !tags.some((tag) => languages.includes(tag.toLowerCase().slice(0, 2))))
    say.ignored('ui_locales', 'VID has none of these languages, and ignores them', locales.join(' or '));
}

function checkNotOffered({ get }: Parameters, say: Say): void {
  if (get('request') !== null)
    say.refused(
      'request',
      'signed request objects are not offered (request_not_supported)',
      'send the parameters by themselves, or push them to /vid/oidc/request',
    );
  if (get('request_uri')?.startsWith(pushedPrefix) === false)
    say.refused(
      'request_uri',
      'VID fetches no requests from elsewhere (request_uri_not_supported)',
      'send what the answer of /vid/oidc/request held, or leave it out',
    );
  if (get('registration') !== null)
    say.refused('registration', 'clients are not registered by a request', 'leave it out');
  if (get('resource') !== null)
    say.refused('resource', 'VID knows no resources (invalid_target)', 'leave it out');
}

/** As far as it can be told without the keys. */
function isTokenOf(token: string, issuer: string, clientId: string | null): boolean {
  try {
    const { iss, aud } = decodeJwt(token);
    return iss === issuer && clientId !== null && [aud].flat().includes(clientId);
  } catch {
    return false;
  }
}
