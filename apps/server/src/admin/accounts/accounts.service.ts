import { bulkLimits } from '@vid/contract/bulk';
import type { Body, Data } from '@vid/contract/endpoints/index';
import { maxAccountsCounted, type Locale } from '@vid/contract/limits';
import { searchText } from '#account/search/account-search.ts';
import { readCursor, toPage } from '#database/page.ts';
import type { Caller } from '#http/caller.ts';
import type { Answer } from '#http/routes/routes.ts';
import { AppError } from '#lib/app-error.ts';
import { csvPart } from '#lib/text/csv.ts';
import type { Access } from '#sign-in/session/access.ts';
import { unavailableNavIds } from '#sign-in/session/user-info.ts';
import { createAccountSupportRepo } from './account-support.repo.ts';
import { createAccountsRepo } from './accounts.repo.ts';
import { authorOf, type Actor } from '#account/actor.ts';
import { accountColumns } from './list/accounts-csv.ts';

type Query = Body<'POST /vid/api/admin/accounts/search'>;
type CountQuery = Body<'POST /vid/api/admin/accounts/count'>;
type ExportQuery = Body<'POST /vid/api/admin/accounts/export'>;
type Detail = Data<'GET /vid/api/admin/accounts/:accountId'>;
type Shown = Answer<'GET /vid/api/admin/accounts/:accountId'>;
type Permission = Shown['permissions'][number];

export type ApplicationLists = {
  readonly listPermissions: (
    accountId: string,
  ) => Promise<readonly (Omit<Permission, 'application'> & Permission['application'])[]>;
  readonly listApplicationConsents: (accountId: string) => Promise<Shown['applicationConsents']>;
  readonly listManagedApplications: (accountId: string) => Promise<Detail['managableApplications']>;
};

const defaultLimit = 20;
const exportLimit = 5_000;

export function createAccountsService(deps: Access & ApplicationLists) {
  const { sql, reads, identities, twoSteps, sessions, audit } = deps;
  const repo = createAccountsRepo(sql, reads);
  const supportRepo = createAccountSupportRepo(sql);

  const read = async ({ search = '', sort = 'newest', after, ...filters }: ExportQuery, limit: number) => {
    const text = searchText(search);
    const page = { after: readCursor(after), limit: limit + 1 };
    return text === ''
      ? toPage(await repo.list(filters, sort, page), limit, ({ microseconds, id }) => [microseconds, id])
      : toPage(await repo.search(text, filters, page), limit, ({ key, id }) => [key, id]);
  };

  return {
    /**
     * Returns a page of accounts. The call is audited, because it shows personal data, but without the search
     * text (V4).
     * @throws AppError VALIDATION_FAILED for an invalid cursor
     */
    async search({ limit = defaultLimit, ...query }: Query, by: Actor) {
      const { search = '', sort: _sort, after, ...filters } = query;
      const details = {
        isSearch: searchText(search) !== '',
        ...filters,
        ...(after !== undefined && { page: 'next' }),
      };
      // Read the list and write the audit row at the same time, so that the response waits only for the slower
      // of them.
      const [{ items, next }] = await Promise.all([
        read(query, limit),
        audit.write(sql, { kind: 'accounts.searched', ...by, details }),
      ]);
      const isWhole = after === undefined && next === null;
      // Leave the count of a search with several pages to a separate request, so that the rows arrive first.
      const count = searchText(search) === '' ? await repo.count(filters) : isWhole ? items.length : null;
      return { items, next, count };
    },

    /**
     * Counts the accounts of a list over all pages; null above a limit. This takes longer than reading the
     * first page. The call is audited like a search, because a count for a phone and a filter reveals a fact
     * about a member (V4).
     */
    async count({ search = '', ...filters }: CountQuery, by: Actor) {
      const text = searchText(search);
      const details = { isSearch: text !== '', ...filters, page: 'count' };
      const [count] = await Promise.all([
        repo.countMatching(text, filters, text === '' ? maxAccountsCounted : bulkLimits.rows),
        audit.write(sql, { kind: 'accounts.searched', ...by, details }),
      ]);
      return { count };
    },

    /**
     * Returns a part of the CSV file. Each part is audited, without the search text, because the file leaves
     * VID.
     * @throws AppError VALIDATION_FAILED for an invalid cursor
     */
    async export(query: ExportQuery, by: Actor, locale: Locale) {
      // Do not sort the file by the last sign-in: an account that signs in between two parts could be missing
      // from both.
      const { sort: _sort, ...wanted } = query;
      const { items, next } = await read(wanted, exportLimit);
      const { search = '', after, ...filters } = wanted;
      const details = { rows: items.length, isSearch: searchText(search) !== '', ...filters };
      await audit.write(sql, { kind: 'accounts.list-exported', ...by, details });
      return { csv: csvPart(accountColumns, items, { isFirst: after === undefined, locale }), next };
    },

    /**
     * Returns the account and the state of its credentials. The call is audited, because it shows personal data
     * (V4).
     * @throws AppError NOT_FOUND
     */
    async get(
      accountId: string,
      actorId: Actor['actorId'],
      caller: Actor['caller'] & Pick<Caller, 'locale'>,
    ) {
      const row = await repo.find(accountId);
      if (!row) throw new AppError('NOT_FOUND');
      await audit.write(sql, { kind: 'account.viewed', accountId, actorId, caller, details: {} });
      const { confirmedAt } = await twoSteps.getState(sql, accountId);
      const lock = row.status === 'locked' ? await supportRepo.findLock(accountId, row.lockedByOwner) : null;
      const managableApplications = await deps.listManagedApplications(accountId);
      const [notes, consents, permissions] = await Promise.all([
        supportRepo.listNotes(accountId),
        supportRepo.listConsents(accountId),
        deps.listPermissions(accountId),
      ]);
      return {
        ...row,
        emailConfirmed: row.emailConfirmedAt !== null,
        enterprise:
          row.kind === 'enterprise'
            ? { ...row, name: row.enterpriseName, verified: row.verifiedAt !== null }
            : null,
        isOwn: accountId === actorId,
        twoStepSince: confirmedAt,
        identities: await identities.list(accountId),
        sessions: await sessions.listOf(accountId, caller.locale),
        lock: lock ? { ...lock, by: authorOf(lock.actorId, lock.actorName) } : null,
        hiddenNavIds: row.hiddenNavIds ?? [],
        unavailableNavIds: unavailableNavIds(row.role, managableApplications),
        managableApplications,
        notes: notes.map((note) => ({ ...note, author: authorOf(note.authorId, note.authorName) })),
        consents: consents.map((consent) => ({ ...consent, at: consent.agreedAt })),
        applicationConsents: await deps.listApplicationConsents(accountId),
        permissions: permissions.map(({ code, name, ...permission }) => ({
          ...permission,
          application: { code, name },
        })),
      };
    },
  };
}
