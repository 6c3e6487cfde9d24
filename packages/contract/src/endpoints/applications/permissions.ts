import { Type } from 'typebox';
import { named } from '../../named.ts';
import { defineEndpoints, managerChangeErrors, managerErrors } from '../../endpoint.ts';
import { pageOf, pageQuery } from '../../page.ts';
import { noCreator, permissionOrders } from '../../permission-filters.ts';
import { closed, IsoTime, nullable } from '../shapes.ts';
import { AppId, appParams } from './applications.ts';
import { RoleCode } from './roles.ts';

const tag = 'permissions';

/** The number of lines in one call that adds people. */
export const maxAddedLines = 500;

const PermissionId = Type.String({
  minLength: 1,
  maxLength: 64,
  examples: ['app_5m2c7x9k3f7d4s2z0w6q4n1b8v'],
});
export const PermissionStatus = named(
  'PermissionStatus',
  Type.Enum(['active', 'locked'], {
    description: 'A locked permission bars the account from the application, even from an open one.',
    examples: ['active'],
  }),
);
const CreatorId = Type.String({
  minLength: 1,
  maxLength: 64,
  description:
    `The account that created the permission. \`${noCreator}\`: a machine client or a command created it, or the ` +
    'account was deleted.',
  examples: ['acc_3k9x7c2m5v8b1n4q6w0z2s4d7f'],
});
const Name = nullable(Type.String({ examples: ['Nguyễn Thị Minh Anh'] }));

const Permission = named(
  'Permission',
  Type.Object({
    id: PermissionId,
    name: Name,
    avatar: nullable(Type.String()),
    phone: nullable(Type.String({ examples: ['+84912345678'] }), {
      description: 'E.164. Null if the number went to a new owner.',
    }),
    email: nullable(Type.String({ examples: ['minhanh@example.vn'] })),
    role: RoleCode,
    roleName: Type.String({ examples: ['Biên tập viên'] }),
    status: PermissionStatus,
    createdBy: Name,
    createdAt: IsoTime,
  }),
);

// PostgreSQL has no year 0.
const day = { format: 'date', pattern: '^(19|20)', examples: ['2026-11-24'] };

const filters = {
  search: Type.Optional(
    Type.String({
      maxLength: 100,
      description:
        'The beginning of a name or of a word in it, with or without diacritics, of a phone number or an e-mail address.',
      examples: ['minh anh'],
    }),
  ),
  role: Type.Optional(RoleCode),
  status: Type.Optional(PermissionStatus),
  createdBy: Type.Optional(CreatorId),
  from: Type.Optional(
    Type.String({ ...day, description: 'Created on this day or later, by the time of Vietnam.' }),
  ),
  to: Type.Optional(Type.String({ ...day, description: 'Created on this day or earlier.' })),
  sort: Type.Optional(
    named(
      'PermissionOrder',
      Type.Enum([...permissionOrders], {
        examples: ['newest'],
        description:
          'Without a search. Matches of a search are sorted by the text that matched. Names are in Vietnamese order: Đ ' +
          'follows D. An account without a name comes first, with `-desc` last. Roles are in the order of their codes.',
      }),
    ),
  ),
};

const HistoryEntry = named(
  'PermissionChange',
  Type.Object({
    kind: Type.Enum(['added', 'changed', 'locked', 'unlocked', 'removed'], { examples: ['added'] }),
    at: IsoTime,
    by: Name,
    role: nullable(Type.String({ examples: ['editor'] }), { description: 'The role after it.' }),
  }),
);

const Chosen = {
  ids: Type.Array(PermissionId, { minItems: 1, maxItems: 100, uniqueItems: true }),
};
const Changed = named(
  'ChangedPermissions',
  Type.Object({
    changed: Type.Integer({ description: 'Permissions that were not so already.', examples: [2] }),
  }),
);

/** The accounts with a permission in an application. A manager sees personal data of these accounts only. */
export const permissionEndpoints = defineEndpoints({
  // POST, because an address is logged by proxies and kept by browsers, and a search can be a phone number.
  'POST /vid/api/apps/:appId/permissions/search': {
    id: 'searchPermissions',
    summary:
      'List the permissions of an application, or those of accounts with a text that begins with the search',
    tag,
    access: 'manager',
    params: appParams,
    body: Type.Object({ ...filters, ...pageQuery }, closed),
    data: Type.Object({
      ...pageOf(Permission).properties,
      count: nullable(Type.Integer({ examples: [1240] }), {
        description: 'All matches. Null if there are more than 10,000, or more than a page of a search.',
      }),
    }),
    errors: managerErrors,
  },
  'POST /vid/api/apps/:appId/permissions/export': {
    id: 'exportPermissions',
    summary: 'Get the permissions of an application as lines of a CSV file, 5,000 at a time',
    tag,
    access: 'manager',
    confirm: true,
    params: appParams,
    body: Type.Object({ ...filters, after: pageQuery.after }, closed),
    data: Type.Object({
      csv: Type.String({ description: 'The first part begins with the titles.' }),
      next: nullable(Type.String()),
    }),
    errors: [...managerErrors, 'REAUTHENTICATION_REQUIRED'],
  },
  'GET /vid/api/apps/:appId/permissions/creators': {
    id: 'listPermissionCreators',
    summary: 'List the accounts that created permissions of an application, for the filter',
    tag,
    access: 'manager',
    params: appParams,
    data: Type.Array(Type.Object({ id: CreatorId, name: Name })),
    errors: managerErrors,
  },
  'GET /vid/api/apps/:appId/permissions/:permissionId': {
    id: 'getPermission',
    summary: 'Get a permission',
    tag,
    access: 'manager',
    params: Type.Object({ appId: AppId, permissionId: PermissionId }, closed),
    data: Type.Object({
      ...Permission.properties,
      lastUsedAt: nullable(IsoTime, {
        description: 'When the application last got a token for the account.',
      }),
      history: Type.Array(HistoryEntry, { description: 'Newest first, at most 50.' }),
    }),
    errors: managerErrors,
  },
  'POST /vid/api/apps/:appId/permissions': {
    id: 'addPermissions',
    summary: 'Give a role to the accounts of phone numbers; each line is reported',
    tag,
    access: 'manager',
    confirm: 'administrators',
    params: appParams,
    body: Type.Object(
      {
        role: RoleCode,
        phones: Type.Array(Type.String({ minLength: 1, maxLength: 24, examples: ['0912345678'] }), {
          minItems: 1,
          maxItems: maxAddedLines,
        }),
      },
      closed,
    ),
    data: Type.Object({
      report: Type.Array(
        Type.Object({
          phone: Type.String({ description: 'As it was sent.', examples: ['0912345678'] }),
          outcome: Type.Enum(['added', 'already', 'locked', 'no-account', 'invalid'], {
            description:
              '`already`: the account has a permission, which stays as it is. `locked`: it has a locked one. ' +
              '`no-account`: no active account has the number.',
            examples: ['added'],
          }),
        }),
      ),
    }),
    errors: [...managerChangeErrors, 'ROLE_NOT_FOUND'],
  },
  'POST /vid/api/apps/:appId/permissions/set-role': {
    id: 'setPermissionRoles',
    summary: 'Change the role of permissions',
    tag,
    access: 'manager',
    confirm: 'administrators',
    params: appParams,
    body: Type.Object({ ...Chosen, role: RoleCode }, closed),
    data: Changed,
    errors: [...managerChangeErrors, 'ROLE_NOT_FOUND'],
  },
  'POST /vid/api/apps/:appId/permissions/lock': {
    id: 'lockPermissions',
    summary: 'Bar accounts from the application; their tokens stop working at once',
    tag,
    access: 'manager',
    confirm: 'administrators',
    params: appParams,
    body: Type.Object(Chosen, closed),
    data: Changed,
    errors: managerChangeErrors,
  },
  'POST /vid/api/apps/:appId/permissions/unlock': {
    id: 'unlockPermissions',
    summary: 'Let barred accounts use the application again',
    tag,
    access: 'manager',
    confirm: 'administrators',
    params: appParams,
    body: Type.Object(Chosen, closed),
    data: Changed,
    errors: managerChangeErrors,
  },
  'POST /vid/api/apps/:appId/permissions/remove': {
    id: 'removePermissions',
    summary: 'Remove permissions',
    tag,
    access: 'manager',
    confirm: 'administrators',
    params: appParams,
    body: Type.Object(Chosen, closed),
    data: Changed,
    errors: managerChangeErrors,
  },
});
