import type { adminParamSections as vi } from '#shared/i18n/messages/vi/admin/param-sections.ts';

export const adminParamSections: Record<keyof typeof vi, string> = {
  'admin.params.brand': 'Brand',
  'admin.params.contact': 'Contact',
  'admin.params.slides': 'Welcome slides',
  'admin.params.objects': 'Member groups',
  'admin.params.provinces': 'Provinces and cities',
  'admin.params.messages': 'Messages and emails',
  'admin.params.zns': 'Codes via Zalo',
};
