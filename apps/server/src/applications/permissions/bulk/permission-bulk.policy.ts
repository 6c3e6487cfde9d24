import type { BulkOutcome, PermissionBulkAction } from '@vid/contract/bulk';
import type { FormerPermission } from '#platform/right-changes.ts';
import type { PermissionChange } from '../permission-changes.service.ts';

/** `newRole` is the role that `set-role` gives; null for other actions. */
type Bulk = { readonly action: PermissionBulkAction; readonly newRole: string | null };

const statuses = { lock: 'locked', unlock: 'active' } as const;

type Facts = {
  /** Null if the permission was removed. */
  readonly present: Pick<FormerPermission, 'role' | 'status'> | null;
  readonly roles: ReadonlySet<string>;
};

type Decision = PermissionChange | BulkOutcome;

export function judgePermission({ action, newRole }: Bulk, { present, roles }: Facts): Decision {
  if (present === null) return 'not-found';
  if (action === 'remove') return { kind: 'removed' };
  if (action !== 'set-role') {
    if (present.status === statuses[action]) return 'unchanged';
    return { kind: action === 'lock' ? 'locked' : 'unlocked' };
  }
  const role = newRole ?? '';
  if (!roles.has(role)) return 'role-removed';
  return present.role === role ? 'unchanged' : { kind: 'role', role };
}

type UndoFacts = Facts & {
  readonly former: Pick<FormerPermission, 'role'>;
  /** True if the bulk change made the last change to the person's permissions in the application. */
  readonly isLastChange: boolean;
};

/**
 * Decides how an undo restores a permission. The permission stays unchanged if someone has changed the
 * person's permissions in the application since, or if the role to restore no longer exists.
 */
export function judgeUndo(
  { action, newRole }: Bulk,
  { present, former, roles, isLastChange }: UndoFacts,
): Decision | { readonly kind: 'added' } {
  if (!isLastChange) return 'changed-since';
  if (action === 'lock' || action === 'unlock') {
    if (present?.status !== statuses[action]) return 'changed-since';
    return { kind: action === 'lock' ? 'unlocked' : 'locked' };
  }
  const isAsLeft = action === 'remove' ? present === null : present?.role === newRole;
  if (!isAsLeft) return 'changed-since';
  if (!roles.has(former.role)) return 'former-role-removed';
  return action === 'remove' ? { kind: 'added' } : { kind: 'role', role: former.role };
}
