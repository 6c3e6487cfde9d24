import { auditGroupNames, auditKindNames } from '@vid/contract/messages/audit-kinds';
import { textsOf } from '#shared/i18n/messages/texts-of.ts';
import { auditMethodNames, auditReasonNames as reasons } from '@vid/contract/messages/audit-values';
import type { adminAudit as vi } from '#shared/i18n/messages/vi/admin/audit.ts';

export const adminAudit: Record<keyof typeof vi, string> = {
  ...textsOf('admin.audit.kind', auditKindNames, 'en'),
  'admin.audit.requested.grant-admin': 'Administrator role requested, waiting for a second administrator',
  'admin.audit.requested.withdraw-admin':
    'Withdrawal of the administrator role requested, waiting for a second administrator',
  'admin.audit.requested.recover-account': 'Recovery requested, waiting for a second administrator',
  'admin.audit.requested.export-hashes':
    'Export with password hashes requested, waiting for a second administrator',
  'admin.audit.title': 'Audit log',
  'admin.audit.lead':
    'All administrative actions and security events, newest first. Viewing this log is recorded.',
  'admin.audit.search': 'Phone, account ID or IP',
  'admin.audit.none': 'No events yet',
  'admin.audit.noneRead': 'No matching events so far',
  'admin.audit.noneRead.text':
    'Each page searches one part of the log. Go to the next page to search older events.',
  'admin.audit.about': 'About {name}',
  'admin.audit.by': 'By {name}',
  'admin.audit.all': 'Show the whole log',
  'admin.audit.time': 'Time',
  'admin.audit.accountId': 'account {id}',
  'admin.audit.actor': 'Done by',
  'admin.audit.holder': 'Account owner',
  'admin.audit.origin': 'Origin',
  'admin.audit.local': 'VID server',
  'admin.audit.group': 'Event group',
  'admin.audit.kind': 'Event type',
  ...textsOf('admin.audit.group', auditGroupNames, 'en'),
  'admin.audit.export': 'Export',
  'admin.audit.export.csv': 'CSV for spreadsheets',
  'admin.audit.export.jsonl': 'JSON, one event per line',
  'admin.audit.intact': 'The log is intact (checked {time}).',
  'admin.audit.sealed': 'Last sealed {time}.',
  'admin.audit.unchecked': 'The log hasn’t been checked yet.',
  'admin.audit.broken': 'The log has been altered',
  'admin.audit.broken.text':
    'The first fault is at seal {seal}. Tell the operator now: the command “vid audit verify” shows what’s wrong.',
  ...textsOf('admin.audit.method', auditMethodNames, 'en'),
  'admin.audit.reason.wrongPassword': reasons['sign-in.failed'].password.en,
  'admin.audit.reason.locked': reasons['sign-in.failed'].locked.en,
  'admin.audit.reason.wrongPasskey': reasons['sign-in.failed'].passkey.en,
  'admin.audit.reason.wrongAppCode': reasons['sign-in.failed'].code.en,
  'admin.audit.reason.wrongRecoveryCode': reasons['sign-in.failed']['recovery-code'].en,
  'admin.audit.reason.tooManyPasswords': reasons['session.ended'].password.en,
  'admin.audit.reason.tooManySessions': reasons['session.ended'].limit.en,
  'admin.audit.reason.breaker': reasons['otp.refused'].breaker.en,
  'admin.audit.reason.cap': reasons['otp.refused'].cap.en,
  'admin.audit.reason.wrongCode': reasons['otp.refused']['wrong-code'].en,
  'admin.audit.reason.codeLocked': reasons['otp.refused'].locked.en,
  'admin.audit.reason.sms': reasons['otp.refused'].sms.en,
  'admin.audit.reason.newOwner': reasons['phone.released']['new-owner'].en,
  'admin.audit.reason.givenBack': reasons['phone.released']['given-back'].en,
  'admin.audit.reason.wrongNumber': reasons['qr.denied'].number.en,
  'admin.audit.reason.denied': reasons['qr.denied'].member.en,
};
