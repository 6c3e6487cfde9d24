import { importLimits } from '@vid/contract/endpoints/admin/import-shapes';

/** Limits of an uploaded file. They bound the memory and time of reading, whatever sizes the file claims. */
export const readLimits = {
  fileBytes: importLimits.fileBytes,
  rows: importLimits.rows,
  columns: 64,
  cellCharacters: 2_000,
  /** The number of entries in an XLSX file, which is a zip archive. */
  zipEntries: 1_000,
  /** The ratio of uncompressed to compressed size. Sheets reach about 30, zip bombs 1,000. */
  zipRatio: 100,
  sheetBytes: 400_000_000,
  sharedCharacters: 30_000_000,
  sharedStrings: 2_000_000,
  milliseconds: 120_000,
} as const;

/** The reason why a file cannot be read. */
export type ReadProblemCode =
  | 'fileEmpty'
  | 'fileFormat'
  | 'fileEncoding'
  | 'fileTooLarge'
  | 'fileRows'
  | 'fileTime';

export class ReadProblem extends Error {
  override readonly name = 'ReadProblem';
  readonly code: ReadProblemCode;
  constructor(code: ReadProblemCode, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}

/** A row of a table. `number` counts from 1 as spreadsheets do, including the titles. The cells are unchanged. */
export type FileRow = { readonly number: number; readonly cells: readonly string[] };

/** Returns the text of a cell. Throws `fileTooLarge` if it is too long. */
export function checkCell(text: string): string {
  if (text.length > readLimits.cellCharacters) throw new ReadProblem('fileTooLarge');
  return text;
}
