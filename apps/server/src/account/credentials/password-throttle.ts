import type { Fragment, Queryable } from '#database/connection.ts';
import type { AccountStatus } from '#database/tables.ts';
import { siteFactor } from '#http/caller.ts';
import { networkHits } from '#platform/limits/network-hits.ts';
import type { Platform } from '#platform/platform.ts';
import { joinAccountByPhone } from '#account/account-sql.ts';
import { isDeviceOfPhone } from '#account/known-devices/known-device-sql.ts';
import { throttleHash } from './code-demand.ts';
import { explainRefusal, keysOf, pointsOfNetwork, type PasswordAttempt } from './explain-refusal.ts';
import { countsForRate } from './failure-rate.policy.ts';
import type { FailureRateService } from './failure-rate.ts';
import { forgetAllFailures, forgetFailures, subtractFailures, type RightAttempt } from './forget-failures.ts';
import {
  addressWindowSeconds,
  failuresBeforeCaptcha,
  failuresBeforeCode,
  forgetAfterSeconds,
  phonesWindowSeconds,
  waitTable,
  type Refusal,
} from './password-throttle.policy.ts';

/**
 * Attempt that is already stored as a failure, so that its password may be compared. Afterwards either the
 * new session clears the failure (`settle`), or the caller calls `failed`, `succeeded` or `takeBack`.
 */
export type CountedAttempt = {
  readonly phone: string;
  readonly device: string | null;
  readonly stranger: RightAttempt;
  readonly account: {
    readonly id: string;
    readonly status: AccountStatus;
    readonly hash: string | null;
  } | null;
};

type Deps = Platform & { readonly failureRate: Pick<FailureRateService, 'isAttacked' | 'add'> };

type Counted = {
  device: string | null;
  failures: number | null;
  networkFailures: number | null;
  lastFailureAt: string | null;
  id: string | null;
  status: AccountStatus | null;
  hash: string | null;
};

/**
 * Counts each password attempt with one committed, conditional statement before comparing the password, so that
 * parallel attempts in any number of processes cannot exceed the limit. Phones without an account are counted
 * in the same way (P1).
 *
 * A browser that signed in to the account before has its own count and none of the limits for unknown devices.
 * For other browsers, waits depend on the failures of their network on the phone, the required code on the
 * failures of all networks on the phone, and the captcha on these or on the network's failures on all phones.
 * While passwords of many accounts are being guessed (`failureRate`), every unknown device needs a captcha.
 *
 * The counting statements commit asynchronously; otherwise attempts on one phone or from one address would wait
 * for each other's flush. A crash of PostgreSQL may lose the latest failures.
 */
export function createPasswordThrottle(deps: Deps) {
  const { keys, config, failureRate } = deps;
  const maxWaitIndex = waitTable.length - 1;

  const phoneHashOf = (phone: string): Buffer => throttleHash(keys, phone);
  const addressLimit = (): number => (failureRate.isAttacked() ? 0 : config.signInAddressTenMinutes);
  const explain = (attempt: PasswordAttempt) =>
    explainRefusal(deps, attempt, {
      phoneHash: phoneHashOf(attempt.phone),
      signInAddressTenMinutes: addressLimit(),
    });

  return {
    /**
     * Counts an attempt as failed and returns the account with the hash to compare (null for a phone without an
     * account), or returns the reason for refusing the attempt.
     */
    async count(input: PasswordAttempt): Promise<CountedAttempt | Refusal> {
      const { phone, address, proof } = input;
      const isProven = proof !== 'none';
      const hasCode = proof === 'code' || proof === 'session';
      const phoneHash = phoneHashOf(phone);
      const { sql } = deps;
      const { failuresKey, failuresSiteKey, pairKey, phonesKey, phonesSiteKey } = keysOf(phoneHash, address);
      const expired = (last: Fragment) =>
        sql`${last} <= now() - make_interval(secs => ${forgetAfterSeconds}::int)`;
      const [netLast, allLast] = [expired(sql`f.last_failure_at`), expired(sql`t.last_failure_at`)];
      const startsAgain = sql`(t.failures < ${failuresBeforeCode}::int and ${allLast})`;
      const mayTry = sql`(t.failures < ${failuresBeforeCode}::int or ${hasCode})
        and (${isProven} or ${startsAgain} or t.failures < ${failuresBeforeCaptcha}::int)`;
      // Use one statement to keep the locks short. As six steps in a transaction, parallel attempts on one phone
      // wait past their deadline, holding connections that other requests need: in the test with 200 attempts
      // (P6), 1 to 166 of them failed, and none fails with one statement. The condition in `counted` decides,
      // because it sees the newest version of the phone's row; in `network`, the same condition only avoids
      // counting an attempt that will be refused. Use clock_timestamp(), because now() is older than a
      // blocked_until that was set while this statement waited for the row.
      const [row] = await sql<Counted[]>`
        with commit as materialized (select set_config('synchronous_commit', 'off', true)
        ), known as (
          update known_devices d set password_failures = d.password_failures + 1 from accounts a, commit
          where ${isDeviceOfPhone(sql, phone, input.devices)}
          returning encode(d.token_hash, 'hex') as device
        ), before as (select last_failure_at from password_throttles where phone_hash = ${phoneHash}
        ), network as (
          insert into password_failures as f (phone_hash, address, failures, blocked_until)
          select ${phoneHash}, ${address}, 1, now() from commit
          where not exists (select from known)
            and not exists (select from password_throttles t where t.phone_hash = ${phoneHash} and not (${mayTry}))
            and (${isProven} or ${pointsOfNetwork(sql, failuresKey, failuresSiteKey)} < ${addressLimit()}::int)
            and (exists (select from counters where key = ${pairKey} and expires_at > now())
              or ${pointsOfNetwork(sql, phonesKey, phonesSiteKey)} < ${config.signInPhonesAddressHour}::int)
          on conflict (phone_hash, address) do update set
            failures = case when ${netLast} then 1 else f.failures + 1 end,
            blocked_until = now() + make_interval(secs => case when ${netLast} then 0
              else (${[...waitTable]}::int[])[1 + least(f.failures + 1, ${maxWaitIndex}::int)] end),
            last_failure_at = now()
          where ${netLast} or f.blocked_until <= clock_timestamp()
          returning f.failures
        ), counted as (
          insert into password_throttles as t (phone_hash, failures) select ${phoneHash}, 1 from network
          on conflict (phone_hash) do update set
            failures = case when ${startsAgain} then 1 else t.failures + 1 end, last_failure_at = now()
          where ${mayTry}
          returning t.failures
        )
        select k.device, c.failures, n.failures as "networkFailures",
          (select last_failure_at::text from before) as "lastFailureAt", a.id, a.status, p.hash
        from (select) one left join known k on true left join network n on true left join counted c on true
          ${joinAccountByPhone(sql, phone)}
        where k.device is not null or n.failures is not null`;
      if (!row) return explain(input);
      const { device, failures, lastFailureAt, id, status, hash } = row;
      const stranger = { phoneHash, address, failures: failures ?? 0, lastFailureAt };
      if (device === null && failures === null) {
        await takeBackNetwork(sql, stranger);
        return explain(input);
      }
      return {
        phone,
        device,
        stranger,
        account: id !== null && status !== null ? { id, status, hash } : null,
      };
    },

    /**
     * Counts a wrong password on an unknown device against its network and its site (IPv6: /48). Returns
     * whether the next attempt needs a captcha. Because these counters are raised after the comparison, correct
     * passwords need no lock of a row that a whole network shares, but attempts that are being hashed at that
     * moment can exceed the limits.
     */
    async failed({ device, stranger }: CountedAttempt): Promise<{ needsCaptcha: boolean }> {
      if (device !== null) return { needsCaptcha: false };
      const { address, failures, phoneHash } = stranger;
      const { signInAddressTenMinutes: limit, signInPhonesAddressHour: phonesLimit } = config;
      const perHour = { windowSeconds: phonesWindowSeconds, limit: phonesLimit };
      const { counters } = deps;
      const [[network, site = network], [pair]] = await Promise.all([
        counters.hitInOrder(
          networkHits('signin-fail', address, { windowSeconds: addressWindowSeconds, limit }),
        ),
        counters.hitInOrder([{ key: keysOf(phoneHash, address).pairKey, ...perHour }]),
      ]);
      // Count the phone at the first failure of the network on it in each hour.
      if (pair?.points === 1) await counters.hitInOrder(networkHits('signin-phones', address, perHour));
      const points = Math.max(network?.points ?? 0, (site?.points ?? 0) / siteFactor);
      if (countsForRate(site?.points ?? 0, limit)) failureRate.add();
      return { needsCaptcha: failures >= failuresBeforeCaptcha || points >= addressLimit() };
    },

    /**
     * Returns a function that clears the failures of the attempt's network (with a code, of all networks) in
     * the sign-in's transaction; undefined for a known device, whose counts the new session clears.
     */
    settle(
      { device, stranger }: Pick<CountedAttempt, 'device' | 'stranger'>,
      options: { readonly hasCode: boolean },
    ): ((tx: Queryable) => Promise<void>) | undefined {
      if (device !== null) return undefined;
      return (tx) =>
        options.hasCode ? forgetAllFailures(tx, stranger.phoneHash) : forgetFailures(tx, stranger);
    },

    /**
     * Returns a function that clears the failures of the network in the transaction of a sign-in without a
     * password.
     */
    settleNetwork(phone: string, address: string): (tx: Queryable) => Promise<void> {
      const network = { phoneHash: phoneHashOf(phone), address };
      return (tx) => forgetFailures(tx, network);
    },

    /**
     * Clears the failures of the network or the known device after a correct password that starts no session.
     * Never throws.
     */
    async succeeded({ phone, device, stranger }: CountedAttempt): Promise<void> {
      const { sql } = deps;
      try {
        if (device === null)
          await sql.begin(async (tx) => {
            await tx`set local synchronous_commit = off`;
            await forgetFailures(tx, stranger);
          });
        else
          await sql`
            update known_devices d set password_failures = 0 from accounts a
            where ${isDeviceOfPhone(sql, phone, [device])}`;
      } catch (error) {
        deps.log.warn({ err: error }, 'failed to forget earlier password failures');
      }
    },

    /**
     * Takes back an attempt whose password was never compared (no free slot, client disconnected), or whose
     * request failed after a correct password. Never throws.
     */
    async takeBack({ phone, device, stranger }: CountedAttempt): Promise<void> {
      const { sql } = deps;
      try {
        if (device === null)
          await sql.begin(async (tx) => {
            await tx`set local synchronous_commit = off`;
            const { count } = await takeBackNetwork(tx, stranger);
            if (count > 0) await subtractFailures(tx, stranger, 1);
          });
        else
          await sql`
            update known_devices d set password_failures = greatest(0, d.password_failures - 1) from accounts a
            where a.phone = ${phone} and d.account_id = a.id and encode(d.token_hash, 'hex') = ${device}`;
      } catch (error) {
        deps.log.warn({ err: error }, 'failed to take back a password attempt');
      }
    },

    /**
     * Returns the state of a throttle. `name` is the phone, or the account's id if it has no phone
     * (`throttledName`).
     */
    async check(name: string) {
      const phoneHash = phoneHashOf(name);
      const [row] = await deps.sql<{ failures: number; lastFailureAt: Date }[]>`
        select failures, last_failure_at from password_throttles
        where phone_hash = ${phoneHash}
          and (failures >= ${failuresBeforeCode}::int
            or last_failure_at > now() - make_interval(secs => ${forgetAfterSeconds}::int))`;
      const waits = await deps.sql<{ address: string; blockedUntil: Date }[]>`
        select address, blocked_until from password_failures
        where phone_hash = ${phoneHash} and blocked_until > now() order by blocked_until desc limit 10`;
      return {
        failures: row?.failures ?? 0,
        lastFailureAt: row && row.failures > 0 ? row.lastFailureAt : null,
        needsCode: (row?.failures ?? 0) >= failuresBeforeCode,
        waits,
      };
    },

    /** Clears the failures of a phone, or of an account without a phone by its id. */
    async clear(tx: Queryable, phone: string): Promise<void> {
      await forgetAllFailures(tx, phoneHashOf(phone));
    },

    /** Deletes up to `limit` expired rows from each table. Returns the larger count. */
    async deleteExpired(limit: number): Promise<number> {
      // Use two statements, so that locks on rows of one table are not held while waiting for the other
      // table.
      const { count: failures } = await deps.sql`
        delete from password_failures where (phone_hash, address) in (
          select phone_hash, address from password_failures
          where last_failure_at < now() - make_interval(secs => ${forgetAfterSeconds}::int)
          limit ${limit} for update skip locked)`;
      const { count: phones } = await deps.sql`
        delete from password_throttles where phone_hash in (
          select phone_hash from password_throttles
          where failures < ${failuresBeforeCode} and last_failure_at < now() - make_interval(secs => ${forgetAfterSeconds}::int)
          limit ${limit} for update skip locked)`;
      return Math.max(failures, phones);
    },
  };
}

const takeBackNetwork = (sql: Queryable, { phoneHash, address }: RightAttempt) => sql`
  update password_failures set failures = failures - 1, blocked_until = now()
  where phone_hash = ${phoneHash} and address = ${address} and failures > 0`;
