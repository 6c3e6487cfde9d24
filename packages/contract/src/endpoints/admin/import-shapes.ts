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

/** A password hash names its own algorithm, or needs the salt of a separate column. */
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
 * The outcome of a row of an import.
 * - `new`: will be added. `duplicate`: an earlier row has the same phone. `exists`: the phone has an account.
 *   `invalid`: see the notes of the row.
 * - `added`. `removed`: removed by an undo. `kept`: not removed by an undo, because the account has been used.
 */
export const rowOutcomes = ['new', 'duplicate', 'exists', 'invalid', 'added', 'removed', 'kept'] as const;
export type RowOutcome = (typeof rowOutcomes)[number];

/**
 * Reasons why a row is invalid, or a value was left out or changed. Only a phone problem, a bad name or a damaged row
 * makes a row invalid; other unusable values are left out.
 */
export const rowNotes = [
  'required',
  // Unreadable quotation marks.
  'quotes',
  // Digits lost by a spreadsheet: 9.45E+08.
  'digitsLost',
  // Letters replaced by question marks, because the file's encoding lacks them: Nguy?n.
  'lettersLost',
  // A formula's error value.
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
  // Converted from a number that a spreadsheet wrote.
  'number',
  // Invisible marks, line breaks or surrounding words removed.
  'cleaned',
  // Leading zero added, because the check digit then matches.
  'padded',
  // Stored as written, although the tax code's check digit does not match.
  'unverified',
  // Day converted from a spreadsheet number, a two-digit year or a month-first notation.
  'day',
  // Province merged into another, whose code is stored.
  'merged',
  // First of several values.
  'several',
  // Converted from TCVN3, VNI, or UTF-8 that was read in another encoding.
  'oldFont',
] as const;
export type RowNote = (typeof rowNotes)[number];

export const skippedOutcomes = ['invalid', 'duplicate', 'exists'] as const satisfies readonly RowOutcome[];

/** Filters by note for the added rows: values to check, other changes, and values left out. */
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

export const fileProblems = [
  'fileEmpty',
  'fileFormat',
  'fileEncoding',
  'fileTooLarge',
  'fileRows',
  'fileTime',
  'interrupted',
] as const;

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
