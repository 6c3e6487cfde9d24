import { hash, timingSafeEqual } from 'node:crypto';
import type { AdapterPayload, Client } from 'oidc-provider';
import { batchCalls } from '#database/batch.ts';
import type { Sql } from '#database/connection.ts';
import { flowsOf } from '#applications/clients/client-metadata.ts';
import { findActiveClients, type ActiveClient } from '#applications/clients/lookups.ts';
import { webViewOriginOf } from '#applications/clients/redirect-address.policy.ts';

export type ClientStore = ReturnType<typeof createClientStore>;

/** Client metadata that VID adds to the standard metadata. */
export const ownMetadata = [
  'vid_application_id',
  'vid_app_code',
  'vid_first_party',
  'vid_asks',
  'vid_requires_name',
  'vid_requires_email',
  'vid_may_omit_pkce',
  'vid_restricted',
  'vid_secrets',
  'vid_kind',
  'vid_management_scopes',
] as const;

/** Returns whether a value can be a client id. The pattern excludes NUL, which PostgreSQL rejects. */
export function isClientId(id: unknown): id is string {
  return typeof id === 'string' && /^[\x21-\x7e]{1,128}$/u.test(id);
}

export function createClientStore(lookups: Sql) {
  // Requests in the same turn of the event loop share the metadata, because oidc-provider only reads it.
  const findMetadata = batchCalls(async (ids: readonly string[]) => {
    const clients = await findActiveClients(lookups, [...new Set(ids)]);
    const metadata = new Map(clients.map((client) => [client.id, toMetadata(client)]));
    return ids.map((id) => metadata.get(id));
  });
  return {
    find: async (id: string): Promise<AdapterPayload | undefined> =>
      isClientId(id) ? findMetadata(id) : undefined,
  };
}

function toMetadata(client: ActiveClient): AdapterPayload {
  return {
    client_id: client.id,
    client_name: client.applicationName,
    application_type: client.kind === 'native' ? 'native' : 'web',
    token_endpoint_auth_method: client.authMethod,
    // oidc-provider requires a secret here, but `findSecretHash` compares the hashes.
    ...(client.authMethod.startsWith('client_secret') ? { client_secret: 'hashed' } : {}),
    ...(client.authMethod === 'private_key_jwt' && client.jwks ? { jwks: client.jwks } : {}),
    ...flowsOf(client),
    redirect_uris: client.kind === 'machine' ? [] : client.redirectUris,
    // oidc-provider rejects known scopes outside this list with invalid_scope.
    ...(client.kind === 'machine' ? {} : { scope: client.scopes.join(' ') }),
    require_pushed_authorization_requests: client.requiresPar,
    dpop_bound_access_tokens: client.requiresDpop,
    post_logout_redirect_uris: client.postLogoutUris,
    ...(client.backchannelLogoutUri
      ? { backchannel_logout_uri: client.backchannelLogoutUri, backchannel_logout_session_required: true }
      : {}),
    id_token_signed_response_alg: client.idTokenAlg,
    vid_application_id: client.applicationId,
    vid_app_code: client.appCode,
    vid_first_party: client.isFirstParty,
    vid_asks: client.asksToContinue,
    vid_requires_name: client.requiresName,
    vid_requires_email: client.requiresEmail,
    vid_may_omit_pkce: client.mayOmitPkce,
    vid_restricted: client.access === 'restricted',
    vid_secrets: client.secretHashes,
    vid_kind: client.kind,
    vid_management_scopes: client.managementScopes,
  };
}

/**
 * Returns the stored hash that matches a secret; undefined if none matches. Compares every hash in constant
 * time.
 */
export function findSecretHash(client: Client, secret: string): string | undefined {
  const given = hash('sha256', secret, 'buffer');
  const hashes = client['vid_secrets'];
  if (!Array.isArray(hashes)) return undefined;
  return hashes
    .map(String)
    .filter((one) => timingSafeEqual(Buffer.from(one, 'hex'), given))
    .at(0);
}

/**
 * Returns whether a client may call from an origin: the origin of a redirect URI that belongs to a
 * single-page app or to a native client's WebView.
 */
export function isOriginOf(origin: string | undefined, client: Client): boolean {
  const { vid_kind: kind, redirectUris = [] } = client;
  if (origin === undefined || (kind !== 'spa' && kind !== 'native')) return false;
  const read = kind === 'native' ? webViewOriginOf : (address: string) => URL.parse(address)?.origin;
  return redirectUris.some((address) => read(address) === origin);
}
