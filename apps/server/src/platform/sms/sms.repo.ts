import type { Queryable, Sql } from '#database/connection.ts';

export type ClaimedSms = {
  readonly id: string;
  readonly phone: string;
  readonly purpose: string;
  readonly attempts: number;
  readonly sealedText: Uint8Array;
};

/**
 * Queries of SMS messages. A sender first claims a message, from `pending` to `sending` in one statement. Only that
 * sender can change it back, so no message is sent twice.
 */
export function createSmsRepo(sql: Sql) {
  return {
    async insert(
      tx: Queryable,
      message: { id: string; phone: string; purpose: string; sealedText: Buffer; ttlSeconds: number },
    ): Promise<void> {
      await tx`
        insert into sms_messages (id, phone, purpose, sealed_text, expires_at)
        values (${message.id}, ${message.phone}, ${message.purpose}, ${message.sealedText},
          now() + make_interval(secs => ${message.ttlSeconds}))`;
    },

    /**
     * Claims the oldest notice that is due. Codes are not queued; a row with an `otp_request_id` was written by the previous
     * release, whose requests send their own codes.
     */
    async claimNext(options: { readonly retrySeconds: number }) {
      const [row] = await sql<ClaimedSms[]>`
        update sms_messages set status = 'sending', claimed_at = now(), attempts = attempts + 1
        where id = (
          select m.id from sms_messages m
          where m.status = 'pending' and m.expires_at > now()
            and (m.claimed_at is null
              or m.claimed_at < now() - make_interval(secs => ${options.retrySeconds} * power(2, m.attempts)))
            and m.otp_request_id is null
          order by m.created_at limit 1 for update skip locked)
        returning id, phone, purpose, attempts, sealed_text`;
      return row;
    },

    /** Ends a claim. Erases the text unless the message will be retried. */
    async settle(id: string, status: 'sent' | 'failed' | 'pending'): Promise<void> {
      await sql`
        update sms_messages set status = ${status},
          sealed_text = case when ${status === 'pending'} then sealed_text end
        where id = ${id} and status = 'sending'`;
    },
  };
}

export type SmsRepo = ReturnType<typeof createSmsRepo>;
