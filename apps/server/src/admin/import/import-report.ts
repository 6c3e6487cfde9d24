import {
  importLimits,
  memberFields,
  type RowOutcome,
} from '@vid/contract/endpoints/admin/transfers/import-shapes';
import type { Data, Query } from '@vid/contract/endpoints/index';
import type { Locale } from '@vid/contract/limits';
import { importFieldNames, importNoteNames, importOutcomeNames } from '@vid/contract/messages/imports';
import type { Text } from '@vid/contract/messages/words';
import { readCursor, toPage } from '#database/page.ts';
import { AppError } from '#lib/app-error.ts';
import { csvLine, csvPart, type CsvColumn } from '#lib/text/csv.ts';
import type { Actor } from '#account/actor.ts';
import { writeExportFile, type Cells } from '#admin/export/export-file.ts';
import type { ImportDeps } from './import-file.ts';
import type { ImportRecord } from './imports.repo.ts';
import type { ReportRow } from './import-rows.repo.ts';
import { columnName } from './map/columns.policy.ts';
import type { ValueNote } from './map/field-reader.ts';
import { openRow, openTitles } from './sealed-row.ts';

type Rows = Data<'GET /vid/api/admin/imports/:importId/rows'>;
type Row = Rows['items'][number];
type RowsQuery = Query<'GET /vid/api/admin/imports/:importId/rows'>;
type ReportQuery = Query<'GET /vid/api/admin/imports/:importId/report'>;
type Report = Data<'GET /vid/api/admin/imports/:importId/report'>;
type InvalidRows = Data<'GET /vid/api/admin/imports/:importId/invalid-rows'>;

const defaultLimit = 20;

const toCorrect: Text = { vi: 'Cần sửa', en: 'To correct' };
const leftOutWords: Text = { vi: 'đã bỏ qua', en: 'left out' };
const leftOutColumns: Text = { vi: 'Các cột không nhập', en: 'Columns not imported' };

export function createImportReport({ sql, keys, repo, rowsRepo, audit }: ImportDeps) {
  const getImport = async (id: string): Promise<ImportRecord> => {
    const found = await repo.find(id);
    if (!found) throw new AppError('NOT_FOUND');
    return found;
  };

  const toRow = ({ row, outcome, accountId, sealedRow, ...account }: ReportRow): Row => {
    const content = sealedRow === null ? undefined : openRow(keys, sealedRow);
    const written = content?.member ?? content?.written;
    return {
      row,
      outcome,
      // Show the current number of an added account: the number in the file may have a new subscriber.
      phone: (accountId === null ? written?.phone : account.phone) ?? '',
      name: account.name ?? written?.name ?? null,
      accountId,
      notes: toNotes(content?.notes ?? []),
    };
  };

  const toCells = ({ row, sealedRow }: ReportRow, locale: Locale): Cells => {
    const content = sealedRow === null ? undefined : openRow(keys, sealedRow);
    const notes = describeAll(toNotes(content?.notes ?? []), 'invalid', locale);
    return [String(row), notes, ...memberFields.map((field) => content?.written?.[field] ?? null)];
  };

  const list = async (id: string, query: Omit<RowsQuery, 'limit'>, limit: number) => {
    const [afterRow = 0] = readCursor(query.after) ?? [];
    if (typeof afterRow !== 'number' || !Number.isInteger(afterRow))
      throw new AppError('VALIDATION_FAILED', { fields: { after: 'format' } });
    const { outcome, noted } = query;
    const rows = await rowsRepo.list({ importId: id, outcome, noted, afterRow, limit: limit + 1 });
    return toPage(rows, limit, ({ row }) => [row]);
  };

  return {
    /**
     * Returns a page of rows. The call is audited, because it shows personal data (V4).
     * @throws AppError NOT_FOUND, VALIDATION_FAILED
     */
    async rows(id: string, query: RowsQuery, by: Actor): Promise<Rows> {
      await getImport(id);
      const { items, next } = await list(id, query, query.limit ?? defaultLimit);
      const details = { import: id, ...(query.after !== undefined && { page: 'next' }) };
      await audit.write(sql, { kind: 'import.rows-viewed', ...by, details });
      return { items: items.map(toRow), next };
    },

    /**
     * Returns a part of the report. The call is audited.
     * @throws AppError NOT_FOUND, VALIDATION_FAILED
     */
    async csv(id: string, query: ReportQuery, locale: Locale, by: Actor): Promise<Report> {
      const { sealedLeftOut } = await getImport(id);
      const { items, next } = await list(id, query, importLimits.reportRows);
      await audit.write(sql, { kind: 'import.report-downloaded', ...by, details: { import: id } });
      const rows = csvPart(columns, items.map(toRow), { isFirst: query.after === undefined, locale });
      const leftOut = next === null ? openTitles(keys, sealedLeftOut) : [];
      const end =
        leftOut.length === 0 ? '' : csvLine(['', leftOutColumns[locale], '', '', leftOut.join(', ')]);
      return { csv: `${rows}${end}`, next };
    },

    /**
     * Returns a workbook with the next invalid rows. In a CSV file, a spreadsheet would change texts such as
     * `00123` or `12-2024`.
     * @throws AppError NOT_FOUND, VALIDATION_FAILED
     */
    async invalidRows(id: string, query: ReportQuery, locale: Locale, by: Actor): Promise<InvalidRows> {
      await getImport(id);
      const invalid = { ...query, outcome: 'invalid' } as const;
      const { items, next } = await list(id, invalid, importLimits.reportRows);
      await audit.write(sql, { kind: 'import.invalid-rows-downloaded', ...by, details: { import: id } });
      const titles = [rowTitle, toCorrect, ...memberFields.map((field) => importFieldNames[field])];
      const batches = async function* () {
        yield items.map((item) => toCells(item, locale));
      };
      const file = writeExportFile(
        'xlsx',
        titles.map((title) => title[locale]),
        batches(),
      );
      return { xlsx: Buffer.concat(await Array.fromAsync(file)).toString('base64'), next };
    },
  };
}

const rowTitle = { vi: 'Dòng', en: 'Row' };

const columns: readonly CsvColumn<Row>[] = [
  { title: rowTitle, cell: ({ row }) => row },
  {
    title: { vi: 'Kết quả', en: 'Result' },
    cell: ({ outcome }, locale) => importOutcomeNames[outcome][locale],
  },
  { title: { vi: 'Số điện thoại', en: 'Phone' }, cell: ({ phone }) => phone },
  { title: { vi: 'Họ tên', en: 'Name' }, cell: ({ name }) => name },
  {
    title: { vi: 'Ghi chú', en: 'Notes' },
    cell: ({ notes, outcome }, locale) => describeAll(notes, outcome, locale),
  },
];

const describeAll = (notes: Row['notes'], outcome: RowOutcome, locale: Locale): string =>
  notes.map((note) => describe(note, outcome, locale)).join('; ');

type Note = Row['notes'][number];

/** Describes a note with its column and values: `Mã số thuế (C): … “100109106” → “0100109106”`. */
function describe({ field, note, column, from, to }: Note, outcome: RowOutcome, locale: Locale): string {
  const where = column === null ? '' : ` (${column})`;
  const isLeftOut = to === null && outcome !== 'invalid';
  const values =
    from === null || from === '' ? '' : ` “${from}”${to === null || to === from ? '' : ` → “${to}”`}`;
  const left = isLeftOut && note !== 'leftOut' ? `, ${leftOutWords[locale]}` : '';
  return `${importFieldNames[field][locale]}${where}: ${importNoteNames[note][locale]}${left}${values}`;
}

export function toNotes(notes: readonly ValueNote[]): Note[] {
  return notes.map(({ column, ...note }) => ({
    ...note,
    column: column === null ? null : columnName(column),
  }));
}
