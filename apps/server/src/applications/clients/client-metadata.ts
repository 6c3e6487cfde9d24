import type { ClientAuthMethod, SigningKeyAlg } from '#database/tables.ts';
import { ApplicationProblem } from '#applications/application/application-problem.ts';
import type { ClientRow } from '#applications/application/application.repo.ts';
import type { NewClient } from './client.service.ts';

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';
const grants: readonly string[] = ['authorization_code', 'refresh_token', 'client_credentials', deviceGrant];
const authMethods: readonly ClientAuthMethod[] = [
  'none',
  'client_secret_basic',
  'client_secret_post',
  'private_key_jwt',
];
const algorithms: readonly SigningKeyAlg[] = ['ES256', 'RS256'];

/** Metadata that does not change a client in VID, which keeps logos and policy URLs with the application. */
const ignored: readonly string[] = [
  'client_uri',
  'logo_uri',
  'contacts',
  'tos_uri',
  'policy_uri',
  'software_id',
  'software_version',
  'backchannel_logout_session_required',
];

type Metadata = Readonly<Record<string, unknown>>;

/**
 * Reads client metadata (RFC 7591 section 2).
 * @throws ApplicationProblem for an invalid member, and for a member that VID does not support, because
 * ignoring that member would change the client
 */
export function clientFromMetadata(metadata: unknown): NewClient {
  if (!isRecord(metadata)) throw new ApplicationProblem('Client metadata must be a JSON object (RFC 7591).');
  const unused = new Set(Object.keys(metadata).filter((name) => !ignored.includes(name)));
  const read = <T>(name: string, check: (value: unknown) => value is T, expected: string): T | undefined => {
    unused.delete(name);
    const value = metadata[name];
    if (value === undefined || check(value)) return value;
    throw new ApplicationProblem(`${name} must be ${expected}.`);
  };
  const grantTypes = read('grant_types', isListOf(grants), `a list of ${grants.join(', ')}`);
  const responseTypes = read('response_types', isListOf(['code']), '["code"]');
  const applicationType = read('application_type', isOneOf(['web', 'native']), 'web or native');
  const authMethod = read('token_endpoint_auth_method', isOneOf(authMethods), authMethods.join(', '));
  const redirectUris = read('redirect_uris', isTexts, 'a list of addresses');
  const client: NewClient = {
    name: read('client_name', isText, 'a name'),
    kind: kindOf({ grantTypes, applicationType, authMethod }),
    isDeviceOnly: grantTypes?.includes(deviceGrant) === true && !grantTypes.includes('authorization_code'),
    authMethod,
    redirectUris,
    postLogoutUris: read('post_logout_redirect_uris', isTexts, 'a list of addresses'),
    backchannelLogoutUri: read('backchannel_logout_uri', isText, 'an address'),
    idTokenAlg: read('id_token_signed_response_alg', isOneOf(algorithms), algorithms.join(' or ')),
    jwks: read('jwks', isRecord, 'a JWK set'),
    requiresPar: read('require_pushed_authorization_requests', isBoolean, 'true or false'),
    requiresDpop: read('dpop_bound_access_tokens', isBoolean, 'true or false'),
    scopes: read('scope', isText, 'scopes separated by spaces')?.split(' '),
  };
  if (responseTypes !== undefined && responseTypes.length > 0 && client.kind === 'machine')
    throw new ApplicationProblem('A client with client_credentials alone has no response_types.');
  if (unused.size > 0)
    throw new ApplicationProblem(`VID does not support this metadata: ${[...unused].join(', ')}.`);
  return client;
}

function kindOf(given: {
  grantTypes: readonly string[] | undefined;
  applicationType: string | undefined;
  authMethod: ClientAuthMethod | undefined;
}): NewClient['kind'] {
  const { grantTypes, applicationType, authMethod } = given;
  if (grantTypes?.includes('client_credentials')) {
    if (grantTypes.length > 1)
      throw new ApplicationProblem('client_credentials needs a separate client, of kind machine.');
    return 'machine';
  }
  if (applicationType === 'native') return 'native';
  return authMethod === 'none' ? 'spa' : 'web';
}

export function flowsOf({ kind, redirectUris }: Pick<ClientRow, 'kind' | 'redirectUris'>): {
  grant_types: string[];
  response_types: 'code'[];
} {
  if (kind === 'machine') return { grant_types: ['client_credentials'], response_types: [] };
  const isRedirected = redirectUris.length > 0;
  const mayUseDevices = kind === 'native' || kind === 'web';
  return {
    grant_types: [
      ...(isRedirected ? ['authorization_code'] : []),
      'refresh_token',
      ...(mayUseDevices ? [deviceGrant] : []),
    ],
    response_types: isRedirected ? ['code'] : [],
  };
}

export function toRegistration(client: ClientRow): Metadata {
  return {
    client_id: client.id,
    client_name: client.name,
    client_id_issued_at: Math.floor(client.createdAt.getTime() / 1000),
    application_type: client.kind === 'native' ? 'native' : 'web',
    token_endpoint_auth_method: client.authMethod,
    ...flowsOf(client),
    redirect_uris: client.redirectUris,
    post_logout_redirect_uris: client.postLogoutUris,
    ...(client.backchannelLogoutUri === null ? {} : { backchannel_logout_uri: client.backchannelLogoutUri }),
    ...(client.jwks === null ? {} : { jwks: client.jwks }),
    ...(client.kind === 'machine' ? {} : { scope: client.scopes.join(' ') }),
    id_token_signed_response_alg: client.idTokenAlg,
    require_pushed_authorization_requests: client.requiresPar,
    dpop_bound_access_tokens: client.requiresDpop,
  };
}

const isRecord = (value: unknown): value is Metadata =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string';
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);
const isOneOf =
  <const T extends string>(known: readonly T[]) =>
  (value: unknown): value is T =>
    known.some((one) => one === value);
const isListOf =
  (known: readonly string[]) =>
  (value: unknown): value is string[] =>
    isTexts(value) && value.every((one) => known.includes(one));
