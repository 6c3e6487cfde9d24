import { Type } from 'typebox';
import { named } from '../../named.ts';
import { defineEndpoints, managerChangeErrors, managerErrors } from '../../endpoint.ts';
import { managementScopes } from '../../management-scopes.ts';
import { closed, Done, IsoTime, NoBody, nullable } from '../shapes.ts';
import { AppId, appParams } from './applications.ts';

const tag = 'clients';

const Id = Type.String({ minLength: 1, maxLength: 128, examples: ['shop-web'] });
export const clientParams = Type.Object({ appId: AppId, clientId: Id }, closed);

const Address = Type.String({
  minLength: 1,
  maxLength: 2_000,
  examples: ['https://shop.example.vn/callback'],
});
const Addresses = Type.Array(Address, { maxItems: 50, examples: [['https://shop.example.vn/callback']] });
const Kind = named('ClientKind', Type.Enum(['web', 'spa', 'native', 'machine'], { examples: ['web'] }));
const Status = named('ClientStatus', Type.Enum(['active', 'disabled'], { examples: ['active'] }));

const settings = {
  authMethod: named(
    'ClientAuthMethod',
    Type.Enum(['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'], {
      examples: ['client_secret_basic'],
    }),
  ),
  redirectUris: Addresses,
  postLogoutUris: Addresses,
  backchannelLogoutUri: nullable(Address),
  idTokenAlg: named('IdTokenAlgorithm', Type.Enum(['ES256', 'RS256'], { examples: ['ES256'] })),
  asksToContinue: Type.Boolean({ description: 'Of a first-party application: “Continue as NAME?”.' }),
  requiresPar: Type.Boolean({ description: 'Requests must be pushed (RFC 9126).' }),
  requiresDpop: Type.Boolean({ description: 'Tokens are bound to a key (RFC 9449).' }),
  requiresName: Type.Boolean({ description: 'Accounts need a name.' }),
  scopes: Type.Array(Type.String({ maxLength: 64, examples: ['profile'] }), {
    maxItems: 20,
    description: 'What the client may ask for, always with openid. None for a machine client.',
  }),
};

const Client = named(
  'Client',
  Type.Object({
    id: Id,
    kind: Kind,
    status: Status,
    createdAt: IsoTime,
    ...settings,
    managementScopes: Type.Array(named('ManagementScope', Type.Enum([...managementScopes])), {
      description: 'What a machine client may do in the management API.',
      examples: [['vid:applications:read']],
    }),
  }),
);

/** The fields that a manager sets. The server chooses defaults by the kind of the client. */
const ClientChange = {
  ...Type.Partial(Type.Object(settings)).properties,
  jwks: Type.Optional(
    Type.Object(
      { keys: Type.Array(Type.Object({}, { additionalProperties: true }), { maxItems: 20 }) },
      { ...closed, description: 'Public keys (RFC 7517), for private_key_jwt.' },
    ),
  ),
};

const Registered = named(
  'RegisteredClient',
  Type.Object({
    clientId: Id,
    secret: nullable(Type.String({ examples: ['9vXn0V1hYw3mJ6tq2s8R4uKcLzPbEoAgDfiQxW5yN7k'] }), {
      description: 'A new secret, shown only in this answer. Null if none was made.',
    }),
  }),
);

// Errors of changes to secrets and keys. FORBIDDEN: only an administrator may change those of a client that may read
// the association's accounts.
const sensitive = [...managerErrors, 'FORBIDDEN', 'REAUTHENTICATION_REQUIRED'] as const;

/** The clients of an application. A client of another application does not exist here. */
export const clientEndpoints = defineEndpoints({
  'GET /vid/api/apps/:appId/clients': {
    id: 'listClients',
    summary: 'List the clients of an application',
    tag,
    access: 'manager',
    params: appParams,
    data: Type.Array(Client),
    errors: managerErrors,
  },
  'POST /vid/api/apps/:appId/clients': {
    id: 'addClient',
    summary: 'Add a client. A wrong address is named by its index: redirectUris.1',
    tag,
    access: 'manager',
    confirm: true,
    params: appParams,
    body: Type.Object(
      {
        clientId: Type.Optional(Id),
        kind: Kind,
        isDeviceOnly: Type.Optional(
          Type.Boolean({
            description:
              'A web or native client that signs in by the device flow (RFC 8628) alone needs no redirect address.',
            examples: [false],
          }),
        ),
        ...ClientChange,
      },
      closed,
    ),
    data: Registered,
    errors: sensitive,
  },
  'GET /vid/api/apps/:appId/clients/:clientId': {
    id: 'getClient',
    summary: 'Get a client, without its secrets',
    tag,
    access: 'manager',
    params: clientParams,
    data: Type.Object({
      ...Client.properties,
      secrets: Type.Array(
        Type.Object({
          createdAt: IsoTime,
          expiresAt: nullable(IsoTime, { description: 'Null for the newest; a former one ends.' }),
        }),
      ),
      keys: Type.Array(
        Type.Object({
          kid: nullable(Type.String({ examples: ['2026-11'] })),
          kty: Type.String({ examples: ['EC'] }),
          alg: nullable(Type.String({ examples: ['ES256'] })),
        }),
        { description: 'The public keys of private_key_jwt, without the keys themselves.' },
      ),
    }),
    errors: managerErrors,
  },
  'PATCH /vid/api/apps/:appId/clients/:clientId': {
    id: 'changeClient',
    summary: 'Change a client, except its kind. Starting to use a secret makes one',
    tag,
    access: 'manager',
    confirm: true,
    params: clientParams,
    body: Type.Object(ClientChange, closed),
    data: Registered,
    errors: sensitive,
  },
  'DELETE /vid/api/apps/:appId/clients/:clientId': {
    id: 'deleteClient',
    summary: 'Delete a client. Its tokens stop working with the next request',
    tag,
    access: 'manager',
    confirm: true,
    params: clientParams,
    data: Done,
    errors: sensitive,
  },
  'POST /vid/api/apps/:appId/clients/:clientId/status': {
    id: 'setClientStatus',
    summary: 'Disable or enable a client, starting with the next request',
    tag,
    access: 'manager',
    confirm: 'administrators',
    params: clientParams,
    body: Type.Object({ status: Status }, closed),
    data: Done,
    errors: [...managerChangeErrors, 'FORBIDDEN'],
  },
  'POST /vid/api/apps/:appId/clients/:clientId/secret': {
    id: 'rotateClientSecret',
    summary: 'Make a new secret. The former one works for a week, unless it ends at once',
    tag,
    access: 'manager',
    confirm: true,
    params: clientParams,
    body: Type.Object({ endsFormer: Type.Boolean({ examples: [false] }) }, closed),
    data: Registered,
    errors: sensitive,
  },
  'POST /vid/api/apps/:appId/clients/:clientId/end-former-secrets': {
    id: 'endFormerClientSecrets',
    summary: 'End all secrets but the newest',
    tag,
    access: 'manager',
    confirm: true,
    params: clientParams,
    body: NoBody,
    data: Done,
    errors: sensitive,
  },
});
