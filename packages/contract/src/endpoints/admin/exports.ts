import { Type } from 'typebox';
import { named } from '../../named.ts';
import { adminErrors, defineEndpoints } from '../../endpoint.ts';
import { closed, Done, IsoTime, NoBody, nullable } from '../shapes.ts';
import { ApprovalId } from './approvals.ts';
import { exportFormats, exportLimits, exportStatuses } from './export-shapes.ts';

const tag = 'exports';

const ExportId = Type.String({ minLength: 1, maxLength: 64, examples: ['mex_3k9x7c2m5v8b1n4q6w0z2s4d7f'] });
const params = Type.Object({ exportId: ExportId }, closed);
const Format = named('ExportFormat', Type.Enum([...exportFormats], { examples: ['csv'] }));
const Count = Type.Integer({ minimum: 0, examples: [1240] });

const Export = named(
  'MemberExport',
  Type.Object({
    id: ExportId,
    format: Format,
    withHashes: Type.Boolean(),
    status: Type.Enum([...exportStatuses], { examples: ['ready'] }),
    rows: Type.Integer({ minimum: 0, examples: [1240], description: 'Members written so far.' }),
    total: Type.Integer({ minimum: 0, examples: [1240], description: 'Members when the export began.' }),
    bytes: Type.Integer({ minimum: 0, examples: [185000] }),
    requestedBy: nullable(Type.String({ examples: ['Nguyễn Thị Minh Anh'] })),
    isOwn: Type.Boolean({ description: 'Only the administrator who asked for an export can download it.' }),
    createdAt: IsoTime,
    expiresAt: IsoTime,
  }),
);

const errors = [...adminErrors, 'NOT_FOUND'] as const;

export const adminExportEndpoints = defineEndpoints({
  'GET /vid/api/admin/exports': {
    id: 'listMemberExports',
    summary: 'List the exports of members of the last day, newest first, and one’s own approval',
    tag,
    access: 'admin',
    data: Type.Object({
      items: Type.Array(Export),
      approval: nullable(
        Type.Object({
          id: ApprovalId,
          status: Type.Enum(['pending', 'confirmed'], { examples: ['confirmed'] }),
          decidedBy: nullable(Type.String({ examples: ['Lê Minh Châu'] })),
          expiresAt: IsoTime,
        }),
        { description: 'The own request to export password hashes, until it is used or expires.' },
      ),
    }),
    errors: adminErrors,
  },
  'POST /vid/api/admin/exports': {
    id: 'startMemberExport',
    summary:
      'Export every member to a file, in a job. Password hashes need an approval of two administrators',
    tag,
    access: 'admin',
    confirm: true,
    body: Type.Object(
      {
        format: Format,
        approvalId: Type.Optional({
          ...ApprovalId,
          description:
            'Adds the password hashes. The own confirmed request of the kind `export-hashes`, once.',
        }),
      },
      closed,
    ),
    data: Export,
    errors: [...adminErrors, 'REAUTHENTICATION_REQUIRED', 'APPROVAL_CLOSED', 'EXPORT_LIMIT'],
  },
  'POST /vid/api/admin/exports/:exportId/download': {
    id: 'allowMemberExportDownload',
    summary: 'Allow this session to read the parts of the own file for 30 minutes',
    tag,
    access: 'admin',
    confirm: true,
    params,
    body: NoBody,
    data: Type.Object({ parts: Count }),
    errors: [...errors, 'REAUTHENTICATION_REQUIRED'],
  },
  'GET /vid/api/admin/exports/:exportId/parts/:part': {
    id: 'getMemberExportPart',
    summary: 'Get a part of a file whose download this session has confirmed',
    tag,
    access: 'admin',
    params: Type.Object(
      {
        exportId: ExportId,
        part: Type.String({ maxLength: 8, description: 'Counted from 0.', examples: ['0'] }),
      },
      closed,
    ),
    data: Type.Object({
      content: Type.String({
        description: 'A text; base64 if the format is xlsx.',
        examples: ['phone,name'],
      }),
    }),
    errors,
  },
  'DELETE /vid/api/admin/exports/:exportId': {
    id: 'deleteMemberExport',
    summary: `Stop the own export and delete its file, which is otherwise kept for ${exportLimits.hours} hours`,
    tag,
    access: 'admin',
    params,
    data: Done,
    errors,
  },
});
