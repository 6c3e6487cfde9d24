import type { AccountBulkAction, BulkOutcome } from '@vid/contract/bulk';
import type { AccountsRow } from '#database/tables.ts';

export type AccountFacts = Pick<AccountsRow, 'role' | 'status' | 'lockedByOwner' | 'disputedAt'> & {
  /** True if the account belongs to the administrator who started the change. */
  readonly isOwn: boolean;
};

/**
 * Returns `change` if a bulk change applies to an account, otherwise the reason why not. No change applies
 * to an administrator, who is easy to overlook among thousands of matches. Only the end of sessions applies to
 * an account that its owner has locked, or that is locked and whose owner has reported an event: unlocking it
 * would remove credentials, which no undo restores, and locking it again would hide the intruder from the
 * owner.
 */
export function judgeAccount(
  action: AccountBulkAction,
  { isOwn, role, status, lockedByOwner, disputedAt }: AccountFacts,
): 'change' | BulkOutcome {
  if (isOwn) return 'own-account';
  if (role === 'admin') return 'administrator';
  if (action === 'end-sessions') return 'change';
  if (status === 'locked' && (lockedByOwner || disputedAt !== null)) return 'locked-by-owner';
  return status === (action === 'lock' ? 'locked' : 'active') ? 'unchanged' : 'change';
}

/** The action that undoes each action. Ended sessions are never restored (`undoUntil`). */
export const opposites = {
  lock: 'unlock',
  unlock: 'lock',
  'end-sessions': 'end-sessions',
} as const satisfies Record<AccountBulkAction, AccountBulkAction>;

/**
 * Decides whether the undo of a bulk change may change an account: the bulk change must be the last change of
 * the account's status, and `judgeAccount` must allow the opposite action.
 */
export function judgeUndo(
  opposite: AccountBulkAction,
  facts: AccountFacts & { readonly isLastChange: boolean },
): 'change' | 'changed-since' {
  return facts.isLastChange && judgeAccount(opposite, facts) === 'change' ? 'change' : 'changed-since';
}
