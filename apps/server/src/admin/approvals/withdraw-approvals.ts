import { maxListed } from '#account/return-to-owner/return-to-owner.policy.ts';
import type { ReturnDeps } from '#account/return-to-owner/return-to-owner.service.ts';
import type { Queryable } from '#database/connection.ts';
import type { ApprovalsRow } from '#database/tables.ts';
import type { Audit } from '#platform/audit/audit.ts';

type Withdrawn = Pick<ApprovalsRow, 'id' | 'kind' | 'accountId' | 'createdAt'>;

/**
 * Refuses an administrator's pending requests when the account returns to its owner, and approved exports that
 * have not started and that the account requested or confirmed. An intruder can request thousands of approvals,
 * so one statement audits all of them, and the owner's list names at most 50.
 */
export function createWithdrawApprovals(audit: Audit): ReturnDeps['withdrawApprovals'] {
  return async (tx: Queryable, { accountId, by }) => {
    const rows = await tx<Withdrawn[]>`
      update approvals set status = 'refused', decided_at = now(), sealed_contact = null
      where expires_at > now()
        and (status = 'pending' and requested_by = ${accountId}
          or status = 'confirmed' and kind = 'export-hashes' and used_at is null
            and ${accountId} in (requested_by, decided_by))
      returning id, kind, account_id, created_at`;
    await audit.writeAll(
      tx,
      { kind: 'approval.refused', caller: by.caller, actorId: by.actorId ?? accountId },
      rows.map(({ id, kind, accountId: about }) => ({
        accountId: about,
        details: { approval: id, change: kind },
      })),
    );
    return rows
      .slice(0, maxListed)
      .map(({ createdAt }) => ({ kind: 'approval', name: '', addedAt: createdAt.toISOString() }));
  };
}
