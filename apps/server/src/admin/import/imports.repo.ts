import {
  importLimits,
  rowOutcomes,
  skippedOutcomes,
  type ImportStatus,
  type NoteGroup,
  type RowOutcome,
} from '@vid/contract/endpoints/admin/transfers/import-shapes';
import { authorName } from '#database/account-names.ts';
import type { Fragment, Queryable, Sql } from '#database/connection.ts';
import { isAfter, microsecondsOf, type SortKey } from '#database/page.ts';
import type { ImportsRow } from '#database/tables.ts';
import { runSoon } from '#platform/jobs/tasks.repo.ts';
import { storedNotesOf } from './import-rows.repo.ts';

export type ImportCounts = Readonly<Record<RowOutcome | NoteGroup, number>>;
export type ImportRecord = Pick<
  ImportsRow,
  | 'id'
  | 'fileName'
  | 'fileType'
  | 'fileBytes'
  | 'status'
  | 'problem'
  | 'sealedLeftOut'
  | 'requestedBy'
  | 'partsStored'
  | 'createdAt'
  | 'finishedAt'
  | 'expiresAt'
> & { readonly counts: Partial<ImportCounts>; readonly requesterName: string | null };

/** Maximum number of imports per administrator that were not started. */
const maxUnstarted = 10;

/** Statuses in which rows change, so that counts are read from the rows. */
const live: ReadonlySet<string> = new Set<ImportStatus>(['checking', 'running', 'undoing']);

const columns = (tx: Queryable): Fragment => tx`
  i.id, i.file_name, i.file_type, i.file_bytes, i.status, i.problem, i.sealed_left_out, i.counts, i.requested_by, i.parts_stored,
  i.created_at, i.finished_at, i.expires_at, ${authorName(tx, tx`a`)} as requester_name`;

const countRows = async (tx: Queryable, id: string): Promise<ImportCounts> => {
  const counted = await tx<({ outcome: RowOutcome; count: number } & Record<NoteGroup, number>)[]>`
    select outcome, count(*)::int as count,
      count(*) filter (where notes && ${storedNotesOf('guessed')}::text[])::int as guessed,
      count(*) filter (where notes && ${storedNotesOf('changed')}::text[])::int as changed,
      count(*) filter (where notes && ${storedNotesOf('leftOut')}::text[])::int as left_out
    from import_rows where import_id = ${id} group by outcome`;
  const counts = Object.fromEntries(rowOutcomes.map((outcome) => [outcome, 0]));
  for (const { outcome, count } of counted) counts[outcome] = count;
  const added = counted.filter(({ outcome }) => !skippedOutcomes.some((skipped) => skipped === outcome));
  const noted = (group: NoteGroup): number => added.reduce((total, row) => total + row[group], 0);
  const groups = { guessed: noted('guessed'), changed: noted('changed'), leftOut: noted('leftOut') };
  // oxlint-disable-next-line no-unsafe-type-assertion -- every outcome is set above
  return { ...counts, ...groups } as ImportCounts;
};

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

    async list({ after, limit }: { after: SortKey | undefined; limit: number }) {
      return sql<(ImportRecord & { key: number })[]>`
        select ${columns(sql)}, ${microsecondsOf(sql, sql`i.created_at`)} as key
        from imports i left join accounts a on a.id = i.requested_by
        where i.expires_at > now() and ${isAfter(sql, [{ time: sql`i.created_at` }, sql`i.id`], after, 'desc')}
        order by i.created_at desc, i.id desc limit ${limit}`;
    },

    move: (tx: Queryable, id: string, from: readonly ImportStatus[], to: ImportStatus) =>
      tx`
        update imports set status = ${to}, finished_at = null,
          expires_at = greatest(expires_at, now() + interval '1 day')
        where id = ${id} and status = any(${[...from]}::text[]) and expires_at > now()`.hasRows(),

    /**
     * Sets the administrator on whose behalf the worker adds or removes accounts; null for the operator. The
     * worker stops if the administrator is locked or loses the role.
     */
    async setActor(tx: Queryable, id: string, actorId: string | null): Promise<void> {
      await tx`update imports set requested_by = ${actorId} where id = ${id}`;
    },

    startCheck: (
      tx: Queryable,
      id: string,
      asked: Pick<ImportsRow, 'titleRow' | 'sealedHashParameters'> & { mapping: object; hashFormat: string },
    ) =>
      tx`
        update imports set status = 'checking', mapping = ${tx.json({ ...asked.mapping })},
          hash_format = ${asked.hashFormat}, title_row = ${asked.titleRow}::int,
          sealed_hash_parameters = ${asked.sealedHashParameters}::bytea,
          problem = null, claimed_at = null, check_id = null, check_attempts = 0
        where id = ${id} and status in ('uploading', 'checked', 'failed') and expires_at > now()`.hasRows(),

    async setLeftOut(tx: Queryable, id: string, sealedTitles: Buffer): Promise<void> {
      await tx`update imports set sealed_left_out = ${sealedTitles}::bytea where id = ${id}`;
    },

    async finish(
      tx: Queryable,
      id: string,
      status: ImportStatus,
      problem: string | null = null,
    ): Promise<ImportCounts> {
      const counts = await countRows(tx, id);
      await tx`
        update imports set status = ${status}, problem = ${problem}, counts = ${tx.json(counts)},
          finished_at = case when ${status} = 'checked' then null else now() end
        where id = ${id}`;
      return counts;
    },

    /**
     * Discards an administrator's imports that were not started, except for the newest ten, because each may
     * hold a file of 32 MB. Requires the lock of the administrator's account. Keeps an import that another
     * administrator is starting.
     */
    async discardOldest(tx: Queryable, requestedBy: string | null): Promise<void> {
      await tx`
        update imports set status = 'failed', expires_at = now()
        where id = any(array(
          select id from imports
          where requested_by is not distinct from ${requestedBy}::text
            and status in ('uploading', 'checking', 'checked', 'failed') and expires_at > now()
          order by created_at desc, id desc offset ${maxUnstarted}))
          and status in ('uploading', 'checking', 'checked', 'failed')`;
    },

    /**
     * Hides an import that was not started, for the purge to delete. Returns false if the import was started.
     */
    discard: (tx: Queryable, id: string) =>
      tx`
        update imports set status = 'failed', expires_at = now()
        where id = ${id} and status in ('uploading', 'checking', 'checked', 'failed')`.hasRows(),

    queue: (tx: Queryable): Promise<void> => runSoon(tx, 'run-imports'),

    /** Stores a part of the file. Returns false unless the file is still being uploaded. */
    putPart: (id: string, part: number, sealedContent: Buffer) =>
      sql`
        with changed as (
          update imports set parts_stored = parts_stored + 1, sealed_head = null, head_problem = null
          where id = ${id} and status = 'uploading' and expires_at > now() returning id)
        insert into import_parts (import_id, part, sealed_content)
        select id, ${part}::int, ${sealedContent}::bytea from changed
        on conflict (import_id, part) do update set sealed_content = excluded.sealed_content`.hasRows(),

    async findPart(id: string, part: number): Promise<Buffer | undefined> {
      const [row] = await sql<{ sealedContent: Buffer }[]>`
        select sealed_content from import_parts where import_id = ${id} and part = ${part}`;
      return row?.sealedContent;
    },

    findHead: (id: string) =>
      sql<Pick<ImportsRow, 'sealedHead' | 'headProblem'>[]>`
        select sealed_head, head_problem from imports where id = ${id}`.first(),

    /** Stores the first rows of a file, unless a part of it was replaced since they were read. */
    async storeHead(
      { id, partsStored }: Pick<ImportsRow, 'id' | 'partsStored'>,
      head: { readonly sealedHead: Buffer | null; readonly problem: string | null },
    ): Promise<void> {
      await sql`
        update imports set sealed_head = ${head.sealedHead}::bytea, head_problem = ${head.problem}::text
        where id = ${id} and parts_stored = ${partsStored}`;
    },

    /** Deletes the file, which is no longer needed once the import has started. */
    async deleteParts(tx: Queryable, id: string): Promise<void> {
      await tx`delete from import_parts where import_id = ${id}`;
      await tx`update imports set sealed_head = null where id = ${id}`;
    },

    async listOpen() {
      return sql<{ id: string; status: 'running' | 'undoing' }[]>`
        select id, status from imports where status in ('running', 'undoing') order by created_at`;
    },
  };
}

export async function lockImportsOf(tx: Queryable, accountId: string) {
  return tx<Pick<ImportsRow, 'id' | 'fileName'>[]>`
    select id, file_name from imports where requested_by = ${accountId} and status in ('running', 'undoing')
    order by id for update`;
}

export type ImportRepo = ReturnType<typeof createImportRepo>;

/**
 * Locks an import for one batch. Returns undefined if the import is in another state or another process is
 * working on it. The lock ends with the transaction, so a killed process leaves no lock.
 */
export async function lockImport(tx: Queryable, id: string, status: 'running' | 'undoing') {
  return tx<Pick<ImportsRow, 'requestedBy' | 'fileName'>[]>`
    select requested_by, file_name from imports where id = ${id} and status = ${status} for update skip locked`.first();
}
