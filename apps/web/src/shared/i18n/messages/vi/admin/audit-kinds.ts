import { auditKindNames } from '@vid/contract/messages/audit-kinds';
import { textsOf } from '../../texts-of.ts';

export const adminAuditKinds = textsOf('admin.audit.kind', auditKindNames, 'vi');
