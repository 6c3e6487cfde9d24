import type { DataOf, QueryOf } from '@vid/contract/endpoint';
import {
  importFields,
  importLimits,
  rowNotes,
  type RowNote,
} from '@vid/contract/endpoints/admin/import-shapes';
import type { Endpoints } from '@vid/contract/endpoints/index';
import type { Locale } from '@vid/contract/limits';
import type { Sql } from '#database/connection.ts';
import { readCursor, toPage } from '#database/page.ts';
import { AppError } from '#lib/app-error.ts';
import { csvPart, type CsvColumn } from '#lib/csv.ts';
import type { Keys } from '#lib/keys.ts';
import type { Audit } from '#platform/audit/audit.ts';
import type { Actor } from '#account/actor.ts';
import type { ImportRowsRepo, ReportRow } from './import-rows.repo.ts';
import type { ImportRepo } from './imports.repo.ts';
import { fieldWords, noteWords, outcomeWords } from './report-words.ts';
import { openRow } from './sealed-row.ts';

type Rows = DataOf<Endpoints['GET /vid/api/admin/imports/:importId/rows']>;
type Row = Rows['items'][number];
type RowsQuery = QueryOf<Endpoints['GET /vid/api/admin/imports/:importId/rows']>;
type Report = DataOf<Endpoints['GET /vid/api/admin/imports/:importId/report']>;

type Deps = {
  readonly sql: Sql;
  readonly keys: Pick<Keys, 'open'>;
  readonly repo: Pick<ImportRepo, 'find'>;
  readonly rowsRepo: Pick<ImportRowsRepo, 'list'>;
  readonly audit: Audit;
};

const defaultLimit = 20;

/** Reports what an import did, or would do, with each row of its file. */
export function createImportReport({ sql, keys, repo, rowsRepo, audit }: Deps) {
  const requireImport = async (id: string): Promise<void> => {
    if (!(await repo.find(id))) throw new AppError('NOT_FOUND');
  };

  const toRow = ({ row, outcome, notes, accountId, sealedRow, ...account }: ReportRow): Row => {
    const content = sealedRow === null ? undefined : openRow(keys, sealedRow);
    const written = content && ('member' in content ? content.member : content.written);
    return {
      row,
      outcome,
      // The file's number may have a new subscriber by now, so it is not shown as the number of the account.
      phone: (accountId === null ? written?.phone : account.phone) ?? '',
      name: account.name ?? written?.name ?? null,
      accountId,
      notes: notes.flatMap(toNote),
    };
  };

  const list = async (id: string, query: RowsQuery, limit: number): Promise<Rows> => {
    await requireImport(id);
    const [afterRow = 0] = readCursor(query.after) ?? [];
    if (typeof afterRow !== 'number' || !Number.isInteger(afterRow))
      throw new AppError('VALIDATION_FAILED', { fields: { after: 'format' } });
    const rows = await rowsRepo.list({ importId: id, outcome: query.outcome, afterRow, limit: limit + 1 });
    const { items, next } = toPage(rows, limit, ({ row }) => [row]);
    return { items: items.map(toRow), next };
  };

  return {
    /**
     * Returns a page of the rows. Audited, because it shows personal data (V4).
     * @throws AppError NOT_FOUND, VALIDATION_FAILED
     */
    async rows(id: string, query: RowsQuery, { actorId, caller }: Actor): Promise<Rows> {
      const found = await list(id, query, query.limit ?? defaultLimit);
      const details = { import: id, ...(query.after !== undefined && { page: 'next' }) };
      await audit.write(sql, { kind: 'import.rows-viewed', actorId, caller, details });
      return found;
    },

    /** @throws AppError NOT_FOUND, VALIDATION_FAILED */
    async csv(id: string, after: string | undefined, locale: Locale, by: Actor): Promise<Report> {
      const { items, next } = await list(id, after === undefined ? {} : { after }, importLimits.reportRows);
      const { actorId, caller } = by;
      await audit.write(sql, { kind: 'import.report-downloaded', actorId, caller, details: { import: id } });
      return { csv: csvPart(columns, items, { isFirst: after === undefined, locale }), next };
    },
  };
}

const columns: readonly CsvColumn<Row>[] = [
  { title: { vi: 'Dòng', en: 'Row' }, cell: ({ row }) => row },
  { title: { vi: 'Kết quả', en: 'Outcome' }, cell: ({ outcome }, locale) => outcomeWords[outcome][locale] },
  { title: { vi: 'Số điện thoại', en: 'Phone' }, cell: ({ phone }) => phone },
  { title: { vi: 'Họ tên', en: 'Name' }, cell: ({ name }) => name },
  {
    title: { vi: 'Ghi chú', en: 'Notes' },
    cell: ({ notes }, locale) =>
      notes.map(({ field, note }) => `${fieldWords[field][locale]}: ${noteWords[note][locale]}`).join('; '),
  },
];

function toNote(stored: string): Row['notes'] {
  const [first, second] = stored.split(':');
  const field = importFields.find((name) => name === first);
  const note = rowNotes.find((name): name is RowNote => name === second);
  return field && note ? [{ field, note }] : [];
}

export type ImportReport = ReturnType<typeof createImportReport>;
