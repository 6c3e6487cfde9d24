import type { Logger } from 'pino';
import type { Config } from '#config/config.ts';
import type { Queryable, Sql } from '#database/connection.ts';
import type { AccountStatus } from '#database/tables.ts';
import type { Keys } from '#lib/keys.ts';
import { joinAccountByPhone } from '#account/account-sql.ts';
import { forgetFailures } from './forget-failures.ts';
import {
  addressWindowSeconds,
  failuresBeforeCaptcha,
  failuresBeforeReset,
  forgetAfterSeconds,
  phonesWindowSeconds,
  resetRetrySeconds,
  waitTable,
  type Refusal,
} from './password-throttle.policy.ts';

/**
 * A password attempt that is already counted as a failure and may now be compared. Afterwards either the new session
 * clears it (`forgetFailures`), or the caller calls `failed`, `succeeded` or `takeBack`.
 */
export type CountedAttempt = {
  readonly phone: string;
  readonly phoneHash: Buffer;
  readonly address: string;
  /** Failures of the phone, this attempt included. */
  readonly failures: number;
  /** The phone's last failure before this attempt, in PostgreSQL's text format; null for none. */
  readonly lastFailureAt: string | null;
  /** The phone's account; the hash is null if it has no password. */
  readonly account: {
    readonly id: string;
    readonly status: AccountStatus;
    readonly hash: string | null;
  } | null;
};

type Counted = {
  failures: number;
  lastFailureAt: string | null;
  id: string | null;
  status: AccountStatus | null;
  hash: string | null;
};

type Deps = {
  readonly sql: Sql;
  readonly keys: Keys;
  readonly config: Pick<Config, 'signInAddressTenMinutes' | 'signInPhonesAddressHour'>;
  readonly log: Pick<Logger, 'warn'>;
};

/**
 * Counts each password attempt with one committed conditional statement before comparing it, so parallel attempts in
 * any number of processes cannot exceed the limit. Phones without an account are counted in the same way (P1).
 *
 * The counting statements do not wait for the disk. Otherwise attempts on one phone, or failures from one address,
 * would queue for each other's flush. A crash of PostgreSQL (not of VID) may lose the failures of its last half
 * second.
 */
export function createPasswordThrottle(deps: Deps) {
  const { keys, config } = deps;
  const maxWaitIndex = waitTable.length - 1;

  const keysOf = (phone: string, address: string) => {
    const phoneHash = keys.pepper('password-throttle', phone);
    const tag = phoneHash.toString('base64url').slice(0, 22);
    return {
      phoneHash,
      failuresKey: `signin-fail:${address}`,
      pairKey: `signin-pair:${address}:${tag}`,
      phonesKey: `signin-phones:${address}`,
    };
  };

  const explain = async (phone: string, address: string, hasCaptcha: boolean): Promise<Refusal> => {
    const { phoneHash, failuresKey, pairKey, phonesKey } = keysOf(phone, address);
    const [row] = await deps.sql<
      {
        failures: number;
        wait: number;
        addressPoints: number;
        isNewPair: boolean;
        phones: number;
        phonesWait: number;
      }[]
    >`
      select
        coalesce(t.failures, 0) as failures,
        coalesce(ceil(extract(epoch from t.blocked_until - now())), 0)::int as wait,
        coalesce(f.points, 0) as "addressPoints",
        p.key is null as "isNewPair",
        coalesce(d.points, 0) as phones,
        coalesce(ceil(extract(epoch from d.expires_at - now())), 1)::int as "phonesWait"
      from (values (1)) as one
        left join password_throttles t on t.phone_hash = ${phoneHash}
          and (t.failures >= ${failuresBeforeReset} or t.last_failure_at > now() - make_interval(secs => ${forgetAfterSeconds}))
        left join counters f on f.key = ${failuresKey} and f.expires_at > now()
        left join counters p on p.key = ${pairKey} and p.expires_at > now()
        left join counters d on d.key = ${phonesKey} and d.expires_at > now()`;
    if (row && row.failures >= failuresBeforeReset)
      return { refused: 'wait', seconds: resetRetrySeconds, needsReset: true };
    if (row && row.wait > 0) return { refused: 'wait', seconds: row.wait, needsReset: false };
    if (row?.isNewPair && row.phones >= config.signInPhonesAddressHour)
      return { refused: 'address', seconds: row.phonesWait };
    const needsCaptcha =
      row && (row.failures >= failuresBeforeCaptcha || row.addressPoints >= config.signInAddressTenMinutes);
    if (needsCaptcha && !hasCaptcha) return { refused: 'captcha' };
    // The reason for the refusal no longer applies.
    return { refused: 'wait', seconds: 1, needsReset: false };
  };

  return {
    /**
     * Counts an attempt as failed and returns the hash to compare, or refuses the attempt. `hasCaptcha` means that a
     * captcha was redeemed for it, `isMember` that the caller has a session and needs no captcha.
     */
    async count(input: {
      phone: string;
      address: string;
      hasCaptcha: boolean;
      isMember?: boolean;
    }): Promise<CountedAttempt | Refusal> {
      const { phone, address } = input;
      const isProven = input.hasCaptcha || input.isMember === true;
      const { phoneHash, failuresKey, pairKey, phonesKey } = keysOf(phone, address);
      // clock_timestamp(), because now() is older than a blocked_until that was set while this waited for the row.
      const [row] = await deps.sql<Counted[]>`
        with commit as materialized (select set_config('synchronous_commit', 'off', true)
        ), before as (select last_failure_at from password_throttles where phone_hash = ${phoneHash}
        ), counted as (
          insert into password_throttles as t (phone_hash, failures, blocked_until)
          select ${phoneHash}, 1, now() from commit
          where (${isProven} or coalesce((select points from counters where key = ${failuresKey} and expires_at > now()), 0)
              < ${config.signInAddressTenMinutes}::int)
            and (exists (select from counters where key = ${pairKey} and expires_at > now())
              or coalesce((select points from counters where key = ${phonesKey} and expires_at > now()), 0)
              < ${config.signInPhonesAddressHour}::int)
          on conflict (phone_hash) do update set
            failures = case when t.failures < ${failuresBeforeReset}::int
                and t.last_failure_at <= now() - make_interval(secs => ${forgetAfterSeconds}::int)
              then 1 else t.failures + 1 end,
            blocked_until = now() + make_interval(secs => case when t.failures < ${failuresBeforeReset}::int
                and t.last_failure_at <= now() - make_interval(secs => ${forgetAfterSeconds}::int)
              then 0 else (${[...waitTable]}::int[])[1 + least(t.failures + 1, ${maxWaitIndex}::int)] end),
            last_failure_at = now()
          where t.failures < ${failuresBeforeReset}::int and (
            t.last_failure_at <= now() - make_interval(secs => ${forgetAfterSeconds}::int)
            or (t.blocked_until <= clock_timestamp() and (${isProven} or t.failures < ${failuresBeforeCaptcha}::int)))
          returning t.failures
        )
        select c.failures, (select last_failure_at::text from before) as "lastFailureAt", a.id, a.status, p.hash
        from counted c ${joinAccountByPhone(deps.sql, phone)}`;
      if (!row) return explain(phone, address, isProven);
      const { failures, lastFailureAt, id, status, hash } = row;
      return {
        phone,
        phoneHash,
        address,
        failures,
        lastFailureAt,
        account: id !== null && status !== null ? { id, status, hash } : null,
      };
    },

    /**
     * Call it if the password was wrong. Counts the failure for the network address too, and returns whether the next
     * attempt needs a captcha. Addresses are counted after the comparison so that correct passwords do not lock a row
     * shared by a whole network. Attempts that are being hashed at that moment can therefore exceed the address's
     * limit.
     */
    async failed(attempt: CountedAttempt): Promise<{ needsCaptcha: boolean }> {
      const { failuresKey, pairKey, phonesKey } = keysOf(attempt.phone, attempt.address);
      const [row] = await deps.sql<{ points: number }[]>`
        with commit as materialized (select set_config('synchronous_commit', 'off', true)
        ), here as (
          insert into password_failures as f (phone_hash, address, failures)
          select ${attempt.phoneHash}, ${attempt.address}, 1 from commit
          on conflict (phone_hash, address) do update set
            failures = case when f.last_failure_at > now() - make_interval(secs => ${forgetAfterSeconds}::int)
              then f.failures + 1 else 1 end,
            last_failure_at = now()
        ), hits as (
          insert into counters as c (key, points, expires_at)
          select k.key, 1, now() + make_interval(secs => k.secs)
          from commit, (values (${failuresKey}, ${addressWindowSeconds}::int), (${pairKey}, ${phonesWindowSeconds}::int)) as k (key, secs)
          on conflict (key) do update set
            points = case when c.expires_at <= now() then 1 else c.points + 1 end,
            expires_at = case when c.expires_at <= now() then excluded.expires_at else c.expires_at end
          returning key, points
        ), phones as (
          insert into counters as c (key, points, expires_at)
          select ${phonesKey}, 1, now() + make_interval(secs => ${phonesWindowSeconds}::int)
          from hits where hits.key = ${pairKey} and hits.points = 1
          on conflict (key) do update set
            points = case when c.expires_at <= now() then 1 else c.points + 1 end,
            expires_at = case when c.expires_at <= now() then excluded.expires_at else c.expires_at end
        )
        select points from hits where key = ${failuresKey}`;
      return {
        needsCaptcha:
          attempt.failures >= failuresBeforeCaptcha || (row?.points ?? 0) >= config.signInAddressTenMinutes,
      };
    },

    /** The password was correct, and no session is started. Never throws. Call it after the change is committed. */
    async succeeded(attempt: CountedAttempt): Promise<void> {
      const { sql } = deps;
      try {
        await sql`
          with commit as materialized (select set_config('synchronous_commit', 'off', true)
          ), ${forgetFailures(sql, attempt, sql`commit`)}
          select from commit`;
      } catch (error) {
        deps.log.warn({ err: error }, 'failed to forget earlier password failures');
      }
    },

    /**
     * Uncounts an attempt that was never compared (no free slot, client disconnected), or that failed on the server
     * after a correct password. Never throws. An attempt that stays counted expires after a day.
     */
    async takeBack({ phoneHash, failures, lastFailureAt }: CountedAttempt): Promise<void> {
      try {
        await deps.sql`
          with commit as materialized (select set_config('synchronous_commit', 'off', true))
          update password_throttles t set
            failures = greatest(0, t.failures - 1),
            blocked_until = case when t.failures = ${failures}::int then now() else t.blocked_until end,
            last_failure_at = case when t.failures = ${failures}::int
              then coalesce(${lastFailureAt}::timestamptz, t.last_failure_at) else t.last_failure_at end
          from commit where t.phone_hash = ${phoneHash}`;
      } catch (error) {
        deps.log.warn({ err: error }, 'failed to take back a password attempt');
      }
    },

    /** Clears all failures of a phone whose owner has entered a one-time code. */
    async clear(tx: Queryable, phone: string): Promise<void> {
      const phoneHash = keys.pepper('password-throttle', phone);
      // In the lock order of `forgetFailures`, to prevent deadlocks.
      await tx`delete from password_failures where phone_hash = ${phoneHash}`;
      await tx`delete from password_throttles where phone_hash = ${phoneHash}`;
    },

    /** Deletes up to `limit` expired rows of each table; returns the larger count. */
    async deleteExpired(limit: number): Promise<number> {
      // Two statements, so that no row of one table is locked while waiting for the other.
      const { count: failures } = await deps.sql`
        delete from password_failures where (phone_hash, address) in (
          select phone_hash, address from password_failures
          where last_failure_at < now() - make_interval(secs => ${forgetAfterSeconds}::int)
          limit ${limit} for update skip locked)`;
      const { count: phones } = await deps.sql`
        delete from password_throttles where phone_hash in (
          select phone_hash from password_throttles
          where failures < ${failuresBeforeReset} and last_failure_at < now() - make_interval(secs => ${forgetAfterSeconds}::int)
          limit ${limit} for update skip locked)`;
      return Math.max(failures, phones);
    },
  };
}

export type PasswordThrottle = ReturnType<typeof createPasswordThrottle>;
