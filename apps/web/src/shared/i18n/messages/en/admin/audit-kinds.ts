import { auditKindNames } from '@vid/contract/messages/audit-kinds';
import type { adminAuditKinds as vi } from '#shared/i18n/messages/vi/admin/audit-kinds.ts';

const names = Object.entries(auditKindNames).map(
  ([kind, { en }]) => [`admin.audit.kind.${kind}`, en] as const,
);

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table has each kind
export const adminAuditKinds = Object.fromEntries(names) as Record<keyof typeof vi, string>;
