import type { Fragment, Queryable } from '#database/connection.ts';
import { knownDevicePolicy as policy } from './known-device.policy.ts';

export const isLive = (sql: Queryable): Fragment => sql`
  d.expires_at > now() and d.password_failures < ${policy.maxPasswordFailures}::int
    and d.code_failures < ${policy.maxCodeFailures}::int`;

/**
 * Selects whether `d` is a known device of the account `a`, `a` has the phone, and `hashes` (hexadecimal)
 * contain the device's token hash.
 */
export const isDeviceOfPhone = (sql: Queryable, phone: string, hashes: readonly string[]): Fragment => sql`
  a.phone = ${phone} and d.account_id = a.id
    and encode(d.token_hash, 'hex') = any(${[...hashes]}::text[]) and ${isLive(sql)}`;

export const findDevice = (sql: Queryable, phone: string, hashes: readonly string[]): Fragment => sql`
  select encode(d.token_hash, 'hex') from known_devices d, accounts a
  where ${isDeviceOfPhone(sql, phone, hashes)} limit 1`;

/** Returns the hash of a known device of any account among `hashes` (hexadecimal); undefined without one. */
export async function findAnyDevice(sql: Queryable, hashes: readonly string[]): Promise<string | undefined> {
  if (hashes.length === 0) return undefined;
  const [row] = await sql<{ hash: string }[]>`
    select encode(d.token_hash, 'hex') as hash from known_devices d
    where d.token_hash = any(select decode(h, 'hex') from unnest(${[...hashes]}::text[]) h) and ${isLive(sql)}
    order by d.token_hash limit 1`;
  return row?.hash;
}

/** Counts a wrong code on a device. Commits asynchronously, like the other counting statements. */
export async function countDeviceCode(sql: Queryable, phone: string, device: string): Promise<void> {
  await sql`
    with commit as materialized (select set_config('synchronous_commit', 'off', true))
    update known_devices d set code_failures = d.code_failures + 1 from commit, accounts a
    where ${isDeviceOfPhone(sql, phone, [device])}`;
}

export async function forgetDevicePasswords(tx: Queryable, accountId: string): Promise<void> {
  await tx`
    update known_devices set password_failures = 0 where account_id = ${accountId} and password_failures > 0`;
}

export async function forgetDeviceCodes(tx: Queryable, accountId: string): Promise<void> {
  await tx`update known_devices set code_failures = 0 where account_id = ${accountId} and code_failures > 0`;
}

export async function forgetTwoStepDevices(tx: Queryable, accountId: string): Promise<void> {
  await tx`
    update known_devices set two_step_until = null where account_id = ${accountId} and two_step_until is not null`;
}

/**
 * Deletes the known devices of an account, except those with the hashes in `kept` (hexadecimal). Call this
 * function under the lock of the account's row.
 */
export async function forgetDevices(
  tx: Queryable,
  accountId: string,
  kept: readonly string[] = [],
): Promise<void> {
  await tx`
    delete from known_devices
    where account_id = ${accountId} and encode(token_hash, 'hex') <> all(${[...kept]}::text[])`;
}
