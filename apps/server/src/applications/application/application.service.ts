import type { AccountServices } from '#account/services.ts';
import type { Queryable } from '#database/connection.ts';
import type { ApplicationAccess } from '#database/tables.ts';
import { AppError } from '#lib/app-error.ts';
import { newId } from '#lib/ids.ts';
import type { AuditKind } from '#platform/audit/audit.ts';
import { announceAccess, beginGiving } from '#applications/announce-access.ts';
import { beginAs } from '#platform/begin-as.ts';
import { publishWebhooks } from '#platform/webhooks/publish.ts';
import { pick } from '#lib/pick.ts';
import { accountOf, operator, type Actor } from '#account/actor.ts';
import {
  ApplicationProblem,
  noApplication,
  logoProblems,
  logoReasons,
  needName,
} from './application-problem.ts';
import {
  createApplicationRepo,
  type ApplicationChange,
  type ApplicationRow,
  type ClientRow,
} from './application.repo.ts';
import { recordRights } from './record-rights.ts';
import { createClientService } from '#applications/clients/client.service.ts';
import { fetchLogo, toLogo, type LogoVerdict } from './logo.ts';
import { mayUse } from '#applications/clients/lookups.ts';
import { fromCamel } from '@vid/sql/statement';

/**
 * Manages applications and their clients. Nothing is cached, so that disabling a client takes effect at once.
 */
export function createApplicationService(deps: AccountServices) {
  const { sql, accounts, audit, notices, config } = deps;
  const repo = createApplicationRepo(sql);
  const keepLogo = async (address: string): Promise<string> => {
    const verdict = await fetchLogo(address, { allowsLoopback: !config.isProduction });
    return needLogo(verdict, ` ${JSON.stringify(address)}`);
  };
  const need = async (code: string): Promise<ApplicationRow> => {
    const row = await repo.findApplication(code);
    if (!row) throw noApplication(code);
    return row;
  };
  const write = (tx: Queryable, kind: AuditKind, by: Actor, row: ApplicationRow, details = {}) =>
    audit.write(tx, {
      kind,
      ...by,
      details: {
        applicationId: row.id,
        code: row.code,
        ...details,
        ...(by.reason !== undefined && { reason: by.reason }),
      },
    });
  const writeOf = (tx: Queryable, kind: AuditKind, accountId: string, { id }: ApplicationRow, details = {}) =>
    audit.write(tx, {
      kind,
      accountId,
      actorId: null,
      caller: operator.caller,
      details: { applicationId: id, ...details },
    });
  /** Changes a row. Returns false, without writing, if the locked row already has these values. */
  const changeRow = async (
    tx: Queryable,
    { id, by, kind }: { id: string; by: Actor; kind: AuditKind },
    decide: (row: ApplicationRow) => { change: ApplicationChange; details?: Record<string, string | null> },
  ): Promise<boolean> => {
    const row = await repo.lockApplication(tx, id);
    if (!row) throw unknownApplication();
    const { change: wanted, details } = decide(row);
    const before = new Map<string, unknown>(Object.entries(row));
    const names = Object.entries(wanted).flatMap(([name, value]) => (before.get(name) === value ? [] : name));
    if (names.length === 0) return false;
    const columns = names.map(fromCamel);
    await recordRights(tx, { kind: 'application', applicationId: id, accountId: accountOf(by) }, columns);
    await repo.updateApplication(tx, id, wanted);
    await write(tx, kind, by, row, details ?? { fields: names.join(' ') });
    return true;
  };
  /**
   * Locks the owner's account, so that it is neither locked nor erased before the commit.
   * @throws AppError ACCOUNT_NOT_FOUND, ACCOUNT_LOCKED
   */
  const lockOwner = async (tx: Queryable, ownerId: string): Promise<void> => {
    const account = await accounts.lockRow(tx, ownerId);
    if (!account) throw new AppError('ACCOUNT_NOT_FOUND');
    if (account.status === 'locked') throw new AppError('ACCOUNT_LOCKED');
  };
  const change = async (
    id: string,
    by: Actor,
    kind: AuditKind,
    decide: Parameters<typeof changeRow>[2],
  ): Promise<void> => {
    await beginAs(sql, by, (tx) => changeRow(tx, { id, by, kind }, decide));
  };

  return {
    ...createClientService(deps),

    async findActive(
      clientId: string,
    ): Promise<{ client: ClientRow; application: ApplicationRow } | undefined> {
      const found = await repo.findClient(clientId);
      return found?.client.status === 'active' && found.application.status === 'active' ? found : undefined;
    },

    async mayUse(accountId: string, { id, access }: Pick<ApplicationRow, 'id' | 'access'>): Promise<boolean> {
      return mayUse(access, await repo.findRoles(accountId, id));
    },

    /**
     * Registers an application, and stores the picture at the URL `logo`.
     * @throws ApplicationProblem for an invalid or taken code, name or logo
     * @throws AppError ACCOUNT_NOT_FOUND, ACCOUNT_LOCKED for the owner
     */
    async add(
      input: {
        code: string;
        name: string;
        logo?: string | undefined;
        ownerId?: string | undefined;
        access?: ApplicationAccess | undefined;
        isFirstParty?: boolean;
      },
      by: Actor = operator,
    ): Promise<ApplicationRow> {
      const { code } = input;
      if (!/^[A-Za-z0-9][A-Za-z0-9_-]{1,40}$/u.test(code))
        throw new ApplicationProblem('A code has 2 to 41 letters, digits, - or _.', {
          code: 'applicationCode',
        });
      const name = needName(input.name);
      const taken = new ApplicationProblem(`The code ${code} is taken.`, { code: 'taken' });
      const logo = input.logo === undefined ? null : await keepLogo(input.logo);
      const { ownerId = null, access = 'open', isFirstParty = false } = input;
      return beginGiving(deps, { ...by, others: ownerId === null ? [] : [ownerId] }, async (tx) => {
        if (ownerId !== null) await lockOwner(tx, ownerId);
        const id = newId('app');
        if (!(await repo.insertApplication(tx, { id, code, name, logo, ownerId, access, isFirstParty })))
          throw taken;
        const row = await repo.lockApplication(tx, id);
        if (!row) throw unknownApplication();
        // If the actor's account returns to its owner, this record makes the return disable the application.
        const added = { kind: 'application', applicationId: id, accountId: accountOf(by) } as const;
        await recordRights(tx, added, ['status'], 'disabled');
        await write(tx, 'application.added', by, row, { ownerId, access, isFirstParty });
        await announceAccess(tx, notices, by);
        return row;
      });
    },

    async setLogo(code: string, address: string | null): Promise<void> {
      const { id } = await need(code);
      const logo = address === null ? null : await keepLogo(address);
      await change(id, operator, 'application.changed', () => ({ change: { logo } }));
    },

    async setLogoPicture(id: string, bytes: Buffer | null, by: Actor): Promise<void> {
      const logo = bytes === null ? null : needLogo(toLogo(bytes));
      await change(id, by, 'application.changed', () => ({ change: { logo } }));
    },

    async setStatus(code: string, status: 'active' | 'disabled', by: Actor = operator): Promise<void> {
      const { id } = await need(code);
      await change(id, by, statusKinds[status], () => ({ change: { status }, details: {} }));
    },

    /** Disables or enables an application, with effect from the next request. */
    lockApplication: (id: string, status: 'active' | 'disabled', by: Actor): Promise<void> =>
      change(id, by, statusKinds[status], () => ({ change: { status }, details: {} })),

    async changeApplication(
      id: string,
      {
        name,
        operatorName,
        policyUrl,
        ...others
      }: Pick<ApplicationChange, 'name' | 'access' | 'isFirstParty' | 'operatorName' | 'policyUrl'>,
      by: Actor,
    ): Promise<void> {
      const wanted = {
        ...others,
        ...(name !== undefined && { name: needName(name) }),
        ...(operatorName !== undefined && {
          operatorName: operatorName && needName(operatorName, 'operatorName'),
        }),
        ...(policyUrl !== undefined && { policyUrl: policyUrl && needPolicyUrl(policyUrl) }),
      };
      await beginGiving(deps, by, async (tx) => {
        let isTrusted = false;
        await changeRow(tx, { id, by, kind: 'application.changed' }, ({ isFirstParty }) => {
          isTrusted = !isFirstParty && wanted.isFirstParty === true;
          return { change: wanted };
        });
        if (isTrusted) await announceAccess(tx, notices, by);
      });
    },

    /**
     * Gives an application a new owner. Deletes the new owner's manager row, so that a later owner can remove
     * every manager.
     * @throws ApplicationProblem for an unknown application
     * @throws AppError ACCOUNT_NOT_FOUND, ACCOUNT_LOCKED
     */
    async handOver(id: string, ownerId: string, by: Actor): Promise<void> {
      await beginGiving(deps, { ...by, others: [ownerId] }, async (tx) => {
        await lockOwner(tx, ownerId);
        const isChanged = await changeRow(tx, { id, by, kind: 'application.handed-over' }, (row) => ({
          change: { ownerId },
          details: { from: row.ownerId, to: ownerId },
        }));
        if (!isChanged) return;
        await recordRights(tx, { kind: 'manager', applicationId: id, accountId: accountOf(by) }, [ownerId]);
        await repo.deleteManager(tx, id, ownerId);
        await announceAccess(tx, notices, by);
      });
    },

    /**
     * Gives an account the role, which is created if the application does not have it. Returns false if the
     * permission is locked.
     */
    async grant(code: string, accountId: string, role: string): Promise<boolean> {
      if (!/^[a-z][a-z0-9_-]{0,40}$/u.test(role))
        throw new ApplicationProblem('A role must be a lower-case word.');
      const row = await need(code);
      return sql.begin(async (tx) => {
        // Lock the application, because a manager may be removing the role.
        await repo.lockApplication(tx, row.id);
        const permission = { id: newId('app'), accountId, applicationId: row.id, role };
        if (await repo.isLocked(tx, permission)) return false;
        await recordRights(tx, { kind: 'permission', applicationId: row.id, accountId: null }, [accountId]);
        await repo.defineRole(tx, row.id, role);
        const isNew = await repo.grant(tx, permission);
        await writeOf(tx, 'permission.added', accountId, row, { role });
        if (isNew) await publishChange(tx, 'added', accountId, row, permission);
        return true;
      });
    },

    async withdraw(code: string, accountId: string, role?: string): Promise<number> {
      const row = await need(code);
      return sql.begin(async (tx) => {
        await recordRights(tx, { kind: 'permission', applicationId: row.id, accountId: null }, [accountId]);
        const removed = await repo.withdraw(tx, accountId, row.id, role);
        if (removed.length > 0)
          await writeOf(tx, 'permission.removed', accountId, row, role === undefined ? {} : { role });
        for (const permission of removed) await publishChange(tx, 'removed', accountId, row, permission);
        return removed.length;
      });
    },

    async describe(): Promise<{ application: ApplicationRow; clients: readonly ClientRow[] }[]> {
      const rows = await repo.list();
      return Promise.all(
        rows.map(async (application) => ({ application, clients: await repo.listClients(application.id) })),
      );
    },
  };
}

export function toSsoApplication(row: ApplicationRow) {
  return pick(row, ['code', 'name', 'logo', 'isFirstParty', 'operatorName', 'policyUrl']);
}

/** Requires an https URL without credentials, because members open it from the consent screen. */
function needPolicyUrl(address: string): string {
  const url = URL.parse(address.trim());
  if (url?.protocol === 'https:' && url.username === '' && url.password === '') return url.href;
  throw new ApplicationProblem('The address of the policy must start with https.', {
    policyUrl: 'httpsAddress',
  });
}

const statusKinds = { active: 'application.unlocked', disabled: 'application.locked' } as const;

const unknownApplication = () =>
  new ApplicationProblem('There is no such application.', undefined, 'NOT_FOUND');

function needLogo(verdict: LogoVerdict, named = ''): string {
  if ('logo' in verdict) return verdict.logo;
  throw new ApplicationProblem(`The logo${named} cannot be used: ${logoProblems[verdict.problem]}.`, {
    logo: logoReasons[verdict.problem],
  });
}

function publishChange(
  tx: Queryable,
  change: 'added' | 'removed',
  accountId: string,
  application: ApplicationRow,
  { id, role }: { readonly id: string; readonly role: string },
): Promise<void> {
  const permission = { permissionId: id, change, role };
  return publishWebhooks(tx, { event: 'permission.changed', accountId, application, ...permission });
}
