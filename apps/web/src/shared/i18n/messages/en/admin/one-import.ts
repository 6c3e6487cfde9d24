import { importNoteNames } from '@vid/contract/messages/imports';
import { textsOf } from '#shared/i18n/messages/texts-of.ts';

export const adminOneImport = {
  'admin.import.unreadable': 'This file can’t be read.',
  'admin.import.problem.fileEmpty': 'The file has no rows. Choose another file.',
  'admin.import.problem.fileFormat':
    'The file is damaged or in the wrong format. Save it again as .csv or .xlsx, then upload it.',
  'admin.import.problem.fileEncoding': 'Save the file as UTF-8, then upload it again.',
  'admin.import.problem.fileTooLarge':
    'The file, a cell or the number of columns exceeds the limit. Split the file, or remove what isn’t needed.',
  'admin.import.problem.fileRows': 'The file has too many rows. Split it into several files.',
  'admin.import.problem.fileTime': 'Reading the file takes too long. Split it into several files.',
  'admin.import.problem.interrupted': 'The check was interrupted several times. Try again.',
  'admin.import.mapping': 'Columns in the file',
  'admin.import.mapping.lead': 'Check what each column of {file} means.',
  'admin.import.mapping.column': 'Meaning of column {title}',
  'admin.import.mapping.ignore': 'Don’t import',
  'admin.import.mapping.noPhone': 'Choose the column with phone numbers.',
  'admin.import.untitled': 'Column {number}',
  'admin.import.hashFormat': 'Type of password hash',
  'admin.import.hashFormat.self-described': 'Stated in the hash (argon2, bcrypt, scrypt, PBKDF2, SSHA)',
  'admin.import.preview': 'Preview the first 10 rows',
  'admin.import.check': 'Check the file',
  'admin.import.discard': 'Discard this file',
  'admin.import.start':
    '{count, plural, =0 {Add members} one {Add {count, number} member} other {Add {count, number} members}}',
  'admin.import.continue': 'Continue',
  'admin.import.cancel': 'Stop',
  'admin.import.undo': 'Remove the added accounts',
  'admin.import.undo.title': 'Remove the added accounts?',
  'admin.import.undo.text':
    '{count, plural, one {# account was added. It will be deleted unless it has been used.} other {{count, number} accounts were added. Those that haven’t been used will be deleted; the others stay.}}',
  'admin.import.begun': 'Uploaded on {time}',
  'admin.import.checkedRows': '{rows, plural, one {# row checked} other {{rows, number} rows checked}}',
  'admin.import.doneRows': '{done, number} of {total, number}',
  'admin.import.report': 'Row-by-row report',
  'admin.import.report.download': 'Download report',
  'admin.import.report.outcome': 'Result',
  'admin.import.report.row': 'Row',
  'admin.import.report.rowNumber': 'Row {row, number}',
  'admin.import.report.none': 'The file has no rows',
  'admin.import.hashFormat.sha1-salt-before': 'SHA-1, salt before the password',
  'admin.import.hashFormat.sha1-salt-after': 'SHA-1, salt after the password',
  'admin.import.hashFormat.sha256-salt-before': 'SHA-256, salt before the password',
  'admin.import.hashFormat.sha256-salt-after': 'SHA-256, salt after the password',
  'admin.import.hashFormat.sha512-salt-before': 'SHA-512, salt before the password',
  'admin.import.hashFormat.sha512-salt-after': 'SHA-512, salt after the password',
  ...textsOf('admin.import.note', importNoteNames, 'en'),
  'admin.import.note.leftOut': 'unusable value',
  'admin.import.report.leftOut': 'left out',
  'admin.import.hashFormat.firebase-scrypt': 'Firebase scrypt, salt in another column',
  'admin.import.firebase': 'Firebase password hash parameters',
  'admin.import.firebase.lead':
    'Paste what Firebase shows under Authentication > Users > Password hash parameters.',
  'admin.import.titleRow': 'Header row',
  'admin.import.titleRow.lead':
    'These are the first rows of the file. If the column names are in another row, choose that row.',
  'admin.import.titleRow.choose': 'Column names in row {row, number}',
  'admin.import.titleRow.none': 'The file has no header row',
  'admin.import.mapping.several':
    'You can choose the same meaning for several columns, such as family name and given name. Their contents are joined in the order {columns}.',
  'admin.import.leftOut': 'Columns not imported: {columns}.',
  'admin.import.check.text':
    'Nothing is added in this step. You’ll read the report before you add the members.',
  'admin.import.titleRow.is': 'Column names are in row {row, number}',
  'admin.import.mapping.others': 'Other columns',
  'admin.import.accounts': 'See the accounts',
  'admin.import.invalid.download':
    '{count, plural, one {Download {count, number} row to correct} other {Download {count, number} rows to correct}}',
  'admin.import.sum.new':
    '{count, plural, =0 {There are no members to add.} one {{count, number} member will be added.} other {{count, number} members will be added.}}',
  'admin.import.sum.added':
    '{count, plural, =0 {No members have been added.} one {{count, number} member has been added.} other {{count, number} members have been added.}}',
  'admin.import.sum.waiting':
    '{count, plural, one {{count, number} member isn’t added yet.} other {{count, number} members aren’t added yet.}}',
  'admin.import.sum.removed':
    '{count, plural, one {{count, number} account has been removed.} other {{count, number} accounts have been removed.}}',
  'admin.import.sum.kept':
    '{count, plural, one {{count, number} account has been used and stays.} other {{count, number} accounts have been used and stay.}}',
  'admin.import.sum.skipped':
    '{count, plural, one {{count, number} row is skipped.} other {{count, number} rows are skipped.}}',
  'admin.import.show.invalid': 'Errors',
  'admin.import.show.invalid.text': 'These rows aren’t added. Download them, correct the file and import it.',
  'admin.import.show.guessed': 'To review',
  'admin.import.show.guessed.text':
    'These values could be read another way. If one is wrong, correct the file before you add the members.',
  'admin.import.show.guessed.added':
    'These values could be read another way. If one is wrong, remove the added accounts, correct the file and import it again.',
  'admin.import.show.guessed.removed':
    'These values could be read another way. If one is wrong, correct the file before you import it again.',
  'admin.import.show.changed': 'Values changed',
  'admin.import.show.changed.text':
    'These values are stored differently from how they appear in the file. You don’t need to do anything.',
  'admin.import.show.leftOut': 'Values left out',
  'admin.import.show.leftOut.text': 'The members are added, but without these values.',
  'admin.import.show.duplicate': 'Duplicates in the file',
  'admin.import.show.duplicate.text':
    'An earlier row has the same phone number. Only the earlier row is added.',
  'admin.import.show.exists': 'Already has an account',
  'admin.import.show.exists.text': 'The phone number already has an account, which stays as it is.',
  'admin.import.show.new': 'Will be added',
  'admin.import.show.added': 'Added',
  'admin.import.show.removed': 'Removed',
  'admin.import.show.kept': 'Kept',
  'admin.import.show.all': 'All',
} as const;
