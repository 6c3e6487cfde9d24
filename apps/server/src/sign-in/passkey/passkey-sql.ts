import type { HasPasskey } from '#account/two-step/two-step-sql.ts';

/** Whether an account has a passkey, for statements of other features. */
export const hasPasskey: HasPasskey = (sql, accountId) => sql`
  exists (select from passkeys where account_id = ${accountId})`;
