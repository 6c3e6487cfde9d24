import { otpLimits } from '@vid/contract/limits';
import { isAccountPhone } from '#account/account-sql.ts';
import { countDeviceCode, findDevice, uncountDeviceCode } from '#account/known-devices/known-device-sql.ts';
import type { Fragment, Sql } from '#database/connection.ts';
import type { OtpRequestPurpose } from '#database/tables.ts';
import type { Caller } from '#http/caller.ts';
import { isUnderAttack } from './attacked-sql.ts';
import { latestCodes } from './latest-codes.ts';

type AuditDetails = Readonly<Record<string, string>>;

type NewCode = {
  readonly id: string;
  readonly preSessionHash: Buffer;
  readonly clientId: string;
  readonly purpose: OtpRequestPurpose;
  readonly phone: string;
  readonly codeHash: Buffer;
  readonly digits: number;
  readonly maxAttempts: number;
  /** The known device that requests it, by the hash of its token in hexadecimal. */
  readonly device: string | null;
  readonly resendSeconds: number;
};

/** An attempt at a code by a browser. */
export type CodeTarget = {
  readonly id: string;
  readonly preSessionHash: Buffer;
  readonly clientId: string;
  /** Hash of the attempt's idempotency key and digits; null without a key. */
  readonly attemptHash: Buffer | null;
};

/**
 * Queries of one-time codes. A change and its audit row are one statement, to save a round trip and a commit.
 */
export function createOtpRepo(sql: Sql) {
  return {
    /**
     * Redeems the captcha, and reads the facts that decide whether a code may be sent to a phone. With a `requestHash`,
     * stores that the captcha was redeemed for this request, in the same statement. It does not wait for the disk: the
     * code that follows does, and a crash before that only brings the captcha back.
     */
    async findSendState(input: {
      captcha: Fragment;
      /** The id of the code, if this is the first request with its `requestHash`. */
      id: string;
      requestHash: Buffer | null;
      phone: string;
      devices: readonly string[];
      hourKey: string;
      throttleHash: Buffer;
      failureLimit: number;
      breakerWindow: number;
      breakerLookbackSeconds: number;
    }) {
      const [row] = await sql<
        {
          hasCaptcha: boolean;
          /** The id of the code of an earlier request with the same hash. */
          repeatedId: string | null;
          isUndelivered: boolean | null;
          isMember: boolean;
          device: string | null;
          sends: number;
          isAttacked: boolean;
          sent: number;
          verified: number;
          networks: number;
        }[]
      >`
        with commit as materialized (select set_config('synchronous_commit', 'off', true)
        ), captcha as (${input.captcha}
        ), remembered as (
          insert into otp_repeats (request_hash, otp_request_id, expires_at)
          select ${input.requestHash}::bytea, ${input.id}, now() + make_interval(secs => ${otpLimits.lifeSeconds}::int)
          from captcha where ${input.requestHash}::bytea is not null
          on conflict do nothing
        ), device as (select (${findDevice(sql, input.phone, input.devices)}) as hash)
        select exists (select from captcha) as has_captcha,
          r.otp_request_id as repeated_id, r.is_undelivered,
          ${isAccountPhone(sql, input.phone)} as is_member, device.hash as device,
          coalesce((select points from counters
            where key = ${input.hourKey} || coalesce(':' || device.hash, '') and expires_at > now()), 0) as sends,
          ${isUnderAttack(sql, input)} as is_attacked,
          latest.sent, latest.verified, latest.networks
        from commit, device left join otp_repeats r on r.request_hash = ${input.requestHash}::bytea and r.expires_at > now(), (
          ${latestCodes(sql, input)}
        ) as latest`;
      if (!row) throw new Error('the send state of a phone was not one row');
      return row;
    },

    /**
     * The response to an earlier request, and whether its code was created and has since been deleted, usually because
     * a later code replaced it. `otp_sends` keeps the ids of all codes created.
     */
    async findCode(id: string) {
      const [row] = await sql<
        { digits: number | null; resendSeconds: number | null; sentAt: Date | null; wasCreated: boolean }[]
      >`
        select c.digits, c.resend_seconds, c.sent_at,
          exists (select from otp_sends where otp_request_id = ${id}) as was_created
        from (select) as one left join otp_codes c on c.id = ${id}`;
      if (!row) throw new Error('the code of a request was not one row');
      const { digits, resendSeconds, sentAt, wasCreated } = row;
      const code = digits === null || resendSeconds === null ? undefined : { digits, resendSeconds, sentAt };
      return { code, wasDeleted: wasCreated && code === undefined };
    },

    /**
     * Stores a code, replacing an earlier one of the same browser for the same phone and purpose. Each id is stored
     * once: a repeat that comes after its first call must not replace the code of a later request.
     */
    async create(code: NewCode, isMember: boolean, caller: Caller, details: AuditDetails): Promise<void> {
      await sql`
        with send as (
          insert into otp_sends (otp_request_id, is_member, network)
          values (${code.id}, ${isMember}, ${code.device === null ? caller.addressKey : null})
          on conflict do nothing
          returning otp_request_id
        ), request as (
          insert into otp_codes (id, pre_session_hash, client_id, purpose, phone, code_hash, digits, max_attempts,
            device_hash, resend_seconds, expires_at)
          select otp_request_id, ${code.preSessionHash}::bytea, ${code.clientId}, ${code.purpose}, ${code.phone},
            ${code.codeHash}::bytea, ${code.digits}::int, ${code.maxAttempts}::int, decode(${code.device}, 'hex'),
            ${code.resendSeconds}::int, now() + make_interval(secs => ${otpLimits.lifeSeconds}::int)
          from send
          on conflict (phone, purpose, pre_session_hash) do update set
            id = excluded.id, client_id = excluded.client_id, code_hash = excluded.code_hash,
            digits = excluded.digits, max_attempts = excluded.max_attempts, attempts = 0,
            device_hash = excluded.device_hash, resend_seconds = excluded.resend_seconds, last_attempt_hash = null,
            created_at = now(), expires_at = excluded.expires_at, sent_at = null, used_at = null
        )
        insert into audit_events (kind, address, request_id, details)
        select 'otp.sent', ${caller.address}, ${caller.requestId}, ${sql.json(details)}::jsonb from send`;
    },

    /**
     * Decides who sends the SMS of a request that may be repeated: true for one of its calls. That call's code is the
     * valid one, because an earlier call may have stored its code and lost the database before it could send it. A call
     * that lost the reply may ask again.
     */
    async claimSending(id: string, codeHash: Buffer): Promise<boolean> {
      const { count } = await sql`
        update otp_codes set sent_at = now(), code_hash = ${codeHash}
        where id = ${id} and (sent_at is null or code_hash = ${codeHash})`;
      return count > 0;
    },

    /** Deletes a code that was not delivered. A repeat of its request gets the same error. */
    async discard(id: string, caller: Caller, details: AuditDetails): Promise<void> {
      await sql`
        with request as (delete from otp_codes where id = ${id}),
          send as (delete from otp_sends where otp_request_id = ${id}),
          repeat as (update otp_repeats set is_undelivered = true where otp_request_id = ${id})
        insert into audit_events (kind, address, request_id, details)
        values ('otp.refused', ${caller.address}, ${caller.requestId}, ${sql.json(details)})`;
    },

    /**
     * Counts an attempt for the code and for its requester: the known device, or the phone's strangers. It is committed
     * before the code is compared (Vikunja CVE-2026-35597). A repeat of the last attempt is not counted again: it
     * compares the same digits. Like other counting statements it does not wait for the disk. Undefined if this browser
     * and client have no such live code.
     */
    async countAttempt(target: CodeTarget, failureLimit: number) {
      const [row] = await sql<
        {
          phone: string;
          purpose: OtpRequestPurpose;
          codeHash: Uint8Array;
          digits: number;
          attempts: number;
          maxAttempts: number;
          /** Whether it repeats the last attempt, which was counted. */
          isRepeat: boolean;
          /** The known device that requested it, by the hash of its token in hexadecimal. */
          device: string | null;
          /** Wrong codes of strangers; 0 for a known device. */
          failures: number;
        }[]
      >`
        with commit as materialized (select set_config('synchronous_commit', 'off', true)
        -- Locked, so that a repeat sees the attempt that it overtook.
        ), locked as materialized (
          select id, case when last_attempt_hash = ${target.attemptHash} then 0 else 1 end as n from commit, otp_codes
          where id = ${target.id} and pre_session_hash = ${target.preSessionHash} and client_id = ${target.clientId}
          for update of otp_codes
        ), attempt as (
          update otp_codes c set attempts = c.attempts + n, last_attempt_hash = ${target.attemptHash}
          from locked
          where c.id = locked.id and c.used_at is null and c.expires_at > now() and c.attempts + n <= c.max_attempts
          returning c.phone, c.purpose, c.code_hash, c.digits, c.attempts, c.max_attempts, c.device_hash, n
        ), device as (${countDeviceCode(sql, sql`attempt`)}
        ), tally as (
          insert into otp_failures as f (phone, failures, expires_at)
          select phone, n, now() + interval '1 day' from attempt where not exists (select from device)
          on conflict (phone) do update set
            failures = case when f.expires_at <= now() then excluded.failures else f.failures + excluded.failures end,
            -- The number stays under attack for a day from the last attempt that the limit allows.
            expires_at = case when f.expires_at <= now() or f.failures + 1 = ${failureLimit}
              then excluded.expires_at else f.expires_at end
          returning failures
        )
        select a.phone, a.purpose, a.code_hash, a.digits, a.attempts, a.max_attempts, a.n = 0 as is_repeat,
          case when exists (select from device) then encode(a.device_hash, 'hex') end as device,
          coalesce((select failures from tally), 0) as failures
        from attempt a`;
      return row;
    },

    /**
     * Moves a live code of the previous release, which does not write `otp_codes`, into it. True if there is one. The
     * release after this one drops `otp_requests`.
     */
    async adopt(id: string): Promise<boolean> {
      const { count } = await sql`
        with old as (
          delete from otp_requests where id = ${id} and used_at is null and expires_at > now()
          returning *
        )
        insert into otp_codes (id, pre_session_hash, client_id, purpose, phone, code_hash, digits, max_attempts,
          attempts, resend_seconds, created_at, expires_at, sent_at)
        select id, pre_session_hash, client_id, purpose, phone, code_hash, ${otpLimits.digits}, ${otpLimits.maxAttempts},
          attempts, ${otpLimits.resendStepSeconds}, created_at, expires_at, created_at
        from old
        on conflict do nothing`;
      return count > 0;
    },

    /** The state of a code that takes no more attempts; undefined if this browser and client have no such live code. */
    async explain(target: CodeTarget) {
      const [row] = await sql<
        { isUsed: boolean; isExhausted: boolean; isRepeat: boolean; codeHash: Uint8Array }[]
      >`
        select used_at is not null as is_used, used_at is null and attempts >= max_attempts as is_exhausted,
          coalesce(last_attempt_hash = ${target.attemptHash}, false) as is_repeat, code_hash
        from otp_codes
        where id = ${target.id} and pre_session_hash = ${target.preSessionHash} and client_id = ${target.clientId}
          and expires_at > now()`;
      return row;
    },

    /**
     * Redeems a code for its token. Only one of several parallel correct codes succeeds. The attempt no longer counts
     * as a failure. Returns the network that requested it, null for a known device; undefined if the code was redeemed
     * before.
     */
    async exchange(input: {
      id: string;
      tokenHash: Buffer;
      tokenTtlSeconds: number;
      caller: Caller;
      details: AuditDetails;
    }): Promise<{ network: string | null } | undefined> {
      const [row] = await sql<{ network: string | null }[]>`
        with used as (
          update otp_codes set used_at = now()
          where id = ${input.id} and used_at is null and expires_at > now()
          returning pre_session_hash, client_id, purpose, phone, device_hash
        ), token as (
          insert into otp_tokens (token_hash, pre_session_hash, client_id, purpose, phone, expires_at)
          select ${input.tokenHash}, pre_session_hash, client_id, purpose, phone,
            now() + make_interval(secs => ${input.tokenTtlSeconds})
          from used
          returning 1
        ), verified as (
          update otp_sends set verified_at = now() where otp_request_id = ${input.id} and exists (select 1 from used)
          returning network
        ), device as (${uncountDeviceCode(sql, sql`used`)}
        ), uncounted as (
          update otp_failures set failures = greatest(0, failures - 1)
          where phone in (select phone from used) and expires_at > now() and not exists (select from device)
        ), event as (
          insert into audit_events (kind, address, request_id, details)
          select 'otp.verified', ${input.caller.address}, ${input.caller.requestId}, ${sql.json(input.details)}
          from used
        )
        select verified.network from token left join verified on true`;
      return row;
    },
  };
}

export type OtpRepo = ReturnType<typeof createOtpRepo>;
