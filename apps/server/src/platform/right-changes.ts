import type { Fragment, Queryable } from '#database/connection.ts';
import type { RightChangeKind } from '#database/tables.ts';

/** An account that changed rights since a moment: in one application, or in all of them if `applicationId` is null. */
export type Giver = {
  readonly accountId: string;
  readonly since: Date;
  readonly applicationId: string | null;
};

type Given = {
  readonly application_id: string;
  readonly account_id: string;
  readonly created_by: string | null;
  readonly created_at: string;
};

/** A row of `application_managers` as jsonb. */
export type FormerManager = Given;

/** A row of `permissions` as jsonb. */
export type FormerPermission = Given & {
  readonly id: string;
  readonly role: string;
  readonly status: 'active' | 'locked';
};

/** The values before changes: rows as jsonb, null for a row that did not exist, and the value of a setting. */
type Former = {
  readonly manager: FormerManager | null;
  readonly permission: readonly FormerPermission[];
  readonly roles: readonly { readonly code: string; readonly is_default: boolean }[] | null;
  readonly application: string | boolean | null;
  readonly client: object | null;
  readonly webhook: { readonly url: string; readonly eventTypes: string[] } | null;
};

/** The first change of a right by givers that no other account has changed since, or that others have overwritten. */
export type RightChange = {
  readonly [K in RightChangeKind]: {
    readonly kind: K;
    /** Null for a webhook of the association. */
    readonly applicationId: string | null;
    readonly target: string;
    readonly accountId: string;
    readonly former: Former[K];
    readonly changedAt: Date;
    readonly isOverwritten: boolean;
  };
}[RightChangeKind];

/**
 * Records that an account, null for the operator, is about to change the rights named by `targets`. `former` selects the
 * present value of a target as jsonb. Call it in the transaction of the change, before the change.
 *
 * If the account made the last change of a right too, less than a day ago, nothing is recorded, because the value before
 * that change is known. Otherwise an intruder could make so many changes that the return takes too long and fails. Each
 * change of a client is recorded: the last one says which account is behind the client.
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
    where ${kind}::text = 'client' or (
      select h.account_id is not distinct from ${accountId}::text and h.changed_at > greatest(
        now() - interval '1 day', (select returned_at from account_returns where account_id = ${accountId}::text))
      from right_changes h
      where h.kind = ${kind}::text and h.target = t.target and h.application_id is not distinct from ${applicationId}::text
      order by h.id desc limit 1) is not true`;
}

/** Returns a relation `g` of the givers, so that one statement finds what all of them gave. */
export function giversOf(tx: Queryable, givers: readonly Giver[]): Fragment {
  return tx`unnest(${givers.map(({ accountId }) => accountId)}::text[], ${givers.map(({ since }) => since)}::timestamptz[],
    ${givers.map(({ applicationId }) => applicationId)}::text[]) g (account_id, since, application_id)`;
}

const isBy = (tx: Queryable, change: Fragment): Fragment => tx`
  ${change}.account_id = g.account_id and ${change}.changed_at > g.since
    and (g.application_id is null or g.application_id = ${change}.application_id)`;

/**
 * Lists the rights that givers have changed, each with the value before their changes. A right that another account has
 * changed since is overwritten: that account has decided on its present value.
 */
export async function listRightChanges(
  tx: Queryable,
  givers: readonly Giver[],
): Promise<readonly RightChange[]> {
  return tx<RightChange[]>`
    with targets as materialized (
      select distinct h.kind, h.application_id, h.target from ${giversOf(tx, givers)}
      join right_changes h on ${isBy(tx, tx`h`)}
    ), changes as materialized (
      select h.id, h.kind, h.application_id, h.target,
        exists (select from ${giversOf(tx, givers)} where ${isBy(tx, tx`h`)}) as is_given
      from targets t join right_changes h on h.kind = t.kind and h.target = t.target
        and h.application_id is not distinct from t.application_id
    ), compared as (
      select id, kind, application_id, target, is_given, id > coalesce(
        max(case when not is_given then id end) over (partition by kind, application_id, target), 0) as is_present
      from changes
    ), firsts as (
      select coalesce(min(id) filter (where is_present), min(id)) as id, not bool_or(is_present) as is_overwritten
      from compared where is_given group by kind, application_id, target
    )
    select h.kind, h.application_id, h.target, h.account_id, h.former, h.changed_at, f.is_overwritten
    from firsts f join right_changes h on h.id = f.id
    order by h.kind, h.application_id, h.target`;
}

/** Lists the accounts that givers have made managers or owners of an application. Their changes count as the givers'. */
export async function listAddedManagers(tx: Queryable, givers: readonly Giver[]): Promise<readonly Giver[]> {
  return tx<Giver[]>`
    select h.target as account_id, h.application_id, min(h.changed_at) as since from right_changes h
    where h.kind = 'manager' and h.former = 'null'
      and exists (select from ${giversOf(tx, givers)} where ${isBy(tx, tx`h`)})
    group by h.target, h.application_id`;
}
