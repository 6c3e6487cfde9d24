import type { Fragment, Queryable } from '#database/connection.ts';
import type { RightChangeKind } from '#database/tables.ts';

/**
 * An account whose changes to rights are searched: after `since`, not after `until` unless it is null, and in
 * one application unless `applicationId` is null.
 */
export type Giver = {
  readonly accountId: string;
  readonly since: Date;
  readonly until: Date | null;
  readonly applicationId: string | null;
};

/** `applicationId` is null for a webhook of the association. */
export type ChangedRight = {
  readonly kind: RightChangeKind;
  readonly applicationId: string | null;
  readonly target: string;
};

export type Change = ChangedRight & {
  readonly id: string;
  readonly accountId: string | null;
  readonly changedAt: Date;
  /** True if the account has since returned to its owner, which undid the change. */
  readonly isUndone: boolean;
};

type Given = {
  readonly application_id: string;
  readonly account_id: string;
  readonly created_by: string | null;
  readonly created_at: string;
};

export type FormerManager = Given;

export type FormerPermission = Given & {
  readonly id: string;
  readonly role: string;
  readonly status: 'active' | 'locked';
};

/** Values before a change: rows as jsonb, null for a row that did not exist, or the value of a setting. */
type Former = {
  readonly manager: FormerManager | null;
  readonly permission: readonly FormerPermission[];
  readonly roles: readonly { readonly code: string; readonly is_default: boolean }[] | null;
  readonly application: string | boolean | null;
  readonly client: object | null;
  readonly webhook: { readonly url: string; readonly eventTypes: string[] } | null;
};

export type RightChange = {
  readonly [K in RightChangeKind]: Omit<Change, 'kind' | 'isUndone'> & {
    readonly kind: K;
    readonly former: Former[K];
  };
}[RightChangeKind];

/**
 * Records that an account (null for the operator) is about to change the rights in `targets`. `former` selects
 * the current value of a target as jsonb. Call this function in the transaction of the change, before the
 * change.
 *
 * Nothing is recorded if the same account made the last change to a right less than a day ago and since its
 * last return, because the value before that change is already stored. Otherwise an intruder could make so many
 * changes that a return takes too long and fails.
 */
export async function recordRightChanges(
  tx: Queryable,
  change: {
    readonly kind: RightChangeKind;
    readonly applicationId: string | null;
    readonly accountId: string | null;
  },
  targets: readonly string[],
  former: (target: Fragment) => Fragment,
): Promise<void> {
  const { kind, applicationId, accountId } = change;
  await tx`
    insert into right_changes (account_id, application_id, kind, target, former)
    select ${accountId}::text, ${applicationId}::text, ${kind}::text, t.target,
      coalesce((${former(tx`t.target`)}), 'null'::jsonb)
    from unnest(${[...new Set(targets)]}::text[]) as t (target)
    where (
      select h.account_id is not distinct from ${accountId}::text and h.changed_at > greatest(
        now() - interval '1 day', (select returned_at from account_returns where account_id = ${accountId}::text))
      from right_changes h
      where h.kind = ${kind}::text and h.target = t.target and h.application_id is not distinct from ${applicationId}::text
      order by h.id desc limit 1) is not true`;
}

/** Returns a table `g` of all givers, so that one statement finds the changes of all of them. */
export function giversOf(tx: Queryable, givers: readonly Giver[]): Fragment {
  return tx`unnest(${givers.map(({ accountId }) => accountId)}::text[], ${givers.map(({ since }) => since)}::timestamptz[],
    ${givers.map(({ until }) => until)}::timestamptz[], ${givers.map(({ applicationId }) => applicationId)}::text[])
    g (account_id, since, until, application_id)`;
}

const joinChanges = (tx: Queryable, givers: readonly Giver[]): Fragment => tx`
  ${giversOf(tx, givers)} join right_changes h on h.account_id = g.account_id and h.changed_at > g.since
    and (g.until is null or h.changed_at <= g.until)
    and (g.application_id is null or g.application_id = h.application_id)`;

export async function listGivenRights(
  tx: Queryable,
  givers: readonly Giver[],
  kinds: readonly RightChangeKind[],
): Promise<readonly ChangedRight[]> {
  return tx<ChangedRight[]>`
    select distinct h.kind, h.application_id, h.target from ${joinChanges(tx, givers)}
    where h.kind = any(${[...kinds]}::text[])`;
}

export async function listGivenPermissions(
  tx: Queryable,
  givers: readonly Giver[],
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<readonly (ChangedRight & Pick<Change, 'id'>)[]> {
  return tx<(ChangedRight & Pick<Change, 'id'>)[]>`
    select h.id, h.kind, h.application_id, h.target from ${joinChanges(tx, givers)}
    where h.kind = 'permission' and h.id > ${after}::bigint order by h.id limit ${limit}`;
}

export async function listChanges(
  tx: Queryable,
  rights: readonly ChangedRight[],
): Promise<readonly Change[]> {
  return tx<Change[]>`
    select h.id, h.kind, h.application_id, h.target, h.account_id, h.changed_at,
      coalesce(h.changed_at > a.rights_since and h.changed_at <= a.returned_at, false) as is_undone
    from unnest(${rights.map(({ kind }) => kind)}::text[], ${rights.map(({ applicationId }) => applicationId)}::text[],
      ${rights.map(({ target }) => target)}::text[]) r (kind, application_id, target)
    join right_changes h on h.kind = r.kind and h.target = r.target
      and h.application_id is not distinct from r.application_id
    left join account_returns a on a.account_id = h.account_id
    order by h.id`;
}

export async function readChanges(tx: Queryable, ids: readonly string[]): Promise<readonly RightChange[]> {
  return tx<RightChange[]>`
    select id, kind, application_id, target, account_id, changed_at, former from right_changes
    where id = any(${[...ids]}::bigint[]) order by kind, application_id, target`;
}

/**
 * Lists the accounts that givers have made managers or owners of an application. Changes by these accounts
 * count as the givers' changes.
 */
export async function listAddedManagers(
  tx: Queryable,
  givers: readonly Giver[],
): Promise<readonly Omit<Giver, 'until'>[]> {
  return tx<Omit<Giver, 'until'>[]>`
    select h.target as account_id, h.application_id, min(h.changed_at) as since from ${joinChanges(tx, givers)}
    where h.kind = 'manager' and h.former = 'null' group by h.target, h.application_id`;
}
