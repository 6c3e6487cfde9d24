import { extendList, type Removed } from '#account/return-to-owner/return-to-owner.policy.ts';
import type { Queryable } from '#database/connection.ts';
import {
  listAddedManagers,
  listChanges,
  readChanges,
  type ChangedRight,
  type Giver,
  type RightChange,
} from '#platform/right-changes.ts';
import { isGivenBy, pickChanges } from './given-rights.policy.ts';
import type { Holder } from './given-rights.repo.ts';

/**
 * A change whose former value is restored when the account returns to its owner, unless another account has
 * decided on the right since (`isOverwritten`).
 */
export type Undoable<K extends RightChange['kind'] = RightChange['kind']> = Extract<
  RightChange,
  { kind: K }
> & {
  readonly applicationId: string;
  readonly isOverwritten: boolean;
};

const nameOf = ({ accountId, applicationId }: Pick<Giver, 'accountId' | 'applicationId'>): string =>
  `${accountId} ${applicationId ?? ''}`;

/** Returns the giver and all managers whom it added, directly or through other managers. */
export async function listGivers(tx: Queryable, first: Giver): Promise<readonly Giver[]> {
  const givers = new Map([[nameOf(first), first]]);
  for (let found: readonly Giver[] = [first]; found.length > 0;) {
    const added = await listAddedManagers(tx, found);
    found = added
      .filter((giver) => giver.accountId !== first.accountId && !givers.has(nameOf(giver)))
      .map((giver) => ({ ...giver, until: first.until }));
    for (const giver of found) givers.set(nameOf(giver), giver);
  }
  return [...givers.values()];
}

export async function readGivenChanges(
  tx: Queryable,
  givers: readonly Giver[],
  rights: readonly ChangedRight[],
) {
  const picks = pickChanges(await listChanges(tx, rights), isGivenBy(givers));
  const picked = new Map(picks.map((pick) => [pick.id, pick]));
  return (await readChanges(tx, [...picked.keys()])).map((change) => ({
    ...change,
    isOverwritten: picked.get(change.id)?.isOverwritten === true,
  }));
}
type Given = Awaited<ReturnType<typeof readGivenChanges>>[number];

export function changesOf<K extends RightChange['kind']>(
  changes: readonly Given[],
  kind: K,
): readonly Undoable<K>[] {
  return changes.filter(
    (change): change is Given & Undoable<K> => change.kind === kind && change.applicationId !== null,
  );
}

export function ownChangesOf<K extends RightChange['kind']>(
  changes: readonly Given[],
  kind: K,
): readonly Undoable<K>[] {
  return changesOf(changes, kind).filter(({ isOverwritten }) => !isOverwritten);
}

/** Name of the right in the owner's list, and the time of its change. */
export type Entry = readonly [name: string, addedAt: Date];

/** Lists each name once, up to the length of the owner's list. */
export function listed(kind: Removed['kind'], entries: readonly Entry[]): readonly Removed[] {
  return extendList(
    [],
    entries.map(([name, addedAt]) => ({ kind, name, addedAt: addedAt.toISOString() })),
  );
}

export const keyOf = ({ accountId, applicationId }: Holder): string => `${accountId} ${applicationId}`;

export const toHolder = ({ target, applicationId }: Undoable): Holder => ({
  accountId: target,
  applicationId,
});
