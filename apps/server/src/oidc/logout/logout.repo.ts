import { joinLogoutClient } from '#applications/clients/lookups.ts';
import type { Sql } from '#database/connection.ts';
import type { SigningKeyAlg } from '#database/tables.ts';

export type ClaimedLogout = { readonly id: string; readonly attempts: number };

export type Recipient = {
  readonly clientId: string;
  readonly uri: string;
  readonly alg: SigningKeyAlg;
  readonly sid: string | null;
  readonly accountId: string;
};

/** Statements of the notices about ended sessions. */
export function createLogoutRepo(sql: Sql) {
  return {
    /** Claims notices that are due. One whose process dies is due again after the lease. */
    async claim(limit: number, leaseSeconds: number): Promise<readonly ClaimedLogout[]> {
      return sql<ClaimedLogout[]>`
        update backchannel_logouts set attempts = attempts + 1, due_at = now() + make_interval(secs => ${leaseSeconds})
        where id = any(array(
          select id from backchannel_logouts where due_at <= now()
          order by due_at limit ${limit} for update skip locked))
        returning id, attempts`;
    },

    /** The clients of one ended session that have not been notified yet. */
    async listRecipients(id: string): Promise<readonly Recipient[]> {
      return sql<Recipient[]>`
        select c.id as client_id, c.backchannel_logout_uri as uri, c.id_token_alg as alg,
          e.value ->> 'sid' as sid, b.account_id
        from backchannel_logouts b
        cross join lateral jsonb_each(b.authorizations) e
        ${joinLogoutClient(sql, sql`e.key`)}
        where b.id = ${id}`;
    },

    async delete(id: string): Promise<void> {
      await sql`delete from backchannel_logouts where id = ${id}`;
    },

    async retry(id: string, notified: readonly string[], waitSeconds: number): Promise<void> {
      await sql`
        update backchannel_logouts set authorizations = authorizations - ${[...notified]}::text[],
          due_at = now() + make_interval(secs => ${waitSeconds})
        where id = ${id}`;
    },
  };
}

export type LogoutRepo = ReturnType<typeof createLogoutRepo>;
