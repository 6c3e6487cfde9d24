import type { Queryable } from '#database/connection.ts';
import { searchKeys, sortName, type SearchedAccount } from './search-keys.ts';

/**
 * Updates the search index and the sort names of accounts. Call this function in every transaction that writes
 * a name, phone, e-mail address, referral code or tax code, under the lock of the account's row.
 */
export async function indexAccounts(tx: Queryable, ids: readonly string[]): Promise<void> {
  const rows = await tx<SearchedAccount[]>`
    select a.id, a.kind, a.phone, a.name, a.email, a.referral_code,
      e.name as enterprise_name, e.short_name, e.tax_code
    from accounts a left join enterprises e on e.account_id = a.id where a.id = any(${[...ids]}::text[])`;
  const texts = rows.flatMap((row) => searchKeys(row).map((key) => ({ id: row.id, key })));
  const textIds = texts.map(({ id }) => id);
  const keys = texts.map(({ key }) => key);
  await tx`
    delete from account_search s where s.account_id = any(${[...ids]}::text[])
      and not exists (
        select from unnest(${textIds}::text[], ${keys}::text[]) t (account_id, key)
        where t.account_id = s.account_id and t.key = s.key)`;
  await tx`
    insert into account_search (account_id, key)
    select account_id, key from unnest(${textIds}::text[], ${keys}::text[]) t (account_id, key)
    order by key, account_id on conflict do nothing`;
  await tx`
    update accounts a set sort_name = t.name
    from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(sortName)}::text[]) t (id, name)
    where a.id = t.id and a.sort_name <> t.name`;
}
