import { isDormant } from '#account/account-sql.ts';
import type { Sql } from '#database/connection.ts';
import type { AccountsRow } from '#database/tables.ts';

export type CheckedAccount = Pick<
  AccountsRow,
  'id' | 'phone' | 'status' | 'lockedByOwner' | 'mustChangePassword' | 'phoneInDoubt' | 'sensitiveHoldUntil'
> & {
  readonly isDormant: boolean;
  readonly hasOtherWay: boolean;
  readonly hasPassword: boolean;
  readonly now: Date;
};

export function createSignInCheckRepo(sql: Sql) {
  return {
    findAccount: (id: string) =>
      sql<CheckedAccount[]>`
        select a.id, a.phone, a.status, a.locked_by_owner, a.must_change_password, a.phone_in_doubt,
          a.sensitive_hold_until, ${isDormant(sql)} as is_dormant, clock_timestamp() as now,
          exists (select from passkeys k where k.account_id = a.id)
            or exists (select from social_identities s where s.account_id = a.id) as has_other_way,
          exists (select from password_credentials p where p.account_id = a.id) as has_password
        from accounts a where a.id = ${id}`.first(),
  };
}
