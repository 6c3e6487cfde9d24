import type { Sql } from '#database/connection.ts';
import type { OtpRequestPurpose } from '#database/tables.ts';
import type { Caller } from '#http/caller.ts';

type AuditDetails = Readonly<Record<string, string>>;

/**
 * Queries of one-time codes. A change and its audit row are one statement, which is one round trip and one
 * commit: two of them make the whole cycle of a code besides its caps.
 */
export function createOtpRepo(sql: Sql) {
  return {
    /** What is known of a phone before a code is sent to it, in one read. */
    async standing(input: {
      phone: string;
      sendsKey: string;
      failureLimit: number;
      breakerWindow: number;
      breakerLookbackSeconds: number;
    }) {
      const [row] = await sql<
        { isMember: boolean; sends: number; restSeconds: number; sent: number; verified: number }[]
      >`
        select
          exists (select 1 from accounts where phone = ${input.phone}) as "isMember",
          coalesce((select points from counters where key = ${input.sendsKey} and expires_at > now()), 0) as sends,
          coalesce((select ceil(extract(epoch from expires_at - now()))::int from otp_failures
            where phone = ${input.phone} and failures >= ${input.failureLimit} and expires_at > now()), 0) as "restSeconds",
          latest.sent, latest.verified
        from (
          select count(*)::int as sent, count(verified_at)::int as verified from (
            select verified_at from otp_sends
            where not is_member and created_at > now() - make_interval(secs => ${input.breakerLookbackSeconds})
            order by created_at desc limit ${input.breakerWindow}) as s
        ) as latest`;
      if (!row) throw new Error('the standing of a phone is always one row');
      return row;
    },

    /** The new code in place of the one before it, its message, and the audit row. */
    async create(input: {
      id: string;
      smsId: string;
      preSessionHash: Buffer;
      clientId: string;
      purpose: OtpRequestPurpose;
      phone: string;
      codeHash: Buffer;
      isMember: boolean;
      sealedText: Buffer;
      lifeSeconds: number;
      caller: Caller;
      details: AuditDetails;
    }): Promise<void> {
      await sql`
        with request as (
          insert into otp_requests (id, pre_session_hash, client_id, purpose, phone, code_hash, expires_at)
          values (${input.id}, ${input.preSessionHash}, ${input.clientId}, ${input.purpose}, ${input.phone},
            ${input.codeHash}, now() + make_interval(secs => ${input.lifeSeconds}))
          on conflict (phone, purpose) do update set
            id = excluded.id, pre_session_hash = excluded.pre_session_hash, client_id = excluded.client_id,
            code_hash = excluded.code_hash, attempts = 0, created_at = now(), expires_at = excluded.expires_at,
            used_at = null
        ), send as (
          insert into otp_sends (otp_request_id, is_member) values (${input.id}, ${input.isMember})
        ), message as (
          insert into sms_messages (id, phone, purpose, otp_request_id, sealed_text, expires_at)
          values (${input.smsId}, ${input.phone}, ${input.purpose}, ${input.id}, ${input.sealedText},
            now() + make_interval(secs => ${input.lifeSeconds}))
        )
        insert into audit_events (kind, address, request_id, details)
        values ('otp.sent', ${input.caller.address}, ${input.caller.requestId}, ${sql.json(input.details)})`;
    },

    /** Takes back a code that nobody received. */
    async discard(id: string, caller: Caller, details: AuditDetails): Promise<void> {
      await sql`
        with request as (delete from otp_requests where id = ${id}),
          send as (delete from otp_sends where otp_request_id = ${id})
        insert into audit_events (kind, address, request_id, details)
        values ('otp.refused', ${caller.address}, ${caller.requestId}, ${sql.json(details)})`;
    },

    /**
     * Counts a try, for the code and for the phone, and commits that before anybody compares (Vikunja
     * CVE-2026-35597). Undefined where there is no such live code for this browser and client.
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
            -- The day of rest begins with the last try that is allowed.
            expires_at = case when f.expires_at <= now() or f.failures + 1 = ${input.failureLimit}
              then excluded.expires_at else f.expires_at end
          returning failures
        )
        select a.phone, a.purpose, a.code_hash as "codeHash", a.attempts, t.failures from attempt a, tally t`;
      return row;
    },

    /** Whether a code is there, but has had all its tries. */
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
     * Spends a code whose value was right and makes its token; of parallel right answers one gets it. The try is
     * no failure any more, and the phone may ask for its next code at once.
     */
    async exchange(input: {
      id: string;
      tokenHash: Buffer;
      tokenLifeSeconds: number;
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
            now() + make_interval(secs => ${input.tokenLifeSeconds})
          from used
          returning 1 as made
        ), verified as (
          update otp_sends set verified_at = now() where otp_request_id = ${input.id} and exists (select 1 from used)
        ), excused as (
          update otp_failures set failures = greatest(0, failures - 1)
          where phone in (select phone from used) and expires_at > now()
        ), wait as (
          delete from counters where key = ${input.waitKey} and exists (select 1 from used)
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
