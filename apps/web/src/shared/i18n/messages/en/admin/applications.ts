import { applicationAccessNames, applicationStatusNames } from '@vid/contract/messages/applications';
import type { adminApplications as vi } from '#shared/i18n/messages/vi/admin/applications.ts';
import { textsOf } from '../../texts-of.ts';

export const adminApplications: Record<keyof typeof vi, string> = {
  'admin.applications.register': 'Register an app',
  'admin.applications.search': 'Name, code or owner’s phone',
  'admin.applications.none': 'No apps yet',
  'admin.applications.none.text': 'The first app you register will appear here.',
  'admin.applications.application': 'App',
  'admin.applications.noOwner': 'No owner yet',
  ...textsOf('admin.applications.status', applicationStatusNames, 'en'),
  'admin.applications.access': 'Who can use it',
  ...textsOf('admin.applications.access', applicationAccessNames, 'en'),
  'admin.applications.firstParty': 'Own app',
  'admin.applications.people': 'People with permission',
};
