import { permissionStatusNames } from '@vid/contract/messages/applications';
import { accountKindNames, accountRoleNames, accountStatusNames } from '@vid/contract/messages/accounts';
import type { adminAccounts as vi } from '#shared/i18n/messages/vi/admin/accounts.ts';
import { textsOf } from '#shared/i18n/messages/texts-of.ts';

export const adminAccounts: Record<keyof typeof vi, string> = {
  'admin.accounts.search': 'Name, phone or code',
  'admin.accounts.search.hint': 'You can also search by the last 6 digits, email, tax code or reference.',
  'admin.accounts.none': 'There are no accounts yet',
  'admin.accounts.status': 'Status',
  ...textsOf('admin.accounts.status', accountStatusNames, 'en'),
  'admin.accounts.role': 'Access',
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
    'Your own account and administrators stay as they are. This cannot be undone.',
  'admin.accounts.bulk.lock': '{count, plural, one {Lock # account} other {Lock {count, number} accounts}}',
  'admin.accounts.bulk.unlock':
    '{count, plural, one {Unlock # account} other {Unlock {count, number} accounts}}',
  'admin.accounts.bulk.end-sessions':
    '{count, plural, one {End all sessions of # account} other {End all sessions of {count, number} accounts}}',
  'admin.accounts.bulk.lock.done': '{done, number} of {total, number} locked.',
  'admin.accounts.bulk.unlock.done': '{done, number} of {total, number} unlocked.',
  'admin.accounts.bulk.end-sessions.done':
    'All sessions ended for {done, number} of {total, number} accounts.',
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
  'admin.account.back': 'All accounts',
  'admin.account.lock': 'Lock account',
  'admin.account.lock.title': 'Lock {name}’s account?',
  'admin.account.lock.text':
    '{count, plural, =0 {No sessions are open.} one {# session will end right away.} other {# sessions will end right away.}} This person can’t sign in, even to apps, until the account is unlocked.',
  'admin.account.locked': 'Account locked.',
  'admin.account.unlock': 'Unlock',
  'admin.account.unlock.title': 'Unlock {name}’s account?',
  'admin.account.unlock.text': 'This person can sign in again right away. Old sessions stay ended.',
  'admin.account.unlocked': 'Account unlocked.',
  'admin.account.locked.byOwner': 'The owner locked it with the “It wasn’t me” link in a notice.',
  'admin.account.locked.at': 'Locked on {time}.',
  'admin.account.locked.by': 'Locked by {name} on {time}.',
  'admin.account.erased.notice': 'The owner requested deletion. The account will be deleted on {time}.',
  'admin.account.own': 'This is your own account. Ask another administrator to change it.',
  'admin.account.details': 'Details',
  'admin.account.email.unconfirmed': 'Not confirmed',
  'admin.account.none': 'None',
  'admin.account.password.none': 'Not set',
  'admin.account.password.set': 'Set',
  'admin.account.password.mustChange': 'Must be changed at the next sign-in',
  'admin.account.twoStep.off': 'Off',
  'admin.account.passkeys.none': 'None added',
  'admin.account.identities': 'Linked accounts',
  'admin.account.sessions.count':
    '{count, plural, =0 {Not signed in on any device} one {Signed in on # device} other {Signed in on # devices}}',
  'admin.account.endSessions': 'End all sessions',
  'admin.account.endSessions.title': 'End all of {name}’s sessions?',
  'admin.account.endSessions.text':
    '{count, plural, one {# session will end.} other {# sessions will end.}} This person has to sign in again on every device and in every app.',
  'admin.account.endSessions.done': 'All sessions ended.',
  'admin.account.more': 'More actions',
  'admin.account.force-password-change': 'Require a new password',
  'admin.account.force-password-change.title': 'Require a new password from {name}?',
  'admin.account.force-password-change.text':
    'This person can still sign in with the current password, but has to set a new one before continuing, also in open sessions. No one at the association can see or set it.',
  'admin.account.force-password-change.done': 'This person will have to change their password.',
  'admin.account.notes.lead': 'Notes can’t be changed. They are deleted with the account.',
  'admin.account.note': 'New note',
  'admin.account.note.hint': 'Members can read this in the copy of their data, without the author’s name.',
  'admin.account.note.required': 'Enter a note.',
  'admin.account.note.add': 'Add note',
  'admin.account.note.added': 'Note added.',
  'admin.account.note.former': 'Former administrator',
  'admin.account.permissions': 'Roles in apps',
  'admin.account.permissions.none': 'No roles yet.',
  ...textsOf('admin.account.permission', permissionStatusNames, 'en'),
  'admin.account.applicationConsents': 'Apps that receive information',
  'admin.account.applicationConsents.none': 'No app receives information about this account.',
  'admin.account.applicationConsents.notAsked': 'The association’s own app, no consent needed',
  'admin.account.applicationConsents.agreed': 'Agreed {time}',
  'admin.account.applicationConsents.used': 'Last used {time}',
  'admin.account.consents': 'Consents',
  'admin.account.consents.none': 'No consents on record.',
  'admin.account.consent.terms': 'Terms of use',
  'admin.account.consent.privacy': 'Privacy policy',
  'admin.account.consent.marketing': 'News from the association',
  'admin.account.consent.action.given': 'Agreed',
  'admin.account.consent.action.withdrawn': 'Withdrawn',
  'admin.account.menu': 'The member’s menu',
  'admin.account.menu.lead':
    'Hiding an item only shortens the menu. The page can still be opened by its address.',
  'admin.account.menu.shown': 'Items shown',
  'admin.account.menu.empty': 'No items left in the menu.',
  'admin.account.menu.save': 'Save menu',
  'admin.account.menu.saved': 'Menu saved.',
  'admin.account.tabs': 'Parts of the account',
  'admin.account.tab.overview': 'Profile',
  'admin.account.tab.access': 'Access and consents',
  'admin.account.tab.menu': 'Member’s menu',
  'admin.check': 'Can this member sign in?',
  'admin.check.again': 'Check again',
  'admin.check.at': 'Checked {time}.',
  'admin.check.answer.yes': 'Yes',
  'admin.check.answer.partly': 'Yes, with some obstacles',
  'admin.check.answer.no': 'No',
  'admin.check.reason.open': 'Nothing stands in the way of signing in right now.',
  'admin.check.reason.must-change-password':
    'After signing in, the member has to change the password before anything else.',
  'admin.check.reason.locked':
    'The association locked the account. Make sure that the caller is the owner, then unlock it.',
  'admin.check.reason.locked-by-owner':
    'The owner locked the account. Tell the member to choose “Forgot password?” and set a new password, which unlocks it. If no code arrives, request a recovery.',
  'admin.check.reason.no-way':
    'The number has a new owner, and the account has no other way to sign in. Request a recovery.',
  'admin.check.reason.app-codes-limit':
    'The authenticator code was entered wrongly too often, so new devices have to wait until {until}. If the owner is calling, lift the limit below.',
  'admin.check.reason.no-phone':
    'The number has a new owner, so only a passkey or a linked account can sign in. If neither works, request a recovery.',
  'admin.check.reason.phone-in-doubt':
    'The owner reported an unknown change made with this number, so a code alone isn’t enough. Tell the member to use the password; if there is none or it is forgotten, request a recovery.',
  'admin.check.reason.dormant':
    'The account hasn’t been used for more than 180 days, so a code alone isn’t enough. Tell the member to use the password; if there is none or it is forgotten, request a recovery.',
  'admin.check.reason.codes-limit':
    'No new code is sent, because too many were requested. Wait until {until}, use the password if there is one, or lift the limit below if the owner is calling.',
  'admin.check.reason.shared-limit':
    'No new code is sent, because a shared limit is used up. Wait until {until}, switch to another network, or use the password if there is one.',
  'admin.check.reason.sms-paused':
    'Sending of codes is paused. Tell the member to use the password if there is one, and look at the SMS channel on the dashboard.',
  'admin.check.reason.sms-failed':
    'The code requested at {time} won’t arrive, because the SMS gateway didn’t accept the message. Tell the member to try again in a few minutes, or to use the password if there is one.',
  'admin.check.reason.code-mistyped':
    'The code requested at {time} was entered wrongly {count, plural, one {once} other {# times}}. If the member typed it, the message arrived: tell them to enter only the code in the newest message. If not, ask about the signal and blocked messages, then have a new code sent.',
  'admin.check.reason.code-not-entered':
    'The SMS gateway accepted the code requested at {time}, but it was never entered. Ask about the signal, blocked messages and whether the number is right, then have a new code sent.',
  'admin.check.reason.code-locked':
    'The code requested at {time} was entered wrongly too often. Tell the member to request a new one and enter only the code in the newest message.',
  'admin.check.reason.password-wait':
    'Wrong passwords were entered several times from {network}, so this network has to wait until {until}. Use a code, or lift the limit below if the owner is calling.',
  'admin.check.reason.password-code':
    'Wrong passwords were entered too often, so new devices need both the password and a code. If the owner is calling, lift the limit below.',
  'admin.check.reason.no-password':
    'The account has no password. Tell the member to sign in with a code, then set a password on the Security page.',
  'admin.check.limits': 'Limits in force',
  'admin.check.limit.password-wait': 'This network has to wait before trying the password again',
  'admin.check.limit.password-code': 'New devices need the password and a code',
  'admin.check.limit.codes-wait': 'Wait before the next code',
  'admin.check.limit.codes-slot': 'This number gets one code every 15 minutes',
  'admin.check.limit.codes-hour': 'The device has used up its codes for this hour',
  'admin.check.limit.codes-day': 'The device has used up its codes for today',
  'admin.check.limit.codes-attacked': 'Unknown devices get 8-digit codes',
  'admin.check.limit.app-codes': 'New devices have to wait before entering an authenticator code again',
  'admin.check.limit.network-unanswered': 'Too many codes to this network were never entered',
  'admin.check.limit.network-hour': 'This network has used up its codes for this hour',
  'admin.check.limit.prefix': 'This number range has used up its codes for this hour',
  'admin.check.limit.all': 'The system has used up its codes for today',
  'admin.check.limit.sms-paused': 'Sending of codes is paused',
  'admin.check.until': 'Until {time}',
  'admin.check.expires': 'Expires {time}',
  'admin.check.shared': 'Shared, can’t be lifted for one member',
  'admin.check.lift': 'Lift',
  'admin.check.lift.passwords': 'Lift the password limit',
  'admin.check.lift.codes': 'Lift the code limit',
  'admin.check.lift.app-codes': 'Lift the authenticator limit',
  'admin.check.lift.title': 'Lift the limit for {name}?',
  'admin.check.lift.passwords.text':
    'The count of wrong passwords for this account starts again from zero. Do this only if you’re sure that the owner is contacting you.',
  'admin.check.lift.codes.text':
    'The counts of codes sent to this number and of wrong tries start again from zero. Do this only if you’re sure that the owner is contacting you.',
  'admin.check.lift.app-codes.text':
    'The count of wrong authenticator codes starts again from zero. Do this only if you’re sure that the owner is contacting you.',
  'admin.check.lift.done': 'Limit lifted.',
  'admin.check.codes': 'Codes in the last 24 hours',
  'admin.check.codes.none':
    'No code was created for this number in the last 24 hours. The member may have typed another number, or their network may have used up its codes.',
  'admin.check.codes.note':
    'Mobile networks don’t report deliveries, so only a code that was entered has certainly arrived.',
  'admin.check.purpose.signup': 'sign-up',
  'admin.check.purpose.signin': 'sign-in',
  'admin.check.purpose.forget-password': 'password reset',
  'admin.check.purpose.social': 'social sign-up',
  'admin.check.purpose.phone-change': 'phone change',
  'admin.check.purpose.recovery': 'account recovery',
  'admin.check.purpose.reauthenticate': 'identity check',
  'admin.check.code.waiting': 'Waiting',
  'admin.check.code.entered': 'Entered',
  'admin.check.code.used': 'Used',
  'admin.check.code.locked': 'Too many wrong tries',
  'admin.check.code.replaced': 'Replaced',
  'admin.check.code.expired': 'Expired',
  'admin.check.code.failed': 'Not sent',
  'admin.check.gateway.accepted': 'SMS: accepted by the gateway',
  'admin.check.gateway.failed': 'SMS: not accepted by the gateway',
  'admin.check.gateway.sending': 'SMS: sending',
  'admin.check.gateway.unsent': 'SMS: didn’t reach the gateway',
  'admin.check.delivered.yes': 'Delivered',
  'admin.check.delivered.no': 'Not delivered',
  'admin.check.delivered.unknown': 'Delivery unknown',
  'admin.check.usedAt': 'Used {time}',
  'admin.check.enteredAt': 'Entered {time}',
  'admin.check.wrong': '{count, plural, one {# wrong try} other {# wrong tries}}',
  'admin.check.long': '{digits}-digit code',
  'admin.check.knownDevice': 'Known device',
  'admin.check.unknownDevice': 'Unknown device, network',
  'admin.check.tries.passwords': 'Wrong passwords in a row',
  'admin.check.tries.last': '{count, number}, last {time}',
  'admin.check.tries.codes': 'Wrong codes in the last 24 hours',
  'admin.check.tries.appCodes': 'Wrong authenticator codes in the last 24 hours',
  'admin.check.devices': 'Known devices',
  'admin.check.devices.count':
    '{known, plural, other {#}}{blocked, plural, =0 {} other {; # no longer trusted after wrong tries}}',
  'admin.check.holds': 'Changes on hold',
  'admin.check.hold.sensitive-changes':
    'The number was just changed, so the email, the number and the ways to sign in can’t be changed until {until}',
  'admin.check.hold.phone-in-doubt': 'The owner reported an unknown change made with this number',
  'admin.recovery.approval': 'Recovery requested, waiting for a second administrator',
  'admin.recovery.waiting': 'Account recovery in progress',
  'admin.recovery.ready': 'Recovery link sent',
  'admin.recovery.approval.text': 'The link will be sent to {target}. The request expires on {time}.',
  'admin.recovery.waiting.text': 'The link will be sent to {target} on {time}, unless the owner cancels.',
  'admin.recovery.ready.text': 'Sent to {target}. The link works until {time}.',
  'admin.recovery.channel.mail': 'the account’s confirmed email address',
  'admin.recovery.channel.phone': 'the account’s number',
  'admin.recovery.channel.code': 'the browser where a recovery code was entered',
  'admin.recovery.channel.support': 'the contact the association chose',
  'admin.recovery.by': 'Requested by {name} on {time}.',
  'admin.recovery.by.two': 'Requested by {name} and confirmed by {other} on {time}.',
  'admin.recovery.byOwner': 'Started from the sign-in page on {time}.',
  'admin.recovery.cancel': 'Cancel the recovery',
  'admin.recovery.cancel.title': 'Cancel the recovery of {name}’s account?',
  'admin.recovery.cancel.text':
    'The recovery link won’t be sent, or will stop working. The password and the number stay the same. A recovery can be requested again afterwards.',
  'admin.recovery.cancel.done': 'Recovery cancelled.',
  'admin.reference': 'Reference {reference}',
  'admin.reference.request': 'The request started on {time} and recorded these events.',
  'admin.reference.noEvents':
    'The request started on {time} and recorded no events. The operator can find this reference in the server log.',
  'admin.reference.refused': 'A sign-in to {name} was rejected.',
  'admin.reference.refused.unknown':
    'A sign-in was rejected. Its client was deleted, or was never registered.',
  'admin.reference.doctor': 'Open sign-in diagnosis',
};
