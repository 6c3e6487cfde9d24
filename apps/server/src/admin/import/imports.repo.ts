import {
  importLimits,
  rowOutcomes,
  type ImportFileType,
  type ImportStatus,
  type RowOutcome,
} from '@vid/contract/endpoints/admin/import-shapes';
import type { Fragment, Queryable, Sql } from '#database/connection.ts';
import { isAfter, microsecondsOf, type SortKey } from '#database/page.ts';
import type { ImportsRow } from '#database/tables.ts';
import { runSoon } from '#platform/jobs/tasks.repo.ts';

export type ImportCounts = Readonly<Record<RowOutcome | 'upgraded', number>>;
export type ImportRecord = Pick<
  ImportsRow,
  | 'id'
  | 'fileName'
  | 'fileType'
  | 'fileBytes'
  | 'status'
  | 'problem'
  | 'requestedBy'
  | 'createdAt'
  | 'finishedAt'
  | 'expiresAt'
> & { readonly counts: Partial<ImportCounts>; readonly requesterName: string | null };

/** Statuses in which rows change; the counts are then read from the rows. */
const live: ReadonlySet<string> = new Set<ImportStatus>(['checking', 'running', 'undoing']);

const columns = (tx: Queryable): Fragment => tx`
  i.id, i.file_name, i.file_type, i.file_bytes, i.status, i.problem, i.counts, i.requested_by, i.created_at,
  i.finished_at, i.expires_at, a.name as requester_name`;

const countRows = async (tx: Queryable, id: string): Promise<ImportCounts> => {
  const counted = await tx<{ outcome: RowOutcome; count: number; upgraded: number }[]>`
    select outcome, count(*)::int as count, count(*) filter (where 'phone:upgraded' = any(notes))::int as upgraded
    from import_rows where import_id = ${id} group by outcome`;
  const counts = Object.fromEntries(rowOutcomes.map((outcome) => [outcome, 0]));
  for (const { outcome, count } of counted) counts[outcome] = count;
  const upgraded = counted.reduce((total, row) => total + row.upgraded, 0);
  // oxlint-disable-next-line no-unsafe-type-assertion -- every outcome is set above
  return { ...counts, upgraded } as ImportCounts;
};

/** Queries of imports and of the parts of their files. Each change of status is one conditional statement. */
export function createImportRepo(sql: Sql) {
  return {
    async insert(
      tx: Queryable,
      row: Pick<ImportsRow, 'id' | 'fileName' | 'fileType' | 'fileBytes' | 'requestedBy'>,
    ): Promise<void> {
      await tx`
        insert into imports (id, file_name, file_type, file_bytes, requested_by, expires_at)
        values (${row.id}, ${row.fileName}, ${row.fileType}, ${row.fileBytes}, ${row.requestedBy},
          now() + make_interval(days => ${importLimits.days}))`;
    },

    async find(id: string): Promise<ImportRecord | undefined> {
      const [row] = await sql<ImportRecord[]>`
        select ${columns(sql)} from imports i left join accounts a on a.id = i.requested_by
        where i.id = ${id} and i.expires_at > now()`;
      return row && live.has(row.status) ? { ...row, counts: await countRows(sql, id) } : row;
    },

    /** Lists imports, newest first. */
    async list({ after, limit }: { after: SortKey | undefined; limit: number }) {
      return sql<(ImportRecord & { key: number })[]>`
        select ${columns(sql)}, ${microsecondsOf(sql, sql`i.created_at`)} as key
        from imports i left join accounts a on a.id = i.requested_by
        where i.expires_at > now() and ${isAfter(sql, [{ time: sql`i.created_at` }, sql`i.id`], after, 'desc')}
        order by i.created_at desc, i.id desc limit ${limit}`;
    },

    /** Changes the status of an import. False if it has none of the statuses `from`. */
    async move(tx: Queryable, id: string, from: readonly ImportStatus[], to: ImportStatus): Promise<boolean> {
      const { count } = await tx`
        update imports set status = ${to}, finished_at = null, claimed_at = null, check_id = null, check_attempts = 0,
          expires_at = greatest(expires_at, now() + interval '1 day')
        where id = ${id} and status = any(${[...from]}::text[]) and expires_at > now()`;
      return count > 0;
    },

    /** Starts a check. False if the import is in another state. */
    async startCheck(tx: Queryable, id: string, mapping: object, hashFormat: string): Promise<boolean> {
      const { count } = await tx`
        update imports set status = 'checking', mapping = ${tx.json({ ...mapping })}, hash_format = ${hashFormat},
          problem = null, claimed_at = null, check_id = null, check_attempts = 0
        where id = ${id} and status in ('uploading', 'checked', 'failed') and expires_at > now()`;
      return count > 0;
    },

    /** Records the end of a step with the counts of the rows. */
    async finish(
      tx: Queryable,
      id: string,
      status: ImportStatus,
      problem: string | null = null,
    ): Promise<ImportCounts> {
      const counts = await countRows(tx, id);
      await tx`
        update imports set status = ${status}, problem = ${problem}, counts = ${tx.json(counts)}, check_id = null,
          finished_at = case when ${status} = 'checked' then null else now() end
        where id = ${id}`;
      return counts;
    },

    /** Hides an import that has added no account; the purge deletes it. False if the import has added an account. */
    async discard(tx: Queryable, id: string): Promise<boolean> {
      const { count } = await tx`
        update imports set status = 'failed', check_id = null, expires_at = now()
        where id = ${id} and status in ('uploading', 'checking', 'checked', 'failed')`;
      return count > 0;
    },

    queue: (tx: Queryable): Promise<void> => runSoon(tx, 'run-imports'),

    /** Stores a part. False unless the file is still being uploaded. */
    async putPart(id: string, part: number, sealedContent: Buffer): Promise<boolean> {
      const { count } = await sql`
        insert into import_parts (import_id, part, sealed_content)
        select id, ${part}::int, ${sealedContent}::bytea from imports
        where id = ${id} and status = 'uploading' and expires_at > now()
        on conflict (import_id, part) do update set sealed_content = excluded.sealed_content`;
      return count > 0;
    },

    async findPart(id: string, part: number): Promise<Buffer | undefined> {
      const [row] = await sql<{ sealedContent: Buffer }[]>`
        select sealed_content from import_parts where import_id = ${id} and part = ${part}`;
      return row?.sealedContent;
    },

    /** Deletes the file, which is not needed once its accounts are added. */
    async deleteParts(tx: Queryable, id: string): Promise<void> {
      await tx`delete from import_parts where import_id = ${id}`;
    },

    /** Lists the imports that have work to do, oldest first. */
    async listOpen() {
      return sql<{ id: string; status: 'checking' | 'running' | 'undoing'; fileType: ImportFileType }[]>`
        select id, status, file_type from imports where status in ('checking', 'running', 'undoing')
        order by created_at limit 20`;
    },
  };
}

export type ImportRepo = ReturnType<typeof createImportRepo>;

/**
 * Locks an import for one batch. Undefined if it is in another state, or if another process works on it: the lock ends
 * with the transaction, so a killed process leaves none.
 */
export async function lockImport(tx: Queryable, id: string, status: 'running' | 'undoing') {
  const [row] = await tx<{ requestedBy: string | null }[]>`
    select requested_by from imports where id = ${id} and status = ${status} for update skip locked`;
  return row;
}
