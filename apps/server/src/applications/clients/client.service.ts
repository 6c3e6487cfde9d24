import { isDeepStrictEqual } from 'node:util';
import {
  defaultFormerSecretEnd,
  type FormerSecretEnd,
  formerSecretSeconds,
  maxClients,
} from '@vid/contract/limits';
import { accountScopes } from '@vid/contract/management-scopes';
import type { Queryable } from '#database/connection.ts';
import { AppError } from '#lib/app-error.ts';
import { newId, newSecret } from '#lib/ids.ts';
import { pick } from '#lib/pick.ts';
import {
  ApplicationProblem,
  noApplication,
  addressProblems,
  addressReasons,
  clientIdProblems,
  keyProblems,
  needName,
} from '#applications/application/application-problem.ts';
import type { AuditKind } from '#platform/audit/audit.ts';
import { accountOf, operator, type Actor } from '#account/actor.ts';
import {
  clientSettings,
  createApplicationRepo,
  type ApplicationRepo,
  type ClientRow,
  type ClientSettings,
} from '#applications/application/application.repo.ts';
import { announceAccess, beginGiving } from '#applications/announce-access.ts';
import { recordRights } from '#applications/application/record-rights.ts';
import { beginAs } from '#platform/begin-as.ts';
import type { AccountServices } from '#account/services.ts';
import { checkClientId } from './client-id.policy.ts';
import { checkClientKeys, type ClientKeys } from './client-keys.ts';
import {
  clientScopes,
  decideFormerSecretEnd,
  findClientProblem,
  machineProblem,
  orderScopes,
} from './client.policy.ts';
import { checkRedirectAddress } from './redirect-address.policy.ts';

/** Settings that a caller may choose for a client. The service validates `jwks`. */
export type ClientInput = {
  readonly [K in Exclude<keyof ClientSettings, 'kind' | 'jwks'>]?: ClientSettings[K] | undefined;
} & { readonly jwks?: unknown };
export type NewClient = ClientInput &
  Pick<ClientSettings, 'kind'> & {
    readonly clientId?: string | undefined;
    /** True for a client without a redirect URI, which signs users in only by the device flow. */
    readonly isDeviceOnly?: boolean;
  };

/** `secret` is set if one was created. VID stores only its hash. */
export type Registered = { readonly clientId: string; readonly secret: string | undefined };

/** Manages clients. Nothing is cached, so that a change takes effect with the next request. */
export function createClientService({ sql, keys, audit, notices, config }: AccountServices) {
  const repo = createApplicationRepo(sql);
  /** Rejects unsafe URIs. The error names each one by its list and index. */
  const refuseUnsafe = (
    kind: ClientRow['kind'],
    lists: Readonly<Record<string, readonly string[]>>,
  ): void => {
    const wrong = Object.entries(lists).flatMap(([name, addresses]) =>
      addresses.flatMap((address, index) => {
        const problem = checkRedirectAddress(address, { kind, allowsLoopback: !config.isProduction });
        return problem ? [{ field: `${name}.${index}`, address, problem }] : [];
      }),
    );
    if (wrong.length === 0) return;
    throw new ApplicationProblem(
      wrong
        .map(
          ({ address, problem }) =>
            `The address ${JSON.stringify(address)} cannot be registered: ${addressProblems[problem]}.`,
        )
        .join('\n'),
      Object.fromEntries(wrong.map(({ field, problem }) => [field, addressReasons[problem]])),
    );
  };
  const write = (
    tx: Queryable,
    kind: AuditKind,
    by: Actor,
    client: Pick<ClientRow, 'id' | 'applicationId'>,
    details: Readonly<Record<string, string | boolean>> = {},
  ) =>
    audit.write(tx, {
      kind,
      ...by,
      details: {
        applicationId: client.applicationId,
        clientId: client.id,
        ...details,
        ...(by.reason !== undefined && { reason: by.reason }),
      },
    });
  const lock = (tx: Queryable, clientId: string, by: Actor) => lockClient(repo, tx, clientId, by);
  const refuseWrong = (client: ClientSettings, isDeviceOnly: boolean): void => {
    const problem = findClientProblem(client, isDeviceOnly);
    if (problem !== undefined) throw new ApplicationProblem(problem.message, problem.fields);
    const { redirectUris, postLogoutUris, backchannelLogoutUri } = client;
    refuseUnsafe(client.kind, { redirectUris, postLogoutUris });
    if (backchannelLogoutUri !== null) refuseUnsafe('web', { backchannelLogoutUri: [backchannelLogoutUri] });
  };
  const addSecret = async (tx: Queryable, clientId: string, by: Actor): Promise<string> => {
    const secret = newSecret();
    const secretHash = keys.hashSecret(secret);
    await repo.insertSecret(tx, { id: newId('cli'), clientId, secretHash, createdBy: accountOf(by) });
    return secret;
  };
  /**
   * Transfers a machine client to the actor if its creator has lost the right to it. The actor then creates a
   * secret or keys that the former creator does not know. Deletes the client's tokens, which the former creator
   * may have. Returns whether the client was transferred.
   */
  const takeOver = async (tx: Queryable, client: ClientRow, by: Actor): Promise<boolean> => {
    const isTaken = await repo.giveClient(tx, client.id, accountOf(by));
    if (!isTaken) return false;
    await recordClient(tx, client, by);
    await repo.deleteTokens(tx, client.id);
    return true;
  };
  const changeRedirects = (
    clientId: string,
    decide: (client: ClientRow) => readonly string[],
  ): Promise<readonly string[]> =>
    sql.begin(async (tx) => {
      const client = await lock(tx, clientId, operator);
      const redirectUris = decide(client);
      await repo.setRedirects(tx, clientId, redirectUris);
      await write(tx, 'client.changed', operator, client, { fields: 'redirectUris' });
      return redirectUris;
    });

  return {
    /**
     * Adds a client with the defaults of its kind.
     * @throws ApplicationProblem for an unknown application, invalid settings or a taken id
     * @throws AppError CLIENT_LIMIT
     */
    async addClient(code: string, input: NewClient, by = operator): Promise<Registered> {
      const application = await repo.findApplication(code);
      if (!application) throw noApplication(code);
      const isPublic = input.kind === 'spa' || input.kind === 'native';
      const { name = application.name, jwks, clientId: wantedId, isDeviceOnly = false, ...settings } = input;
      const client = withSettings(
        {
          ...plainSettings,
          name: needName(name),
          kind: input.kind,
          authMethod: isPublic ? 'none' : 'client_secret_basic',
          jwks: jwks === undefined || jwks === null ? null : await needKeys(jwks),
          scopes: input.kind === 'machine' ? [] : [...clientScopes],
        },
        settings,
      );
      refuseWrong(client, isDeviceOnly);
      const clientId = needGoodId(wantedId ?? newId('cli'));
      const secret = await beginGiving({ sql, notices }, by, async (tx) => {
        const row = { id: clientId, applicationId: application.id, createdBy: accountOf(by), ...client };
        // Lock the application, so that concurrent additions count each other's clients.
        await repo.lockApplication(tx, application.id);
        if ((await repo.countClients(tx, application.id)) >= maxClients) throw new AppError('CLIENT_LIMIT');
        if (!(await repo.insertClient(tx, row)))
          throw new ApplicationProblem(`The client id ${clientId} is taken.`, { clientId: 'taken' });
        await write(tx, 'client.added', by, row, { kind: client.kind });
        await announceAccess(tx, notices, by);
        return hasSecret(client) ? addSecret(tx, clientId, by) : undefined;
      });
      return { clientId, secret };
    },

    /**
     * Changes a client. A client that starts to use a secret gets one. If it stops using secrets, all its
     * secrets are revoked at once.
     */
    async changeClient(clientId: string, change: ClientInput, by = operator): Promise<Registered> {
      const { jwks, name, ...others } = change;
      const newKeys = jwks === undefined || jwks === null ? undefined : await needKeys(jwks);
      return beginGiving({ sql, notices }, by, async (tx) => {
        const before = await lock(tx, clientId, by);
        if (others.authMethod !== undefined || jwks !== undefined || others.requiresDpop === false)
          refuseTakeover(before, by);
        const authMethod = others.authMethod ?? before.authMethod;
        const keptKeys = authMethod === 'private_key_jwt' ? before.jwks : null;
        const former = { ...pick(before, clientSettings), jwks: newKeys ?? keptKeys };
        const after = withSettings(name === undefined ? former : { ...former, name: needName(name) }, others);
        refuseWrong(after, before.redirectUris.length === 0);
        const fields = changedFields(before, after);
        if (fields.some((field) => !harmlessFields.has(field))) await recordClient(tx, before, by);
        await repo.updateClient(tx, clientId, after);
        await write(tx, 'client.changed', by, before, { fields: fields.join(' ') });
        if (hasSecret(before) && !hasSecret(after)) await repo.endSecrets(tx, clientId, 0);
        const needsSecret = hasSecret(after) && !hasSecret(before);
        if (newKeys || needsSecret) await takeOver(tx, before, by);
        if (newKeys || needsSecret || fields.includes('redirectUris')) await announceAccess(tx, notices, by);
        return { clientId, secret: needsSecret ? await addSecret(tx, clientId, by) : undefined };
      });
    },

    /**
     * Removes a client. From the next request on, its tokens and codes are invalid, even for a later client
     * with the same id.
     */
    async removeClient(clientId: string, by = operator): Promise<void> {
      await beginAs(sql, by, async (tx) => {
        const client = await lock(tx, clientId, by);
        await repo.deleteClient(tx, clientId);
        await write(tx, 'client.removed', by, client);
      });
    },

    /**
     * Creates a new secret. The previous secret ends as `decideFormerSecretEnd` decides, and older secrets
     * are revoked at once, so at most two secrets are valid at a time.
     */
    async rotateSecret(
      clientId: string,
      chosen: FormerSecretEnd = defaultFormerSecretEnd,
      by: Actor = operator,
    ): Promise<string> {
      return beginGiving({ sql, notices }, by, async (tx) => {
        const client = await lock(tx, clientId, by);
        refuseTakeover(client, by);
        if (!hasSecret(client)) throw noSecret(clientId);
        const formerEnds = decideFormerSecretEnd(chosen, {
          isTakenOver: await takeOver(tx, client, by),
          isInDoubt: await repo.isSecretInDoubt(tx, clientId),
        });
        await repo.endSecrets(tx, clientId, formerSecretSeconds[formerEnds]);
        await write(tx, 'client.secret-rotated', by, client, { formerEnds });
        await announceAccess(tx, notices, by);
        return addSecret(tx, clientId, by);
      });
    },

    /** Revokes all secrets except the newest. This ends a rotation early. */
    async endFormerSecrets(clientId: string, by: Actor = operator): Promise<void> {
      await beginAs(sql, by, async (tx) => {
        const client = await lock(tx, clientId, by);
        if (await repo.endFormerSecrets(tx, clientId)) await write(tx, 'client.secrets-ended', by, client);
      });
    },

    async setClientStatus(
      clientId: string,
      status: 'active' | 'disabled',
      by: Actor = operator,
    ): Promise<void> {
      await beginAs(sql, by, async (tx) => {
        const client = await lock(tx, clientId, by);
        if (status === 'active') refuseTakeover(client, by);
        if (client.status === status) return;
        if (status === 'active') await recordClient(tx, client, by);
        await repo.setClientStatus(tx, clientId, status);
        await write(tx, status === 'active' ? 'client.enabled' : 'client.disabled', by, client);
      });
    },

    addRedirect: (clientId: string, address: string): Promise<readonly string[]> =>
      changeRedirects(clientId, ({ kind, redirectUris }) => {
        if (kind === 'machine') throw new ApplicationProblem(machineProblem);
        refuseUnsafe(kind, { redirectUris: [address] });
        return [...redirectUris.filter((known) => known !== address), address];
      }),

    removeRedirect: (clientId: string, address: string): Promise<readonly string[]> =>
      changeRedirects(clientId, ({ kind, redirectUris }) => {
        const left = redirectUris.filter((known) => known !== address);
        if (left.length === redirectUris.length)
          throw new ApplicationProblem(
            [`${clientId} has no redirect URI ${JSON.stringify(address)}. It has:`, ...redirectUris].join(
              '\n  ',
            ),
          );
        if (left.length === 0 && kind !== 'machine')
          throw new ApplicationProblem(
            `${address} is the only redirect URI of ${clientId}, which needs one. Add another first.`,
          );
        return left;
      }),
  };
}

/**
 * Locks a client of the only application that the actor may change (`within`), or of any application without
 * `within`.
 * @throws ApplicationProblem NOT_FOUND, also for a client of another application (M2)
 */
export async function lockClient(
  repo: Pick<ApplicationRepo, 'lockClient'>,
  tx: Queryable,
  clientId: string,
  { within }: Actor,
): Promise<ClientRow> {
  const client = await repo.lockClient(tx, clientId);
  if (client && (within === undefined || client.applicationId === within)) return client;
  throw new ApplicationProblem(`There is no client ${clientId}.`, undefined, 'NOT_FOUND');
}

export const recordClient = (tx: Queryable, { id, applicationId }: ClientRow, by: Actor) =>
  recordRights(tx, { kind: 'client', applicationId, accountId: accountOf(by) }, [id]);

function needGoodId(clientId: string): string {
  const problem = checkClientId(clientId);
  if (problem)
    throw new ApplicationProblem(
      `The client id ${JSON.stringify(clientId)} cannot be registered: ${clientIdProblems[problem]}.`,
      { clientId: problem === 'reserved' ? 'clientIdReserved' : 'clientId' },
    );
  return clientId;
}

const noSecret = (clientId: string) =>
  new ApplicationProblem(`The client ${clientId} has no secret.`, { authMethod: 'clientMethod' });

const plainSettings: Omit<ClientSettings, 'name' | 'kind' | 'authMethod' | 'jwks' | 'scopes'> = {
  redirectUris: [],
  postLogoutUris: [],
  backchannelLogoutUri: null,
  idTokenAlg: 'ES256',
  asksToContinue: false,
  requiresPar: false,
  requiresDpop: false,
  requiresName: false,
  requiresEmail: false,
  mayOmitPkce: false,
};

function withSettings(former: ClientSettings, given: Omit<ClientInput, 'jwks'>): ClientSettings {
  const named = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const settings: ClientSettings = { ...former, ...named };
  return { ...settings, scopes: orderScopes(settings.scopes) };
}

/** Settings whose change cannot give an intruder access. */
const harmlessFields: ReadonlySet<string> = new Set([
  'name',
  'idTokenAlg',
  'asksToContinue',
  'requiresName',
  'requiresEmail',
]);

function changedFields(before: ClientSettings, after: ClientSettings): readonly string[] {
  const beforeByName = new Map<string, unknown>(Object.entries(before));
  return Object.entries(after)
    .filter(([name, value]) => !isDeepStrictEqual(value, beforeByName.get(name)))
    .map(([name]) => name);
}

/**
 * Protects a client that may read the association's accounts from managers: only an administrator or the
 * operator may change its secret or keys, enable it, or stop requiring DPoP.
 */
function refuseTakeover(client: ClientRow, { isAdmin = false }: Actor): void {
  const readsAccounts = accountScopes.some((scope) => client.managementScopes.includes(scope));
  if (!isAdmin && readsAccounts) throw new AppError('FORBIDDEN');
}

const hasSecret = ({ authMethod }: Pick<ClientSettings, 'authMethod'>): boolean =>
  authMethod.startsWith('client_secret');

async function needKeys(jwks: unknown): Promise<ClientKeys> {
  const verdict = await checkClientKeys(jwks);
  if ('jwks' in verdict) return verdict.jwks;
  const what = verdict.at === undefined ? 'These keys' : `Key ${verdict.at} of the set`;
  throw new ApplicationProblem(`${what} cannot be used: ${keyProblems[verdict.problem]}.`, {
    jwks: 'clientKeys',
  });
}
