import type { MemberExportFormat } from '@vid/contract/endpoints/admin/export-shapes';
import { csvLine } from '#lib/csv.ts';
import type { Cells, ExportFile } from './export-file.ts';
import { createXlsxFile, type XlsxState } from './xlsx-file.ts';

/** A file of a format. With the state of another process, it continues that file; only XLSX has one. */
export function createExportFile(
  format: MemberExportFormat,
  titles: readonly string[],
  state: XlsxState | null,
): ExportFile<XlsxState | null> {
  if (format === 'xlsx') return createXlsxFile(titles, state ?? undefined);
  const toLine = (cells: Cells): string =>
    format === 'csv'
      ? csvLine(cells)
      : `${JSON.stringify(Object.fromEntries(titles.map((title, index) => [title, cells[index] ?? null])))}\n`;
  // Excel reads UTF-8 only after a byte order mark.
  const head = format === 'csv' ? `\u{FEFF}${csvLine(titles)}` : '';
  return {
    state: null,
    begin: () => Promise.resolve(Buffer.from(head)),
    write: (rows) => Promise.resolve(Buffer.from(rows.map(toLine).join(''))),
    end: () => Promise.resolve(Buffer.alloc(0)),
  };
}
