export const memberFields = [
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
  'certificateNumber',
  'certificateProvince',
  'certificateIssuedOn',
  'certificateExpiresOn',
] as const;

/** Meanings of an import file's columns. No other account field can be imported (mass assignment). */
export const importFields = [...memberFields, 'passwordHash', 'passwordSalt'] as const;
export type ImportField = (typeof importFields)[number];

/** Formats of password hashes. Only a `self-described` hash needs no salt from a separate column. */
export const hashFormats = [
  'self-described',
  'sha1-salt-before',
  'sha1-salt-after',
  'sha256-salt-before',
  'sha256-salt-after',
  'sha512-salt-before',
  'sha512-salt-after',
  'firebase-scrypt',
] as const;
export type HashFormat = (typeof hashFormats)[number];

/** Maximum parameters of a Firebase project's password hashes that an import accepts. */
export const firebaseLimits = { rounds: 64, memoryCost: 20 } as const;

export const importFileTypes = ['csv', 'xlsx'] as const;
export type ImportFileType = (typeof importFileTypes)[number];

/**
 * The status of an import.
 * - `uploading`: the parts of the file arrive. `checking`: every row is read and checked. `checked`: the report is
 * ready and nothing has been added.
 * - `running`: accounts are added. `cancelled`: the run or the undo was stopped, and `start` or `undo` continues.
 * `done`: every new row was added.
 * - `undoing`, `undone`: the added accounts that have not been used are removed.
 * - `failed`: the file could not be read, or the import was discarded before its start.
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
 * The outcome of a row of an import.
 * - `new`: will be added. `duplicate`: an earlier row has the same phone. `exists`: the phone has an account.
 *   `invalid`: see the notes of the row.
 * - `added`: the account was created. `removed`: an undo removed the account. `kept`: an undo did not remove the
 *   account, because it has been used.
 */
export const rowOutcomes = ['new', 'duplicate', 'exists', 'invalid', 'added', 'removed', 'kept'] as const;
export type RowOutcome = (typeof rowOutcomes)[number];

/**
 * Reasons why a row is invalid, or a value was left out or changed. Only a phone problem, a bad name or a damaged row
 * makes a row invalid; other unusable values are left out.
 */
export const rowNotes = [
  'required',
  // The row has damaged quotation marks.
  'quotes',
  // A spreadsheet has lost digits, as in 9.45E+08.
  'digitsLost',
  // Question marks replace letters that the file's encoding lacks, as in Nguy?n.
  'lettersLost',
  // The cell has the error value of a formula.
  'errorCell',
  'format',
  'unsupported',
  'characters',
  'tooLong',
  'unknown',
  'hashFormat',
  'hashCost',
  'hashSalt',
  'leftOut',
  // The notes from here on are not problems.
  'upgraded',
  // The value was a number written by a spreadsheet.
  'number',
  // Invisible marks, line breaks or surrounding words were removed.
  'cleaned',
  // A leading zero was added, because the check digit then matches.
  'padded',
  // The tax code was stored as written, although it could not be verified.
  'unverified',
  // The date could mean another day, for example because it was a spreadsheet number, had a two-digit year or
  // began with the month.
  'day',
  // The province was merged into another province, whose code is stored.
  'merged',
  // The first of several values was stored.
  'several',
  // The text was in an old Vietnamese encoding such as TCVN3 or VNI, or was UTF-8 that had been read in
  // another encoding.
  'oldFont',
] as const;
export type RowNote = (typeof rowNotes)[number];

export const skippedOutcomes = ['invalid', 'duplicate', 'exists'] as const satisfies readonly RowOutcome[];

/**
 * Filters by note for rows that the import does not skip: values to check, other changes, and values left
 * out.
 */
export const noteGroups = {
  guessed: ['padded', 'unverified', 'day', 'several', 'oldFont'],
  changed: ['upgraded', 'number', 'merged', 'cleaned'],
  leftOut: [
    'digitsLost',
    'lettersLost',
    'errorCell',
    'format',
    'characters',
    'tooLong',
    'unknown',
    'hashFormat',
    'hashCost',
    'hashSalt',
    'leftOut',
  ],
} as const satisfies Readonly<Record<string, readonly RowNote[]>>;
export type NoteGroup = keyof typeof noteGroups;

/** Problems found while a file is read. */
export const readProblems = [
  'fileEmpty',
  'fileFormat',
  'fileEncoding',
  'fileTooLarge',
  'fileRows',
  'fileTime',
] as const;
export const fileProblems = [...readProblems, 'interrupted'] as const;

export const importLimits = {
  fileBytes: 33_554_432,
  /** A file is uploaded in parts of this size, so that a slow connection stays within the request timeout. */
  partBytes: 524_288,
  rows: 200_000,
  columns: 512,
  /** The title row must be within this many first rows. */
  titleRows: 20,
  previewRows: 10,
  reportRows: 5_000,
  /** The report of an import is kept for this many days, during which the import can be undone. */
  days: 30,
} as const;
