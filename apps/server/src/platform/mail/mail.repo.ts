import type { Queryable, Sql } from '#database/connection.ts';

export type ClaimedMail = {
  readonly id: string;
  readonly kind: string;
  readonly attempts: number;
  readonly sealedContent: Uint8Array;
};

/**
 * Queries of mail messages. A sender first claims a message, from `pending` to `sending` in one statement. Only that
 * sender can change it back, so no message is sent twice.
 */
export function createMailRepo(sql: Sql) {
  return {
    async insert(
      tx: Queryable,
      message: { id: string; kind: string; sealedContent: Buffer; ttlSeconds: number },
    ): Promise<void> {
      await tx`
        insert into mail_messages (id, kind, sealed_content, expires_at)
        values (${message.id}, ${message.kind}, ${message.sealedContent},
          now() + make_interval(secs => ${message.ttlSeconds}))`;
    },

    /** Claims the oldest message that is due. */
    async claimNext(options: { readonly retrySeconds: number }) {
      const [row] = await sql<ClaimedMail[]>`
        update mail_messages set status = 'sending', claimed_at = now(), attempts = attempts + 1
        where id = (
          select m.id from mail_messages m
          where m.status = 'pending' and m.expires_at > now()
            and (m.claimed_at is null
              or m.claimed_at < now() - make_interval(secs => ${options.retrySeconds} * power(2, m.attempts)))
          order by m.created_at limit 1 for update skip locked)
        returning id, kind, attempts, sealed_content`;
      return row;
    },

    /** Ends a claim. Erases the content unless the message will be retried. */
    async settle(id: string, status: 'sent' | 'failed' | 'pending'): Promise<void> {
      await sql`
        update mail_messages set status = ${status},
          sealed_content = case when ${status === 'pending'} then sealed_content end
        where id = ${id} and status = 'sending'`;
    },
  };
}

export type MailRepo = ReturnType<typeof createMailRepo>;
