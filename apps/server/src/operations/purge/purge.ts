import type { Sql } from '#database/connection.ts';

/** Deletes up to so many rows that are past their use, and says how many it found. */
export type Purge = { readonly name: string; readonly deleteExpired: (limit: number) => Promise<number> };

const batch = 500;
/** A table that grew faster than this is gone on with at the next run, so that no run lasts. */
const maxBatches = 200;

/** Tables whose rows say by themselves when they are past their use; `where` is a constant of this file. */
const tables = {
  captchas: 'expires_at < now()',
  spent_challenges: 'expires_at < now()',
  captcha_tokens: 'expires_at < now()',
  otp_requests: 'expires_at < now()',
  otp_tokens: 'expires_at < now()',
  otp_failures: 'expires_at < now()',
  // The breaker looks back one hour; a day is left for whoever looks into what happened.
  otp_sends: "created_at < now() - interval '1 day'",
  sms_messages: 'expires_at < now()',
  sso_transactions: 'expires_at < now()',
  sso_traces: 'expires_at < now()',
  oidc_authorization_codes: 'expires_at < now()',
  oidc_access_tokens: 'expires_at < now()',
  oidc_refresh_tokens: 'expires_at < now()',
  oidc_client_credentials: 'expires_at < now()',
  oidc_device_codes: 'expires_at < now()',
  oidc_pushed_requests: 'expires_at < now()',
  oidc_interactions: 'expires_at < now()',
  oidc_replays: 'expires_at < now()',
  oidc_grants: 'expires_at < now()',
  // Told or given up on by then; an application that comes back after a day has asked for new tokens meanwhile.
  backchannel_logouts: "created_at < now() - interval '1 day'",
  outbox_messages: "created_at < now() - interval '1 day'",
} as const;

export function tablePurges(sql: Sql): readonly Purge[] {
  return Object.entries(tables).map(([table, where]) => ({
    name: table,
    async deleteExpired(limit) {
      const { count } = await sql.unsafe(
        `delete from ${table} where ctid = any(array(
          select ctid from ${table} where ${where} limit ${limit} for update skip locked))`,
      );
      return count;
    },
  }));
}

/**
 * Deletes in batches small enough that no request waits for their locks. Expiry itself is judged where a row is
 * read (O8); this only keeps the tables small. Returns the rows deleted by name, without those that had none.
 */
export async function runPurges(purges: readonly Purge[]): Promise<Readonly<Record<string, number>>> {
  const deleted: Record<string, number> = {};
  for (const purge of purges) {
    for (let round = 0; round < maxBatches; round += 1) {
      const count = await purge.deleteExpired(batch);
      if (count > 0) deleted[purge.name] = (deleted[purge.name] ?? 0) + count;
      if (count < batch) break;
    }
  }
  return deleted;
}
