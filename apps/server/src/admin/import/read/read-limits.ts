import { importLimits } from '@vid/contract/endpoints/admin/import-shapes';

/** Limits of an uploaded file. They bound the memory and time of reading, whatever sizes the file claims. */
export const readLimits = {
  fileBytes: importLimits.fileBytes,
  rows: importLimits.rows,
  /** Cells further to the right are not read. */
  columns: importLimits.columns,
  /** A longer cell is cut to one character more, so that it is too long for every field. */
  cellCharacters: 2_000,
  lineCharacters: 8_000_000,
  /** The number of entries in an XLSX file, which is a zip archive. */
  zipEntries: 20_000,
  /** The ratio of uncompressed to compressed size. Sheets reach about 30, zip bombs 1,000. */
  zipRatio: 100,
  sheetBytes: 400_000_000,
  sharedCharacters: 30_000_000,
  sharedStrings: 2_000_000,
  milliseconds: 120_000,
} as const;

/** Limits of reading the first rows of a file, from which titles, columns and examples are shown. */
export const headLimits = {
  rows: 200,
  characters: 1_000_000,
  megabytes: 256,
  milliseconds: 30_000,
  /** The number of files that wait in a process while it reads another. */
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
 * A row of a table. `number` counts from 1 as spreadsheets do, including the titles. The cells are as written, except
 * that a long cell is cut. The cells of a damaged row cannot be distinguished.
 */
export type FileRow = {
  readonly number: number;
  readonly cells: readonly string[];
  readonly isDamaged?: true;
  /** The workbook counts days from 1904, as Excel for Mac did, so that its numbers of days are 1,462 lower. */
  readonly countsFrom1904?: true;
};

export function cutCell(text: string): string {
  return text.length > readLimits.cellCharacters ? text.slice(0, readLimits.cellCharacters + 1) : text;
}
