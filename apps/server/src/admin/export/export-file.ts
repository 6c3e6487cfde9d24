import { writeXlsxStream } from 'hucre/xlsx';
import type { MemberExportFormat } from '@vid/contract/endpoints/admin/transfers/export-shapes';
import { csvLine } from '#lib/text/csv.ts';

export type Cells = readonly (string | null)[];
type Batches = AsyncIterable<readonly Cells[]>;

/** Maximum number of UTF-16 code units in an Excel cell. */
const maxCellCharacters = 32_767;
const cutMark = ' […]';

/** Writes a file. Cuts long texts in CSV and XLSX, which are opened in Excel, but not in JSON lines. */
export function writeExportFile(
  format: MemberExportFormat,
  titles: readonly string[],
  batches: Batches,
): AsyncIterable<Uint8Array> {
  if (format === 'xlsx') return writeXlsx(titles, batches);
  return format === 'csv' ? writeCsv(titles, batches) : writeJsonLines(titles, batches);
}

async function* writeCsv(titles: readonly string[], batches: Batches): AsyncGenerator<Uint8Array> {
  // Excel reads a file as UTF-8 only if it begins with a byte-order mark.
  yield Buffer.from(`\u{FEFF}${csvLine(titles)}`);
  for await (const rows of batches)
    yield Buffer.from(rows.map((cells) => csvLine(cells.map(fitCell))).join(''));
}

async function* writeJsonLines(titles: readonly string[], batches: Batches): AsyncGenerator<Uint8Array> {
  for await (const rows of batches) {
    const objects = rows.map((cells) =>
      Object.fromEntries(titles.map((title, index) => [title, cells[index]])),
    );
    yield Buffer.from(objects.map((object) => `${JSON.stringify(object)}\n`).join(''));
  }
}

function writeXlsx(titles: readonly string[], batches: Batches): AsyncIterable<Uint8Array> {
  // Use the number format for text, so that a spreadsheet keeps leading zeros and runs no formula, even in an
  // edited cell.
  const columns = titles.map((header) => ({ header, width: 20, numFmt: '@' }));
  return writeXlsxStream(toXlsxRows(batches), { name: 'Members', columns });
}

async function* toXlsxRows(batches: Batches) {
  for await (const rows of batches)
    for (const cells of rows) yield cells.map((text) => fitCell(text && withoutControls(text)));
}

/** Removes characters that XML 1.0 does not allow, and carriage returns, which XML turns into line feeds. */
function withoutControls(text: string): string {
  return text.replaceAll(/[^\t\n\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '');
}

function fitCell(text: string | null): string | null {
  if (text === null || text.length <= maxCellCharacters) return text;
  // Remove half of a surrogate pair, which is not valid XML.
  return text.slice(0, maxCellCharacters - cutMark.length).replace(/[\u{D800}-\u{DBFF}]$/u, '') + cutMark;
}
