import { importLimits, type readProblems } from '@vid/contract/endpoints/admin/transfers/import-shapes';

/** Bounds on the memory and time of reading an uploaded file, regardless of the sizes that it claims. */
export const readLimits = {
  fileBytes: importLimits.fileBytes,
  rows: importLimits.rows,
  /** Cells beyond this column are not read. */
  columns: importLimits.columns,
  /** Longer cells are cut to one character above this limit, which is too long for every field. */
  cellCharacters: 2_000,
  lineCharacters: 8_000_000,
  /** Maximum number of entries in the zip archive of an XLSX file. */
  zipEntries: 20_000,
  /** Maximum ratio of uncompressed to compressed size of an entry above 1 MB, against zip bombs. */
  zipRatio: 100,
  sheetBytes: 400_000_000,
  sharedCharacters: 30_000_000,
  sharedStrings: 2_000_000,
  milliseconds: 120_000,
} as const;

/**
 * Limits for reading the first rows of a file, from which the import page shows titles, columns and examples.
 */
export const headLimits = {
  rows: 200,
  characters: 1_000_000,
  megabytes: 256,
  milliseconds: 30_000,
  /** Maximum number of files that wait in a process while it reads another. */
  waiting: 4,
} as const;

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
 * `number` counts rows from 1 as spreadsheets do, including the titles. Cells are as written, except that long
 * cells are cut. The cells of a damaged row cannot be told apart.
 */
export type FileRow = {
  readonly number: number;
  readonly cells: readonly string[];
  readonly isDamaged?: true;
  /** True if the workbook counts days from 1904, as Excel for Mac did; its serial numbers are 1,462 lower. */
  readonly countsFrom1904?: true;
  /** The columns of other visible sheets with rows, such as `Hà Nội!A:D`; only in the first row of a workbook. */
  readonly otherSheets?: readonly string[];
};

export function cutCell(text: string): string {
  return text.length > readLimits.cellCharacters ? text.slice(0, readLimits.cellCharacters + 1) : text;
}
