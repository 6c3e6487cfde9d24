import type { Fragment, Queryable } from '#database/connection.ts';

export type EnterpriseState = 'declared' | 'verified' | 'refused';

export const enterpriseState = (sql: Queryable): Fragment => sql`
  case when e.verified_at is not null then 'verified' when e.refused_at is not null then 'refused' else 'declared' end`;

export type Verification = {
  readonly state: EnterpriseState;
  readonly reason: string | null;
  readonly checkedAt: Date | null;
};

export async function findVerification(sql: Queryable, accountId: string): Promise<Verification | undefined> {
  return sql<Verification[]>`
    select ${enterpriseState(sql)} as state, e.refusal as reason, coalesce(e.checked_at, e.verified_at) as checked_at
    from enterprises e where e.account_id = ${accountId}`.first();
}
