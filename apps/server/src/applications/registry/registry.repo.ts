import { maxPeople } from '@vid/contract/limits';
import type { Sql } from '#database/connection.ts';
import { countRows } from '#database/filtered-rows.ts';
import { isAfter, type Page } from '#database/page.ts';
import type { ApplicationsRow } from '#database/tables.ts';

export type RegistryFilters = Partial<Pick<ApplicationsRow, 'access' | 'status'>>;

export type RegistryRow = Pick<
  ApplicationsRow,
  'id' | 'code' | 'name' | 'access' | 'status' | 'isFirstParty' | 'ownerId' | 'createdAt'
> & {
  readonly ownerName: string | null;
  readonly ownerPhone: string | null;
  readonly clients: number;
  readonly people: number;
};

type RegistryDetail = RegistryRow & Pick<ApplicationsRow, 'logo' | 'operatorName' | 'policyUrl'>;

export function createRegistryRepo(sql: Sql) {
  const columns = sql`
    r.id, r.code, r.name, r.access, r.status, r.is_first_party, r.owner_id, r.created_at,
    coalesce(e.name, a.name) as owner_name, a.phone as owner_phone,
    (select count(*)::int from clients c where c.application_id = r.id) as clients,
    (select count(*)::int from (
      select from permissions p where p.application_id = r.id and p.status = 'active'
      group by p.account_id limit ${maxPeople}) people) as people`;
  const source = sql`
    applications r left join accounts a on a.id = r.owner_id left join enterprises e on e.account_id = a.id`;
  const matches = (text: string, { access, status }: RegistryFilters) => sql`
    (position(${text} in fold_text(r.name)) > 0 or position(${text} in lower(r.code)) > 0
      or a.phone in (${text}, '+84' || substr(${text}, 2)))
    ${access === undefined ? sql`` : sql`and r.access = ${access}`}
    ${status === undefined ? sql`` : sql`and r.status = ${status}`}`;
  return {
    count: (text: string, filters: RegistryFilters): Promise<number | null> =>
      countRows(
        sql,
        sql`select from applications r left join accounts a on a.id = r.owner_id where ${matches(text, filters)}`,
      ),

    /**
     * Lists applications by code. `text` is part of the code or the name, or the owner's phone; an empty text
     * matches all applications.
     */
    async list(text: string, filters: RegistryFilters, page: Page): Promise<readonly RegistryRow[]> {
      return sql<RegistryRow[]>`
        select ${columns} from ${source}
        where ${matches(text, filters)} and ${isAfter(sql, [sql`r.code`], page.after)}
        order by r.code limit ${page.limit}`;
    },

    find: (id: string): Promise<RegistryDetail | undefined> =>
      sql<RegistryDetail[]>`
        select ${columns}, r.logo, r.operator_name, r.policy_url from ${source} where r.id = ${id}`.first(),
  };
}
