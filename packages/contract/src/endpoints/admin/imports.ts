import { Type, type Static } from 'typebox';
import { named } from '../../named.ts';
import { adminErrors, defineEndpoints } from '../../endpoint.ts';
import { pageOf, pageQuery } from '../../page.ts';
import { closed, Done, IsoTime, NoBody, nullable } from '../shapes.ts';
import {
  fileProblems,
  hashFormats,
  importFields,
  importFileTypes,
  importLimits,
  importStatuses,
  rowNotes,
  rowOutcomes,
  type ImportField,
} from './import-shapes.ts';

const tag = 'imports';

const ImportId = Type.String({ minLength: 1, maxLength: 64, examples: ['imp_3k9x7c2m5v8b1n4q6w0z2s4d7f'] });
const importParams = Type.Object({ importId: ImportId }, closed);
const Count = Type.Integer({ minimum: 0, examples: [1240] });
const Field = named('ImportField', Type.Enum([...importFields], { examples: ['phone'] }));
const Notes = Type.Array(
  Type.Object({ field: Field, note: Type.Enum([...rowNotes], { examples: ['format'] }) }),
);

const Import = named(
  'Import',
  Type.Object({
    id: ImportId,
    fileName: Type.String({ examples: ['hoi-vien-2026.xlsx'] }),
    status: Type.Enum([...importStatuses], { examples: ['checked'] }),
    problem: nullable(Type.Enum([...fileProblems], { examples: ['fileFormat'] }), {
      description: 'Why the file cannot be read.',
    }),
    counts: Type.Object({
      rows: Count,
      new: Count,
      duplicate: Count,
      exists: Count,
      invalid: Count,
      added: Count,
      removed: Count,
      kept: Count,
      upgraded: Type.Integer({
        minimum: 0,
        examples: [12],
        description: 'Old eleven-digit numbers that were upgraded.',
      }),
    }),
    requestedBy: nullable(Type.String({ examples: ['Nguyễn Thị Minh Anh'] }), {
      description: 'Null for the operator, or if the administrator has no name or no account any more.',
    }),
    createdAt: IsoTime,
    finishedAt: nullable(IsoTime),
    expiresAt: IsoTime,
  }),
);

const Column = Type.Optional(Type.Integer({ minimum: 0, maximum: 63, examples: [0] }));
const Mapping = named(
  'ImportMapping',
  Type.Object(
    {
      phone: Column,
      name: Column,
      email: Column,
      kind: Column,
      object: Column,
      province: Column,
      enterpriseName: Column,
      shortName: Column,
      taxCode: Column,
      representative: Column,
      passwordHash: Column,
      passwordSalt: Column,
    } satisfies Record<ImportField, typeof Column>,
    { ...closed, description: 'The index of the column of each field.', examples: [{ phone: 0, name: 1 }] },
  ),
);
export type ImportMapping = Static<typeof Mapping>;

const errors = [...adminErrors, 'NOT_FOUND'] as const;
const changeErrors = [...errors, 'REAUTHENTICATION_REQUIRED', 'IMPORT_STATE'] as const;

export const adminImportEndpoints = defineEndpoints({
  'GET /vid/api/admin/imports': {
    id: 'listImports',
    summary: 'List the imports of the last 30 days, newest first',
    tag,
    access: 'admin',
    query: Type.Object(pageQuery),
    data: pageOf(Import),
    errors: adminErrors,
  },
  'POST /vid/api/admin/imports': {
    id: 'createImport',
    summary: 'Begin an import. Its file follows in parts',
    tag,
    access: 'admin',
    confirm: true,
    body: Type.Object(
      {
        fileName: Type.String({ minLength: 1, maxLength: 200, examples: ['hoi-vien-2026.xlsx'] }),
        type: Type.Enum([...importFileTypes], { examples: ['xlsx'] }),
        bytes: Type.Integer({ minimum: 1, maximum: importLimits.fileBytes, examples: [4194304] }),
      },
      closed,
    ),
    data: Import,
    errors: [...adminErrors, 'REAUTHENTICATION_REQUIRED'],
  },
  'PUT /vid/api/admin/imports/:importId/parts/:part': {
    id: 'uploadImportPart',
    summary: 'Store a part of the file of an import. A repeat replaces it',
    tag,
    access: 'admin',
    params: Type.Object(
      {
        importId: ImportId,
        part: Type.String({ maxLength: 8, description: 'Counted from 0.', examples: ['0'] }),
      },
      closed,
    ),
    file: { types: ['application/octet-stream'], maxBytes: importLimits.partBytes },
    data: Done,
    errors: [...errors, 'IMPORT_STATE'],
  },
  'GET /vid/api/admin/imports/:importId/columns': {
    id: 'getImportColumns',
    summary: 'Get the columns of the uploaded file, with examples and a guess of what they are',
    tag,
    access: 'admin',
    params: importParams,
    data: Type.Object({
      columns: Type.Array(
        Type.Object({
          title: Type.String({ examples: ['Số điện thoại'] }),
          examples: Type.Array(Type.String({ examples: ['0912 345 678'] })),
          field: nullable(Field),
        }),
      ),
      hashFormat: Type.Enum([...hashFormats], { examples: ['self-described'] }),
    }),
    errors: [...errors, 'IMPORT_STATE', 'IMPORT_UNREADABLE'],
  },
  'POST /vid/api/admin/imports/:importId/check': {
    id: 'checkImport',
    summary: 'Check every row of the file without adding an account',
    tag,
    access: 'admin',
    confirm: true,
    params: importParams,
    body: Type.Object(
      {
        mapping: Mapping,
        hashFormat: Type.Optional(Type.Enum([...hashFormats], { examples: ['self-described'] })),
      },
      closed,
    ),
    data: Import,
    errors: changeErrors,
  },
  'GET /vid/api/admin/imports/:importId': {
    id: 'getImport',
    summary: 'Get an import with its progress',
    tag,
    access: 'admin',
    params: importParams,
    data: Import,
    errors,
  },
  'GET /vid/api/admin/imports/:importId/rows': {
    id: 'listImportRows',
    summary: 'List the rows of an import with their outcome',
    tag,
    access: 'admin',
    params: importParams,
    query: Type.Object({
      ...pageQuery,
      outcome: Type.Optional(Type.Enum([...rowOutcomes], { examples: ['invalid'] })),
    }),
    data: pageOf(
      Type.Object({
        row: Type.Integer({ description: 'As spreadsheets count. 1 is the titles.', examples: [2] }),
        outcome: Type.Enum([...rowOutcomes], { examples: ['invalid'] }),
        phone: Type.String({ description: 'As written, if it is no phone.', examples: ['+84912345678'] }),
        name: nullable(Type.String({ examples: ['Nguyễn Thị Minh Anh'] })),
        accountId: nullable(Type.String({ examples: ['acc_3k9x7c2m5v8b1n4q6w0z2s4d7f'] })),
        notes: Notes,
      }),
    ),
    errors,
  },
  'GET /vid/api/admin/imports/:importId/report': {
    id: 'getImportReport',
    summary: 'Get the report of an import as CSV, 5,000 rows at a time',
    tag,
    access: 'admin',
    confirm: true,
    params: importParams,
    query: Type.Object({ after: pageQuery.after }),
    data: Type.Object({ csv: Type.String({ examples: ['2,Added'] }), next: nullable(Type.String()) }),
    errors: [...errors, 'REAUTHENTICATION_REQUIRED'],
  },
  'POST /vid/api/admin/imports/:importId/start': {
    id: 'startImport',
    summary: 'Add the accounts of a checked import, or continue a cancelled one',
    tag,
    access: 'admin',
    confirm: true,
    params: importParams,
    body: NoBody,
    data: Import,
    errors: changeErrors,
  },
  'POST /vid/api/admin/imports/:importId/cancel': {
    id: 'cancelImport',
    summary: 'Stop an import. Accounts added before stay',
    tag,
    access: 'admin',
    params: importParams,
    body: NoBody,
    data: Import,
    errors: [...errors, 'IMPORT_STATE'],
  },
  'POST /vid/api/admin/imports/:importId/undo': {
    id: 'undoImport',
    summary: 'Remove the accounts of an import that have not been used since',
    tag,
    access: 'admin',
    confirm: true,
    params: importParams,
    body: NoBody,
    data: Import,
    errors: changeErrors,
  },
});
