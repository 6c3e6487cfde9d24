import { enterpriseColumns, joinEnterprise } from '#account/account-sql.ts';
import { startsWith } from '#account/search/account-search.ts';
import { accountTexts, searchOwners } from '#account/search/search-owners.ts';
import type { Fragment, Queryable, Sql } from '#database/connection.ts';
import { countRows } from '#database/filtered-rows.ts';
import { withOwnPlans } from '#database/own-plans.ts';
import { isAfter, microsecondsOf, type Page } from '#database/page.ts';
import type { Reads } from '#database/replica/reads.ts';
import type { AccountsRow } from '#database/tables.ts';
import type { EnterpriseColumns } from '#account/account-sql.ts';

export type AccountFilters = {
  readonly kind?: AccountsRow['kind'];
  readonly status?: AccountsRow['status'];
  readonly role?: AccountsRow['role'];
  readonly object?: NonNullable<AccountsRow['memberObject']>;
  readonly province?: string;
};

export type AccountOrder = 'newest' | 'oldest' | 'last-sign-in';

export type AccountRow = Pick<
  AccountsRow,
  'id' | 'phone' | 'avatar' | 'email' | 'kind' | 'status' | 'role' | 'province' | 'createdAt' | 'lastSignInAt'
> & {
  readonly name: string | null;
  readonly object: AccountsRow['memberObject'];
};

export type AccountDetailRow = AccountRow &
  EnterpriseColumns &
  Pick<
    AccountsRow,
    'emailConfirmedAt' | 'referralCode' | 'lockedByOwner' | 'mustChangePassword' | 'hiddenNavIds'
  > & {
    readonly eraseAt: Date | null;
    readonly hasPassword: boolean;
    readonly passkeys: number;
  };

const columns = (sql: Queryable): Fragment => sql`
  a.id, a.phone, coalesce(e.name, a.name) as name, a.avatar, a.email, a.kind,
  a.status, a.role, a.member_object as object, a.province, a.created_at, a.last_sign_in_at`;

/** Writes kind, status and role as literals, so that prepared statements can use the partial indexes. */
function matches(sql: Queryable, { kind, status, role, object, province }: AccountFilters): Fragment {
  return sql`true
    ${kind === undefined ? sql`` : kind === 'enterprise' ? sql`and a.kind = 'enterprise'` : sql`and a.kind = 'personal'`}
    ${status === undefined ? sql`` : status === 'locked' ? sql`and a.status = 'locked'` : sql`and a.status = 'active'`}
    ${role === undefined ? sql`` : role === 'admin' ? sql`and a.role = 'admin'` : sql`and a.role = 'user'`}
    ${object === undefined ? sql`` : sql`and a.member_object = ${object}`}
    ${province === undefined ? sql`` : sql`and a.province = ${province}`}`;
}

export function createAccountsRepo(sql: Sql, reads: Reads, maxCount?: number) {
  const countOn = (db: Sql, filters: AccountFilters): Promise<number | null> =>
    countRows(db, sql`select from accounts a where ${matches(sql, filters)}`, maxCount);

  const matching = (text: string, filters: AccountFilters): Fragment => sql`
    select a.id, a.id as account_id from accounts a where ${matches(sql, filters)}
      ${text === '' ? sql`` : sql`and a.id in (select s.account_id from account_search s where ${startsWith(sql, sql`s.key`, text)})`}`;

  return {
    count: (filters: AccountFilters): Promise<number | null> => reads((db) => countOn(db, filters)),

    /**
     * Counts the accounts of a list over all pages; null above `max`. A search reads each account once by its
     * id, because comparing each match with the account's earlier matches can take quadratic time.
     */
    countMatching: (text: string, filters: AccountFilters, max: number): Promise<number | null> =>
      reads((db) => countRows(db, matching(text, filters), max)),

    matching,

    async list(filters: AccountFilters, order: AccountOrder, page: Page) {
      const time = order === 'last-sign-in' ? sql`a.last_sign_in_at` : sql`a.created_at`;
      const direction = order === 'oldest' ? 'asc' : 'desc';
      const by = direction === 'asc' ? sql`${time}, a.id` : sql`${time} desc, a.id desc`;
      return reads((db) =>
        withOwnPlans(
          db,
          (tx) => tx<(AccountRow & { readonly microseconds: number })[]>`
            select ${columns(sql)}, ${microsecondsOf(sql, time)} as microseconds
            from accounts a ${joinEnterprise(sql)}
            where ${matches(sql, filters)} and ${isAfter(sql, [{ time }, sql`a.id`], page.after, direction)}
            order by ${by} limit ${page.limit}`,
        ),
      );
    },

    /**
     * Returns the accounts with a text that begins with `text`, sorted by that text, each once with its first
     * match.
     */
    async search(text: string, filters: AccountFilters, page: Page) {
      const isFiltered = Object.values(filters).some((value) => value !== undefined);
      const ids = sql`select a.id from accounts a where ${matches(sql, filters)}`;
      return reads(async (db) => {
        const owners = { ids, count: isFiltered ? await countOn(db, filters) : null };
        return withOwnPlans(
          db,
          (tx) => tx<(AccountRow & { readonly key: string })[]>`
            select ${columns(sql)}, s.key
            from (
              select s.key, s.id from (${searchOwners(sql, accountTexts(sql), text, owners)}) s
              where ${isAfter(sql, [sql`s.key`, sql`s.id`], page.after)}
              order by s.key, s.id limit ${page.limit}) s
            join accounts a on a.id = s.id ${joinEnterprise(sql)}
            order by s.key, s.id`,
        );
      });
    },

    find: (id: string) =>
      sql<AccountDetailRow[]>`
        select ${columns(sql)}, ${enterpriseColumns(sql)}, a.email_confirmed_at, a.referral_code, a.locked_by_owner,
          a.must_change_password, a.hidden_nav_ids,
          (select d.erase_at from account_deletions d where d.account_id = a.id) as erase_at,
          exists (select from password_credentials p where p.account_id = a.id) as has_password,
          (select count(*)::int from passkeys k where k.account_id = a.id) as passkeys
        from accounts a ${joinEnterprise(sql)} where a.id = ${id}`.first(),
  };
}
