import type { shell as vi } from '#shared/i18n/messages/vi/shell.ts';

export const shell: Record<keyof typeof vi, string> = {
  'shell.navigation': 'Main navigation',
  'shell.openMenu': 'Open the menu',
  'shell.closeMenu': 'Close the menu',
  'shell.home': 'Go to the home page',
  'shell.accountMenu': 'Account of {name}',
  'shell.group.account': 'Account',
  'shell.group.applications': 'Applications',
  'shell.group.administration': 'Administration',
  'shell.item.information': 'Information',
  'shell.item.password': 'Change password',
  'shell.item.security': 'Security',
  'shell.item.inviteFriends': 'Invite friends',
  'shell.item.apps': 'My applications',
  'shell.item.admin': 'Overview',
  'shell.item.accounts': 'Accounts',
  'shell.item.enterprises': 'Enterprises',
  'shell.item.applications': 'Applications',
  'shell.item.params': 'Parameters',
  'shell.item.audit': 'Audit log',
  'shell.item.permissions': 'Permissions',
  'shell.signOut': 'Sign out',
  'shell.signOutAll': 'Sign out everywhere',
  'shell.footer': '© {year} {name}',
  'shell.evaluation': 'Evaluation: data and messages stay on this machine.',
  'shell.member': 'Member',
  'shell.collapse': 'Collapse the menu',
  'shell.expand': 'Expand the menu',
  'shell.soon': 'Soon',
  'shell.support': 'Support:',
  'shell.outbox': 'See the messages sent',
  'shell.signOutAll.title': 'Sign out everywhere?',
  'shell.signOutAll.text':
    'You will have to sign in again on every device, this one included. To make sure, type the last 4 digits of your phone number.',
  'shell.signOutAll.action': 'Sign out everywhere',
  'shell.notReady.title': 'This page is not ready yet',
  'shell.notReady.lead': 'The present version has nothing to show here.',
  'shell.notReady.back': 'Go to your information',
  'shell.notReady.inviteFriends':
    'Here you will invite friends and see who has joined. For now you can copy your referral code from the Information page and send it to them.',
  'shell.notReady.apps': 'Here you will see the applications that you manage.',
  'shell.notReady.permissions':
    'Here the manager of an application will choose who may use it and with which role.',
  'shell.notReady.admin':
    'Here administrators of the association will see the overall picture and what waits for them.',
  'shell.notReady.adminAccounts':
    'Here administrators of the association will find, lock and unlock accounts.',
  'shell.notReady.adminEnterprises': 'Here administrators of the association will verify enterprises.',
  'shell.notReady.adminApplications':
    'Here administrators of the association will register and manage connected applications.',
  'shell.notReady.adminParams':
    'Here administrators of the association will edit the name, the pictures and the shared lists.',
  'shell.notReady.adminAudit': 'Here administrators of the association will look up who did what, and when.',
  'shell.evaluation.label': 'Evaluation',
};
