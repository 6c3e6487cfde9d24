import type { Sql } from '#database/connection.ts';
import type { ApplicationAccess } from '#database/tables.ts';
import { newId } from '#lib/ids.ts';
import type { Keys } from '#lib/keys.ts';
import { cleanText } from '#lib/text.ts';
import { ApplicationProblem } from './application-problem.ts';
import type { ApplicationRepo, ApplicationRow, ClientRow } from './application.repo.ts';
import { createClientService } from './client.service.ts';
import { fetchLogo } from './logo.ts';
import { logoProblems, nameProblem } from './problem-texts.ts';

type Deps = {
  readonly sql: Sql;
  readonly repo: ApplicationRepo;
  readonly keys: Keys;
  readonly allowsLoopback: boolean;
};

/** Applications, their clients and secrets. Nothing is cached, so disabling a client takes effect immediately. */
export function createApplicationService({ sql, repo, keys, allowsLoopback }: Deps) {
  const keepLogo = async (address: string): Promise<string> => {
    const verdict = await fetchLogo(address, { allowsLoopback });
    if ('logo' in verdict) return verdict.logo;
    throw new ApplicationProblem(
      `The logo ${JSON.stringify(address)} cannot be used: ${logoProblems[verdict.problem]}.`,
    );
  };
  const need = async (code: string): Promise<ApplicationRow> => {
    const row = await repo.findApplication(code);
    if (!row) throw new ApplicationProblem(`There is no application with the code ${code}.`);
    return row;
  };

  return {
    ...createClientService({ sql, repo, keys, allowsLoopback }),

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

    /** Fetches and stores a new logo; null removes it. */
    async setLogo(code: string, address: string | null): Promise<void> {
      const { id } = await need(code);
      await repo.updateApplication(id, { logo: address === null ? null : await keepLogo(address) });
    },

    async setStatus(code: string, status: 'active' | 'disabled'): Promise<void> {
      await repo.updateApplication((await need(code)).id, { status });
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

export type ApplicationService = ReturnType<typeof createApplicationService>;
