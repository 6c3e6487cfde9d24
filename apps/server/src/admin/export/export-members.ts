import {
  exportColumns,
  exportTitle,
  type ExportColumn,
  type MemberExportFormat,
} from '@vid/contract/endpoints/admin/transfers/export-shapes';
import { joinEnterprise } from '#account/account-sql.ts';
import { formatForeignHash } from '#account/credentials/foreign/format-foreign-hash.ts';
import { isForeign, openCredential } from '#account/credentials/foreign/foreign-credential.ts';
import type { Fragment, Queryable, Sql } from '#database/connection.ts';
import { readsOf, type Reads } from '#database/replica/reads.ts';
import type { Keys } from '#lib/keys.ts';
import { writeExportFile, type Cells } from './export-file.ts';

const batchSize = 1_000;

export type DescribeAccess = (
  sql: Queryable,
  accountId: Fragment,
) => Readonly<Record<'applicationRoles' | 'managedApplications' | 'allowedApplications', Fragment>>;

export type ExportDeps = {
  readonly sql: Sql;
  readonly reads: Reads;
  readonly keys: Pick<Keys, 'open'>;
  readonly describeAccess: DescribeAccess;
};

type Selection = {
  readonly format: MemberExportFormat;
  readonly withHashes: boolean;
  readonly columns: readonly ExportColumn[];
};

type ExportPiece = { readonly content: Uint8Array; readonly rows: number };

export const chosenColumns = (chosen: readonly string[] | undefined): ExportColumn[] =>
  exportColumns.filter((column) => chosen?.includes(column) ?? true);

/**
 * Yields every member as CSV, JSON lines or XLSX, with one batch in memory. CSV and XLSX contain no formulas,
 * and an import can read them back.
 */
export async function* exportMembers(deps: ExportDeps, selection: Selection): AsyncGenerator<ExportPiece> {
  const { format, withHashes, columns } = selection;
  const titles = [...columns.map(exportTitle), ...(withHashes ? ['password hash'] : [])];
  let rows = 0;
  const batches = async function* () {
    for await (const batch of readMembers(deps, selection)) {
      rows += batch.length;
      yield batch;
    }
  };
  for await (const content of writeExportFile(format, titles, batches())) yield { content, rows };
}

async function* readMembers(
  { sql, reads, keys, describeAccess }: ExportDeps,
  { withHashes, columns }: Selection,
): AsyncGenerator<Cells[]> {
  const texts = selectTexts(sql, describeAccess);
  const cells = columns.map((column) => texts[column]).reduce((list, text) => sql`${list}, ${text}`);
  // Hashes are secrets, which a standby does not serve.
  const read = withHashes ? readsOf(sql) : reads;
  let lastId = '';
  for (;;) {
    // PostgreSQL omits joins that no chosen column needs, because each joins on a unique key.
    const rows = await read(
      (db) => db<{ id: string; cells: Cells; hash: string | null }[]>`
      select a.id, array[${cells}]::text[] as cells, ${withHashes ? sql`p.hash` : sql`null`} as hash
      from accounts a ${joinEnterprise(sql)}
        left join password_credentials p on p.account_id = a.id
        left join broker_certificates b on b.account_id = a.id
        left join enterprises employer on employer.account_id = b.employer_id
        left join accounts referrer on referrer.id = a.referred_by
        left join account_deletions d on d.account_id = a.id
      where a.id > ${lastId} order by a.id limit ${batchSize}`,
    );
    const last = rows.at(-1);
    if (!last) return;
    lastId = last.id;
    yield rows.map((row) => (withHashes ? [...row.cells, toHash(keys, row.hash)] : row.cells));
  }
}

function selectTexts(
  sql: Queryable,
  describeAccess: DescribeAccess,
): Readonly<Record<ExportColumn, Fragment>> {
  const time = (value: Fragment): Fragment =>
    sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const day = (value: Fragment): Fragment => sql`to_char(${value}, 'YYYY-MM-DD')`;
  return {
    phone: sql`a.phone`,
    name: sql`a.name`,
    email: sql`a.email`,
    kind: sql`a.kind`,
    object: sql`a.member_object`,
    province: sql`a.province`,
    enterpriseName: sql`e.name`,
    shortName: sql`e.short_name`,
    taxCode: sql`e.tax_code`,
    representative: sql`e.representative`,
    id: sql`a.id`,
    status: sql`a.status`,
    role: sql`a.role`,
    language: sql`a.locale`,
    createdAt: time(sql`a.created_at`),
    lastSignIn: time(sql`a.last_sign_in_at`),
    emailConfirmedAt: time(sql`a.email_confirmed_at`),
    referralCode: sql`a.referral_code`,
    referrer: sql`referrer.name`,
    referrerPhone: sql`referrer.phone`,
    campaign: sql`a.campaign`,
    formerPhones: sql`
      (select string_agg(r.phone, '; ' order by r.released_at) from released_phones r where r.account_id = a.id)`,
    verifiedAt: time(sql`e.verified_at`),
    verificationRefusedAt: time(sql`e.refused_at`),
    verificationRefusal: sql`e.refusal`,
    certificateNumber: sql`b.number`,
    certificateProvince: sql`b.province`,
    certificateIssuedOn: day(sql`b.issued_on`),
    certificateExpiresOn: day(sql`b.expires_on`),
    certificateStatus: sql`b.status`,
    certificateCheckedAt: time(sql`b.checked_at`),
    certificateRefusal: sql`b.refusal`,
    employer: sql`coalesce(employer.name, b.employer_name)`,
    employerTaxCode: sql`employer.tax_code`,
    consents: sql`
      (select string_agg(concat_ws(' ', c.purpose, c.notice_version, c.action, ${time(sql`c.agreed_at`)}), '; '
          order by c.purpose)
        from (select distinct on (purpose) * from consents where account_id = a.id
          order by purpose, agreed_at desc, id desc) c)`,
    ...describeAccess(sql, sql`a.id`),
    privacyRequests: sql`
      (select string_agg(concat_ws(' ', q.kind, q.status, ${time(sql`q.created_at`)}), '; ' order by q.created_at)
        from privacy_requests q where q.account_id = a.id)`,
    notes: sql`
      (select string_agg(n.text, E'\n' order by n.created_at) from account_notes n where n.account_id = a.id)`,
    eraseAt: time(sql`d.erase_at`),
  };
}

/**
 * Returns the exported form of a hash: VID's own hash without its key id, or a foreign hash as it was imported.
 * Returns null without a hash, and for a foreign hash that was sealed with another key.
 */
function toHash(keys: Pick<Keys, 'open'>, stored: string | null): string | null {
  if (stored === null) return null;
  if (!isForeign(stored)) return stored.slice(stored.indexOf('$'));
  const hash = openCredential(keys, stored);
  return hash ? formatForeignHash(hash) : null;
}
