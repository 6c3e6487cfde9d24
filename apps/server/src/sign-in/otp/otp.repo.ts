import { isAccountPhone } from '#account/account-sql.ts';
import type { Fragment, Sql } from '#database/connection.ts';
import type { OtpRequestPurpose } from '#database/tables.ts';
import type { Caller } from '#http/caller.ts';
import { unansweredKey } from './breaker.policy.ts';

type AuditDetails = Readonly<Record<string, string>>;

/**
 * Queries of one-time codes. A change and its audit row are one statement, to save a round trip and a commit.
 */
export function createOtpRepo(sql: Sql) {
  return {
    /** Redeems the captcha, and reads the facts that decide whether a code may be sent to a phone. */
    async findSendState(input: {
      captcha: Fragment;
      phone: string;
      sendsKey: string;
      failureLimit: number;
      breakerWindow: number;
      breakerLookbackSeconds: number;
    }) {
      const [row] = await sql<
        {
          hasCaptcha: boolean;
          isMember: boolean;
          sends: number;
          blockedSeconds: number;
          sent: number;
          verified: number;
          networks: number;
        }[]
      >`
        with captcha as (${input.captcha})
        select exists (select from captcha) as has_captcha,
          ${isAccountPhone(sql, input.phone)} as is_member,
          coalesce((select points from counters where key = ${input.sendsKey} and expires_at > now()), 0) as sends,
          coalesce((select ceil(extract(epoch from expires_at - now()))::int from otp_failures
            where phone = ${input.phone} and failures >= ${input.failureLimit} and expires_at > now()), 0) as blocked_seconds,
          latest.sent, latest.verified, latest.networks
        from (
          select count(*)::int as sent, count(verified_at)::int as verified,
            (count(distinct network) filter (where verified_at is null))::int as networks
          from (
            select verified_at, network from otp_sends
            where not is_member and created_at > now() - make_interval(secs => ${input.breakerLookbackSeconds})
            order by created_at desc limit ${input.breakerWindow}) as s
        ) as latest`;
      if (!row) throw new Error('the send state of a phone was not one row');
      return row;
    },

    /** Stores a code, replacing an earlier one for the same phone and purpose. */
    async create(input: {
      id: string;
      preSessionHash: Buffer;
      clientId: string;
      purpose: OtpRequestPurpose;
      phone: string;
      codeHash: Buffer;
      isMember: boolean;
      ttlSeconds: number;
      caller: Caller;
      details: AuditDetails;
    }): Promise<void> {
      await sql`
        with request as (
          insert into otp_requests (id, pre_session_hash, client_id, purpose, phone, code_hash, expires_at)
          values (${input.id}, ${input.preSessionHash}, ${input.clientId}, ${input.purpose}, ${input.phone},
            ${input.codeHash}, now() + make_interval(secs => ${input.ttlSeconds}))
          on conflict (phone, purpose) do update set
            id = excluded.id, pre_session_hash = excluded.pre_session_hash, client_id = excluded.client_id,
            code_hash = excluded.code_hash, attempts = 0, created_at = now(), expires_at = excluded.expires_at,
            used_at = null
        ), send as (
          insert into otp_sends (otp_request_id, is_member, network)
          values (${input.id}, ${input.isMember}, ${input.caller.addressKey})
        )
        insert into audit_events (kind, address, request_id, details)
        values ('otp.sent', ${input.caller.address}, ${input.caller.requestId}, ${sql.json(input.details)})`;
    },

    /** Deletes a code that was not delivered. */
    async discard(id: string, caller: Caller, details: AuditDetails): Promise<void> {
      await sql`
        with request as (delete from otp_requests where id = ${id}),
          send as (delete from otp_sends where otp_request_id = ${id})
        insert into audit_events (kind, address, request_id, details)
        values ('otp.refused', ${caller.address}, ${caller.requestId}, ${sql.json(details)})`;
    },

    /**
     * Counts an attempt for the code and for the phone. It is committed before the code is compared (Vikunja
     * CVE-2026-35597). Undefined if this browser and client have no such live code.
     */
    async countAttempt(input: {
      id: string;
      preSessionHash: Buffer;
      clientId: string;
      maxAttempts: number;
      failureLimit: number;
    }) {
      const [row] = await sql<
        {
          phone: string;
          purpose: OtpRequestPurpose;
          codeHash: Uint8Array;
          attempts: number;
          failures: number;
        }[]
      >`
        with attempt as (
          update otp_requests set attempts = attempts + 1
          where id = ${input.id} and pre_session_hash = ${input.preSessionHash} and client_id = ${input.clientId}
            and used_at is null and expires_at > now() and attempts < ${input.maxAttempts}
          returning phone, purpose, code_hash, attempts
        ), tally as (
          insert into otp_failures as f (phone, failures, expires_at)
          select phone, 1, now() + interval '1 day' from attempt
          on conflict (phone) do update set
            failures = case when f.expires_at <= now() then 1 else f.failures + 1 end,
            -- The block lasts a day from the last allowed attempt.
            expires_at = case when f.expires_at <= now() or f.failures + 1 = ${input.failureLimit}
              then excluded.expires_at else f.expires_at end
          returning failures
        )
        select a.phone, a.purpose, a.code_hash, a.attempts, t.failures from attempt a, tally t`;
      return row;
    },

    /** Whether a live code has no attempts left. */
    async isExhausted(input: {
      id: string;
      preSessionHash: Buffer;
      clientId: string;
      maxAttempts: number;
    }): Promise<boolean> {
      const rows = await sql`
        select 1 as found from otp_requests
        where id = ${input.id} and pre_session_hash = ${input.preSessionHash} and client_id = ${input.clientId}
          and used_at is null and expires_at > now() and attempts >= ${input.maxAttempts}`;
      return rows.length > 0;
    },

    /**
     * Redeems a code for its token. Only one of several parallel correct codes succeeds. The attempt no longer counts
     * as a failure, and the phone may request its next code immediately.
     */
    async exchange(input: {
      id: string;
      tokenHash: Buffer;
      tokenTtlSeconds: number;
      waitKey: string;
      caller: Caller;
      details: AuditDetails;
    }): Promise<boolean> {
      const rows = await sql`
        with used as (
          update otp_requests set used_at = now()
          where id = ${input.id} and used_at is null and expires_at > now()
          returning pre_session_hash, client_id, purpose, phone
        ), token as (
          insert into otp_tokens (token_hash, pre_session_hash, client_id, purpose, phone, expires_at)
          select ${input.tokenHash}, pre_session_hash, client_id, purpose, phone,
            now() + make_interval(secs => ${input.tokenTtlSeconds})
          from used
          returning 1 as made
        ), verified as (
          update otp_sends set verified_at = now() where otp_request_id = ${input.id} and exists (select 1 from used)
          returning network
        ), answered as (
          update counters c set points = greatest(0, c.points - 1) from verified v
          where c.key = ${unansweredKey('')}::text || v.network and c.expires_at > now()
          returning 1
        ), uncounted as (
          update otp_failures set failures = greatest(0, failures - 1)
          where phone in (select phone from used) and expires_at > now()
        ), wait as (
          -- After the counter of the network, in the lock order of counters.ts.
          delete from counters where key = ${input.waitKey} and exists (select 1 from used)
            and (select count(*) from answered) >= 0
        ), event as (
          insert into audit_events (kind, address, request_id, details)
          select 'otp.verified', ${input.caller.address}, ${input.caller.requestId}, ${sql.json(input.details)}
          from used
        )
        select made from token`;
      return rows.length > 0;
    },
  };
}

export type OtpRepo = ReturnType<typeof createOtpRepo>;
