import type { Logger } from 'pino';
import type { Config } from '#config/config.ts';
import type { Queryable, Sql } from '#database/connection.ts';
import type { AccountStatus } from '#database/tables.ts';
import type { Keys } from '#lib/keys.ts';
import { joinAccountByPhone } from '#account/account-by-phone.ts';
import { forgetFailures } from './forget-failures.ts';
import {
  addressWindowSeconds,
  failuresBeforeCaptcha,
  failuresBeforeRest,
  forgetAfterSeconds,
  phonesWindowSeconds,
  restRetrySeconds,
  waitTable,
} from './password-throttle.policy.ts';

/**
 * A try that has been counted as a failure and may now be compared. Then either a session begins by it
 * (`issueForPassword`), or one of `failed`, `succeeded` and `takeBack` says what became of it.
 */
export type CountedTry = {
  readonly phone: string;
  readonly phoneHash: Buffer;
  readonly address: string;
  /** Failures of the phone, this try included. */
  readonly failures: number;
  /** When the phone had failed last before this try, as PostgreSQL writes it; null for never. */
  readonly lastFailureAt: string | null;
  /** The phone's account; its hash is null when it has no password. */
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

export type Refusal =
  | { readonly refused: 'captcha' }
  | { readonly refused: 'wait'; readonly seconds: number; readonly needsReset: boolean }
  | { readonly refused: 'address'; readonly seconds: number };

type Parts = {
  readonly sql: Sql;
  readonly keys: Keys;
  readonly config: Pick<Config, 'signInAddressTenMinutes' | 'signInPhonesAddressHour'>;
  readonly log: Pick<Logger, 'warn'>;
};

/**
 * Counts tries at a password before they are compared: one committed, conditional statement each, so that any
 * number of parallel tries in any number of processes gets exactly the tries there are. A phone without an
 * account is counted just the same.
 *
 * The statements that count do not wait for the disk, so that tries at one phone, or failures behind one address, do
 * not queue for each other's flush: a crash of PostgreSQL (not of VID) may forget the failures of its last half second.
 */
export function createPasswordThrottle(parts: Parts) {
  const { keys, config } = parts;
  const maxWaitIndex = waitTable.length - 1;

  const namesOf = (phone: string, address: string) => {
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
    const { phoneHash, failuresKey, pairKey, phonesKey } = namesOf(phone, address);
    const [row] = await parts.sql<
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
          and (t.failures >= ${failuresBeforeRest} or t.last_failure_at > now() - make_interval(secs => ${forgetAfterSeconds}))
        left join counters f on f.key = ${failuresKey} and f.expires_at > now()
        left join counters p on p.key = ${pairKey} and p.expires_at > now()
        left join counters d on d.key = ${phonesKey} and d.expires_at > now()`;
    if (row && row.failures >= failuresBeforeRest)
      return { refused: 'wait', seconds: restRetrySeconds, needsReset: true };
    if (row && row.wait > 0) return { refused: 'wait', seconds: row.wait, needsReset: false };
    if (row?.isNewPair && row.phones >= config.signInPhonesAddressHour)
      return { refused: 'address', seconds: row.phonesWait };
    const needsCaptcha =
      row && (row.failures >= failuresBeforeCaptcha || row.addressPoints >= config.signInAddressTenMinutes);
    if (needsCaptcha && !hasCaptcha) return { refused: 'captcha' };
    // Whatever refused the try has passed since: a moment later it will be counted.
    return { refused: 'wait', seconds: 1, needsReset: false };
  };

  return {
    /**
     * Counts a try as failed, says whether it may be compared, and only then with what. `hasCaptcha` means one was
     * spent for this try; `isMember` that a session vouches for the caller, whom no captcha need be asked of.
     */
    async count(input: {
      phone: string;
      address: string;
      hasCaptcha: boolean;
      isMember?: boolean;
    }): Promise<CountedTry | Refusal> {
      const { phone, address } = input;
      const isProven = input.hasCaptcha || input.isMember === true;
      const { phoneHash, failuresKey, pairKey, phonesKey } = namesOf(phone, address);
      // The clock, not now(): while this statement waited for the row, another may have set blocked_until to its
      // own, later beginning, which is no wait.
      const [row] = await parts.sql<Counted[]>`
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
            failures = case when t.failures < ${failuresBeforeRest}::int
                and t.last_failure_at <= now() - make_interval(secs => ${forgetAfterSeconds}::int)
              then 1 else t.failures + 1 end,
            blocked_until = now() + make_interval(secs => case when t.failures < ${failuresBeforeRest}::int
                and t.last_failure_at <= now() - make_interval(secs => ${forgetAfterSeconds}::int)
              then 0 else (${[...waitTable]}::int[])[1 + least(t.failures + 1, ${maxWaitIndex}::int)] end),
            last_failure_at = now()
          where t.failures < ${failuresBeforeRest}::int and (
            t.last_failure_at <= now() - make_interval(secs => ${forgetAfterSeconds}::int)
            or (t.blocked_until <= clock_timestamp() and (${isProven} or t.failures < ${failuresBeforeCaptcha}::int)))
          returning t.failures
        )
        select c.failures, (select last_failure_at::text from before) as "lastFailureAt", a.id, a.status, p.hash
        from counted c ${joinAccountByPhone(parts.sql, phone)}`;
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
     * The password was wrong: the failure stands, and is counted for the network address, too. Counted after the
     * comparison, unlike the phone's, so that right passwords never touch a row that a whole network shares; as
     * many may slip past as are being hashed at that instant. Says whether the next try needs a captcha.
     */
    async failed(given: CountedTry): Promise<{ needsCaptcha: boolean }> {
      const { failuresKey, pairKey, phonesKey } = namesOf(given.phone, given.address);
      const [row] = await parts.sql<{ points: number }[]>`
        with commit as materialized (select set_config('synchronous_commit', 'off', true)
        ), here as (
          insert into password_failures as f (phone_hash, address, failures)
          select ${given.phoneHash}, ${given.address}, 1 from commit
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
          given.failures >= failuresBeforeCaptcha || (row?.points ?? 0) >= config.signInAddressTenMinutes,
      };
    },

    /**
     * The password was right, and no session begins by it: `forgetFailures` by itself. Called after the commit of
     * what it was asked for, and fails nobody: that stands whether the failures are forgotten or not.
     */
    async succeeded(given: CountedTry): Promise<void> {
      const { sql } = parts;
      try {
        await sql`
          with commit as materialized (select set_config('synchronous_commit', 'off', true)
          ), ${forgetFailures(sql, given, sql`commit`)}
          select from commit`;
      } catch (error) {
        parts.log.warn({ err: error }, 'failures before a right password were not forgotten');
      }
    },

    /**
     * The try was never compared (no free place, the client left), or what it was for failed by no fault of its own,
     * so it does not count. Fails nobody: where this can't be written, a day forgets it.
     */
    async takeBack({ phoneHash, failures, lastFailureAt }: CountedTry): Promise<void> {
      try {
        await parts.sql`
          with commit as materialized (select set_config('synchronous_commit', 'off', true))
          update password_throttles t set
            failures = greatest(0, t.failures - 1),
            blocked_until = case when t.failures = ${failures}::int then now() else t.blocked_until end,
            last_failure_at = case when t.failures = ${failures}::int
              then coalesce(${lastFailureAt}::timestamptz, t.last_failure_at) else t.last_failure_at end
          from commit where t.phone_hash = ${phoneHash}`;
      } catch (error) {
        parts.log.warn({ err: error }, 'a try that does not count was not taken back');
      }
    },

    /** Forgets every failure of a phone: its owner has proved it with a one-time code. */
    async clear(tx: Queryable, phone: string): Promise<void> {
      const phoneHash = keys.pepper('password-throttle', phone);
      // In the order in which a right password takes them, so that the two cannot wait in a circle.
      await tx`delete from password_failures where phone_hash = ${phoneHash}`;
      await tx`delete from password_throttles where phone_hash = ${phoneHash}`;
    },

    /** Rows that count for nothing any more, some at a time. */
    async deleteExpired(limit: number): Promise<number> {
      // Apart, so that no row of the one is held while a row of the other is waited for.
      const { count: failures } = await parts.sql`
        delete from password_failures where (phone_hash, address) in (
          select phone_hash, address from password_failures
          where last_failure_at < now() - make_interval(secs => ${forgetAfterSeconds}::int)
          limit ${limit} for update skip locked)`;
      const { count: phones } = await parts.sql`
        delete from password_throttles where phone_hash in (
          select phone_hash from password_throttles
          where failures < ${failuresBeforeRest} and last_failure_at < now() - make_interval(secs => ${forgetAfterSeconds}::int)
          limit ${limit} for update skip locked)`;
      return Math.max(failures, phones);
    },
  };
}

export type PasswordThrottle = ReturnType<typeof createPasswordThrottle>;
