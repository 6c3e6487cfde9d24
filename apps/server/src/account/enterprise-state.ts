import type { Fragment, Queryable } from '#database/connection.ts';

export type EnterpriseState = 'declared' | 'verified' | 'refused';

/** The result of the association's check of the enterprise `e`. */
export const enterpriseState = (sql: Queryable): Fragment => sql`
  case when e.verified_at is not null then 'verified' when e.refused_at is not null then 'refused' else 'declared' end`;

/** The verification of an enterprise as its member sees it. */
export type Verification = {
  readonly state: EnterpriseState;
  readonly reason: string | null;
  readonly checkedAt: Date | null;
};

/** The verification of an enterprise's account; undefined for a person. */
export async function findVerification(sql: Queryable, accountId: string): Promise<Verification | undefined> {
  const [row] = await sql<Verification[]>`
    select ${enterpriseState(sql)} as state, e.refusal as reason, coalesce(e.checked_at, e.verified_at) as checked_at
    from enterprises e where e.account_id = ${accountId}`;
  return row;
}
