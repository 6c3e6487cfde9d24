import type { Fragment, Queryable } from '#database/connection.ts';
import { isLive } from './known-device-sql.ts';
import { knownDevicePolicy as policy } from './known-device.policy.ts';

export const findDeviceOfAccount = (
  sql: Queryable,
  accountId: string,
  hashes: readonly string[],
): Fragment => sql`
  select encode(d.token_hash, 'hex') as hash, coalesce(d.two_step_until > now(), false) as is_remembered
  from known_devices d
  where d.account_id = ${accountId} and encode(d.token_hash, 'hex') = any(${[...hashes]}::text[]) and ${isLive(sql)}
  order by d.two_step_until desc nulls last limit 1`;

/**
 * Stores known devices. Lock the account's row before calling a method that writes, so that a device cannot
 * outlive a concurrent password reset. Hashes are hexadecimal. `twoStepSeconds` is how long the device needs no
 * authenticator code; null leaves that time unchanged, and unset for a new device.
 */
export const knownDevices = {
  async findHash(sql: Queryable, accountId: string, hashes: readonly string[]): Promise<string | null> {
    const [row] = await sql<{ hash: string }[]>`${findDeviceOfAccount(sql, accountId, hashes)}`;
    return row?.hash ?? null;
  },

  /** `blocked` is the number of unexpired devices with too many failures. */
  async count(sql: Queryable, accountId: string): Promise<{ known: number; blocked: number }> {
    const [row] = await sql<{ known: number; blocked: number }[]>`
      select count(*) filter (where ${isLive(sql)})::int as known,
        count(*) filter (where not (${isLive(sql)}))::int as blocked
      from known_devices d where d.account_id = ${accountId} and d.expires_at > now()`;
    return row ?? { known: 0, blocked: 0 };
  },

  async renew(tx: Queryable, accountId: string, hash: string, twoStepSeconds: number | null): Promise<void> {
    await tx`
      update known_devices set password_failures = 0, code_failures = 0,
        expires_at = now() + make_interval(secs => ${policy.lifeSeconds}::int),
        two_step_until = coalesce(now() + make_interval(secs => ${twoStepSeconds}::int), two_step_until)
      where account_id = ${accountId} and token_hash = decode(${hash}, 'hex')`;
  },

  async insert(tx: Queryable, accountId: string, hash: string, twoStepSeconds: number | null): Promise<void> {
    await tx`
      insert into known_devices (account_id, token_hash, expires_at, two_step_until)
      values (${accountId}, decode(${hash}, 'hex'), now() + make_interval(secs => ${policy.lifeSeconds}::int),
        now() + make_interval(secs => ${twoStepSeconds}::int))`;
    await tx`
      delete from known_devices where account_id = ${accountId} and token_hash in (
        select token_hash from known_devices where account_id = ${accountId}
        order by expires_at desc offset ${policy.devicesPerAccount}::int)`;
  },
};
