import { authorName } from '#database/account-names.ts';
import type { Queryable } from '#database/connection.ts';
import type { AccountsRow, ApprovalsRow } from '#database/tables.ts';

type LaterKind = 'export-hashes';

/**
 * Uses up a confirmed approval. Returns undefined if the approval does not exist, has expired or was used, or
 * if the administrator who requested or confirmed it has lost the role or is locked. `requestedBy` restricts
 * the use to approvals that this administrator requested.
 */
export async function useApproval(
  tx: Queryable,
  { id, kind, requestedBy }: { id: string; kind: LaterKind; requestedBy: string | null },
) {
  return tx<Pick<ApprovalsRow, 'id' | 'requestedBy' | 'decidedBy'>[]>`
    update approvals p set used_at = now()
    where p.id = ${id} and p.kind = ${kind} and p.status = 'confirmed' and p.used_at is null and p.expires_at > now()
      and (${requestedBy}::text is null or p.requested_by = ${requestedBy})
      and (select count(*) from accounts a where a.id in (p.requested_by, p.decided_by)
        and a.role = 'admin' and a.status = 'active') = 2
    returning p.id, p.requested_by, p.decided_by`.first();
}

export async function findOwnApproval(tx: Queryable, requestedBy: string, kind: LaterKind) {
  return tx<
    (Pick<ApprovalsRow, 'id' | 'expiresAt'> & {
      status: 'pending' | 'confirmed';
      decidedBy: AccountsRow['name'];
    })[]
  >`
    select p.id, p.status, p.expires_at, ${authorName(tx, tx`a`)} as decided_by
    from approvals p left join accounts a on a.id = p.decided_by
    where p.requested_by = ${requestedBy} and p.kind = ${kind} and p.status in ('pending', 'confirmed')
      and p.used_at is null and p.expires_at > now()
    order by p.status, p.created_at limit 1`.first();
}
