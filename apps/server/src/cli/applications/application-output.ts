import type { Data } from '@vid/contract/endpoints/index';
import type { ApplicationRow, ClientRow } from '#applications/application/application.repo.ts';
import { toRegistration } from '#applications/clients/client-metadata.ts';
import { noApplication } from '#applications/application/application-problem.ts';
import type { Registered } from '#applications/clients/client.service.ts';
import type { ApplicationDeps } from './application-services.ts';
import { counted, upTo } from '#lib/telemetry/counted.ts';
import { factLines, type Context, type Fact } from '../command.ts';

type Secrets = readonly { readonly createdAt: Date; readonly expiresAt: Date | null }[];
type ShownClient = { readonly client: ClientRow; readonly secrets: Secrets };

export function applicationJson(row: ApplicationRow, clients: readonly ShownClient[]) {
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    access: row.access,
    status: row.status,
    first_party: row.isFirstParty,
    owner: row.ownerId,
    has_logo: row.logo !== null,
    clients: clients.map(({ client, secrets }) => ({
      ...toRegistration(client),
      kind: client.kind,
      status: client.status,
      asks_to_continue: client.asksToContinue,
      needs_name: client.requiresName,
      needs_email: client.requiresEmail,
      may_omit_pkce: client.mayOmitPkce,
      management_scopes: client.managementScopes,
      secrets: secrets.map(({ createdAt, expiresAt }) => ({ created_at: createdAt, expires_at: expiresAt })),
    })),
  };
}

type People = Pick<Data<'GET /vid/api/apps/:appId'>, 'people' | 'locked'> & {
  readonly roles: readonly { readonly code: string; readonly people: number }[];
};

function describeApplication(
  row: ApplicationRow,
  clients: readonly ShownClient[],
  { people, locked, roles }: People,
): string {
  const facts = [row.access, row.status, row.isFirstParty && 'first-party', row.logo !== null && 'with logo'];
  return [
    `${row.code}  ${row.name}\n  ${facts.filter((fact) => fact !== false).join(', ')}`,
    ...(row.ownerId === null ? [] : [`  owner ${row.ownerId}`]),
    `  people ${upTo(people)}, of these ${upTo(locked)} locked`,
    ...roles.map((role) => `  role ${role.code}: ${upTo(role.people)}`),
    ...clients.flatMap(({ client, secrets }) => [
      `\n${client.id}  ${client.kind}  ${client.authMethod}  ${client.status}`,
      ...factLines(factsOf(client, secrets), 14),
    ]),
  ].join('\n');
}

function factsOf(client: ClientRow, secrets: Secrets): readonly Fact[] {
  const signsIn = client.kind !== 'machine';
  const flags = [
    client.asksToContinue && 'asks to continue',
    client.requiresName && 'needs a name',
    client.requiresEmail && 'needs a confirmed e-mail address',
    client.mayOmitPkce && 'may omit PKCE',
    client.requiresPar && 'pushed requests only',
    client.requiresDpop && 'DPoP-bound tokens only',
    signsIn && client.redirectUris.length === 0 && 'device flow only',
  ].filter((flag) => flag !== false);
  return [
    ['name', client.name],
    ...client.redirectUris.map((address): Fact => ['redirect', address]),
    ...client.postLogoutUris.map((address): Fact => ['post-logout', address]),
    ['back-channel', client.backchannelLogoutUri],
    ['id token', signsIn ? client.idTokenAlg : null],
    ['scopes', signsIn ? client.scopes.join(' ') : null],
    ['manages', client.managementScopes.join(' ')],
    ...(client.jwks?.keys ?? []).map((key): Fact => {
      return ['key', [key['kty'], key['kid']].filter((part) => typeof part === 'string').join(' ')];
    }),
    ...secrets.map(({ createdAt, expiresAt }): Fact => ['secret', lifeOf(createdAt, expiresAt)]),
    ...flags.map((flag): Fact => ['setting', flag]),
    ['registered', dayOf(client.createdAt)],
  ];
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);
const lifeOf = (createdAt: Date, expiresAt: Date | null): string =>
  `since ${dayOf(createdAt)}${expiresAt === null ? '' : `, until ${dayOf(expiresAt)}`}`;

export async function listApplications({ applications }: ApplicationDeps, { show }: Context): Promise<void> {
  const rows = await applications.describe();
  show(
    rows.map(({ application: row, clients }) => ({
      id: row.id,
      code: row.code,
      name: row.name,
      access: row.access,
      status: row.status,
      clients: clients.map(({ id }) => id),
    })),
    rows
      .map(
        ({ application: row, clients }) =>
          `${row.code}  ${row.name}  ${row.access}  ${row.status}  ${counted(clients.length, 'client')}`,
      )
      .join('\n'),
  );
}

export async function showApplication(code: string, deps: ApplicationDeps, { show }: Context): Promise<void> {
  const row = await deps.applicationRepo.findApplication(code);
  if (!row) throw noApplication(code);
  const clients = await Promise.all(
    (await deps.applicationRepo.listClients(row.id)).map(async (client) => ({
      client,
      secrets: await deps.applicationRepo.listSecrets(client.id),
    })),
  );
  const [{ people, locked }, roles] = await Promise.all([
    deps.managedApplicationList.get(row.id, ''),
    deps.roles.list(row.id),
  ]);
  const counts = { people, locked, roles: roles.map((role) => ({ code: role.code, people: role.people })) };
  show({ ...applicationJson(row, clients), ...counts }, describeApplication(row, clients, counts));
}

export async function showRegistered(
  registered: Registered,
  deps: ApplicationDeps,
  { isJson, show }: Context,
): Promise<void> {
  const found = isJson ? await deps.applicationRepo.findClient(registered.clientId) : undefined;
  show(found && registeredJson(found.client, registered), describeRegistered(registered));
}

function describeRegistered({ clientId, secret }: Registered): string {
  return `Client ${clientId}${secret === undefined ? '' : `\nSecret ${secret}\n\nThe secret is not shown again.`}`;
}

function registeredJson(client: ClientRow, { secret }: Registered) {
  // RFC 7591 section 3.2.1 defines an expiry of 0 as never.
  return {
    ...toRegistration(client),
    ...(secret === undefined ? {} : { client_secret: secret, client_secret_expires_at: 0 }),
  };
}
