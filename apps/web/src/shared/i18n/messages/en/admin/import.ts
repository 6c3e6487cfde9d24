import { importFieldNames, importOutcomeNames } from '@vid/contract/messages/imports';
import { textsOf } from '#shared/i18n/messages/texts-of.ts';

export const adminImport = {
  'admin.import.title': 'Import members',
  'admin.import.lead': 'Add many members from a CSV or Excel file.',
  'admin.import.upload': 'Choose a file',
  'admin.import.upload.lead':
    'A .csv or .xlsx file with a header row, up to {megabytes} MB and {rows, number} rows. You’ll review it before anything is added.',
  'admin.import.upload.choose': 'Choose a file',
  'admin.import.upload.sample': 'Download a template',
  'admin.import.upload.sample.text': 'The template has the column names. Only {phone} is required.',
  'admin.import.upload.progress': 'Upload progress',
  'admin.import.upload.type': 'Choose a .csv or .xlsx file.',
  'admin.import.upload.size': 'The file is larger than {megabytes} MB. Split it into several files.',
  'admin.import.history': 'Imports',
  'admin.import.history.lead':
    'Reports are kept for 30 days. During that time, you can remove the added accounts.',
  'admin.import.history.none': 'No imports yet',
  'admin.import.history.none.text': 'After your first upload, the import will appear here.',
  'admin.import.history.item': '{time} · {by} · {added} of {rows} rows added',
  'admin.import.operator': 'Operator',
  'admin.import.status.uploading': 'Waiting to be checked',
  'admin.import.status.checking': 'Checking',
  'admin.import.status.checked': 'Waiting to be added',
  'admin.import.status.running': 'Adding',
  'admin.import.status.cancelled': 'Stopped',
  'admin.import.status.done': 'Done',
  'admin.import.status.undoing': 'Removing',
  'admin.import.status.undone': 'Removed',
  'admin.import.status.failed': 'Unreadable',
  ...textsOf('admin.import.outcome', importOutcomeNames, 'en'),
  'admin.import.outcome.kept': 'Kept',
  ...textsOf('admin.import.field', importFieldNames, 'en'),
} as const;
