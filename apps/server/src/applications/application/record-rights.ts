import type { Fragment, Queryable } from '#database/connection.ts';
import { recordRightChanges } from '#platform/right-changes.ts';

type Select = (tx: Queryable, target: Fragment, applicationId: string) => Fragment;

const present = {
  application: (tx, setting, id) =>
    tx`select to_jsonb(m) -> ${setting} from applications m where m.id = ${id}`,
  manager: (tx, accountId, id) => tx`
    select to_jsonb(g) from application_managers g where g.application_id = ${id} and g.account_id = ${accountId}`,
  permission: (tx, accountId, id) => tx`
    select coalesce(jsonb_agg(to_jsonb(p) order by p.id), '[]') from permissions p
    where p.application_id = ${id} and p.account_id = ${accountId}`,
  roles: (tx, _all, id) => tx`
    select jsonb_agg(to_jsonb(r) order by r.code) from application_roles r where r.application_id = ${id}`,
  client: (tx, id) => tx`select to_jsonb(c) from clients c where c.id = ${id}`,
} as const satisfies Readonly<Record<string, Select>>;

type Change = {
  readonly kind: keyof typeof present;
  readonly applicationId: string;
  /** Account behind the actor (see `accountOf`); null for the operator. */
  readonly accountId: string | null;
};

/**
 * Records rights in an application before an account changes them. `targets` are the names of settings, the
 * accounts of managers or permissions, the ids of clients, or the empty text for all roles. If the account
 * later returns to its owner, the present value is restored, or `former` if it is given.
 */
export async function recordRights(
  tx: Queryable,
  change: Change,
  targets: readonly string[],
  former?: object | string,
): Promise<void> {
  await recordRightChanges(tx, change, targets, (target) =>
    former === undefined
      ? present[change.kind](tx, target, change.applicationId)
      : tx`select ${tx.json(former)}::jsonb`,
  );
}
