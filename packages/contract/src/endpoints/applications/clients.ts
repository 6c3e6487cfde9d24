import { Type } from 'typebox';
import { arrayOf, namedEnum, namedObject } from '../../named.ts';
import { defineEndpoints } from '../../endpoint.ts';
import { defaultFormerSecretEnd, formerSecretEnds, maxClients, textLimits } from '../../limits.ts';
import { managementScopes } from '../../management-scopes.ts';
import { closed, closedObject, IsoTime, NoBody, nullable } from '../shapes.ts';

const Id = Type.String({ minLength: 1, maxLength: 128, examples: ['shop-web'] });

const Address = Type.String({
  minLength: 1,
  maxLength: 2_000,
  examples: ['https://shop.example.vn/callback'],
});
const Addresses = Type.Array(Address, { maxItems: 50, examples: [['https://shop.example.vn/callback']] });
const Kind = namedEnum('ClientKind', ['web', 'spa', 'native', 'machine']);
const Status = namedEnum('ClientStatus', ['active', 'disabled']);

const settings = {
  name: Type.String({
    minLength: 1,
    maxLength: textLimits.maxBytes,
    description:
      'Tells the clients of an application apart; members never see it. A new client has the name of its application if left out.',
    examples: ['Android app'],
  }),
  authMethod: namedEnum('ClientAuthMethod', [
    'none',
    'client_secret_basic',
    'client_secret_post',
    'private_key_jwt',
  ]),
  redirectUris: Addresses,
  postLogoutUris: Addresses,
  backchannelLogoutUri: nullable(Address),
  idTokenAlg: namedEnum('IdTokenAlgorithm', ['ES256', 'RS256']),
  asksToContinue: Type.Boolean({
    description: 'Whether a first-party application asks “Continue as NAME?”.',
  }),
  requiresPar: Type.Boolean({ description: 'Requests must be pushed (RFC 9126).' }),
  requiresDpop: Type.Boolean({ description: 'Tokens are bound to a key (RFC 9449).' }),
  requiresName: Type.Boolean({ description: 'Accounts need a name.' }),
  requiresEmail: Type.Boolean({ description: 'Accounts need a confirmed email address.' }),
  mayOmitPkce: Type.Boolean({
    description: 'A web client may send a request with a nonce instead of PKCE, for libraries without PKCE.',
  }),
  scopes: Type.Array(Type.String({ maxLength: 64, examples: ['profile'] }), {
    maxItems: 20,
    description: 'The scopes that the client may request, always with openid. None for a machine client.',
  }),
};

const Client = namedObject('Client', {
  id: Id,
  kind: Kind,
  status: Status,
  createdAt: IsoTime,
  ...settings,
  managementScopes: Type.Array(namedEnum('ManagementScope', [...managementScopes]), {
    description: 'What a machine client may do in the management API.',
    examples: [['vid:applications:read']],
  }),
});

/** The fields that a manager may change. The server chooses the other settings by the client's kind. */
const ClientChange = {
  ...Type.Partial(Type.Object(settings)).properties,
  jwks: Type.Optional(
    Type.Object(
      { keys: Type.Array(Type.Object({}, { additionalProperties: true }), { maxItems: 20 }) },
      { ...closed, description: 'Public keys (RFC 7517), for private_key_jwt.' },
    ),
  ),
};

const Registered = namedObject('RegisteredClient', {
  clientId: Id,
  secret: nullable(Type.String({ examples: ['9vXn0V1hYw3mJ6tq2s8R4uKcLzPbEoAgDfiQxW5yN7k'] }), {
    description: 'A new secret, shown only in this response. Null if none was created.',
  }),
});

/** Endpoints of an application's clients, which return NOT_FOUND for a client of another application. */
export const clientEndpoints = defineEndpoints('manager', 'clients', {
  'GET /vid/api/apps/:appId/clients': {
    id: 'listClients',
    summary: 'List the clients of an application',
    data: Type.Array(Client),
  },
  'POST /vid/api/apps/:appId/clients': {
    id: 'addClient',
    limit: { perHour: 60, rows: maxClients },
    summary: 'Add a client. The error for an invalid address has its index: redirectUris.1',
    confirm: true,
    body: closedObject({
      clientId: Type.Optional(Id),
      kind: Kind,
      isDeviceOnly: Type.Optional(
        Type.Boolean({
          description:
            'A web or native client that uses only the device flow (RFC 8628) needs no redirect URI.',
          examples: [false],
        }),
      ),
      ...ClientChange,
    }),
    data: Registered,
    errors: ['FORBIDDEN', 'CLIENT_LIMIT'],
  },
  'GET /vid/api/apps/:appId/clients/:clientId': {
    id: 'getClient',
    summary: 'Get a client, without its secrets',
    data: Type.Object({
      ...Client.properties,
      secrets: arrayOf({
        createdAt: IsoTime,
        expiresAt: nullable(IsoTime, { description: 'Null for the newest secret; a former secret expires.' }),
      }),
      keys: Type.Array(
        Type.Object({
          kid: nullable(Type.String({ examples: ['2026-11'] })),
          kty: Type.String({ examples: ['EC'] }),
          alg: nullable(Type.String({ examples: ['ES256'] })),
        }),
        { description: 'The public keys of private_key_jwt, without the keys themselves.' },
      ),
    }),
  },
  'PATCH /vid/api/apps/:appId/clients/:clientId': {
    id: 'changeClient',
    limit: { perHour: 300, rows: 0 },
    summary: 'Change a client, except its kind. A change to a method with a secret creates one',
    confirm: true,
    body: closedObject(ClientChange),
    data: Registered,
    errors: ['FORBIDDEN'],
  },
  'DELETE /vid/api/apps/:appId/clients/:clientId': {
    id: 'deleteClient',
    limit: { perHour: 60, rows: 0 },
    summary: 'Delete a client. Its tokens stop working with the next request',
    confirm: true,
    errors: ['FORBIDDEN'],
  },
  'POST /vid/api/apps/:appId/clients/:clientId/status': {
    id: 'setClientStatus',
    limit: { perHour: 120, rows: 0 },
    summary: 'Disable or enable a client, starting with the next request',
    confirm: 'administrators',
    body: closedObject({ status: Status }),
    errors: ['REAUTHENTICATION_REQUIRED', 'FORBIDDEN'],
  },
  'POST /vid/api/apps/:appId/clients/:clientId/secret': {
    id: 'rotateClientSecret',
    limit: { perHour: 60, rows: 'expire' },
    summary: 'Create a new secret. The former secret works for the chosen time; older secrets are revoked',
    confirm: true,
    body: closedObject({
      formerEnds: Type.Optional(
        namedEnum('FormerSecretEnd', [...formerSecretEnds], {
          description: `When the former secret expires; ${defaultFormerSecretEnd} if left out. At once if another account may know it.`,
          examples: [defaultFormerSecretEnd],
        }),
      ),
    }),
    data: Registered,
    errors: ['FORBIDDEN'],
  },
  'POST /vid/api/apps/:appId/clients/:clientId/end-former-secrets': {
    id: 'endFormerClientSecrets',
    limit: { perHour: 60, rows: 0 },
    summary: 'Revoke all secrets but the newest',
    confirm: true,
    body: NoBody,
    errors: ['FORBIDDEN'],
  },
});
