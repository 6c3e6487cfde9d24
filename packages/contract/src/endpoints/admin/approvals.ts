import { Type } from 'typebox';
import { arrayOf, namedEnum } from '../../named.ts';
import { defineEndpoints } from '../../endpoint.ts';
import { AccountId, closedObject, idOf, IsoTime, ListedAccount, NoBody, nullable } from '../shapes.ts';
import { Author } from './accounts/account-support-fields.ts';
import { Reason } from './accounts/accounts.ts';

const ApprovalKind = namedEnum('ApprovalKind', [
  'grant-admin',
  'withdraw-admin',
  'recover-account',
  'export-hashes',
]);
export const ApprovalId = idOf('apr');

/** Errors about the account's state, returned when a change is requested and when it is confirmed. */
const stateErrors = [
  'NOT_FOUND',
  'ROLE_UNCHANGED',
  'NO_PASSWORD',
  'ACCOUNT_LOCKED',
  'RESET_BY_OPERATOR',
] as const;

export const adminApprovalEndpoints = defineEndpoints('admin', 'approvals', {
  'GET /vid/api/admin/approvals': {
    id: 'listApprovals',
    summary: 'List the changes waiting for a second administrator, oldest first',
    data: arrayOf({
      id: ApprovalId,
      kind: ApprovalKind,
      account: ListedAccount,
      requestedBy: Author,
      isOwn: Type.Boolean({ description: 'Whether the caller requested the change.' }),
      reason: Reason,
      contact: nullable(Type.String({ examples: ['+84987654321'] }), {
        description: 'The phone number or email address that gets the recovery link.',
      }),
      createdAt: IsoTime,
      expiresAt: IsoTime,
    }),
  },
  'POST /vid/api/admin/approvals': {
    id: 'requestApproval',
    limit: { perHour: 120, rows: 'expire' },
    summary: 'Request a change that a second administrator has to confirm within 24 hours',
    confirm: true,
    body: closedObject({
      kind: ApprovalKind,
      accountId: Type.String({
        ...AccountId,
        description: 'For `export-hashes`: the administrator’s own account, which will download the file.',
      }),
      reason: Reason,
      contact: Type.Optional(
        Type.String({
          maxLength: 254,
          description:
            'For `recover-account`: the new phone number or email address of the member, whose documents the association has checked.',
          examples: ['0987654321'],
        }),
      ),
    }),
    errors: [
      'REAUTHENTICATION_REQUIRED',
      ...stateErrors,
      'LAST_ADMIN',
      'APPROVAL_EXISTS',
      'RECOVERY_RUNNING',
      'PHONE_INVALID',
      'PHONE_UNSUPPORTED',
      'RECOVERY_UNAVAILABLE',
    ],
  },
  'POST /vid/api/admin/approvals/:approvalId/confirm': {
    id: 'confirmApproval',
    limit: { perHour: 600, rows: 0 },
    summary: 'Confirm and carry out a change that another administrator requested',
    confirm: true,
    body: NoBody,
    errors: [
      'REAUTHENTICATION_REQUIRED',
      ...stateErrors,
      'LAST_ADMIN',
      'APPROVAL_OWN',
      'APPROVAL_CLOSED',
      'RECOVERY_RUNNING',
    ],
  },
  'POST /vid/api/admin/approvals/:approvalId/refuse': {
    id: 'refuseApproval',
    limit: { perHour: 600, rows: 0 },
    summary: 'Decline a change, or withdraw your own request',
    confirm: true,
    body: NoBody,
    errors: ['APPROVAL_CLOSED'],
  },
});
