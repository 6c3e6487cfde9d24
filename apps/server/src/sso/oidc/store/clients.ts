import { hash, timingSafeEqual } from 'node:crypto';
import type { AdapterPayload, Client } from 'oidc-provider';
import type { Sql } from '#database/connection.ts';
import type { ApplicationAccess, ClientAuthMethod, ClientKind, SigningKeyAlg } from '#database/tables.ts';
import type { CarrierSource } from './carriers.ts';
import { currentScope, takeOnce } from './request-scope.ts';

/** What the library is told of a client; `vid_*` are ours. */
export type ClientSource = { find(id: string): Promise<AdapterPayload | undefined> };

/** Names of what we tell beyond the standard metadata. */
export const ownMetadata = [
  'vid_application_id',
  'vid_first_party',
  'vid_asks',
  'vid_restricted',
  'vid_secrets',
  'vid_kind',
] as const;

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

export type ClientRow = {
  id: string;
  kind: ClientKind;
  authMethod: ClientAuthMethod;
  redirectUris: string[];
  postLogoutUris: string[];
  backchannelLogoutUri: string | null;
  idTokenAlg: SigningKeyAlg;
  jwks: { keys: Record<string, unknown>[] } | null;
  asks: boolean;
  applicationId: string;
  name: string;
  access: ApplicationAccess;
  isFirstParty: boolean;
  secrets: string[];
};

/** Active clients; the caller adds which. */
export const selectClient = `
  select c.id, c.kind, c.auth_method as "authMethod", to_json(c.redirect_uris) as "redirectUris",
    to_json(c.post_logout_uris) as "postLogoutUris", c.backchannel_logout_uri as "backchannelLogoutUri",
    c.id_token_alg as "idTokenAlg", c.jwks, c.asks_to_continue as asks, a.id as "applicationId", a.name,
    a.access, a.is_first_party as "isFirstParty",
    (select coalesce(json_agg(encode(s.secret_hash, 'hex') order by s.id), '[]') from client_secrets s
      where s.client_id = c.id and (s.expires_at is null or s.expires_at > now())) as secrets
  from clients c join applications a on a.id = c.application_id
  where c.status = 'active' and a.status = 'active'`;

const findText = `${selectClient} and c.id = $1`;

/** PostgreSQL takes no NUL in a text, and no client is named by one. */
export function isClientId(id: unknown): id is string {
  return typeof id === 'string' && /^[\x21-\x7e]{1,128}$/u.test(id);
}

/** Read with every request, so that a disabled client or application fails from the next one on. */
export function createClientSource(lookups: Sql, carriers: CarrierSource): ClientSource {
  return {
    async find(id) {
      if (!isClientId(id)) return undefined;
      await carriers.readAlong(id);
      const read = takeOnce(currentScope()?.clients, id);
      const [row] =
        read === undefined ? await lookups.unsafe<ClientRow[]>(findText, [id], { prepare: true }) : [read];
      return row ? toMetadata(row) : undefined;
    },
  };
}

function toMetadata(row: ClientRow): AdapterPayload {
  const isMachine = row.kind === 'machine';
  return {
    client_id: row.id,
    client_name: row.name,
    application_type: row.kind === 'native' ? 'native' : 'web',
    token_endpoint_auth_method: row.authMethod,
    // Secrets are hashed and compared by `hasSecret`; the library only asks that there is one.
    ...(row.authMethod.startsWith('client_secret') ? { client_secret: 'hashed' } : {}),
    ...(row.authMethod === 'private_key_jwt' && row.jwks ? { jwks: row.jwks } : {}),
    grant_types: isMachine
      ? ['client_credentials']
      : [
          'authorization_code',
          'refresh_token',
          ...(row.kind === 'native' || row.kind === 'web' ? [deviceGrant] : []),
        ],
    response_types: isMachine ? [] : ['code'],
    redirect_uris: isMachine ? [] : row.redirectUris,
    post_logout_redirect_uris: row.postLogoutUris,
    ...(row.backchannelLogoutUri
      ? { backchannel_logout_uri: row.backchannelLogoutUri, backchannel_logout_session_required: true }
      : {}),
    id_token_signed_response_alg: row.idTokenAlg,
    vid_application_id: row.applicationId,
    vid_first_party: row.isFirstParty,
    vid_asks: row.asks,
    vid_restricted: row.access === 'restricted',
    vid_secrets: row.secrets,
    vid_kind: row.kind,
  };
}

/** Compares with every secret that is still valid (two during a rotation), each in constant time. */
export function hasSecret(client: Client, secret: string): boolean {
  const given = hash('sha256', secret, 'buffer');
  const known = client['vid_secrets'];
  if (!Array.isArray(known)) return false;
  return known.reduce<boolean>(
    (isRight, one) => timingSafeEqual(Buffer.from(String(one), 'hex'), given) || isRight,
    false,
  );
}

/** A single-page application calls from the origins it is served at, which are those it is sent back to. */
export function isOriginOf(origin: string | undefined, client: Client): boolean {
  if (client['vid_kind'] !== 'spa' || origin === undefined) return false;
  return (client.redirectUris ?? []).some((address) => URL.parse(address)?.origin === origin);
}
