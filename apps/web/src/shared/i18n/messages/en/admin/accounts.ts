import { permissionStatusNames } from '@vid/contract/messages/applications';
import { accountKindNames, accountRoleNames, accountStatusNames } from '@vid/contract/messages/accounts';
import type { adminAccounts as vi } from '#shared/i18n/messages/vi/admin/accounts.ts';
import { textsOf } from '#shared/i18n/messages/texts-of.ts';

export const adminAccounts: Record<keyof typeof vi, string> = {
  'admin.accounts.search': 'Name, phone or code',
  'admin.accounts.search.hint': 'Or the last 6 digits, email, tax code, reference.',
  'admin.accounts.none': 'No accounts yet',
  'admin.accounts.status': 'Status',
  ...textsOf('admin.accounts.status', accountStatusNames, 'en'),
  'admin.accounts.role': 'Role',
  ...textsOf('admin.accounts.role', accountRoleNames, 'en'),
  'admin.accounts.kind': 'Account type',
  ...textsOf('admin.accounts.kind', accountKindNames, 'en'),
  'admin.accounts.object': 'Member group',
  'admin.accounts.lastSignIn': 'Last sign-in',
  'admin.accounts.open': 'Open account',
  'admin.accounts.lock.title':
    '{count, plural, one {Lock # account?} other {Lock {count, number} accounts?}}',
  'admin.accounts.lock.text':
    'All sessions end right away. {count, plural, one {This person can’t sign in, even to apps, until the account is unlocked.} other {These people can’t sign in, even to apps, until their accounts are unlocked.}}',
  'admin.accounts.unlock.title':
    '{count, plural, one {Unlock # account?} other {Unlock {count, number} accounts?}}',
  'admin.accounts.unlock.text':
    '{count, plural, one {This person} other {These people}} can sign in again right away. Old sessions stay ended.',
  'admin.accounts.end-sessions.title':
    '{count, plural, one {End all sessions of # account?} other {End all sessions of {count, number} accounts?}}',
  'admin.accounts.end-sessions.text':
    '{count, plural, one {This person has} other {These people have}} to sign in again on all devices and in all apps.',
  'admin.accounts.bulk.text':
    'Your own account, administrators, and accounts that their owners have locked or reported stay as they are.',
  'admin.accounts.bulk.endSessions':
    'Your own account and administrators stay as they are. This can’t be undone.',
  'admin.accounts.bulk.lock': '{count, plural, one {Lock # account} other {Lock {count, number} accounts}}',
  'admin.accounts.bulk.unlock':
    '{count, plural, one {Unlock # account} other {Unlock {count, number} accounts}}',
  'admin.accounts.bulk.end-sessions':
    '{count, plural, one {End all sessions of # account} other {End all sessions of {count, number} accounts}}',
  'admin.accounts.bulk.lock.done': '{done, number} of {total, number} locked.',
  'admin.accounts.bulk.unlock.done': '{done, number} of {total, number} unlocked.',
  'admin.accounts.bulk.end-sessions.done':
    'All sessions ended for {done, number} of {total, plural, one {# account} other {{total, number} accounts}}.',
  'admin.accounts.bulk.undo':
    'Each account goes back to what it was, except those that someone has changed since. Ended sessions stay ended.',
  'admin.accounts.report': 'Result',
  'admin.accounts.report.text':
    '{action}: {done, number} of {count, plural, one {# account} other {{count, number} accounts}} done.',
  'admin.accounts.outcome.done': 'Done',
  'admin.accounts.outcome.unchanged': 'Unchanged',
  'admin.accounts.outcome.not-found': 'No longer exists',
  'admin.accounts.outcome.own-account': 'Your own account',
  'admin.accounts.outcome.last-admin': 'Last administrator',
  'admin.account.lock.title': 'Lock {name}’s account?',
  'admin.account.unlock.title': 'Unlock {name}’s account?',
  'admin.account.endSessions.title': 'End all of {name}’s sessions?',
  'admin.account.lock': 'Lock account',
  'admin.account.locked': 'Account locked.',
  'admin.account.unlock': 'Unlock',
  'admin.account.unlocked': 'Account unlocked.',
  'admin.account.endSessions': 'End all sessions',
  'admin.account.endSessions.done': 'All sessions ended.',
  ...textsOf('admin.account.permission', permissionStatusNames, 'en'),
  'admin.reference': 'Reference {reference}',
  'admin.reference.request': 'The request started on {time}. These events were recorded:',
  'admin.reference.noEvents':
    'The request started on {time}. No events were recorded. The operator can find this reference in the server log.',
  'admin.reference.refused': 'A sign-in to {name} was rejected.',
  'admin.reference.refused.unknown':
    'A sign-in was rejected. Its client was deleted, or was never registered.',
  'admin.reference.doctor': 'Open sign-in diagnosis',
};
