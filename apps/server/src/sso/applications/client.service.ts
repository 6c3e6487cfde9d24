import type { Queryable, Sql } from '#database/connection.ts';
import { newId, newSecret } from '#lib/ids.ts';
import type { Keys } from '#lib/keys.ts';
import { ApplicationProblem } from './application-problem.ts';
import type { ApplicationRepo, ClientRow, ClientSettings } from './application.repo.ts';
import { checkClientId } from './client-id.policy.ts';
import { checkClientKeys, type ClientKeys } from './client-keys.ts';
import { findClientProblem, machineProblem } from './client.policy.ts';
import { addressProblems, clientIdProblems, keyProblems } from './problem-texts.ts';
import { checkRedirectAddress } from './redirect-address.policy.ts';

/** How long the previous secret stays valid after a rotation. */
const secretGraceSeconds = 7 * 86_400;

/** What an operator may set for a client. `jwks` is checked here. */
export type ClientInput = {
  readonly [K in Exclude<keyof ClientSettings, 'kind' | 'jwks'>]?: ClientSettings[K] | undefined;
} & { readonly jwks?: unknown };
export type NewClient = ClientInput &
  Pick<ClientSettings, 'kind'> & {
    readonly clientId?: string | undefined;
    /** The client signs people in by the device flow only, so it has no redirect address. */
    readonly isDeviceOnly?: boolean;
  };

/** The id, and the secret if one was made. A secret is not stored in plain text. */
export type Registered = { readonly clientId: string; readonly secret: string | undefined };

type Deps = {
  readonly sql: Sql;
  readonly repo: ApplicationRepo;
  readonly keys: Keys;
  readonly allowsLoopback: boolean;
};

/** Clients and their secrets. Nothing is cached, so a change takes effect with the next request. */
export function createClientService({ sql, repo, keys, allowsLoopback }: Deps) {
  const refuseUnsafe = (kind: ClientRow['kind'], addresses: readonly string[]): void => {
    for (const address of addresses) {
      const problem = checkRedirectAddress(address, { kind, allowsLoopback });
      if (problem)
        throw new ApplicationProblem(
          `The address ${JSON.stringify(address)} cannot be registered: ${addressProblems[problem]}.`,
        );
    }
  };
  const refuseWrong = (client: ClientSettings, isDeviceOnly: boolean): void => {
    const problem = findClientProblem(client, isDeviceOnly);
    if (problem !== undefined) throw new ApplicationProblem(problem);
    refuseUnsafe(client.kind, [...client.redirectUris, ...client.postLogoutUris]);
    if (client.backchannelLogoutUri !== null) refuseUnsafe('web', [client.backchannelLogoutUri]);
  };
  const needNewId = async (clientId: string): Promise<string> => {
    const problem = checkClientId(clientId);
    if (problem)
      throw new ApplicationProblem(
        `The client id ${JSON.stringify(clientId)} cannot be registered: ${clientIdProblems[problem]}.`,
      );
    if (await repo.findClient(clientId)) throw new ApplicationProblem(`The client id ${clientId} is taken.`);
    return clientId;
  };
  const needClient = async (clientId: string): Promise<ClientRow> => {
    const found = await repo.findClient(clientId);
    if (!found) throw noClient(clientId);
    return found.client;
  };
  const addSecret = async (tx: Queryable, clientId: string): Promise<string> => {
    const secret = newSecret();
    await repo.insertSecret(tx, { id: newId('cli'), clientId, secretHash: keys.hashSecret(secret) });
    return secret;
  };

  return {
    /** Adds a client with the defaults of its kind. */
    async addClient(code: string, input: NewClient): Promise<Registered> {
      const application = await repo.findApplication(code);
      if (!application) throw new ApplicationProblem(`There is no application with the code ${code}.`);
      const isPublic = input.kind === 'spa' || input.kind === 'native';
      const client: ClientSettings = {
        kind: input.kind,
        authMethod: input.authMethod ?? (isPublic ? 'none' : 'client_secret_basic'),
        redirectUris: [...(input.redirectUris ?? [])],
        postLogoutUris: [...(input.postLogoutUris ?? [])],
        backchannelLogoutUri: input.backchannelLogoutUri ?? null,
        idTokenAlg: input.idTokenAlg ?? 'ES256',
        jwks: input.jwks === undefined || input.jwks === null ? null : await needKeys(input.jwks),
        asksToContinue: input.asksToContinue ?? false,
        requiresPar: input.requiresPar ?? false,
        requiresDpop: input.requiresDpop ?? false,
        requiresName: input.requiresName ?? false,
      };
      refuseWrong(client, input.isDeviceOnly === true);
      const clientId = await needNewId(input.clientId ?? newId('cli'));
      const secret = await sql.begin(async (tx) => {
        await repo.insertClient(tx, { id: clientId, applicationId: application.id, ...client });
        return hasSecret(client) ? addSecret(tx, clientId) : undefined;
      });
      return { clientId, secret };
    },

    /**
     * Changes the given settings. A client that starts to use a secret gets one; all secrets of a client that stops
     * using them are revoked immediately.
     */
    async changeClient(clientId: string, change: ClientInput): Promise<Registered> {
      const { jwks, ...others } = change;
      const newKeys = jwks === undefined || jwks === null ? undefined : await needKeys(jwks);
      return sql.begin(async (tx) => {
        const before = await repo.lockClient(tx, clientId);
        if (!before) throw noClient(clientId);
        const authMethod = others.authMethod ?? before.authMethod;
        const { backchannelLogoutUri } = others;
        const after: ClientSettings = {
          kind: before.kind,
          authMethod,
          redirectUris: others.redirectUris ?? before.redirectUris,
          postLogoutUris: others.postLogoutUris ?? before.postLogoutUris,
          backchannelLogoutUri:
            backchannelLogoutUri === undefined ? before.backchannelLogoutUri : backchannelLogoutUri,
          idTokenAlg: others.idTokenAlg ?? before.idTokenAlg,
          jwks: newKeys ?? (authMethod === 'private_key_jwt' ? before.jwks : null),
          asksToContinue: others.asksToContinue ?? before.asksToContinue,
          requiresPar: others.requiresPar ?? before.requiresPar,
          requiresDpop: others.requiresDpop ?? before.requiresDpop,
          requiresName: others.requiresName ?? before.requiresName,
        };
        refuseWrong(after, before.redirectUris.length === 0);
        await repo.updateClient(tx, clientId, after);
        if (hasSecret(before) && !hasSecret(after)) await repo.endSecrets(tx, clientId, 0);
        const needsSecret = hasSecret(after) && !hasSecret(before);
        return { clientId, secret: needsSecret ? await addSecret(tx, clientId) : undefined };
      });
    },

    /** Deletes a client with its secrets. Its tokens and codes stop working with the next request. */
    async removeClient(clientId: string): Promise<void> {
      if (!(await repo.deleteClient(clientId))) throw noClient(clientId);
    },

    /**
     * Creates a new secret. The previous one stays valid for a week and older ones are revoked, so at most two are
     * valid at a time. With `endsFormer`, for a leaked secret, all others are revoked immediately.
     */
    async rotateSecret(clientId: string, { endsFormer = false } = {}): Promise<string> {
      const found = await repo.findClient(clientId);
      if (!found || !hasSecret(found.client))
        throw new ApplicationProblem(`The client ${clientId} has no secret.`);
      return sql.begin(async (tx) => {
        await repo.endSecrets(tx, clientId, endsFormer ? 0 : secretGraceSeconds);
        return addSecret(tx, clientId);
      });
    },

    async setClientStatus(clientId: string, status: 'active' | 'disabled'): Promise<void> {
      if (!(await repo.setClientStatus(clientId, status))) throw noClient(clientId);
    },

    /** Returns the client's resulting redirect addresses. */
    async addRedirect(clientId: string, address: string): Promise<readonly string[]> {
      const { kind } = await needClient(clientId);
      if (kind === 'machine') throw new ApplicationProblem(machineProblem);
      refuseUnsafe(kind, [address]);
      return (await repo.addRedirect(clientId, address)) ?? [];
    },

    async removeRedirect(clientId: string, address: string): Promise<readonly string[]> {
      const left = await repo.removeRedirect(clientId, address);
      if (left) return left;
      const { redirectUris } = await needClient(clientId);
      throw new ApplicationProblem(
        redirectUris.includes(address)
          ? `${address} is the only redirect address of ${clientId}, which needs one. Add another first.`
          : [`${clientId} has no redirect address ${JSON.stringify(address)}. It has:`, ...redirectUris].join(
              '\n  ',
            ),
      );
    },
  };
}

const noClient = (clientId: string) => new ApplicationProblem(`There is no client ${clientId}.`);

const hasSecret = ({ authMethod }: Pick<ClientSettings, 'authMethod'>): boolean =>
  authMethod.startsWith('client_secret');

async function needKeys(jwks: unknown): Promise<ClientKeys> {
  const verdict = await checkClientKeys(jwks);
  if ('jwks' in verdict) return verdict.jwks;
  const what = verdict.at === undefined ? 'These keys' : `Key ${verdict.at} of the set`;
  throw new ApplicationProblem(`${what} cannot be used: ${keyProblems[verdict.problem]}.`);
}
