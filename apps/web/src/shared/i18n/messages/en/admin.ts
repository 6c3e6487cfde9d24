import type { admin as vi } from '#shared/i18n/messages/vi/admin.ts';
import { adminAccounts } from './admin/accounts.ts';
import { adminApplications } from './admin/applications.ts';
import { adminAudit } from './admin/audit.ts';
import { adminExport } from './admin/export.ts';
import { adminImport } from './admin/import.ts';
import { adminEnterprises } from './admin/enterprises.ts';
import { adminIncidents } from './admin/incidents.ts';
import { adminParams } from './admin/params.ts';
import { adminDashboard } from './admin/dashboard.ts';
import { adminPrivacy } from './admin/privacy.ts';
import { list } from './list.ts';
import { webhooks } from './webhooks.ts';

export const admin: Record<keyof typeof vi, string> = {
  ...list,
  ...webhooks,
  ...adminAccounts,
  ...adminApplications,
  ...adminAudit,
  ...adminExport,
  ...adminImport,
  ...adminEnterprises,
  ...adminParams,
  ...adminDashboard,
  ...adminPrivacy,
  ...adminIncidents,
  'admin.reason': 'Reason',
  'admin.reason.hint': 'Kept in the audit log, and part of the data that the owner can download.',
  'admin.reason.required': 'Enter a reason.',
  'admin.someone': 'An administrator',
  'admin.notFound': 'Not found',
  'admin.notFound.text': 'It was deleted, or the address is wrong.',
};
