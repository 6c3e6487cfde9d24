import { importLimits } from '@vid/contract/endpoints/admin/import-shapes';

/** These limits bound the memory and time of reading an uploaded file, whatever sizes the file claims. */
export const readLimits = {
  fileBytes: importLimits.fileBytes,
  rows: importLimits.rows,
  /** Cells beyond this column are not read. */
  columns: importLimits.columns,
  /** A longer cell is cut to one character more than this limit, so that it is too long for every field. */
  cellCharacters: 2_000,
  lineCharacters: 8_000_000,
  /** An XLSX file is a zip archive with at most this many entries. */
  zipEntries: 20_000,
  /** The ratio of uncompressed to compressed size is about 30 for sheets and 1,000 for zip bombs. */
  zipRatio: 100,
  sheetBytes: 400_000_000,
  sharedCharacters: 30_000_000,
  sharedStrings: 2_000_000,
  milliseconds: 120_000,
} as const;

/** The page shows titles, columns and examples from the first rows of a file, read within these limits. */
export const headLimits = {
  rows: 200,
  characters: 1_000_000,
  megabytes: 256,
  milliseconds: 30_000,
  /** At most this many files wait in a process while it reads another. */
  waiting: 4,
} as const;

export const readProblems = [
  'fileEmpty',
  'fileFormat',
  'fileEncoding',
  'fileTooLarge',
  'fileRows',
  'fileTime',
] as const;
export type ReadProblemCode = (typeof readProblems)[number];

export class ReadProblem extends Error {
  override readonly name = 'ReadProblem';
  readonly code: ReadProblemCode;
  constructor(code: ReadProblemCode, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}

/**
 * `number` counts rows from 1 as spreadsheets do, including the titles. The cells are as written, except that
 * a long cell is cut. The cells of a damaged row cannot be distinguished.
 */
export type FileRow = {
  readonly number: number;
  readonly cells: readonly string[];
  readonly isDamaged?: true;
  /**
   * The workbook counts days from 1904, as Excel for Mac did, so that its numbers of days are 1,462 lower.
   */
  readonly countsFrom1904?: true;
};

export function cutCell(text: string): string {
  return text.length > readLimits.cellCharacters ? text.slice(0, readLimits.cellCharacters + 1) : text;
}
