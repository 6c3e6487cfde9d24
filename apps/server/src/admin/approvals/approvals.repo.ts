import { accountName, authorName } from '#database/account-names.ts';
import type { Queryable, Sql } from '#database/connection.ts';
import type { ApprovalKind, ApprovalsRow } from '#database/tables.ts';

/** Time in which a second administrator must confirm a change, and in which a confirmed export must start. */
const ttlSeconds = 24 * 3_600;

export type NewApproval = Pick<
  ApprovalsRow,
  'id' | 'kind' | 'accountId' | 'requestedBy' | 'reason' | 'sealedContact'
>;
export type ClaimedApproval = Pick<ApprovalsRow, 'id' | 'kind' | 'accountId' | 'reason' | 'sealedContact'>;

export function createApprovalRepo(sql: Sql) {
  return {
    /** Throws the unique violation of `approvals_pending_key` if the same change is pending. */
    async insert(tx: Queryable, approval: NewApproval): Promise<void> {
      const { accountId, kind } = approval;
      await tx`
        delete from approvals
        where account_id = ${accountId} and kind = ${kind} and status = 'pending' and expires_at <= now()`;
      await tx`
        insert into approvals (id, kind, account_id, requested_by, reason, sealed_contact, expires_at)
        values (${approval.id}, ${kind}, ${accountId}, ${approval.requestedBy}, ${approval.reason},
          ${approval.sealedContact}, now() + make_interval(secs => ${ttlSeconds}))`;
    },

    async listPending() {
      return sql<
        (Pick<
          ApprovalsRow,
          'id' | 'kind' | 'accountId' | 'requestedBy' | 'reason' | 'sealedContact' | 'createdAt' | 'expiresAt'
        > & { name: string | null; phone: string | null; requesterName: string | null })[]
      >`
        select p.id, p.kind, p.account_id, p.requested_by, p.reason, p.sealed_contact, p.created_at, p.expires_at,
          ${accountName(sql, sql`a`)} as name, a.phone, ${authorName(sql, sql`r`)} as requester_name
        from approvals p join accounts a on a.id = p.account_id join accounts r on r.id = p.requested_by
        where p.status = 'pending' and p.expires_at > now() order by p.created_at, p.id limit 100`;
    },

    findPending: (accountId: string, kind: ApprovalKind) =>
      sql<
        (Pick<ApprovalsRow, 'id' | 'requestedBy' | 'sealedContact' | 'createdAt' | 'expiresAt'> & {
          requesterName: string | null;
        })[]
      >`
        select p.id, p.requested_by, p.sealed_contact, p.created_at, p.expires_at, ${authorName(sql, sql`r`)} as requester_name
        from approvals p join accounts r on r.id = p.requested_by
        where p.account_id = ${accountId} and p.kind = ${kind} and p.status = 'pending' and p.expires_at > now()`.first(),

    find: (id: string) =>
      sql<Pick<ApprovalsRow, 'accountId' | 'requestedBy'>[]>`
        select account_id, requested_by from approvals where id = ${id}`.first(),

    /**
     * Confirms an approval for two different active administrators. Returns undefined if either has lost the
     * role or is locked, or if the approval has expired or was decided. A confirmed export expires a day later.
     */
    confirm: (tx: Queryable, id: string, actorId: string) =>
      tx<ClaimedApproval[]>`
        update approvals p set status = 'confirmed', decided_by = ${actorId}, decided_at = now(), sealed_contact = null,
          expires_at = case when p.kind = 'export-hashes' then now() + make_interval(secs => ${ttlSeconds})
            else p.expires_at end
        from approvals old
        where p.id = ${id} and old.id = p.id and p.status = 'pending' and p.expires_at > now()
          and (select count(*) from accounts a where a.id in (p.requested_by, ${actorId})
            and a.role = 'admin' and a.status = 'active') = 2
        returning p.id, p.kind, p.account_id, p.reason, old.sealed_contact`.first(),

    /**
     * Refuses or withdraws a pending approval. Returns undefined if the approval has expired or was decided.
     */
    refuse: (tx: Queryable, id: string, actorId: string) =>
      tx<ClaimedApproval[]>`
        update approvals set status = 'refused', decided_by = ${actorId}, decided_at = now(), sealed_contact = null
        where id = ${id} and status = 'pending' and expires_at > now()
        returning id, kind, account_id, reason, sealed_contact`.first(),
  };
}
