import type { Queryable } from '#database/connection.ts';

/** Removes all passkeys of an account and returns their ids. */
export async function removePasskeys(tx: Queryable, accountId: string): Promise<readonly string[]> {
  const rows = await tx<{ id: string }[]>`delete from passkeys where account_id = ${accountId} returning id`;
  return rows.map(({ id }) => id);
}

/** Removes the passkeys of an account that are too new to confirm sensitive changes, and returns their ids. */
export async function removeHeldPasskeys(tx: Queryable, accountId: string): Promise<readonly string[]> {
  const rows = await tx<{ id: string }[]>`
    delete from passkeys where account_id = ${accountId} and confirms_from > now() returning id`;
  return rows.map(({ id }) => id);
}
