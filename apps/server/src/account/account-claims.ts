import type { Fragment, Sql } from '#database/connection.ts';

export type AccountClaims = {
  readonly isEnterprise: boolean;
  readonly isVerifiedEnterprise: boolean;
  readonly name: string | null;
  readonly picture: string | null;
  readonly email: string | null;
  readonly isEmailConfirmed: boolean;
  readonly phone: string | null;
  readonly memberObject: string | null;
  /**
   * True if the member must set a new password before an application gets a code. This field is not a claim.
   */
  readonly mustChangePassword: boolean;
};

export const selectAccountClaims = (sql: Sql, accountId: Fragment | string): Fragment => sql`
  select a.kind = 'enterprise' as is_enterprise, e.verified_at is not null as is_verified_enterprise,
    coalesce(e.name, a.name) as name, a.avatar as picture, a.email,
    a.email_confirmed_at is not null as is_email_confirmed, a.phone, a.member_object, a.must_change_password
  from accounts a left join enterprises e on e.account_id = a.id
  where a.id = ${accountId} and a.status = 'active'`;
