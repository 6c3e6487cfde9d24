import { approvalKindNames as kinds } from '@vid/contract/messages/accounts';
import type { adminApprovals as vi } from '#shared/i18n/messages/vi/admin/approvals.ts';

export const adminApprovals: Record<keyof typeof vi, string> = {
  'admin.approvals': 'Waiting for confirmation',
  'admin.approvals.lead':
    'Granting or withdrawing the administrator role, recovering an account and exporting password hashes need two administrators. Requests expire after 24 hours.',
  'admin.approvals.none': 'No requests are waiting',
  'admin.approval.by': 'Requested by {name}. Expires on {time}.',
  'admin.approval.own': 'Another administrator has to confirm it.',
  'admin.approval.contact': 'Send the link to',
  'admin.approval.confirm': 'Confirm',
  'admin.approval.confirmNamed': 'Confirm the request about {name}',
  'admin.approval.confirm.title': 'Confirm this request?',
  'admin.approval.confirm.done': 'Confirmed. The change is in effect.',
  'admin.approval.refuse': 'Decline',
  'admin.approval.refuseNamed': 'Decline the request about {name}',
  'admin.approval.refuse.title': 'Decline this request?',
  'admin.approval.refuse.text': 'Nothing changes. A new request can be made if needed.',
  'admin.approval.refuse.done': 'Request declined.',
  'admin.approval.takeBack': 'Withdraw request',
  'admin.approval.takeBackNamed': 'Withdraw request about {name}',
  'admin.approval.grant-admin': kinds['grant-admin'].en,
  'admin.approval.grant-admin.title': 'Make {name} an administrator?',
  'admin.approval.grant-admin.text':
    'Another administrator has to confirm. This person then signs in again, and has to set up two-step sign-in or a passkey.',
  'admin.approval.grant-admin.effect':
    '{name} becomes an administrator. They are signed out everywhere and have to sign in again.',
  'admin.approval.withdraw-admin': kinds['withdraw-admin'].en,
  'admin.approval.withdraw-admin.title': 'Withdraw {name}’s administrator role?',
  'admin.approval.withdraw-admin.text':
    'Another administrator has to confirm. This person is then signed out everywhere.',
  'admin.approval.withdraw-admin.effect':
    '{name} is no longer an administrator. They are signed out everywhere right away.',
  'admin.approval.recover-account': kinds['recover-account'].en,
  'admin.approval.recover-account.title': 'Recover {name}’s account?',
  'admin.approval.recover-account.text':
    'Use this only if the person is present and you’ve checked their documents. After another administrator confirms, the old number and email are notified; unless someone cancels, the link is sent after 72 hours.',
  'admin.approval.recover-account.contact': 'New phone number or email',
  'admin.approval.recover-account.contact.hint': 'The link to set a new password will be sent here.',
  'admin.approval.recover-account.number': 'The account’s number may change',
  'admin.approval.recover-account.number.text':
    'After opening the link, the member enters the number to use and confirms it with a code. It replaces {phone}, unless it’s the same number.',
  'admin.approval.recover-account.number.none':
    'The account has no number at the moment. After opening the link, the member enters the number to use and confirms it with a code.',
  'admin.approval.recover-account.reason': 'Say which documents you checked.',
  'admin.approval.recover-account.effect':
    'The 72-hour wait begins. {name} is notified at the old number and email, and can cancel.',
  'admin.approval.export-hashes': kinds['export-hashes'].en,
  'admin.approval.export-hashes.effect':
    '{name} can export one file with the details and password hashes of every member, within 24 hours.',
};
