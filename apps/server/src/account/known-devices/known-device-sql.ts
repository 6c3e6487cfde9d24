import type { Fragment, Queryable } from '#database/connection.ts';
import { knownDevicePolicy as policy } from './known-device.policy.ts';

/** Whether the device `d` still counts as known. */
const isLive = (sql: Queryable): Fragment => sql`
  d.expires_at > now() and d.password_failures < ${policy.maxPasswordFailures}::int
    and d.code_failures < ${policy.maxCodeFailures}::int`;

/** The device `d` of the account `a` with a phone, if one of `hashes` (hexadecimal) is its token. */
export const isDeviceOfPhone = (sql: Queryable, phone: string, hashes: readonly string[]): Fragment => sql`
  a.phone = ${phone} and d.account_id = a.id
    and encode(d.token_hash, 'hex') = any(${[...hashes]}::text[]) and ${isLive(sql)}`;

/** A scalar query: the hash (hexadecimal) of the browser's device for a phone's account, or null for a stranger. */
export const findDevice = (sql: Queryable, phone: string, hashes: readonly string[]): Fragment => sql`
  select encode(d.token_hash, 'hex') from known_devices d, accounts a
  where ${isDeviceOfPhone(sql, phone, hashes)} limit 1`;

/** `findDevice` for an account. */
export const findDeviceOfAccount = (
  sql: Queryable,
  accountId: Fragment,
  hashes: readonly string[],
): Fragment => sql`
  select encode(d.token_hash, 'hex') from known_devices d
  where d.account_id = ${accountId} and encode(d.token_hash, 'hex') = any(${[...hashes]}::text[]) and ${isLive(sql)}
  limit 1`;

/** The hash (hexadecimal) of a token in `hashes` that is the token of a known device of any account. */
export async function findAnyDevice(sql: Queryable, hashes: readonly string[]): Promise<string | undefined> {
  if (hashes.length === 0) return undefined;
  const [row] = await sql<{ hash: string }[]>`
    select encode(d.token_hash, 'hex') as hash from known_devices d
    where d.token_hash = any(select decode(h, 'hex') from unnest(${[...hashes]}::text[]) h) and ${isLive(sql)}
    order by d.token_hash limit 1`;
  return row?.hash;
}

/**
 * Counts an attempt at a code that a known device requested, before the code is compared. False if the device is no
 * longer known. Does not wait for the disk, like other counting statements.
 */
export async function countDeviceCode(sql: Queryable, phone: string, device: string): Promise<boolean> {
  const { count } = await sql`
    with commit as materialized (select set_config('synchronous_commit', 'off', true))
    update known_devices d set code_failures = d.code_failures + 1 from commit, accounts a
    where ${isDeviceOfPhone(sql, phone, [device])}`;
  return count > 0;
}

/** Takes back `countDeviceCode` after a correct code. */
export async function uncountDeviceCode(tx: Queryable, phone: string, device: string): Promise<void> {
  await tx`
    update known_devices d set code_failures = greatest(0, d.code_failures - 1) from accounts a
    where a.phone = ${phone} and d.account_id = a.id and d.token_hash = decode(${device}, 'hex')`;
}

/** The tokens of a browser that signs in: those it sent, and the one it gets if none of them is the account's. */
export type DeviceTokenHashes = {
  readonly sent: readonly string[];
  readonly next: Buffer;
  /** If set, the device needs no code of the authenticator app for so many seconds. */
  readonly twoStepSeconds: number | null;
};

/** Whether one of `hashes` (hexadecimal) is the token of a device of the account that needs no code of the app. */
export const isTwoStepRemembered = (
  sql: Queryable,
  accountId: Fragment,
  hashes: readonly string[],
): Fragment => sql`
  exists (select from known_devices d where d.account_id = ${accountId}
    and encode(d.token_hash, 'hex') = any(${[...hashes]}::text[]) and d.two_step_until > now() and ${isLive(sql)})`;

/** The account's codes are demanded on every device again. */
export async function forgetTwoStepDevices(tx: Queryable, accountId: string): Promise<void> {
  await tx`
    update known_devices set two_step_until = null where account_id = ${accountId} and two_step_until is not null`;
}

/**
 * CTEs that make the browser a known device of the account `active`, in the statement that writes its session. Both
 * happen under the lock of the account's row, so a device cannot outlive a concurrent password reset. A token that is
 * already the account's is kept and its counts are cleared: a browser that loses the response stays known. It cannot
 * have been planted, because only a sign-in to the account binds a token to it. `renewed_device` has that token's row.
 */
export const rememberDevice = (sql: Queryable, hashes: DeviceTokenHashes, active: Fragment): Fragment => sql`
  renewed_device as (
    update known_devices d set password_failures = 0, code_failures = 0,
      expires_at = now() + make_interval(secs => ${policy.lifeSeconds}::int),
      two_step_until = coalesce(now() + make_interval(secs => ${hashes.twoStepSeconds}::int), d.two_step_until)
    from ${active} where d.account_id = ${active}.id
      and encode(d.token_hash, 'hex') = any(${[...hashes.sent]}::text[]) and ${isLive(sql)}
    returning d.token_hash
  ), new_device as (
    insert into known_devices (account_id, token_hash, expires_at, two_step_until)
    select id, ${hashes.next}::bytea, now() + make_interval(secs => ${policy.lifeSeconds}::int),
      now() + make_interval(secs => ${hashes.twoStepSeconds}::int)
    from ${active} where not exists (select from renewed_device)
    returning account_id
  ), forgotten_devices as (
    delete from known_devices d using (
      select o.account_id, o.token_hash from known_devices o, new_device n where o.account_id = n.account_id
      order by o.expires_at desc offset ${policy.devicesPerAccount - 1}::int) as old
    where d.account_id = old.account_id and d.token_hash = old.token_hash
  )`;

/** Forgets every device of an account. Call it under the lock of the account's row. */
export async function forgetDevices(tx: Queryable, accountId: string): Promise<void> {
  await tx`delete from known_devices where account_id = ${accountId}`;
}
