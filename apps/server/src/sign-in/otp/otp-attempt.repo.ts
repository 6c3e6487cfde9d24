import { otpLimits } from '@vid/contract/limits';
import { isDeviceOfPhone } from '#account/known-devices/known-device-sql.ts';
import { knownDevicePolicy } from '#account/known-devices/known-device.policy.ts';
import type { Sql } from '#database/connection.ts';
import type { OtpCodePurpose } from '#database/tables.ts';
import { insertAudit, type AuditEvent } from '#platform/audit/audit.ts';
import { daySeconds } from './otp.policy.ts';

export type CodeTarget = {
  readonly id: string;
  readonly preSessionHash: Buffer;
  readonly clientId: string;
  /** Hash of the Idempotency-Key, the code's id and the entered digits; null without a key. */
  readonly attemptHash: Buffer | null;
};

export type Attempted = {
  readonly phone: string;
  readonly purpose: OtpCodePurpose;
  readonly device: string | null;
  readonly network: string | null;
  readonly digits: number;
  readonly codeHash: Uint8Array;
  readonly attempts: number;
  readonly maxAttempts: number;
};

/** Each statement commits on its own, so that parallel attempts see each other. */
export function createOtpAttemptRepo(sql: Sql) {
  return {
    /**
     * Counts an attempt before the code is compared (Vikunja CVE-2026-35597). The row lock makes the count
     * exact for parallel attempts, and makes a repeated attempt wait for the first. The count commits
     * asynchronously, like other counters. Returns undefined if the browser has no live code with this id, if
     * the code's attempts are used up, or if the attempt repeats the last one.
     */
    countAttempt: (target: CodeTarget) =>
      sql<Attempted[]>`
        with commit as materialized (select set_config('synchronous_commit', 'off', true))
        update otp_codes c set attempts = c.attempts + 1, last_attempt_hash = ${target.attemptHash}
        from commit
        where c.id = ${target.id} and c.pre_session_hash = ${target.preSessionHash} and c.client_id = ${target.clientId}
          and c.sent_at is not null and c.verified_at is null and c.expires_at > now() and c.attempts < c.max_attempts
          and (${target.attemptHash}::bytea is null or c.last_attempt_hash is distinct from ${target.attemptHash})
        returning c.phone, c.purpose, encode(c.device_hash, 'hex') as device, c.network, c.digits, c.code_hash,
          c.attempts, c.max_attempts`.first(),

    /**
     * Returns the code of an attempt that was not counted; undefined if the code is unknown, unsent or
     * expired, or belongs to another browser or client.
     */
    findAttempted: (
      target: CodeTarget,
    ): Promise<(Attempted & { isVerified: boolean; isRepeat: boolean }) | undefined> =>
      sql<(Attempted & { isVerified: boolean; isRepeat: boolean })[]>`
        select phone, purpose, encode(device_hash, 'hex') as device, network, digits, code_hash, attempts, max_attempts,
          verified_at is not null as is_verified,
          coalesce(last_attempt_hash = ${target.attemptHash}, false) as is_repeat
        from otp_codes
        where id = ${target.id} and pre_session_hash = ${target.preSessionHash} and client_id = ${target.clientId}
          and sent_at is not null and expires_at > now()`.first(),

    async leaveToStrangers(id: string): Promise<void> {
      await sql`update otp_codes set device_hash = null where id = ${id}`;
    },

    /**
     * Returns how many wrong attempts unknown devices have made at the phone's short codes of the last 24
     * hours. Attempts commit before this count, so parallel attempts see each other.
     */
    async countWrongCodes(phone: string): Promise<number> {
      const [row] = await sql<{ wrong: number }[]>`
        select coalesce(sum(attempts - (verified_at is not null)::int), 0)::int as wrong from otp_codes
        where phone = ${phone} and created_at > now() - make_interval(secs => ${daySeconds}::int) and is_counted
          and device_hash is null and digits = ${otpLimits.digits}::int`;
      return row?.wrong ?? 0;
    },

    /**
     * Returns the number of a known device's wrong codes since its last sign-in, which resets the count;
     * undefined if the device is no longer known.
     */
    async countDeviceWrongCodes(phone: string, device: string): Promise<number | undefined> {
      const [row] = await sql<{ wrong: number }[]>`
        select coalesce(sum(c.attempts - (c.verified_at is not null)::int), 0)::int as wrong
        from accounts a, known_devices d left join otp_codes c on c.phone = ${phone} and c.device_hash = d.token_hash
          and c.created_at > d.expires_at - make_interval(secs => ${knownDevicePolicy.lifeSeconds}::int) and c.is_counted
        where ${isDeviceOfPhone(sql, phone, [device])}
        group by d.token_hash`;
      return row?.wrong;
    },

    /**
     * Exchanges a code for its token; only one of several parallel correct attempts succeeds. The same
     * statement writes the audit row, so no code is exchanged without one. Returns false if the code was
     * already exchanged or has expired.
     */
    verify: (id: string, tokenHash: Buffer, event: AuditEvent) =>
      sql`
        with verified as (
          update otp_codes set verified_at = now(), token_hash = ${tokenHash},
            token_expires_at = now() + make_interval(secs => ${otpLimits.tokenTtlSeconds}::int)
          where id = ${id} and verified_at is null and expires_at > now()
          returning id
        )
        ${insertAudit(sql, event, sql`verified`)}`.hasRows(),
  };
}
