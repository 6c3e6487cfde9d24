import type { Sql } from '#database/connection.ts';

/** The account `a` of a phone, and its password `p` where it has one, as a part of somebody else's statement. */
export const joinAccountByPhone = (sql: Sql, phone: string) => sql`
  left join accounts a on a.phone = ${phone} left join password_credentials p on p.account_id = a.id`;
