import type { AuditKind } from '@vid/contract/audit-kinds';
import { auditKindNames } from '@vid/contract/messages/audit-kinds';

const names = Object.entries(auditKindNames).map(
  ([kind, { vi }]) => [`admin.audit.kind.${kind}`, vi] as const,
);

/** What each kind of event in the audit log means. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table has each kind
export const adminAuditKinds = Object.fromEntries(names) as Record<`admin.audit.kind.${AuditKind}`, string>;
