import type { Fragment, Sql } from '#database/connection.ts';

/** Deletes up to so many rows that are past their use, and says how many it found. */
export type Purge = { readonly name: string; readonly deleteExpired: (limit: number) => Promise<number> };

const batch = 500;
/** A table that grew faster than this is gone on with at the next run, so that no run lasts. */
const maxBatches = 200;

const isExpired = (sql: Sql): Fragment => sql`expires_at < now()`;
const isDayOld = (sql: Sql): Fragment => sql`created_at < now() - interval '1 day'`;

/** Tables whose own columns tell which rows are past their use. */
const tables = {
  captchas: isExpired,
  spent_challenges: isExpired,
  captcha_tokens: isExpired,
  otp_requests: isExpired,
  otp_tokens: isExpired,
  otp_failures: isExpired,
  // The breaker looks back one hour; the rest of the day is for investigations.
  otp_sends: isDayOld,
  sms_messages: isExpired,
  sso_transactions: isExpired,
  sso_traces: isExpired,
  oidc_authorization_codes: isExpired,
  oidc_access_tokens: isExpired,
  oidc_refresh_tokens: isExpired,
  oidc_client_credentials: isExpired,
  oidc_device_codes: isExpired,
  oidc_pushed_requests: isExpired,
  oidc_interactions: isExpired,
  oidc_replays: isExpired,
  oidc_grants: isExpired,
  // Delivered or given up by then; an application that was away for a day has asked for new tokens since.
  backchannel_logouts: isDayOld,
  outbox_messages: isDayOld,
} as const;

export function tablePurges(sql: Sql): readonly Purge[] {
  return Object.entries(tables).map(([table, isPastUse]) => ({
    name: table,
    async deleteExpired(limit) {
      const { count } = await sql`
        delete from ${sql(table)} where ctid = any(array(
          select ctid from ${sql(table)} where ${isPastUse(sql)} limit ${limit} for update skip locked))`;
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
