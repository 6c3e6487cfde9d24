import { maxCounted } from '@vid/contract/limits';
import { enterpriseState, type EnterpriseState } from '#account/enterprises/enterprise-state.ts';
import { accountTexts, type Owners, searchOwners } from '#account/search/search-owners.ts';
import { authorName } from '#database/account-names.ts';
import type { Fragment, Queryable, Sql } from '#database/connection.ts';
import { countRows } from '#database/filtered-rows.ts';
import { withOwnPlans } from '#database/own-plans.ts';
import { isAfter, microsecondsOf, type Page } from '#database/page.ts';
import type { AccountsRow, EnterprisesRow } from '#database/tables.ts';

export type EnterpriseRow = Pick<
  EnterprisesRow,
  'accountId' | 'name' | 'shortName' | 'taxCode' | 'representative' | 'declaredAt' | 'checkedAt'
> & { readonly state: EnterpriseState };

export type EnterpriseDetailRow = EnterpriseRow &
  Pick<EnterprisesRow, 'revision' | 'refusal' | 'checkedBy'> &
  Pick<AccountsRow, 'phone' | 'email' | 'province' | 'status' | 'createdAt'> & {
    readonly checkerName: string | null;
  };

type ListedEnterpriseRow = EnterpriseRow & { readonly key: string | number };

const maxSame = 10;
const maxBrokers = 1_000;

const columns = (sql: Queryable): Fragment => sql`
  e.account_id, e.name, e.short_name, e.tax_code, e.representative, e.declared_at,
  e.checked_at, ${enterpriseState(sql)} as state`;

/**
 * Writes the states as literals to match the partial indexes. An enterprise is pending once all data to check
 * is declared.
 */
const hasState = (sql: Queryable, state: EnterpriseState): Fragment =>
  state === 'verified'
    ? sql`e.verified_at is not null`
    : state === 'refused'
      ? sql`e.refused_at is not null`
      : sql`e.verified_at is null and e.refused_at is null and e.name is not null and e.tax_code is not null
          and e.representative is not null`;

export function createEnterprisesRepo(sql: Sql) {
  const ownersOf = async (state: EnterpriseState): Promise<Owners> => {
    const inState = sql`from enterprises e where ${hasState(sql, state)}`;
    return {
      ids: sql`select e.account_id ${inState}`,
      count: await countRows(sql, sql`select ${inState}`),
    };
  };
  return {
    async count(text: string, state: EnterpriseState): Promise<number | null> {
      // Use a subquery: with a join, PostgreSQL would read all accounts in order.
      const isActive = (id: Fragment): Fragment =>
        sql`(select a.status from accounts a where a.id = ${id}) = 'active'`;
      if (text === '')
        return countRows(
          sql,
          sql`select from enterprises e where ${hasState(sql, state)} and ${isActive(sql`e.account_id`)}`,
        );
      const found = sql`(${searchOwners(sql, accountTexts(sql), text, await ownersOf(state))})`;
      return countRows(sql, sql`select from ${found} s where ${isActive(sql`s.id`)}`);
    },

    async list(state: EnterpriseState, page: Page): Promise<readonly ListedEnterpriseRow[]> {
      const direction = state === 'declared' ? 'asc' : 'desc';
      const time = state === 'declared' ? sql`e.declared_at` : sql`e.checked_at`;
      const order = direction === 'asc' ? sql`${time}, e.account_id` : sql`${time} desc, e.account_id desc`;
      return sql<ListedEnterpriseRow[]>`
        select ${columns(sql)}, ${microsecondsOf(sql, time)} as key
        from enterprises e join accounts a on a.id = e.account_id and a.status = 'active'
        where ${hasState(sql, state)} and ${isAfter(sql, [{ time }, sql`e.account_id`], page.after, direction)}
        order by ${order} limit ${page.limit}`;
    },

    /**
     * Returns the enterprises in a state with a text that begins with `text`, sorted by that text, each once
     * with its first match.
     */
    async search(text: string, state: EnterpriseState, page: Page): Promise<readonly ListedEnterpriseRow[]> {
      const owners = await ownersOf(state);
      return withOwnPlans(
        sql,
        (tx) => tx<ListedEnterpriseRow[]>`
          select ${columns(sql)}, s.key
          from (
            select s.key, s.id from (${searchOwners(sql, accountTexts(sql), text, owners)}) s
            join accounts a on a.id = s.id and a.status = 'active'
            where ${isAfter(sql, [sql`s.key`, sql`s.id`], page.after)}
            order by s.key, s.id limit ${page.limit}) s
          join enterprises e on e.account_id = s.id
          order by s.key, s.id`,
      );
    },

    find: (accountId: string) =>
      sql<EnterpriseDetailRow[]>`
        select ${columns(sql)}, e.revision, e.refusal, e.checked_by, ${authorName(sql, sql`w`)} as checker_name, a.phone, a.email,
          a.province, a.status, a.created_at
        from enterprises e join accounts a on a.id = e.account_id left join accounts w on w.id = e.checked_by
        where e.account_id = ${accountId}`.first(),

    async listSameTaxCode(accountId: string, taxCode: string | null) {
      if (taxCode === null) return [];
      return sql<Pick<EnterpriseRow, 'accountId' | 'name' | 'state'>[]>`
        select e.account_id, e.name, ${enterpriseState(sql)} as state from enterprises e
        where e.tax_code = ${taxCode} and e.account_id <> ${accountId}
        order by e.verified_at nulls last, e.account_id limit ${maxSame}`;
    },

    async countBrokers(accountId: string): Promise<number> {
      return (await sql`select from broker_certificates where employer_id = ${accountId} limit ${maxBrokers}`)
        .count;
    },

    /**
     * Stores the result of a check. Returns false if `revision` is not current, because the data or an earlier
     * result has changed since the administrator saw them, or if the check repeats the present result or
     * verifies incomplete data.
     */
    async storeFinding(
      tx: Queryable,
      check: {
        readonly accountId: string;
        readonly revision: number;
        /** Reason for a refusal; null to verify the enterprise. */
        readonly refusal: string | null;
        readonly checkedBy: string;
      },
    ): Promise<boolean> {
      const { refusal } = check;
      const isMissing = tx`(name is null or tax_code is null or representative is null)`;
      return tx`
        update enterprises set verified_at = ${refusal === null ? tx`now()` : null},
          refused_at = ${refusal === null ? null : tx`now()`}, refusal = ${refusal},
          checked_by = ${check.checkedBy}, checked_at = now(), revision = revision + 1
        where account_id = ${check.accountId} and revision = ${check.revision}
          and ${refusal === null ? tx`verified_at is null and not ${isMissing}` : tx`refused_at is null`}`.hasRows();
    },

    async countWaiting(): Promise<number> {
      // Use a subquery: with a join, PostgreSQL would read all accounts in order.
      const waiting = sql`
        select from enterprises e
        where ${hasState(sql, 'declared')} and (select a.status from accounts a where a.id = e.account_id) = 'active'`;
      return (await countRows(sql, waiting)) ?? maxCounted;
    },
  };
}
