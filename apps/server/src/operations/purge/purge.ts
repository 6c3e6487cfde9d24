import type { Logger } from 'pino';
import type { Fragment, Sql } from '#database/connection.ts';
import type { Installation } from '#platform/installation/installation.ts';
import type { Purge, Schedule } from '#platform/module.ts';

const batchSize = 500;

const isExpired = (sql: Sql): Fragment => sql`expires_at < now()`;
const ofExpiredImport = (sql: Sql): Fragment => sql`
  import_id in (select id from imports where expires_at < now())`;
const ofExpiredExport = (sql: Sql): Fragment => sql`
  export_id in (select id from member_exports where expires_at < now())`;
const ofExpiredBulkChange = (sql: Sql): Fragment => sql`
  change_id in (select id from bulk_changes where expires_at < now())`;
const isDayOld = (sql: Sql): Fragment => sql`created_at < now() - interval '1 day'`;

const tables = {
  captchas: isExpired,
  spent_challenges: isExpired,
  captcha_tokens: isExpired,
  // A phone's limits look back one day. Codes and tokens expire long before that.
  otp_codes: isDayOld,
  known_devices: isExpired,
  sms_breaker: isExpired,
  sms_attempts: (sql: Sql) => sql`created_at < now() - interval '90 days'`,
  activity_hours: (sql: Sql) => sql`hour < now() - interval '2 years'`,
  application_sign_ins: (sql: Sql) => sql`day < now() - interval '2 years'`,
  notice_links: isExpired,
  deliveries: isExpired,
  email_confirmations: isExpired,
  former_emails: isExpired,
  recovery_requests: isExpired,
  sso_transactions: isExpired,
  sso_traces: isExpired,
  client_attempts: isExpired,
  client_secrets: isExpired,
  right_changes: isExpired,
  oidc_access_tokens: isExpired,
  oidc_refresh_tokens: isExpired,
  oidc_client_credentials: isExpired,
  oidc_pushed_requests: isExpired,
  oidc_interactions: isExpired,
  oidc_replays: isExpired,
  oidc_grants: isExpired,
  outbox_messages: isDayOld,
  sign_in_steps: isExpired,
  authenticator_setups: isExpired,
  social_requests: isExpired,
  social_sign_ups: isExpired,
  privacy_exports: isExpired,
  qr_requests: isExpired,
  // Purge an import's parts and rows before the import, because a cascading delete could exceed the time
  // limit.
  import_parts: ofExpiredImport,
  import_rows: ofExpiredImport,
  imports: (sql: Sql) => sql`
    expires_at < now() and not exists (select from import_rows r where r.import_id = imports.id)`,
  // Purge an export's parts before the export, because a cascading delete could exceed the time limit.
  member_export_parts: ofExpiredExport,
  member_exports: (sql: Sql) => sql`
    expires_at < now() and not exists (select from member_export_parts p where p.export_id = member_exports.id)`,
  // Purge the rows of a bulk change before the change, because a cascading delete could exceed the time
  // limit.
  bulk_rows: ofExpiredBulkChange,
  bulk_changes: (sql: Sql) => sql`
    expires_at < now() and not exists (select from bulk_rows r where r.change_id = bulk_changes.id)`,
  approvals: isExpired,
  spent_passkey_challenges: isExpired,
} as const;

export function tablePurges(sql: Sql): readonly Purge[] {
  return Object.entries(tables).map(([table, isExpiredRow]) => ({
    name: table,
    async deleteExpired(limit) {
      const { count } = await sql`
        delete from ${sql(table)} where ctid = any(array(
          select ctid from ${sql(table)} where ${isExpiredRow(sql)} limit ${limit} for update skip locked))`;
      return count;
    },
  }));
}

type PurgeDeps = {
  readonly log: Pick<Logger, 'info'>;
  readonly installation: Pick<Installation, 'isCopy'>;
};

/**
 * Purging only keeps tables small; expiry is checked when rows are read (O8). A copy of the database keeps
 * everything, because an old backup may be restored to look up rows that have expired since.
 */
export function purgeSchedule(purges: readonly Purge[], { log, installation }: PurgeDeps): Schedule {
  return {
    name: 'purge',
    everyMinutes: 5,
    async run() {
      if (await installation.isCopy()) return;
      const deleted = await runPurges(purges);
      if (Object.keys(deleted).length > 0) log.info({ deleted }, 'expired rows deleted');
    },
  };
}

/**
 * Deletes all expired rows, in batches small enough not to delay requests. A run has no row limit, so a flood
 * of rows cannot outgrow it. If a purge fails, the other purges still run, and the first error is thrown at
 * the end. Returns the number of deleted rows by the name of the purge, without zeros.
 */
export async function runPurges(purges: readonly Purge[]): Promise<Readonly<Record<string, number>>> {
  const deleted: Record<string, number> = {};
  const errors: unknown[] = [];
  for (const purge of purges)
    try {
      let count: number;
      do {
        count = await purge.deleteExpired(batchSize);
        if (count > 0) deleted[purge.name] = (deleted[purge.name] ?? 0) + count;
      } while (count === batchSize);
    } catch (error) {
      errors.push(error);
    }
  const [error] = errors;
  if (errors.length > 0) throw error;
  return deleted;
}
