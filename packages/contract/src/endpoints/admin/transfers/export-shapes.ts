import { memberFields } from './import-shapes.ts';

export const exportFormats = ['csv', 'xlsx', 'jsonl'] as const;
export type MemberExportFormat = (typeof exportFormats)[number];

/** Columns of a member export. An import reads only the member fields among these columns. */
export const exportColumns = [
  ...memberFields,
  'id',
  'status',
  'role',
  'language',
  'createdAt',
  'lastSignIn',
  'emailConfirmedAt',
  'referralCode',
  'referrer',
  'referrerPhone',
  'campaign',
  'formerPhones',
  'verifiedAt',
  'verificationRefusedAt',
  'verificationRefusal',
  'certificateStatus',
  'certificateCheckedAt',
  'certificateRefusal',
  'employer',
  'employerTaxCode',
  'consents',
  'applicationRoles',
  'managedApplications',
  'allowedApplications',
  'privacyRequests',
  'notes',
  'eraseAt',
] as const;
export type ExportColumn = (typeof exportColumns)[number];

/** Returns the title of a column in the file: `tax code` for `taxCode`. */
export const exportTitle = (column: ExportColumn): string =>
  column === 'enterpriseName'
    ? 'company'
    : column.replace(/[A-Z]/gu, (capital) => ` ${capital.toLowerCase()}`);

export const exportStatuses = ['running', 'ready', 'failed'] as const;

export const exportLimits = {
  /** Hours until an export file is deleted. */
  hours: 24,
  kept: 5,
} as const;
