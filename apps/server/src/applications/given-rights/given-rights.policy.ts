import type { FormerPermission as Permission } from '#platform/right-changes.ts';

/**
 * Returns the permissions that an account has in an application once the changes of an intruder are undone: those before
 * the changes. A return gives nothing to an account that has nothing: the owner may have removed or locked the
 * permissions.
 */
export function restorePermissions(
  present: readonly Permission[],
  former: readonly Permission[],
): readonly Permission[] {
  if (present.length === 0) return [];
  const isLocked = present.every(({ status }) => status === 'locked');
  return isLocked ? former.map((permission) => ({ ...permission, status: 'locked' })) : former;
}

export type PermissionChange = {
  readonly change: 'added' | 'role' | 'locked' | 'unlocked' | 'removed';
  readonly permission: Permission;
  readonly previousRole?: string;
};

/** Lists the differences between the permissions of an account before and after a change. */
export function comparePermissions(
  before: readonly Permission[],
  after: readonly Permission[],
): readonly PermissionChange[] {
  const known = new Map(before.map((permission) => [permission.id, permission]));
  const left = new Set(after.map(({ id }) => id));
  const removed = before.filter(({ id }) => !left.has(id));
  const changed = after.flatMap((permission): readonly PermissionChange[] => {
    const old = known.get(permission.id);
    if (!old) return [{ change: 'added', permission }];
    if (old.role !== permission.role) return [{ change: 'role', permission, previousRole: old.role }];
    if (old.status === permission.status) return [];
    return [{ change: permission.status === 'locked' ? 'locked' : 'unlocked', permission }];
  });
  return [...removed.map((permission) => ({ change: 'removed' as const, permission })), ...changed];
}

/**
 * The former value of a setting with which a return restores the setting; undefined if every value is restored. A return
 * opens no application and enables none: the owner may have restricted or locked it.
 */
const narrowing: Readonly<Record<string, unknown>> = {
  access: 'restricted',
  is_first_party: false,
  status: 'disabled',
  name: undefined,
  owner_id: undefined,
};

/** Returns whether a return restores the former value of an application's setting. */
export function restoresSetting(name: string, former: unknown): boolean {
  return name in narrowing && (narrowing[name] === undefined || narrowing[name] === former);
}
