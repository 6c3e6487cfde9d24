/** The meanings of a column of an imported file. Nothing else of an account can be imported (mass assignment). */
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

/** The formats of password hashes: a text that names its kind, or a digest with the salt in a separate column. */
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
 * The status of an import.
 * - `uploading`: the parts of the file arrive. `checking`: every row is read and checked. `checked`: the report is
 * ready and nothing has been added.
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
 * The outcome of a row.
 * - `new`: will be added. `duplicate`: an earlier row has the same phone. `exists`: the phone has an account.
 * `invalid`: see the notes.
 * - `added`. `removed` by an undo; `kept`: not removed, because the account has been used.
 */
export const rowOutcomes = ['new', 'duplicate', 'exists', 'invalid', 'added', 'removed', 'kept'] as const;
export type RowOutcome = (typeof rowOutcomes)[number];

/** The reasons why a row is invalid, and the changes made to its values. */
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
  // The notes from here on are not problems.
  'upgraded',
  'leftOut',
] as const;
export type RowNote = (typeof rowNotes)[number];

/** The reasons why a file cannot be read. */
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
  reportRows: 5_000,
  /** How long a report is kept and an import can be undone. */
  days: 30,
} as const;
