import { auditKindGroups } from '@vid/contract/audit-kinds';
import type { Body } from '@vid/contract/endpoints/index';
import { readCursor, toPage, writeCursor } from '#database/page.ts';
import type { Caller } from '#http/caller.ts';
import { AppError } from '#lib/app-error.ts';
import { parsePhone } from '#lib/phone/phone.ts';
import type { AuditKind } from '#platform/audit/audit.ts';
import type { AuditCheck } from '#platform/audit/chain/audit-check.ts';
import type { EventFilters } from '#platform/audit/scan-events.ts';
import { authorOf } from '#account/actor.ts';
import type { AccountServices } from '#account/services.ts';
import { toCsv, toJsonLines } from './audit-files.ts';
import { createAuditLogRepo, type AuditRow } from './audit-log.repo.ts';

type Query = Body<'POST /vid/api/admin/audit/search'>;
type Export = Body<'POST /vid/api/admin/audit/export'>;
type Reader = { readonly actorId: string; readonly caller: Caller };

type Named = { readonly name: string };
type Names = {
  readonly nameApplications: (ids: readonly string[]) => Promise<ReadonlyMap<string, Named>>;
  readonly listRoleNames: (
    applicationId: string,
    codes: readonly string[],
  ) => Promise<readonly { readonly code: string; readonly name: string }[]>;
};
export type AuditLogDeps = AccountServices &
  Names & {
    readonly auditCheck: Pick<AuditCheck, 'getState'>;
  };

const defaultLimit = 20;
const exportLimit = 5_000;
const aboutLimit = 10;
/** Kinds that an account's newest events omit, because reads would crowd out changes. */
const kindsOfReads: readonly AuditKind[] = ['account.viewed', 'audit.searched', 'audit.read'];

/** Every read of the audit log is itself audited (V4). */
export function createAuditLogService(deps: AuditLogDeps) {
  const { sql, reads, config, accounts, audit } = deps;
  const repo = createAuditLogRepo(sql, reads);

  /**
   * Returns an account id unchanged, or looks up a phone number. Returns undefined if no account has the
   * number.
   */
  const findId = async (text: string): Promise<string | undefined> => {
    if (text.startsWith('acc_')) return text;
    const parsed = parsePhone(text, config.phoneCountries);
    return 'e164' in parsed ? (await accounts.findByPhone(parsed.e164))?.id : undefined;
  };

  const findActorId = async (text: string): Promise<string | undefined> =>
    text.startsWith('client:') ? text : findId(text);

  const readFilters = async ({ account, actor, group, kind, address, from, to }: Query) => {
    const accountId = account === undefined ? undefined : await findId(account.trim());
    const actorId = actor === undefined ? undefined : await findActorId(actor.trim());
    const kinds = kind === undefined ? group && auditKindGroups[group] : [kind];
    const filters: EventFilters = {
      ...(accountId !== undefined && { accountId }),
      ...(actorId !== undefined && { actorId }),
      ...(kinds !== undefined && { kinds }),
      ...(address !== undefined && { address: address.trim() }),
      ...(from !== undefined && { from: new Date(from) }),
      ...(to !== undefined && { to: new Date(to) }),
    };
    const isUnknown =
      (account !== undefined && accountId === undefined) || (actor !== undefined && actorId === undefined);
    return { filters, isUnknown };
  };

  const record = (
    kind: AuditKind,
    { filters, query }: { filters: EventFilters; query: Query },
    by: Reader,
    more: Readonly<Record<string, string>> = {},
  ) => {
    const details = {
      ...more,
      ...(filters.actorId !== undefined && { actor: filters.actorId }),
      ...(query.group !== undefined && { group: query.group }),
      ...(query.kind !== undefined && { kind: query.kind }),
      ...(query.address !== undefined && { byAddress: true }),
      ...(query.from !== undefined && { from: query.from }),
      ...(query.to !== undefined && { to: query.to }),
      ...(query.after !== undefined && { page: 'next' }),
    };
    const { accountId } = filters;
    return audit.write(sql, { kind, accountId, ...by, details });
  };

  const read = async (filters: EventFilters, after: string | undefined, limit: number) => {
    const { rows, end } = await repo.list(filters, { after: readCursor(after), limit: limit + 1 });
    const page = toPage(rows, limit, ({ microseconds, id }) => [microseconds, id]);
    return end === undefined ? page : { ...page, next: writeCursor(end) };
  };

  const nameOf = async (id: string | undefined) =>
    id === undefined ? null : ((await repo.findName(id)) ?? { id, name: null });

  return {
    async search({ limit = defaultLimit, ...query }: Query, reader: Reader) {
      const { filters, isUnknown } = await readFilters(query);
      await record('audit.searched', { filters, query }, reader);
      const [account, actor] = [await nameOf(filters.accountId), await nameOf(filters.actorId)];
      if (isUnknown) return { items: [], next: null, account, actor };
      const { items, next } = await read(filters, query.after, limit);
      return { items: items.map(toItem), next, account, actor };
    },

    async export({ format, ...query }: Export, reader: Reader) {
      const { filters, isUnknown } = await readFilters(query);
      await record('audit.exported', { filters, query }, reader, { format });
      const { items, next } = isUnknown
        ? { items: [], next: null }
        : await read(filters, query.after, exportLimit);
      const isFirst = query.after === undefined;
      const text = format === 'csv' ? toCsv(items, isFirst, reader.caller.locale) : toJsonLines(items);
      return { text, next };
    },

    async get(id: string, by: Reader) {
      const row = /^\d{1,15}$/u.test(id) ? await repo.find(id) : undefined;
      if (!row) throw new AppError('NOT_FOUND');
      const accountId = row.accountId ?? undefined;
      await audit.write(sql, { kind: 'audit.read', accountId, ...by, details: { event: id } });
      const details = Object.entries(row.details ?? {}).map(([name, value]) => ({
        name,
        value: typeof value === 'string' ? value : JSON.stringify(value),
      }));
      const values = details.map(({ value }) => value);
      const applicationId = details.find(({ name }) => name === 'applicationId')?.value;
      const applications = await deps.nameApplications(values.filter((value) => value.startsWith('app_')));
      const roles = applicationId === undefined ? [] : await deps.listRoleNames(applicationId, values);
      return {
        ...toItem(row),
        details,
        accounts: await repo.listAccountNames(values.filter((value) => value.startsWith('acc_'))),
        applications: [...applications].map(([appId, { name }]) => ({ id: appId, name })),
        roles: roles.map(({ code, name }) => ({ id: code, name })),
      };
    },

    async listAbout(accountId: string, by: Reader) {
      if (!(await repo.findName(accountId))) throw new AppError('NOT_FOUND');
      await audit.write(sql, { kind: 'audit.searched', accountId, ...by, details: {} });
      const rows = await repo.listAbout(accountId, kindsOfReads, aboutLimit);
      return rows.map(toItem);
    },

    /** Finds the events of a request by its id and start. The caller must audit the search. */
    listOfRequest: async (requestId: string, at: Date) =>
      (await repo.listOfRequest(requestId, at)).map(toItem),

    getState: () => deps.auditCheck.getState(),
  };
}

const toItem = ({ change, ...row }: AuditRow) => ({
  ...row,
  ...(change !== null && { change }),
  account: authorOf(row.accountId, row.accountName),
  actor: authorOf(row.actorId, row.actorName ?? (row.actorRole === 'admin' ? row.actorPhone : null)),
});

export type AuditLogService = ReturnType<typeof createAuditLogService>;
