import { Type, type Static } from 'typebox';
import { arrayOf, named, namedEnum, namedObject } from '../../../named.ts';
import { defineEndpoints } from '../../../endpoint.ts';
import { pageOf, pageQuery } from '../../../page.ts';
import { AccountName, closed, closedObject, idOf, IsoTime, NoBody, nullable } from '../../shapes.ts';
import {
  fileProblems,
  firebaseLimits,
  hashFormats,
  importFields,
  importFileTypes,
  importLimits,
  importStatuses,
  rowNotes,
  rowOutcomes,
  type ImportField,
  type NoteGroup,
} from './import-shapes.ts';

const Count = Type.Integer({ minimum: 0, examples: [1240] });
const Field = namedEnum('ImportField', [...importFields]);
const Notes = arrayOf({
  field: Field,
  note: Type.Enum([...rowNotes]),
  column: nullable(Type.String({ examples: ['C'] }), {
    description: 'The letter of the column, as in a spreadsheet.',
  }),
  from: nullable(Type.String({ examples: ['100109106'] }), {
    description: 'The value in the file. Null for password hashes.',
  }),
  to: nullable(Type.String({ examples: ['0100109106'] }), {
    description: 'Null if the value is left out.',
  }),
});
const Firebase = Type.Object(
  {
    signerKey: Type.String({ minLength: 1, maxLength: 200, examples: ['jxspr8Ki0RYycVU8zykbdLGj…'] }),
    saltSeparator: Type.String({ maxLength: 64, examples: ['Bw=='] }),
    rounds: Type.Integer({ minimum: 1, maximum: firebaseLimits.rounds, examples: [8] }),
    memoryCost: Type.Integer({ minimum: 1, maximum: firebaseLimits.memoryCost, examples: [14] }),
  },
  { ...closed, description: 'The password hash parameters of the Firebase project, for firebase-scrypt.' },
);
const TitleRow = Type.Integer({
  minimum: 0,
  maximum: 1_048_576,
  examples: [1],
  description:
    'The number of the header row, counted from 1; 0 if the file has none. If absent, VID looks for known titles.',
});

const Import = namedObject('Import', {
  id: idOf('imp'),
  fileName: Type.String({ examples: ['hoi-vien-2026.xlsx'] }),
  status: Type.Enum([...importStatuses]),
  problem: nullable(Type.Enum([...fileProblems]), {
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
    guessed: Type.Integer({
      minimum: 0,
      examples: [12],
      description: 'Rows that are added with a value to check.',
    }),
    changed: Type.Integer({
      minimum: 0,
      examples: [31],
      description: 'Rows that are added with a value in another form than in the file.',
    }),
    leftOut: Type.Integer({
      minimum: 0,
      examples: [7],
      description: 'Rows that are added without a value of the file.',
    }),
  }),
  leftOut: Type.Array(Type.String({ examples: ['Ghi chú'] }), {
    description:
      'The titles of the columns that are not imported, and the columns of other sheets (`Huế!A:D`), once the file is checked.',
  }),
  requestedBy: nullable(Type.String({ examples: ['Nguyễn Thị Minh Anh'] }), {
    description: 'Null for the operator, or if the administrator has no name or their account was erased.',
  }),
  createdAt: IsoTime,
  finishedAt: nullable(IsoTime),
  expiresAt: IsoTime,
});

const ColumnIndex = Type.Integer({ minimum: 0, maximum: importLimits.columns - 1, examples: [0] });
const Column = Type.Optional(
  Type.Union([ColumnIndex, Type.Array(ColumnIndex, { minItems: 1, maxItems: 8, examples: [[1, 2]] })]),
);
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
      certificateNumber: Column,
      certificateProvince: Column,
      certificateIssuedOn: Column,
      certificateExpiresOn: Column,
      passwordHash: Column,
      passwordSalt: Column,
    } satisfies Record<ImportField, typeof Column>,
    {
      ...closed,
      description: 'The index of the column of each field. Several columns are joined in the order given.',
      examples: [{ phone: 0, name: [1, 2] }],
    },
  ),
);
export type ImportMapping = Static<typeof Mapping>;

const Choices = named(
  'ImportChoices',
  closedObject({
    mapping: Mapping,
    hashFormat: Type.Optional(Type.Enum([...hashFormats])),
    titleRow: Type.Optional(TitleRow),
    firebase: Type.Optional(Firebase),
  }),
);

export const adminImportEndpoints = defineEndpoints('admin', 'imports', {
  'GET /vid/api/admin/imports': {
    id: 'listImports',
    summary: 'List the imports of the last 30 days, newest first',
    query: Type.Object(pageQuery),
    data: pageOf(Import),
  },
  'POST /vid/api/admin/imports': {
    id: 'createImport',
    limit: { perHour: 120, rows: 'expire' },
    summary: 'Start an import. Its file is uploaded in parts',
    confirm: true,
    body: closedObject({
      fileName: Type.String({ minLength: 1, maxLength: 200, examples: ['hoi-vien-2026.xlsx'] }),
      type: Type.Enum([...importFileTypes]),
      bytes: Type.Integer({ minimum: 1, maximum: importLimits.fileBytes, examples: [4194304] }),
    }),
    data: Import,
  },
  'PUT /vid/api/admin/imports/:importId/parts/:part': {
    id: 'uploadImportPart',
    limit: { perHour: 3_000, rows: 'expire' },
    summary: 'Store a part of the file of an import. A repeat replaces it',
    file: { types: ['application/octet-stream'], maxBytes: importLimits.partBytes },
    errors: ['IMPORT_STATE'],
  },
  'GET /vid/api/admin/imports/:importId/columns': {
    id: 'getImportColumns',
    summary: 'Get the columns of the uploaded file, with examples and a guess of their meaning',
    query: Type.Object({
      titleRow: Type.Optional(Type.String({ pattern: '^(0|[1-9][0-9]{0,6})$', examples: ['4'] })),
    }),
    data: Type.Object({
      titleRow: TitleRow,
      rows: Type.Array(
        Type.Object({
          row: Type.Integer({ examples: [1] }),
          cells: Type.Array(Type.String({ examples: ['Số điện thoại'] })),
        }),
        { description: 'The first 20 rows as read, without password hashes.' },
      ),
      mapping: Mapping,
      columns: arrayOf({
        title: Type.String({ examples: ['Số điện thoại'] }),
        examples: Type.Array(Type.String({ examples: ['0912 345 678'] })),
        field: nullable(Field),
      }),
      hashFormat: Type.Enum([...hashFormats]),
    }),
    errors: ['IMPORT_STATE', 'IMPORT_UNREADABLE', 'BUSY'],
  },
  'POST /vid/api/admin/imports/:importId/preview': {
    id: 'previewImport',
    limit: { perHour: 300, rows: 0 },
    summary: 'Show what the first ten rows of the file would add, without storing anything',
    confirm: true,
    body: Choices,
    data: Type.Object({
      rows: arrayOf({
        row: Type.Integer({ description: 'As spreadsheets count.', examples: [2] }),
        isValid: Type.Boolean(),
        values: arrayOf({ field: Field, value: Type.String({ examples: ['+84912345678'] }) }),
        notes: Notes,
      }),
    }),
    errors: ['IMPORT_STATE', 'IMPORT_UNREADABLE', 'BUSY'],
  },
  'POST /vid/api/admin/imports/:importId/check': {
    id: 'checkImport',
    limit: { perHour: 120, rows: 'expire' },
    summary: 'Check every row of the file without adding an account',
    confirm: true,
    body: Choices,
    data: Import,
    errors: ['IMPORT_STATE'],
  },
  'GET /vid/api/admin/imports/:importId': {
    id: 'getImport',
    summary: 'Get an import with its progress',
    data: Import,
  },
  'GET /vid/api/admin/imports/:importId/rows': {
    id: 'listImportRows',
    listsMembers: true,
    summary: 'List the rows of an import with their outcome',
    query: Type.Object({
      ...pageQuery,
      outcome: Type.Optional(Type.Enum([...rowOutcomes])),
      noted: Type.Optional(
        Type.Enum(['guessed', 'changed', 'leftOut'] satisfies NoteGroup[], {
          description: 'Lists only rows that are added with such a value.',
        }),
      ),
    }),
    data: pageOf(
      Type.Object({
        row: Type.Integer({ description: 'The number of the row, as in a spreadsheet.', examples: [2] }),
        outcome: Type.Enum([...rowOutcomes]),
        phone: Type.String({
          description: 'As written in the file, if it is not a phone number.',
          examples: ['+84912345678'],
        }),
        name: AccountName,
        accountId: nullable(Type.String({ examples: ['acc_3k9x7c2m5v8b1n4q6w0z2s4d7f'] })),
        notes: Notes,
      }),
    ),
  },
  'GET /vid/api/admin/imports/:importId/report': {
    id: 'getImportReport',
    summary: 'Get the report of an import as CSV, 5,000 rows at a time',
    confirm: true,
    query: Type.Object({ after: pageQuery.after }),
    data: Type.Object({ csv: Type.String({ examples: ['2,Added'] }), next: nullable(Type.String()) }),
  },
  'GET /vid/api/admin/imports/:importId/invalid-rows': {
    id: 'getInvalidImportRows',
    summary:
      'Get the invalid rows of an import, without passwords, as files that can be corrected and imported',
    confirm: true,
    query: Type.Object({ after: pageQuery.after }),
    data: Type.Object({
      xlsx: Type.String({
        examples: ['UEsDBC0AAAAI'],
        description: 'An XLSX workbook with at most 5,000 rows, in base64.',
      }),
      next: nullable(Type.String(), { description: 'The rest of the rows is in further workbooks.' }),
    }),
  },
  'POST /vid/api/admin/imports/:importId/start': {
    id: 'startImport',
    limit: { perHour: 120, rows: 'kept' },
    summary: 'Add the accounts of a checked import, or continue a cancelled one',
    confirm: true,
    body: NoBody,
    data: Import,
    errors: ['IMPORT_STATE'],
  },
  'POST /vid/api/admin/imports/:importId/cancel': {
    id: 'cancelImport',
    limit: { perHour: 120, rows: 0 },
    summary: 'Stop an import. Accounts already added stay',
    body: NoBody,
    data: Import,
    errors: ['IMPORT_STATE'],
  },
  'POST /vid/api/admin/imports/:importId/undo': {
    id: 'undoImport',
    limit: { perHour: 120, rows: 0 },
    summary: 'Remove the accounts of an import that have not been used since',
    confirm: true,
    body: NoBody,
    data: Import,
    errors: ['IMPORT_STATE'],
  },
});
