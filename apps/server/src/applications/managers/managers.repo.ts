import { joinEnterprise } from '#account/account-sql.ts';
import type { Fragment, Queryable, Sql } from '#database/connection.ts';
import type { AccountsRow, ApplicationManagersRow } from '#database/tables.ts';
import { isManager } from '#platform/application-rights.ts';
import { nameOf } from '#applications/permissions/permissions.repo.ts';

export type PersonRow = Pick<AccountsRow, 'phone' | 'avatar'> & {
  readonly accountId: string;
  readonly name: string | null;
};
type ManagerRow = PersonRow &
  Pick<ApplicationManagersRow, 'createdAt'> & { readonly createdBy: string | null };

const columns = (sql: Queryable): Fragment => sql`
  a.id as account_id, a.phone, a.avatar, ${nameOf(sql, sql`a`, sql`e`)} as name`;

export function createManagersRepo(sql: Sql) {
  return {
    findOwner: (appId: string) =>
      sql<PersonRow[]>`
        select ${columns(sql)} from applications m join accounts a on a.id = m.owner_id ${joinEnterprise(sql)}
        where m.id = ${appId}`.first(),

    async list(appId: string): Promise<readonly ManagerRow[]> {
      return sql<ManagerRow[]>`
        select ${columns(sql)}, g.created_at, (
          select ${nameOf(sql, sql`c`, sql`ce`)} from accounts c left join enterprises ce on ce.account_id = c.id
          where c.id = g.created_by) as created_by
        from application_managers g join accounts a on a.id = g.account_id ${joinEnterprise(sql)}
        where g.application_id = ${appId} order by g.created_at, g.account_id`;
    },

    isOwner: (tx: Queryable, appId: string, accountId: string) =>
      tx`select from applications where id = ${appId} and owner_id = ${accountId}`.hasRows(),

    isManager: (tx: Queryable, appId: string, accountId: string) =>
      tx`
        select from applications m where m.id = ${appId} and ${isManager(tx, tx`${accountId}`)}`.hasRows(),

    async count(tx: Queryable, appId: string): Promise<number> {
      return (await tx`select from application_managers where application_id = ${appId}`).count;
    },

    async insert(
      tx: Queryable,
      row: Pick<ApplicationManagersRow, 'applicationId' | 'accountId' | 'createdBy'>,
    ): Promise<void> {
      await tx`insert into application_managers ${tx(row)}`;
    },

    async findByPhone(appId: string, phone: string): Promise<string | undefined> {
      const [row] = await sql<{ id: string }[]>`
        select a.id from application_managers g join accounts a on a.id = g.account_id
        where g.application_id = ${appId} and a.phone = ${phone}`;
      return row?.id;
    },

    delete: (tx: Queryable, appId: string, accountId: string) =>
      tx`
        delete from application_managers where application_id = ${appId} and account_id = ${accountId}`.hasRows(),
  };
}
