import { maxCounted } from '@vid/contract/limits';
import {
  certificateColumns,
  certificateJoins,
  type BrokerCertificate,
  type CertificateStatus,
} from '#account/certificates/broker-certificate.ts';
import { accountTexts, type Owners, searchOwners } from '#account/search/search-owners.ts';
import { authorName } from '#database/account-names.ts';
import type { Fragment, Queryable, Sql } from '#database/connection.ts';
import { countRows } from '#database/filtered-rows.ts';
import { withOwnPlans } from '#database/own-plans.ts';
import { isAfter, microsecondsOf, type Page } from '#database/page.ts';
import type { BrokerCertificatesRow } from '#database/tables.ts';

export type CertificateRow = BrokerCertificate &
  Pick<BrokerCertificatesRow, 'accountId' | 'checkedBy' | 'checkedAt'> & {
    readonly brokerName: string | null;
    readonly phone: string | null;
    readonly checkerName: string | null;
    readonly declaredAt: Date;
  };

type ListedCertificateRow = CertificateRow & { readonly key: string | number };

const maxSame = 10;

const select = (sql: Queryable): Fragment => sql`
  ${certificateColumns(sql)}, c.account_id, c.checked_by, c.checked_at, c.updated_at as declared_at,
  b.name as broker_name, b.phone, ${authorName(sql, sql`w`)} as checker_name`;

const from = (sql: Queryable): Fragment => sql`
  broker_certificates c join accounts b on b.id = c.account_id left join accounts w on w.id = c.checked_by
  ${certificateJoins(sql)}`;

const hasStatus = (sql: Queryable, status: CertificateStatus): Fragment => {
  const isPast = sql`c.expires_on < (now() at time zone 'Asia/Ho_Chi_Minh')::date`;
  if (status === 'expired') return sql`c.status in ('declared', 'confirmed') and ${isPast}`;
  if (status === 'refused') return sql`c.status = 'refused'`;
  return sql`c.status = ${status} and ${isPast} is not true`;
};

export function createCertificatesRepo(sql: Sql) {
  const ownersOf = async (status: CertificateStatus): Promise<Owners> => {
    const inStatus = sql`from broker_certificates c where ${hasStatus(sql, status)}`;
    return {
      ids: sql`select c.account_id ${inStatus}`,
      count: await countRows(sql, sql`select ${inStatus}`),
    };
  };
  return {
    async count(text: string, status: CertificateStatus): Promise<number | null> {
      // Use a subquery: with a join, PostgreSQL would read all accounts in order.
      const isActive = (id: Fragment): Fragment =>
        sql`(select a.status from accounts a where a.id = ${id}) = 'active'`;
      if (text === '')
        return countRows(
          sql,
          sql`select from broker_certificates c where ${hasStatus(sql, status)} and ${isActive(sql`c.account_id`)}`,
        );
      const found = sql`(${searchOwners(sql, accountTexts(sql), text, await ownersOf(status))})`;
      return countRows(sql, sql`select from ${found} s where ${isActive(sql`s.id`)}`);
    },

    async list(status: CertificateStatus, page: Page): Promise<readonly ListedCertificateRow[]> {
      const direction = status === 'declared' ? 'asc' : 'desc';
      const time = status === 'expired' ? sql`c.expires_on` : sql`c.updated_at`;
      const order = direction === 'asc' ? sql`${time}, c.account_id` : sql`${time} desc, c.account_id desc`;
      return sql<ListedCertificateRow[]>`
        select ${select(sql)}, ${microsecondsOf(sql, time)} as key from ${from(sql)}
        where ${hasStatus(sql, status)} and b.status = 'active'
          and ${isAfter(sql, [{ time }, sql`c.account_id`], page.after, direction)}
        order by ${order} limit ${page.limit}`;
    },

    /**
     * Returns the certificates of accounts with a text that begins with `text`, sorted by that text, each once
     * with its first match.
     */
    async search(
      text: string,
      status: CertificateStatus,
      page: Page,
    ): Promise<readonly ListedCertificateRow[]> {
      const owners = await ownersOf(status);
      return withOwnPlans(
        sql,
        (tx) => tx<ListedCertificateRow[]>`
          select ${select(sql)}, s.key
          from (
            select s.key, s.id from (${searchOwners(sql, accountTexts(sql), text, owners)}) s
            join accounts b on b.id = s.id and b.status = 'active'
            where ${isAfter(sql, [sql`s.key`, sql`s.id`], page.after)}
            order by s.key, s.id limit ${page.limit}) s
          join ${from(sql)} on c.account_id = s.id
          order by s.key, s.id`,
      );
    },

    find: (accountId: string) =>
      sql<CertificateRow[]>`
        select ${select(sql)} from ${from(sql)} where c.account_id = ${accountId}`.first(),

    async listSameNumber({
      accountId,
      number,
      province,
    }: Pick<CertificateRow, 'accountId' | 'number' | 'province'>) {
      return sql<{ id: string; name: string | null }[]>`
        select c.account_id as id, a.name from broker_certificates c join accounts a on a.id = c.account_id
        where c.number = ${number} and c.province = ${province} and c.account_id <> ${accountId}
        order by c.account_id limit ${maxSame}`;
    },

    async countWaiting(): Promise<number> {
      // Use a subquery: with a join, PostgreSQL would read all accounts in order.
      const waiting = sql`
        select from broker_certificates c
        where ${hasStatus(sql, 'declared')} and (select b.status from accounts b where b.id = c.account_id) = 'active'`;
      return (await countRows(sql, waiting)) ?? maxCounted;
    },
  };
}
