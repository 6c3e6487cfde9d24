import type { Queryable } from '#database/connection.ts';

const prefix = 'two-step:';

/** The counter of wrong codes of the app: of a known device (hexadecimal), or of all other browsers of the account. */
export const failuresKeyOf = (step: { readonly device: string | null; readonly accountId: string }): string =>
  `${prefix}${step.device ?? step.accountId}`;

/** Forgets the wrong codes of an account's app, also those of its known devices. */
export async function liftTwoStepLimit(tx: Queryable, accountId: string): Promise<void> {
  // Locked in the order of `counters.hit`, to prevent deadlocks.
  await tx`
    with locked as materialized (
      select key from counters where key in (
        select ${prefix}::text || ${accountId}::text
        union all
        select ${prefix}::text || encode(d.token_hash, 'hex') from known_devices d where d.account_id = ${accountId})
      order by key collate "C" for update
    )
    delete from counters c using locked l where c.key = l.key`;
}
