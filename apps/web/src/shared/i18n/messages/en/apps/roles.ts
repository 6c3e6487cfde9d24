import type { appRoles as vi } from '#shared/i18n/messages/vi/apps/roles.ts';

export const appRoles: Record<keyof typeof vi, string> = {
  'apps.roles.title': 'Roles',
  'apps.roles.lead': 'VID tells the app the role of each person in the claim vid:roles.',
  'apps.roles.failed': 'We couldn’t load the roles.',
  'apps.roles.none': 'There are no roles yet',
  'apps.roles.none.text': 'Create the first role, then add people.',
  'apps.roles.add': 'Add a role',
  'apps.roles.add.submit': 'Add',
  'apps.roles.added': 'The role has been added.',
  'apps.roles.toPeople': 'Continue adding people',
  'apps.roles.name': 'Name',
  'apps.roles.name.hint': 'For example: Editor',
  'apps.roles.code': 'Code',
  'apps.roles.code.hint':
    'The value the app receives, for example editor. Starts with a letter; lower-case letters, digits, - and _ only. It cannot be changed later.',
  'apps.roles.code.format':
    'Start with a letter, and use only lower-case letters without accents, digits, - and _.',
  'apps.roles.description': 'Description',
  'apps.roles.description.hint': 'Tells other managers what the role may do.',
  'apps.roles.isDefault': 'Default role of people without permission, while the app is open to every member',
  'apps.roles.default': 'Default',
  'apps.roles.people': 'People',
  'apps.roles.edit': 'Edit',
  'apps.roles.edit.named': 'Edit the role {name}',
  'apps.roles.edit.submit': 'Save changes',
  'apps.roles.saved': 'The role has been saved.',
  'apps.roles.remove': 'Remove the role',
  'apps.roles.remove.title': 'Remove the role {name}?',
  'apps.roles.remove.text':
    '{count, plural, =0 {No one has this role.} one {# person has this role and gets another one at once.} =10000 {At least 10,000 people have this role and get another one at once.} other {# people have this role and get another one at once.}}',
  'apps.roles.remove.moveTo': 'Their new role',
  'apps.roles.remove.last':
    'People have this role, and it is the only one. Add another role before you remove it.',
  'apps.roles.removed': 'The role has been removed.',
  'apps.access.title': 'Who may use the app',
  'apps.access.open.role': 'People without permission have the role {role}.',
  'apps.access.open.noRole': 'People without permission have no role.',
  'apps.access.restricted.text': 'Only those listed under People.',
  'apps.access.restrict': 'Restrict to people with permission',
  'apps.access.restrict.title': 'Restrict the app to people with permission?',
  'apps.access.restrict.text':
    '{count, plural, =0 {Everyone who has used the app has permission, so no one loses access.} one {# person who has used the app without permission loses access at the next request.} other {# people who have used the app without permission lose access at the next request.}}',
  'apps.access.restrict.many':
    'More than {max, number} people have used the app. Those without permission lose access at the next request.',
  'apps.access.openUp': 'Open to every member',
  'apps.access.openUp.title': 'Open the app to every member?',
  'apps.access.openUp.text':
    '{locked, plural, =0 {Every member will be able to use it without permission.} one {Every member will be able to use it without permission, except # person who is locked.} =10000 {Every member will be able to use it without permission, except at least 10,000 people who are locked.} other {Every member will be able to use it without permission, except # people who are locked.}}',
  'apps.access.changed': 'Access has been changed.',
};
