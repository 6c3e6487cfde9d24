import { otpLimits } from '@vid/contract/limits';
import { isAccountPhone, isGuardedPhone } from '#account/account-sql.ts';
import { demandsCode } from '#account/credentials/code-demand.ts';
import { findDevice, forgetDeviceCodes } from '#account/known-devices/known-device-sql.ts';
import type { Fragment, Queryable, Sql } from '#database/connection.ts';
import type { OtpCodePurpose } from '#database/tables.ts';
import { insertAudit, type AuditEvent } from '#platform/audit/audit.ts';
import {
  attackedWaitSeconds,
  daySeconds,
  hourSeconds,
  type PhoneCodes,
  type Requester,
} from './otp.policy.ts';

export type StoredCode = {
  readonly id: string;
  /**
   * Hexadecimal token hash of the known device whose limits apply; null if those of unknown devices apply.
   */
  readonly device: string | null;
  readonly isMember: boolean;
  readonly digits: number;
  readonly resendSeconds: number;
  readonly isSent: boolean;
  readonly isUndelivered: boolean;
  /** False once the code has expired or was ended, for example replaced. */
  readonly isLive: boolean;
};

type NewCode = Pick<StoredCode, 'id' | 'device' | 'isMember' | 'digits' | 'resendSeconds'> & {
  readonly phone: string;
  readonly purpose: OtpCodePurpose;
  readonly preSessionHash: Buffer;
  readonly clientId: string;
  /** Null if the limits of a known device apply. */
  readonly network: string | null;
  readonly requestHash: Buffer | null;
  readonly maxAttempts: number;
};

export type Facts = Requester &
  PhoneCodes & {
    readonly hasLiveCode: boolean;
    /** True if the code must reach the SIM of the phone. */
    readonly isGuarded: boolean;
  };

/** Inserts a code. A code hash means that the SMS is being sent. */
const insertCode = (sql: Queryable, code: NewCode, codeHash: Buffer | null): Fragment => sql`
  insert into otp_codes (id, phone, purpose, pre_session_hash, client_id, device_hash, network, is_member, request_hash,
    digits, max_attempts, resend_seconds, expires_at, code_hash, sent_at)
  select ${code.id}, ${code.phone}, ${code.purpose}, ${code.preSessionHash}::bytea, ${code.clientId},
    decode(${code.device}, 'hex'), ${code.network}::text, ${code.isMember}::bool, ${code.requestHash}::bytea,
    ${code.digits}::int, ${code.maxAttempts}::int, ${code.resendSeconds}::int,
    now() + make_interval(secs => ${otpLimits.lifeSeconds}::int), ${codeHash}::bytea,
    case when ${codeHash}::bytea is not null then now() end`;

export function createOtpRepo(sql: Sql) {
  return {
    /** Serializes the requests for one phone, because they count the same codes. */
    async lockPhone(tx: Queryable, phone: string): Promise<void> {
      await tx`select pg_advisory_xact_lock(hashtextextended(${`otp ${phone}`}, 0))`;
    },

    findByRequest: (tx: Queryable, phone: string, requestHash: Buffer) =>
      tx<StoredCode[]>`
        select id, encode(device_hash, 'hex') as device, is_member, digits, resend_seconds,
          sent_at is not null as is_sent, is_undelivered, expires_at > now() as is_live
        from otp_codes where phone = ${phone} and request_hash = ${requestHash}`.first(),

    /**
     * Reads the facts for a decision. A caller that stores the decision must hold the phone's lock until the
     * decision is stored. `devices` are the token hashes from the browser's device cookie.
     */
    async readFacts(
      tx: Queryable,
      input: {
        readonly phone: string;
        readonly purpose: OtpCodePurpose;
        readonly devices: readonly string[];
        readonly throttleHash: Buffer;
        readonly preSessionHash: Buffer;
        readonly network: string;
      },
    ): Promise<Facts> {
      const [row] = await tx<Facts[]>`
        select ${isAccountPhone(tx, input.phone)} as is_member, (${findDevice(tx, input.phone, input.devices)}) as device,
          ${demandsCode(tx, input.throttleHash)} as needs_code, ${isGuardedPhone(tx, input.phone)} as is_guarded,
          coalesce(bool_or(is_live), false) as has_live_code,
          count(*) filter (where is_short and age < ${hourSeconds}::int)::int as strangers_hour,
          count(*) filter (where is_short)::int as strangers_day,
          coalesce(sum(wrong) filter (where is_short), 0)::int as wrong_codes,
          ceil(max(resend_seconds - age) filter (where is_own and is_open))::int as stranger_wait,
          ceil(max(${attackedWaitSeconds}::int - age) filter (where is_own and is_open))::int as stranger_slot,
          count(*) filter (where is_device and age < ${hourSeconds}::int)::int as device_hour,
          ceil(${hourSeconds}::int - max(age) filter (where is_device and age < ${hourSeconds}::int))::int as device_hour_ends,
          count(*) filter (where is_device)::int as device_day,
          ceil(${daySeconds}::int - max(age) filter (where is_device))::int as device_day_ends,
          ceil(max(resend_seconds - age) filter (where is_device and is_open))::int as device_wait,
          count(*) filter (where is_any_device)::int as devices_day
        from (
          select resend_seconds, verified_at is null as is_open, attempts - (verified_at is not null)::int as wrong,
            extract(epoch from now() - created_at)::float8 as age,
            is_counted and device_hash is null and digits = ${otpLimits.digits}::int as is_short,
            is_counted and device_hash is null
              and (pre_session_hash = ${input.preSessionHash} or network = ${input.network}) as is_own,
            is_counted and encode(device_hash, 'hex') = any(${[...input.devices]}::text[]) as is_device,
            is_counted and device_hash is not null as is_any_device,
            verified_at is null and expires_at > now() and purpose = ${input.purpose}
              and pre_session_hash = ${input.preSessionHash} as is_live
          from otp_codes
          where phone = ${input.phone} and created_at > now() - make_interval(secs => ${daySeconds}::int)
        ) as codes`;
      if (!row) throw new Error('expected one row with the facts about a phone');
      return row;
    },

    /** Ends the browser's earlier codes for the phone and purpose that were not entered. */
    async endEarlier(
      on: Queryable,
      { phone, purpose, preSessionHash }: Pick<NewCode, 'phone' | 'purpose' | 'preSessionHash'>,
      newId: string,
    ): Promise<void> {
      await on`
        update otp_codes set expires_at = now()
        where phone = ${phone} and purpose = ${purpose} and pre_session_hash = ${preSessionHash}
          and verified_at is null and expires_at > now()
          and (created_at, id) < (select created_at, id from otp_codes where id = ${newId})`;
    },

    /**
     * Stores a request without its code, which is drawn when the SMS is claimed. The request commits
     * asynchronously, because the synchronous commit of the claim makes the request durable too.
     */
    async insertRequest(tx: Queryable, code: NewCode): Promise<void> {
      await tx`
        with commit as materialized (select set_config('synchronous_commit', 'off', true))
        ${insertCode(tx, code, null)} from commit`;
    },

    /** Stores a code whose SMS the caller sends, together with its audit row. */
    async insertClaimed(tx: Queryable, code: NewCode, codeHash: Buffer, event: AuditEvent): Promise<void> {
      await tx`
        with claimed as (${insertCode(tx, code, codeHash)} returning id)
        ${insertAudit(tx, event, tx`claimed`)}`;
    },

    async withdraw(tx: Queryable, id: string): Promise<void> {
      await tx`delete from otp_codes where id = ${id} and sent_at is null`;
    },

    /**
     * Claims the SMS of a request. Returns true for only one of its repeated calls, whose code becomes valid.
     * The same statement writes the audit row, so no SMS is claimed without one.
     */
    claimSending: (id: string, codeHash: Buffer, event: AuditEvent) =>
      sql`
        with claimed as (
          update otp_codes set sent_at = now(), code_hash = ${codeHash}
          where id = ${id} and sent_at is null and expires_at > now()
          returning id
        )
        ${insertAudit(sql, event, sql`claimed`)}`.hasRows(),

    /** Returns whether the SMS was claimed, and with `codeHash` whether it was claimed for that code. */
    isClaimed: (id: string, codeHash: Buffer | null) =>
      sql`
        select from otp_codes where id = ${id} and sent_at is not null
          and (${codeHash}::bytea is null or code_hash = ${codeHash})`.hasRows(),

    /** Ends an undelivered code. With `isCounted`, the code still counts against the limits of its phone. */
    async discard(tx: Queryable, id: string, isCounted: boolean): Promise<void> {
      await tx`
        update otp_codes set is_undelivered = true, is_counted = ${isCounted}, expires_at = now() where id = ${id}`;
    },
  };
}

/** Returns whether a code was sent and can still be entered. */
export const isCodeLive = (sql: Sql, id: string): Promise<boolean> =>
  sql`
    select from otp_codes
    where id = ${id} and sent_at is not null and verified_at is null and expires_at > now()
      and attempts < max_attempts`.hasRows();

/**
 * Stops counting a phone's earlier codes and wrong codes, which also ends the waits of all requesters. The
 * limits of networks and number ranges remain, because they limit the cost of SMS.
 */
export async function liftOtpLimits(
  tx: Queryable,
  { id, phone }: { id: string; phone: string },
): Promise<void> {
  await tx`update otp_codes set is_counted = false where phone = ${phone} and is_counted`;
  await forgetDeviceCodes(tx, id);
}
