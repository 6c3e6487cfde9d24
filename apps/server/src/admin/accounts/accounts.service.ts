import type { Body, Data } from '@vid/contract/endpoints/index';
import type { Locale } from '@vid/contract/limits';
import { searchText } from '#account/search/account-search.ts';
import { readCursor, toPage } from '#database/page.ts';
import type { Caller } from '#http/caller.ts';
import { AppError } from '#lib/app-error.ts';
import { csvPart } from '#lib/csv.ts';
import type { Access } from '#sign-in/session/access.ts';
import { unavailableNavIds } from '#sign-in/session/user-info.ts';
import { createAccountSupportRepo } from './account-support.repo.ts';
import { createAccountsRepo, type AccountRow } from './accounts.repo.ts';
import { authorOf, type Actor } from '#account/actor.ts';
import { accountColumns } from './list/accounts-csv.ts';

type Query = Body<'POST /vid/api/admin/accounts/search'>;
type ExportQuery = Body<'POST /vid/api/admin/accounts/export'>;
type Part = Data<'POST /vid/api/admin/accounts/export'>;
type List = Data<'POST /vid/api/admin/accounts/search'>;
type Detail = Data<'GET /vid/api/admin/accounts/:accountId'>;

export type ApplicationLists = {
  readonly listPermissions: ListPermissions;
  readonly listApplicationConsents: ListApplicationConsents;
  readonly listManagedApplications: ListManagedApplications;
};

type ListPermissions = (accountId: string) => Promise<
  readonly {
    readonly code: string;
    readonly name: string;
    readonly role: string;
    readonly status: string;
    readonly createdAt: Date;
  }[]
>;

type ListApplicationConsents = (accountId: string) => Promise<
  readonly {
    readonly application: { readonly code: string; readonly name: string };
    readonly scopes: readonly string[];
    readonly agreedAt: Date | null;
    readonly lastUsedAt: Date | null;
  }[]
>;

type ListManagedApplications = (accountId: string) => Promise<Detail['managableApplications']>;

const defaultLimit = 20;
const exportLimit = 5_000;

export function createAccountsService(deps: Access & ApplicationLists) {
  const { sql, identities, twoSteps, sessions, audit } = deps;
  const repo = createAccountsRepo(sql);
  const supportRepo = createAccountSupportRepo(sql);

  const read = async ({ search = '', sort = 'newest', after, ...filters }: ExportQuery, limit: number) => {
    const text = searchText(search);
    const page = { after: readCursor(after), limit: limit + 1 };
    const { items, next } =
      text === ''
        ? toPage(await repo.list(filters, sort, page), limit, ({ microseconds, id }) => [microseconds, id])
        : toPage(await repo.search(text, filters, page), limit, ({ key, id }) => [key, id]);
    return { items: items.map(toItem), next };
  };

  return {
    /**
     * Returns a page of accounts. The search is audited without the typed text, because it shows personal data (V4).
     * @throws AppError VALIDATION_FAILED for an invalid cursor
     */
    async search({ limit = defaultLimit, ...query }: Query, { actorId, caller }: Actor): Promise<List> {
      const { search = '', sort: _sort, after, ...filters } = query;
      const details = {
        isSearch: searchText(search) !== '',
        ...filters,
        ...(after !== undefined && { page: 'next' }),
      };
      // Both reads run at the same time, so the list waits only for the slower read.
      const [{ items, next }] = await Promise.all([
        read(query, limit),
        audit.write(sql, { kind: 'accounts.searched', actorId, caller, details }),
      ]);
      const isWhole = after === undefined && next === null;
      const count = searchText(search) === '' ? await repo.count(filters) : isWhole ? items.length : null;
      return { items, next, count };
    },

    /**
     * Returns a part of the CSV file. Each part is audited, because the part leaves VID; the audit row contains no
     * typed text.
     * @throws AppError VALIDATION_FAILED for an invalid cursor
     */
    async export(query: ExportQuery, { actorId, caller }: Actor, locale: Locale): Promise<Part> {
      // The file is not sorted by the last sign-in: an account that signs in between two parts would be in neither.
      const { sort: _sort, ...wanted } = query;
      const { items, next } = await read(wanted, exportLimit);
      const { search = '', after, ...filters } = wanted;
      const details = { rows: items.length, isSearch: searchText(search) !== '', ...filters };
      await audit.write(sql, { kind: 'accounts.list-exported', actorId, caller, details });
      return { csv: csvPart(accountColumns, items, { isFirst: after === undefined, locale }), next };
    },

    /**
     * Returns the account and the state of its credentials. The call is audited, because it shows personal data (V4).
     * @throws AppError NOT_FOUND
     */
    async get(
      accountId: string,
      actorId: Actor['actorId'],
      caller: Actor['caller'] & Pick<Caller, 'locale'>,
    ): Promise<Detail> {
      const row = await repo.find(accountId);
      if (!row) throw new AppError('NOT_FOUND');
      await audit.write(sql, { kind: 'account.viewed', accountId, actorId, caller, details: {} });
      const { confirmedAt } = await twoSteps.getState(sql, accountId);
      const lock = row.status === 'locked' ? await supportRepo.findLock(accountId, row.lockedByOwner) : null;
      const managableApplications = await deps.listManagedApplications(accountId);
      return {
        ...toItem(row),
        emailConfirmed: row.emailConfirmedAt !== null,
        referralCode: row.referralCode,
        enterprise:
          row.kind === 'enterprise'
            ? {
                name: row.enterpriseName,
                shortName: row.shortName,
                taxCode: row.taxCode,
                representative: row.representative,
                verified: row.verifiedAt !== null,
              }
            : null,
        isOwn: accountId === actorId,
        lockedByOwner: row.lockedByOwner,
        eraseAt: row.eraseAt?.toISOString() ?? null,
        hasPassword: row.hasPassword,
        mustChangePassword: row.mustChangePassword,
        twoStepSince: confirmedAt?.toISOString() ?? null,
        passkeys: row.passkeys,
        identities: (await identities.list(accountId)).map(({ provider, linkedAt }) => ({
          provider,
          linkedAt: linkedAt.toISOString(),
        })),
        sessions: await sessions.listOf(accountId, caller.locale),
        lock: lock
          ? {
              at: lock.at.toISOString(),
              by: authorOf(lock.actorId, lock.actorName),
              reason: lock.reason,
            }
          : null,
        hiddenNavIds: row.hiddenNavIds ?? [],
        unavailableNavIds: unavailableNavIds(row.role, managableApplications),
        managableApplications,
        notes: (await supportRepo.listNotes(accountId)).map(
          ({ id, text, authorId, authorName, createdAt }) => ({
            id,
            text,
            author: authorOf(authorId, authorName),
            createdAt: createdAt.toISOString(),
          }),
        ),
        consents: (await supportRepo.listConsents(accountId)).map(
          ({ purpose, action, noticeVersion, agreedAt }) => ({
            purpose,
            action,
            noticeVersion,
            at: agreedAt.toISOString(),
          }),
        ),
        applicationConsents: (await deps.listApplicationConsents(accountId)).map(
          ({ application: { code, name }, scopes, agreedAt, lastUsedAt }) => ({
            application: { code, name },
            scopes: [...scopes],
            agreedAt: agreedAt?.toISOString() ?? null,
            lastUsedAt: lastUsedAt?.toISOString() ?? null,
          }),
        ),
        permissions: (await deps.listPermissions(accountId)).map(
          ({ code, name, role, status, createdAt }) => ({
            application: { code, name },
            role,
            status: status === 'locked' ? 'locked' : 'active',
            createdAt: createdAt.toISOString(),
          }),
        ),
      };
    },
  };
}

function toItem(row: AccountRow): List['items'][number] {
  return {
    id: row.id,
    phone: row.phone,
    name: row.kind === 'enterprise' ? (row.enterpriseName ?? row.name) : row.name,
    avatar: row.avatar,
    email: row.email,
    kind: row.kind,
    status: row.status,
    role: row.role,
    object: row.memberObject,
    province: row.province,
    createdAt: row.createdAt.toISOString(),
    lastSignInAt: row.lastSignInAt.toISOString(),
  };
}
