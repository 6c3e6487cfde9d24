import type { adminExport as vi } from '#shared/i18n/messages/vi/admin/export.ts';

export const adminExport: Record<keyof typeof vi, string> = {
  'admin.export.title': 'Export members',
  'admin.export.lead': 'Write all members to a file, to keep it or to move to another system.',
  'admin.export.failedToLoad': 'We couldn’t load the exports.',
  'admin.export.start': 'Export the list',
  'admin.export.start.lead':
    'The file has the phone, name, email and business details of every member, and no passwords. Excel opens the CSV file, and VID can import it again.',
  'admin.export.start.csv': 'Export CSV',
  'admin.export.start.jsonl': 'Export JSON Lines',
  'admin.export.files': 'Exported files',
  'admin.export.files.lead':
    'Files are encrypted and deleted after 24 hours. Only the administrator who exported a file can download it, and each download is in the audit log.',
  'admin.export.files.none': 'No files yet',
  'admin.export.files.none.text': 'When you export the list, the file appears here.',
  'admin.export.file.csv': 'CSV of {time}',
  'admin.export.file.jsonl': 'JSON Lines of {time}',
  'admin.export.file.about': '{by} · {rows} members · {kilobytes} KB · kept until {time}',
  'admin.export.withHashes': 'With password hashes',
  'admin.export.status.running': 'Exporting',
  'admin.export.status.ready': 'Ready',
  'admin.export.status.failed': 'Failed',
  'admin.export.progress': '{rows, number} of {total, number}',
  'admin.export.failed': 'The export was interrupted several times and has stopped. Export again.',
  'admin.export.download': 'Download',
  'admin.export.downloadNamed': 'Download the file of {time}',
  'admin.export.delete': 'Delete the file',
  'admin.export.deleteNamed': 'Delete the file of {time}',
  'admin.export.delete.title': 'Delete this file?',
  'admin.export.delete.text': 'You can export again.',
  'admin.export.delete.hashes':
    'To export password hashes again, you need a new request and two administrators.',
  'admin.export.stop': 'Stop',
  'admin.export.stopNamed': 'Stop the export of {time}',
  'admin.export.stop.title': 'Stop this export?',
  'admin.export.secret':
    'Password hashes made by VID can be verified only with a secret. The operator prints it on the server:',
  'admin.export.secret.name': 'Command for the file of {time}',
  'admin.export.hashes': 'With password hashes',
  'admin.export.hashes.lead':
    'For an association that moves to another system, so that members keep their passwords. It takes two administrators: one asks, another confirms.',
  'admin.export.hashes.ask': 'Ask to export password hashes',
  'admin.export.hashes.ask.title': 'Export password hashes?',
  'admin.export.hashes.ask.text':
    'Another administrator has to confirm. You can then export one file within 24 hours.',
  'admin.export.hashes.ask.reason': 'The administrator who confirms reads it, and the audit log keeps it.',
  'admin.export.hashes.waiting': 'Waiting for another administrator to confirm. The request expires {time}.',
  'admin.export.hashes.confirmed': '{name} has confirmed. You can export one file, until {time}.',
  'admin.export.hashes.start.csv': 'Export CSV with hashes',
  'admin.export.hashes.start.jsonl': 'Export JSON Lines with hashes',
  'admin.export.hashes.command': 'Or the operator writes the file on the server:',
  'admin.export.hashes.command.name': 'Export command',
};
