import type { apps as vi } from '#shared/i18n/messages/vi/apps.ts';
import { appClients } from './apps/clients.ts';
import { appDoctor } from './apps/doctor.ts';
import { appPermissions } from './apps/permissions.ts';
import { list } from './list.ts';
import { webhooks } from './webhooks.ts';

export const apps: Record<keyof typeof vi, string> = {
  ...list,
  ...webhooks,
  ...appClients,
  ...appPermissions,
  ...appDoctor,
  'apps.addEntry': 'Add',
  'apps.lead': 'The menu shows the pages of the app you select.',
  'apps.none': 'You do not manage any app yet',
  'apps.none.text': 'The owner of an app, or an administrator of the association, can add you as a manager.',
  'apps.people': '{count, plural, one {# person} =10000 {10,000+ people} other {# people}}',
  'apps.access.open': 'Open to every member',
  'apps.access.restricted': 'Only people with permission',
  'apps.disabled': 'Turned off by the association',
  'apps.selected': 'Selected',
  'apps.selected.done': 'The app is selected.',
  'apps.select': 'Select',
  'apps.open': 'Open',
  'apps.open.named': 'Open {name}',
  'apps.app.details': 'About the app',
  'apps.app.code': 'Code',
  'apps.app.created': 'Registered on',
  'apps.app.people': 'With permission',
  'apps.app.locked': 'Locked',
  'apps.app.signIns': 'How many sign-ins are there each day?',
  'apps.app.signIns.lead':
    '{count, plural, one {# sign-in to the app in the last 30 days.} other {{count, number} sign-ins to the app in the last 30 days.}}',
  'apps.app.signIns.name': 'Sign-ins',
  'apps.app.day': 'Day',
  'apps.app.doctor': 'Members can’t sign in?',
  'apps.app.doctor.lead': 'See each step of the last sign-ins, and what to change if something is wrong.',
  'apps.app.doctor.client': 'Sign-in diagnosis of {id}',
  'apps.people.open.named': 'People of {name}',
  'apps.notFound': 'App not found',
  'apps.notFound.text': 'It does not exist, or you do not manage it.',
};
