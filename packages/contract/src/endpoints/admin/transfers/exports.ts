import { Type } from 'typebox';
import { namedEnum, namedObject } from '../../../named.ts';
import { defineEndpoints } from '../../../endpoint.ts';
import { AccountName, closedObject, idOf, IsoTime, NoBody, nullable } from '../../shapes.ts';
import { ApprovalId } from '../approvals.ts';
import { exportColumns, exportFormats, exportLimits, exportStatuses } from './export-shapes.ts';

const Format = namedEnum('ExportFormat', [...exportFormats]);
const Count = Type.Integer({ minimum: 0, examples: [1240] });

const Export = namedObject('MemberExport', {
  id: idOf('mex'),
  format: Format,
  withHashes: Type.Boolean(),
  status: Type.Enum([...exportStatuses]),
  rows: Type.Integer({ minimum: 0, examples: [1240], description: 'Members written so far.' }),
  total: Type.Integer({ minimum: 0, examples: [1240], description: 'Members when the export began.' }),
  bytes: Type.Integer({ minimum: 0, examples: [185000] }),
  requestedBy: AccountName,
  isOwn: Type.Boolean({ description: 'Only the administrator who started an export can download it.' }),
  createdAt: IsoTime,
  expiresAt: IsoTime,
});

export const adminExportEndpoints = defineEndpoints('admin', 'exports', {
  'GET /vid/api/admin/exports': {
    id: 'listMemberExports',
    summary: 'List the exports of the last day, newest first, and the caller’s own approval',
    data: Type.Object({
      items: Type.Array(Export),
      approval: nullable(
        Type.Object({
          id: ApprovalId,
          status: Type.Enum(['pending', 'confirmed']),
          decidedBy: nullable(Type.String({ examples: ['Lê Minh Châu'] })),
          expiresAt: IsoTime,
        }),
        { description: 'The caller’s request to export password hashes, until it is used or expires.' },
      ),
    }),
  },
  'POST /vid/api/admin/exports': {
    id: 'startMemberExport',
    limit: { perHour: 60, rows: 'expire' },
    summary: 'Export every member to a file in a background job. Password hashes need two administrators',
    confirm: true,
    body: closedObject({
      format: Format,
      columns: Type.Optional(
        Type.Array(Type.Enum([...exportColumns]), {
          minItems: 1,
          maxItems: exportColumns.length,
          uniqueItems: true,
          description: 'The columns of the file, in their usual order. All columns if absent.',
          examples: [['phone', 'name']],
        }),
      ),
      approvalId: Type.Optional({
        ...ApprovalId,
        description:
          'Adds the password hashes. The id of the caller’s confirmed `export-hashes` request, which works once.',
      }),
    }),
    data: Export,
    errors: ['APPROVAL_CLOSED', 'EXPORT_LIMIT'],
  },
  'POST /vid/api/admin/exports/:exportId/download': {
    id: 'allowMemberExportDownload',
    limit: { perHour: 600, rows: 0 },
    summary: 'Allow this session to download the parts of the caller’s file for 30 minutes',
    confirm: true,
    body: NoBody,
    data: Type.Object({ parts: Count }),
  },
  'GET /vid/api/admin/exports/:exportId/parts/:part': {
    id: 'getMemberExportPart',
    summary: 'Get a part of a file whose download this session has confirmed',
    data: Type.Object({
      content: Type.String({
        description: 'Text; base64 if the format is xlsx.',
        examples: ['phone,name'],
      }),
    }),
  },
  'DELETE /vid/api/admin/exports/:exportId': {
    id: 'deleteMemberExport',
    limit: { perHour: 120, rows: 0 },
    summary: `Stop the caller’s export and delete its file, which is otherwise kept for ${exportLimits.hours} hours`,
  },
});
