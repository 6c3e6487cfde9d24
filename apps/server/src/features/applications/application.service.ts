import type { Database } from '../../database/connection.ts';
import type {
  ApplicationAccess,
  ClientAuthMethod,
  ClientKind,
  SigningAlgorithm,
} from '../../database/sso-schema.ts';
import { newId, newSecret } from '../../lib/ids.ts';
import type { Keys } from '../../lib/keys.ts';
import type { ApplicationRepo, ApplicationRow, ClientRow } from './application.repo.ts';
import { fetchLogo, logoBytes } from './logo.ts';
import { checkRedirectAddress } from './redirect-address.policy.ts';

/** Something an operator asked for that can't be done; the message says what and why. */
export class ApplicationProblem extends Error {}

/** How long an old secret goes on after a rotation. */
const secretGraceSeconds = 7 * 86_400;

export type NewClient = {
  readonly clientId?: string | undefined;
  readonly kind: ClientKind;
  readonly authMethod?: ClientAuthMethod | undefined;
  readonly redirectUris: readonly string[];
  readonly postLogoutUris?: readonly string[];
  readonly backchannelLogoutUri?: string | undefined;
  readonly idTokenAlg?: SigningAlgorithm | undefined;
  readonly jwks?: { keys: Record<string, unknown>[] } | undefined;
  readonly asksToContinue?: boolean;
};

type Parts = {
  readonly db: Database;
  readonly repo: ApplicationRepo;
  readonly keys: Keys;
  readonly allowsLoopback: boolean;
};

/** Applications, their clients and secrets. What must hold at once (a disabled client) is read with every use. */
export function createApplicationService({ db, repo, keys, allowsLoopback }: Parts) {
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
  const need = async (code: string): Promise<ApplicationRow> => {
    const row = await repo.findApplication(code);
    if (!row) throw new ApplicationProblem(`There is no application with the code ${code}.`);
    return row;
  };

  return {
    /** The client with its application when both are active. */
    async findActive(
      clientId: string,
    ): Promise<{ client: ClientRow; application: ApplicationRow } | undefined> {
      const found = await repo.findClient(clientId);
      return found?.client.status === 'active' && found.application.status === 'active' ? found : undefined;
    },

    /** Roles of an account in an application; `undefined` when it may not use it at all. */
    async rolesOf(accountId: string, application: ApplicationRow): Promise<readonly string[] | undefined> {
      const roles = await repo.listRoles(accountId, application.id);
      return application.access === 'open' || roles.length > 0 ? roles : undefined;
    },

    /** `logo` is the address of a picture, which is fetched now and kept. */
    async add(input: {
      code: string;
      name: string;
      logo?: string | undefined;
      ownerId?: string | undefined;
      access?: ApplicationAccess | undefined;
      isFirstParty?: boolean;
    }): Promise<ApplicationRow> {
      if (!/^[A-Za-z0-9][A-Za-z0-9_-]{1,40}$/u.test(input.code))
        throw new ApplicationProblem('A code is 2 to 41 letters, digits, - or _.');
      if (await repo.findApplication(input.code))
        throw new ApplicationProblem(`The code ${input.code} is taken.`);
      await repo.insertApplication(db, {
        id: newId('app'),
        code: input.code,
        name: input.name,
        logo: input.logo === undefined ? null : await keepLogo(input.logo),
        ownerId: input.ownerId ?? null,
        access: input.access ?? 'open',
        isFirstParty: input.isFirstParty ?? false,
      });
      return need(input.code);
    },

    /** Returns the client's id and, for a confidential one, its secret: shown this once. */
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
            ? 'A single-page or native client can keep no secret: its method is none.'
            : 'A server or machine client must prove itself: its method can’t be none.',
        );
      }
      if (authMethod === 'private_key_jwt' && !input.jwks)
        throw new ApplicationProblem('private_key_jwt needs the client’s public keys (jwks).');
      if (input.kind !== 'machine' && input.redirectUris.length === 0)
        throw new ApplicationProblem('At least one redirect address is needed.');
      refuseUnsafe(input.kind, [...input.redirectUris, ...(input.postLogoutUris ?? [])]);
      if (input.backchannelLogoutUri) refuseUnsafe('web', [input.backchannelLogoutUri]);
      const clientId = input.clientId ?? newId('cli');
      if (await repo.findClient(clientId))
        throw new ApplicationProblem(`The client id ${clientId} is taken.`);
      const secret = authMethod.startsWith('client_secret') ? newSecret() : undefined;
      await db.transaction(async (tx) => {
        await repo.insertClient(tx, {
          id: clientId,
          applicationId: application.id,
          kind: input.kind,
          authMethod,
          redirectUris: [...input.redirectUris],
          postLogoutUris: [...(input.postLogoutUris ?? [])],
          backchannelLogoutUri: input.backchannelLogoutUri ?? null,
          idTokenAlg: input.idTokenAlg ?? 'ES256',
          jwks: input.jwks ?? null,
          asksToContinue: input.asksToContinue ?? false,
        });
        if (secret !== undefined)
          await repo.insertSecret(tx, { id: newId('cli'), clientId, secretHash: keys.hashSecret(secret) });
      });
      return { clientId, secret };
    },

    /** A new secret; the ones before it go on for a week. */
    async rotateSecret(clientId: string): Promise<string> {
      const found = await repo.findClient(clientId);
      if (!found?.client.authMethod.startsWith('client_secret'))
        throw new ApplicationProblem(`The client ${clientId} has no secret.`);
      const secret = newSecret();
      await db.transaction(async (tx) => {
        await repo.expireSecrets(tx, clientId, secretGraceSeconds);
        await repo.insertSecret(tx, { id: newId('cli'), clientId, secretHash: keys.hashSecret(secret) });
      });
      return secret;
    },

    /** Fetches another logo, or takes it off. */
    async setLogo(code: string, address: string | null): Promise<void> {
      const { id } = await need(code);
      await repo.updateApplication(id, { logo: address === null ? null : await keepLogo(address) });
    },

    async setStatus(code: string, status: 'active' | 'disabled'): Promise<void> {
      await repo.updateApplication((await need(code)).id, { status });
    },

    async setClientStatus(clientId: string, status: 'active' | 'disabled'): Promise<void> {
      if (!(await repo.updateClient(clientId, { status })))
        throw new ApplicationProblem(`There is no client ${clientId}.`);
    },

    async changeRedirects(
      clientId: string,
      change: { add?: string; remove?: string },
    ): Promise<readonly string[]> {
      const found = await repo.findClient(clientId);
      if (!found) throw new ApplicationProblem(`There is no client ${clientId}.`);
      if (change.add !== undefined) refuseUnsafe(found.client.kind, [change.add]);
      const kept = found.client.redirectUris.filter(
        (address) => address !== change.remove && address !== change.add,
      );
      const redirectUris = change.add === undefined ? kept : [...kept, change.add];
      await repo.updateClient(clientId, { redirectUris });
      return redirectUris;
    },

    async grant(code: string, accountId: string, role: string): Promise<void> {
      if (!/^[a-z][a-z0-9_-]{0,40}$/u.test(role))
        throw new ApplicationProblem('A role is a lower-case word.');
      await repo.grant({ id: newId('app'), accountId, applicationId: (await need(code)).id, role });
    },

    async withdraw(code: string, accountId: string, role?: string): Promise<number> {
      return repo.withdraw(accountId, (await need(code)).id, role);
    },

    async describe(): Promise<{ application: ApplicationRow; clients: ClientRow[] }[]> {
      const rows = await repo.list();
      return Promise.all(
        rows.map(async (application) => ({ application, clients: await repo.listClients(application.id) })),
      );
    },
  };
}

export type ApplicationService = ReturnType<typeof createApplicationService>;

const logoProblems = {
  address: 'its address must begin with https',
  unreachable: 'it was not answered within five seconds, or with a redirect or an error',
  'too-large': `a logo weighs at most ${logoBytes / 1024} KiB`,
  'no-picture': 'it is no PNG, JPEG, WebP or SVG',
} as const;

const addressProblems = {
  'not-an-address': 'it is no address',
  scheme: 'its scheme must be https (native clients: a reversed domain name such as vn.example.app:/)',
  'plain-http': 'plain http is for loopback addresses of native clients and of evaluation mode only',
  userinfo: 'it must not hold a user name or password',
  fragment: 'it must not hold a fragment (#)',
  wildcard: 'wildcards are not understood; register each address',
  spelling:
    'write it in its plain form: lower-case host, no default port, no spaces, backslashes or dot segments',
} as const;
