import type { Sql } from '#database/connection.ts';
import type { ApplicationAccess, ClientAuthMethod, ClientKind, SigningKeyAlg } from '#database/tables.ts';
import { newId, newSecret } from '#lib/ids.ts';
import type { Keys } from '#lib/keys.ts';
import { cleanText } from '#lib/text.ts';
import type { ApplicationRepo, ApplicationRow, ClientRow } from './application.repo.ts';
import { checkClientId } from './client-id.policy.ts';
import { checkClientKeys, type ClientKeys } from './client-keys.ts';
import { fetchLogo } from './logo.ts';
import {
  addressProblems,
  clientIdProblems,
  keyProblems,
  logoProblems,
  nameProblem,
} from './problem-texts.ts';
import { checkRedirectAddress } from './redirect-address.policy.ts';

/** An operator's command that cannot be carried out. The message explains why. */
export class ApplicationProblem extends Error {}

/** How long the previous secret stays valid after a rotation. */
const secretGraceSeconds = 7 * 86_400;

const machineProblem =
  'A machine client signs no users in, so it has no redirect, post-logout or back-channel addresses.';

export type NewClient = {
  readonly clientId?: string | undefined;
  readonly kind: ClientKind;
  readonly authMethod?: ClientAuthMethod | undefined;
  readonly redirectUris: readonly string[];
  readonly postLogoutUris?: readonly string[];
  readonly backchannelLogoutUri?: string | undefined;
  readonly idTokenAlg?: SigningKeyAlg | undefined;
  /** Public keys for private_key_jwt, checked here. */
  readonly jwks?: unknown;
  readonly asksToContinue?: boolean;
};

type Deps = {
  readonly sql: Sql;
  readonly repo: ApplicationRepo;
  readonly keys: Keys;
  readonly allowsLoopback: boolean;
};

/** Applications, their clients and secrets. Nothing is cached, so disabling a client takes effect immediately. */
export function createApplicationService({ sql, repo, keys, allowsLoopback }: Deps) {
  const refuseUnsafe = (kind: ClientKind, addresses: readonly string[]): void => {
    for (const address of addresses) {
      const problem = checkRedirectAddress(address, { kind, allowsLoopback });
      if (problem)
        throw new ApplicationProblem(
          `The address ${JSON.stringify(address)} can't be registered: ${addressProblems[problem]}.`,
        );
    }
  };
  const keepLogo = async (address: string): Promise<string> => {
    const verdict = await fetchLogo(address, { allowsLoopback });
    if ('logo' in verdict) return verdict.logo;
    throw new ApplicationProblem(
      `The logo ${JSON.stringify(address)} can't be used: ${logoProblems[verdict.problem]}.`,
    );
  };
  const needNewId = async (clientId: string): Promise<string> => {
    const problem = checkClientId(clientId);
    if (problem)
      throw new ApplicationProblem(
        `The client id ${JSON.stringify(clientId)} can't be registered: ${clientIdProblems[problem]}.`,
      );
    if (await repo.findClient(clientId)) throw new ApplicationProblem(`The client id ${clientId} is taken.`);
    return clientId;
  };
  const needClient = async (clientId: string): Promise<ClientRow> => {
    const found = await repo.findClient(clientId);
    if (!found) throw new ApplicationProblem(`There is no client ${clientId}.`);
    return found.client;
  };
  const need = async (code: string): Promise<ApplicationRow> => {
    const row = await repo.findApplication(code);
    if (!row) throw new ApplicationProblem(`There is no application with the code ${code}.`);
    return row;
  };

  return {
    /** The client and its application, if both are active. */
    async findActive(
      clientId: string,
    ): Promise<{ client: ClientRow; application: ApplicationRow } | undefined> {
      const found = await repo.findClient(clientId);
      return found?.client.status === 'active' && found.application.status === 'active' ? found : undefined;
    },

    /** Whether an account may use an application. Any account may use an open one; a restricted one requires a role. */
    async mayUse(accountId: string, { id, access }: Pick<ApplicationRow, 'id' | 'access'>): Promise<boolean> {
      return access === 'open' || (await repo.listRoles(accountId, id)).length > 0;
    },

    /** Adds an application. Fetches and stores the picture at the address `logo`. */
    async add(input: {
      code: string;
      name: string;
      logo?: string | undefined;
      ownerId?: string | undefined;
      access?: ApplicationAccess | undefined;
      isFirstParty?: boolean;
    }): Promise<ApplicationRow> {
      if (!/^[A-Za-z0-9][A-Za-z0-9_-]{1,40}$/u.test(input.code))
        throw new ApplicationProblem('A code has 2 to 41 letters, digits, - or _.');
      const name = needName(input.name);
      if (await repo.findApplication(input.code))
        throw new ApplicationProblem(`The code ${input.code} is taken.`);
      await repo.insertApplication(sql, {
        id: newId('app'),
        code: input.code,
        name,
        logo: input.logo === undefined ? null : await keepLogo(input.logo),
        ownerId: input.ownerId ?? null,
        access: input.access ?? 'open',
        isFirstParty: input.isFirstParty ?? false,
      });
      return need(input.code);
    },

    /** Adds a client. Returns its id and, for a confidential client, the secret, which is not stored in plain text. */
    async addClient(
      code: string,
      input: NewClient,
    ): Promise<{ clientId: string; secret: string | undefined }> {
      const application = await need(code);
      const isPublic = input.kind === 'spa' || input.kind === 'native';
      const authMethod = input.authMethod ?? (isPublic ? 'none' : 'client_secret_basic');
      if (isPublic !== (authMethod === 'none')) {
        throw new ApplicationProblem(
          isPublic
            ? 'A single-page or native client cannot keep a secret, so its method must be none.'
            : 'A web or machine client must authenticate, so its method cannot be none.',
        );
      }
      if ((authMethod === 'private_key_jwt') !== (input.jwks !== undefined))
        throw new ApplicationProblem(
          'private_key_jwt requires the client’s public keys (jwks); other methods do not use them.',
        );
      const { postLogoutUris = [], backchannelLogoutUri } = input;
      const addresses = [...input.redirectUris, ...postLogoutUris];
      if (input.kind === 'machine' && (addresses.length > 0 || backchannelLogoutUri !== undefined))
        throw new ApplicationProblem(machineProblem);
      if (input.kind !== 'machine' && input.redirectUris.length === 0)
        throw new ApplicationProblem('At least one redirect address is required.');
      refuseUnsafe(input.kind, addresses);
      if (backchannelLogoutUri !== undefined) refuseUnsafe('web', [backchannelLogoutUri]);
      const jwks = input.jwks === undefined ? null : await needKeys(input.jwks);
      const clientId = await needNewId(input.clientId ?? newId('cli'));
      const secret = authMethod.startsWith('client_secret') ? newSecret() : undefined;
      await sql.begin(async (tx) => {
        await repo.insertClient(tx, {
          id: clientId,
          applicationId: application.id,
          kind: input.kind,
          authMethod,
          redirectUris: [...input.redirectUris],
          postLogoutUris: [...postLogoutUris],
          backchannelLogoutUri: backchannelLogoutUri ?? null,
          idTokenAlg: input.idTokenAlg ?? 'ES256',
          jwks,
          asksToContinue: input.asksToContinue ?? false,
        });
        if (secret !== undefined)
          await repo.insertSecret(tx, { id: newId('cli'), clientId, secretHash: keys.hashSecret(secret) });
      });
      return { clientId, secret };
    },

    /**
     * Creates a new secret. The previous one stays valid for a week and older ones are revoked, so at most two are
     * valid at a time. With `endsFormer`, for a leaked secret, all others are revoked immediately.
     */
    async rotateSecret(clientId: string, { endsFormer = false } = {}): Promise<string> {
      const found = await repo.findClient(clientId);
      if (!found?.client.authMethod.startsWith('client_secret'))
        throw new ApplicationProblem(`The client ${clientId} has no secret.`);
      const secret = newSecret();
      await sql.begin(async (tx) => {
        await repo.endSecrets(tx, clientId, endsFormer ? 0 : secretGraceSeconds);
        await repo.insertSecret(tx, { id: newId('cli'), clientId, secretHash: keys.hashSecret(secret) });
      });
      return secret;
    },

    /** Fetches and stores a new logo; null removes it. */
    async setLogo(code: string, address: string | null): Promise<void> {
      const { id } = await need(code);
      await repo.updateApplication(id, { logo: address === null ? null : await keepLogo(address) });
    },

    async setStatus(code: string, status: 'active' | 'disabled'): Promise<void> {
      await repo.updateApplication((await need(code)).id, { status });
    },

    async setClientStatus(clientId: string, status: 'active' | 'disabled'): Promise<void> {
      if (!(await repo.setClientStatus(clientId, status)))
        throw new ApplicationProblem(`There is no client ${clientId}.`);
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

    async grant(code: string, accountId: string, role: string): Promise<void> {
      if (!/^[a-z][a-z0-9_-]{0,40}$/u.test(role))
        throw new ApplicationProblem('A role must be a lower-case word.');
      await repo.grant({ id: newId('app'), accountId, applicationId: (await need(code)).id, role });
    },

    async withdraw(code: string, accountId: string, role?: string): Promise<number> {
      return repo.withdraw(accountId, (await need(code)).id, role);
    },

    async describe(): Promise<{ application: ApplicationRow; clients: readonly ClientRow[] }[]> {
      const rows = await repo.list();
      return Promise.all(
        rows.map(async (application) => ({ application, clients: await repo.listClients(application.id) })),
      );
    },
  };
}

/** An application in the form that VID's screens show. */
export function toSsoApplication({ code, name, logo, isFirstParty }: ApplicationRow) {
  return { code, name, logo, isFirstParty };
}

function needName(name: string): string {
  const verdict = cleanText(name);
  // Requires a letter or digit, because a name of joiners alone looks empty.
  if ('text' in verdict && /[\p{L}\p{N}]/u.test(verdict.text)) return verdict.text;
  throw new ApplicationProblem(nameProblem);
}

async function needKeys(jwks: unknown): Promise<ClientKeys> {
  const verdict = await checkClientKeys(jwks);
  if ('jwks' in verdict) return verdict.jwks;
  const what = verdict.at === undefined ? 'These keys' : `Key ${verdict.at} of the set`;
  throw new ApplicationProblem(`${what} can't be used: ${keyProblems[verdict.problem]}.`);
}

export type ApplicationService = ReturnType<typeof createApplicationService>;
