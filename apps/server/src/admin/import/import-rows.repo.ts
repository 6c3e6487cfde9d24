import {
  importFields,
  noteGroups,
  skippedOutcomes,
  type NoteGroup,
  type RowOutcome,
} from '@vid/contract/endpoints/admin/transfers/import-shapes';
import type { Queryable, Sql } from '#database/connection.ts';
import type { ImportRowsRow } from '#database/tables.ts';

export type CheckedRow = {
  readonly row: number;
  readonly outcome: 'new' | 'duplicate' | 'exists' | 'invalid';
  readonly notes: readonly string[];
  readonly sealedRow: Buffer;
};
export type ReportRow = Pick<ImportRowsRow, 'row' | 'outcome' | 'accountId' | 'sealedRow'> & {
  readonly phone: string | null;
  readonly name: string | null;
};
export type OutcomeChange = {
  readonly row: number;
  readonly outcome: RowOutcome;
  readonly accountId: string | null;
  readonly sealedRow?: Buffer | null;
};

export const storedNotesOf = (group: NoteGroup): string[] =>
  importFields.flatMap((field) => noteGroups[group].map((note) => `${field}:${note}`));

export function createImportRowsRepo(sql: Sql) {
  return {
    /**
     * Inserts rows. Ignores rows that are already stored, because a batch is repeated if its commit was not
     * confirmed.
     */
    async insert(tx: Queryable, importId: string, rows: readonly CheckedRow[]): Promise<void> {
      const given = rows.map(({ row, outcome, notes, sealedRow }) => ({
        row,
        outcome,
        notes: notes.join(' '),
        sealed: sealedRow.toString('base64'),
      }));
      await tx`
        insert into import_rows (import_id, row, outcome, notes, sealed_row)
        select ${importId}, row, outcome, string_to_array(notes, ' '), decode(sealed, 'base64')
        from jsonb_to_recordset(${tx.json(given)}::jsonb) as g (row int, outcome text, notes text, sealed text)
        on conflict (import_id, row) do nothing`;
    },

    /**
     * Deletes up to 10,000 rows of an import, and returns their number. Selects them by `ctid`, because a
     * join on unanalyzed rows may be quadratic.
     */
    async deleteSome(tx: Queryable, importId: string): Promise<number> {
      const { count } = await tx`
        delete from import_rows where ctid = any(array(
          select ctid from import_rows where import_id = ${importId} limit 10000))`;
      return count;
    },

    async listNext(tx: Queryable, importId: string, outcome: 'new' | 'added', limit: number) {
      return tx<Pick<ImportRowsRow, 'row' | 'accountId' | 'sealedRow'>[]>`
        select row, account_id, sealed_row from import_rows
        where import_id = ${importId} and outcome = ${outcome} order by row limit ${limit}`;
    },

    /** Stores outcomes. Replaces the sealed values of an added row, because its account now holds them. */
    async change(tx: Queryable, importId: string, changes: readonly OutcomeChange[]): Promise<void> {
      await tx`
        update import_rows r set outcome = g.outcome, account_id = g.account_id,
          sealed_row = case when g.outcome = 'added' then decode(g.sealed, 'base64') else r.sealed_row end
        from jsonb_to_recordset(${tx.json(changes.map(toJson))}::jsonb)
          as g (row int, outcome text, account_id text, sealed text)
        where r.import_id = ${importId} and r.row = g.row`;
    },

    async list(input: {
      importId: string;
      outcome: RowOutcome | undefined;
      /** If set, lists only rows that have a note of this group and are not skipped by the import. */
      noted: NoteGroup | undefined;
      afterRow: number;
      limit: number;
    }): Promise<readonly ReportRow[]> {
      const { importId, outcome, noted, afterRow, limit } = input;
      const isAdded = sql`and r.outcome <> all(${[...skippedOutcomes]}::text[])`;
      return sql<ReportRow[]>`
        select r.row, r.outcome, r.account_id, r.sealed_row, a.phone, a.name
        from import_rows r left join accounts a on a.id = r.account_id
        where r.import_id = ${importId} and r.row > ${afterRow}
          ${outcome === undefined ? sql`` : sql`and r.outcome = ${outcome}`}
          ${noted === undefined ? sql`` : sql`and r.notes && ${storedNotesOf(noted)}::text[] ${isAdded}`}
        order by r.row limit ${limit}`;
    },
  };
}

function toJson({ row, outcome, accountId, sealedRow }: OutcomeChange) {
  return { row, outcome, account_id: accountId, sealed: sealedRow?.toString('base64') ?? null };
}

export type ImportRowsRepo = ReturnType<typeof createImportRowsRepo>;
