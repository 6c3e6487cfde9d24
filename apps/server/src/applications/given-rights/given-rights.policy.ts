import type { Change, FormerPermission as Permission, Giver } from '#platform/right-changes.ts';

/**
 * Returns a predicate for the changes that a giver made within its period, compared in milliseconds with both
 * ends included. Of an added manager, only the changes that managers can make in that application count.
 */
export function isGivenBy(givers: readonly Giver[]): (change: Change) => boolean {
  const known = Map.groupBy(givers, ({ accountId }) => accountId);
  return (change) =>
    (known.get(change.accountId ?? '') ?? []).some(
      ({ since, until, applicationId }) =>
        change.changedAt >= since &&
        (until === null || change.changedAt <= until) &&
        (applicationId === null || (applicationId === change.applicationId && !isOfAdministrators(change))),
    );
}

/**
 * Returns whether only administrators can make the change. If the intruder made an administrator a manager, the
 * administrator's own decisions stay valid.
 */
function isOfAdministrators({ kind, target }: Change): boolean {
  return kind === 'application' && target !== 'access';
}

type PickedChange = Pick<Change, 'id'> & { readonly isOverwritten: boolean };

/**
 * Picks, for each right, the change whose former value a return restores: the first change after the last
 * decision of another account, if a giver made any change after that decision. Otherwise the present value is
 * another account's decision: the right is overwritten, and the first change by a giver is picked. A change by
 * an account that has returned to its owner does not count as a decision, so that the return of one intruder
 * does not restore the right of another. `changes` are all changes to the rights, earliest first.
 */
export function pickChanges(
  changes: readonly Change[],
  isGiven: (change: Change) => boolean,
): readonly PickedChange[] {
  const rights = Map.groupBy(changes, ({ kind, applicationId, target }) =>
    JSON.stringify([kind, applicationId, target]),
  );
  return [...rights.values()].flatMap((all): readonly PickedChange[] => {
    const present = all.slice(all.findLastIndex((change) => !change.isUndone && !isGiven(change)) + 1);
    if (present[0] && present.some(isGiven)) return [{ id: present[0].id, isOverwritten: false }];
    const first = all.find(isGiven);
    return first ? [{ id: first.id, isOverwritten: true }] : [];
  });
}

/**
 * Returns the permissions of an account in an application after an intruder's changes are undone. Restores none
 * if the account has no permission now, because the owner may have removed it, and locks all if all present
 * permissions are locked.
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
 * The settings that a return may restore, each with the only former value that it restores; undefined if it
 * restores any value. A return never opens or enables an application, because the owner may have restricted
 * or locked it.
 */
const narrowing: Readonly<Record<string, unknown>> = {
  access: 'restricted',
  is_first_party: false,
  status: 'disabled',
  name: undefined,
  logo: undefined,
  operator_name: undefined,
  policy_url: undefined,
  owner_id: undefined,
};

export function restoresSetting(name: string, former: unknown): boolean {
  return name in narrowing && (narrowing[name] === undefined || narrowing[name] === former);
}
