import { approvalKindNames as kinds } from '@vid/contract/messages/accounts';
import type { adminApprovals as vi } from '#shared/i18n/messages/vi/admin/approvals.ts';

export const adminApprovals: Record<keyof typeof vi, string> = {
  'admin.dashboard.title': 'Dashboard',
  'admin.dashboard.lead': 'The association’s figures, and what needs an administrator.',
  'admin.approvals': 'Waiting for confirmation',
  'admin.approvals.lead': 'Changes that need two administrators. Requests expire after 24 hours.',
  'admin.approvals.failed': 'We couldn’t load the requests.',
  'admin.approvals.none': 'No requests are waiting',
  'admin.approvals.none.text':
    'When an administrator asks to grant or withdraw the role, to recover an account or to export password hashes, the request appears here.',
  'admin.approval.ask': 'Send request',
  'admin.approval.asked': 'Request sent. Another administrator has to confirm it within 24 hours.',
  'admin.approval.by': '{name} requested this. Expires {time}.',
  'admin.approval.own': 'Another administrator has to confirm it.',
  'admin.approval.contact': 'The link goes to',
  'admin.approval.confirm': 'Confirm',
  'admin.approval.confirmNamed': 'Confirm the request about {name}',
  'admin.approval.confirm.title': 'Confirm this request?',
  'admin.approval.confirm.done': 'Confirmed. The change is in effect.',
  'admin.approval.refuse': 'Decline',
  'admin.approval.refuseNamed': 'Decline the request about {name}',
  'admin.approval.refuse.title': 'Drop this request?',
  'admin.approval.refuse.text': 'Nothing changes. Administrators can send a new request.',
  'admin.approval.refuse.done': 'Request dropped.',
  'admin.approval.takeBack': 'Take back',
  'admin.approval.takeBackNamed': 'Take back the request about {name}',
  'admin.approval.grant-admin': kinds['grant-admin'].en,
  'admin.approval.grant-admin.title': 'Make {name} an administrator?',
  'admin.approval.grant-admin.text':
    'Another administrator has to confirm. This person then signs in again, and has to set up two-step sign-in or a passkey.',
  'admin.approval.grant-admin.effect':
    '{name} becomes an administrator. All sessions of this person end, and a new sign-in is needed.',
  'admin.approval.withdraw-admin': kinds['withdraw-admin'].en,
  'admin.approval.withdraw-admin.title': 'Withdraw the administrator role of {name}?',
  'admin.approval.withdraw-admin.text':
    'Another administrator has to confirm. All sessions of this person then end.',
  'admin.approval.withdraw-admin.effect':
    '{name} is no longer an administrator. All sessions of this person end at once.',
  'admin.approval.recover-account': kinds['recover-account'].en,
  'admin.approval.recover-account.title': 'Recover the account of {name}?',
  'admin.approval.recover-account.text':
    'Only for a person who is present and whose papers you have checked. When another administrator confirms, the former number and email are told; unless someone stops it, the link is sent after 72 hours.',
  'admin.approval.recover-account.contact': 'New phone number or email',
  'admin.approval.recover-account.contact.hint': 'The link to set a new password goes there.',
  'admin.approval.recover-account.reason': 'Say which papers you checked.',
  'admin.approval.recover-account.effect':
    'The wait of 72 hours begins. The former number and email of {name} are told, and can stop it.',
  'admin.approval.export-hashes': kinds['export-hashes'].en,
  'admin.approval.export-hashes.effect':
    '{name} can export one file with the details and password hashes of every member, within 24 hours.',
};
