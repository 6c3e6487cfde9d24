/** What a column of an imported file can be. Nothing else of an account can be imported (mass assignment). */
export const importFields = [
  'phone',
  'name',
  'email',
  'kind',
  'object',
  'province',
  'enterpriseName',
  'shortName',
  'taxCode',
  'representative',
  'passwordHash',
  'passwordSalt',
] as const;
export type ImportField = (typeof importFields)[number];

/** How password hashes are written: naming their own kind, or as a digest with the salt in a column of its own. */
export const hashFormats = [
  'self-described',
  'sha1-salt-before',
  'sha1-salt-after',
  'sha256-salt-before',
  'sha256-salt-after',
  'sha512-salt-before',
  'sha512-salt-after',
] as const;
export type HashFormat = (typeof hashFormats)[number];

export const importFileTypes = ['csv', 'xlsx'] as const;
export type ImportFileType = (typeof importFileTypes)[number];

/**
 * - `uploading`: the parts of the file arrive. `checking`: every row is read and judged. `checked`: the report is ready
 *   and nothing has been added.
 * - `running`: accounts are added. `cancelled`: stopped by an administrator; `start` continues. `done`.
 * - `undoing`, `undone`: the added accounts that have not been used are removed.
 * - `failed`: the file cannot be read.
 */
export const importStatuses = [
  'uploading',
  'checking',
  'checked',
  'running',
  'cancelled',
  'done',
  'undoing',
  'undone',
  'failed',
] as const;
export type ImportStatus = (typeof importStatuses)[number];

/**
 * - `new`: will be added. `duplicate`: an earlier row has the same phone. `exists`: the phone has an account.
 *   `invalid`: see the notes.
 * - `added`. `removed` by an undo; `kept`: not removed, because the account has been used.
 */
export const rowOutcomes = ['new', 'duplicate', 'exists', 'invalid', 'added', 'removed', 'kept'] as const;
export type RowOutcome = (typeof rowOutcomes)[number];

/** Why a row is invalid, or what was changed in it. */
export const rowNotes = [
  'required',
  'format',
  'unsupported',
  'characters',
  'tooLong',
  'unknown',
  'hashFormat',
  'hashCost',
  'hashSalt',
  // Not problems.
  'upgraded',
  'leftOut',
] as const;
export type RowNote = (typeof rowNotes)[number];

/** Why a file cannot be read. */
export const fileProblems = [
  'fileEmpty',
  'fileFormat',
  'fileEncoding',
  'fileTooLarge',
  'fileRows',
  'fileTime',
  'interrupted',
] as const;
export type FileProblem = (typeof fileProblems)[number];

export const importLimits = {
  fileBytes: 33_554_432,
  /** A file is uploaded in parts, so that a slow connection does not exceed the time limit of a request. */
  partBytes: 524_288,
  rows: 200_000,
  /** Rows in one answer of the report. */
  reportRows: 5_000,
  /** How long a report is kept and an import can be undone. */
  days: 30,
} as const;
