import type { Queryable } from '#database/connection.ts';
import type { Keys } from '#lib/keys.ts';
import { counterKeys } from './otp.policy.ts';

/**
 * Forgets the wrong codes of a phone, the codes sent to it, and the waits of everyone who requested one. The limits of
 * networks and of number ranges stay, because they bound the cost of SMS.
 */
export async function liftOtpLimits(tx: Queryable, keys: Keys, phone: string): Promise<void> {
  const { name } = counterKeys(keys, phone);
  const prefixes = ['otp-wait', 'otp-slot', 'otp-hour', 'otp-day'].map((kind) => `${kind}:${name}`);
  // Locked in the order of `counters.hit`, to prevent deadlocks.
  await tx`
    with locked as materialized (
      select key from counters c, unnest(${prefixes}::text[]) as p (prefix) where starts_with(c.key, p.prefix)
      order by key collate "C" for update of c
    )
    delete from counters c using locked l where c.key = l.key`;
  await tx`delete from otp_failures where phone = ${phone}`;
  await tx`
    update known_devices d set code_failures = 0, password_failures = 0 from accounts a
    where a.phone = ${phone} and d.account_id = a.id and (d.code_failures > 0 or d.password_failures > 0)`;
}
