import { Type } from 'typebox';
import { arrayOf, namedEnum, namedObject } from '../../named.ts';
import { defineEndpoints } from '../../endpoint.ts';
import { pageOf, pageQuery } from '../../page.ts';
import { noCreator, permissionOrders } from '../../permission-filters.ts';
import { changedPermissionsPerDay } from '../../bulk.ts';
import { BulkCount } from '../bulk-shapes.ts';
import { AccountName, closedObject, idOf, IsoTime, nullable, RoleCode } from '../shapes.ts';

export const maxAddedLines = 500;

export const dayNote = `Changed permissions count toward the ${changedPermissionsPerDay.toLocaleString('en')} of a day.`;

const PermissionId = idOf('app');
export const PermissionStatus = namedEnum('PermissionStatus', ['active', 'locked'], {
  description: 'A locked permission blocks the account from the application, even from an open one.',
});
const CreatorId = Type.String({
  minLength: 1,
  maxLength: 64,
  description:
    `The account that created the permission. \`${noCreator}\`: a machine client or a command created it, or the ` +
    'account was deleted.',
  examples: ['acc_3k9x7c2m5v8b1n4q6w0z2s4d7f'],
});

const Permission = namedObject('Permission', {
  id: PermissionId,
  name: AccountName,
  avatar: nullable(Type.String()),
  phone: nullable(Type.String({ examples: ['+84912345678'] }), {
    description: 'E.164. Null if the number went to a new owner.',
  }),
  email: nullable(Type.String({ examples: ['minhanh@example.vn'] })),
  role: RoleCode,
  roleName: Type.String({ examples: ['Biên tập viên'] }),
  status: PermissionStatus,
  createdBy: AccountName,
  createdAt: IsoTime,
});

// Limits the year to 19xx or 20xx, because PostgreSQL has no year 0.
const day = { format: 'date', pattern: '^(19|20)', examples: ['2026-11-24'] };

export const permissionFilters = {
  search: Type.Optional(
    Type.String({
      maxLength: 100,
      description:
        'The beginning of a name or of a word in it, with or without diacritics, of a phone number or an email address.',
      examples: ['minh anh'],
    }),
  ),
  role: Type.Optional(RoleCode),
  status: Type.Optional(PermissionStatus),
  createdBy: Type.Optional(CreatorId),
  from: Type.Optional(Type.String({ ...day, description: 'Created on this day or later, in Vietnam time.' })),
  to: Type.Optional(Type.String({ ...day, description: 'Created on this day or earlier.' })),
};

const listQuery = {
  ...permissionFilters,
  sort: Type.Optional(
    namedEnum('PermissionOrder', [...permissionOrders], {
      description:
        'Ignored with a search, whose matches are sorted by the text that matched. Names are in Vietnamese order: Đ ' +
        'follows D. An account without a name comes first, with `-desc` last. Roles are in the order of their codes.',
    }),
  ),
};

const HistoryEntry = namedObject('PermissionChange', {
  kind: Type.Enum(['added', 'changed', 'locked', 'unlocked', 'removed']),
  at: IsoTime,
  by: AccountName,
  role: nullable(Type.String({ examples: ['editor'] }), { description: 'The role after the change.' }),
});

const Chosen = {
  ids: Type.Array(PermissionId, { minItems: 1, maxItems: 100, uniqueItems: true }),
};
const Changed = namedObject('ChangedPermissions', {
  changed: Type.Integer({ description: 'Permissions that were changed.', examples: [2] }),
});

export const permissionEndpoints = defineEndpoints('manager', 'permissions', {
  // Use POST, because a search can be a phone number, and URLs are logged by proxies and kept by browsers.
  'POST /vid/api/apps/:appId/permissions/search': {
    id: 'searchPermissions',
    listsMembers: true,
    summary:
      'List the permissions of an application, or those of accounts with a text that begins with the search',
    body: closedObject({ ...listQuery, ...pageQuery }),
    data: Type.Object({
      ...pageOf(Permission).properties,
      count: nullable(Type.Integer({ examples: [1240] }), {
        description: 'All matches. Null if there are more than 10,000, or more than a page of a search.',
      }),
    }),
  },
  'POST /vid/api/apps/:appId/permissions/count': {
    id: 'countPermissions',
    limit: { perHour: 1_200, rows: 0, note: 'One call for each search with more than a page of matches.' },
    summary: 'Count the permissions that match',
    body: closedObject(permissionFilters),
    data: BulkCount,
  },
  'POST /vid/api/apps/:appId/permissions/export': {
    id: 'exportPermissions',
    limit: { perHour: 120, rows: 0 },
    summary: 'Get the permissions of an application as lines of a CSV file, 5,000 at a time',
    confirm: true,
    body: closedObject({ ...listQuery, after: pageQuery.after }),
    data: Type.Object({
      csv: Type.String({ description: 'The first part begins with the column titles.' }),
      next: nullable(Type.String()),
    }),
  },
  'GET /vid/api/apps/:appId/permissions/creators': {
    id: 'listPermissionCreators',
    summary: 'List the accounts that created permissions of an application, for the filter',
    data: Type.Array(Type.Object({ id: CreatorId, name: AccountName })),
  },
  'GET /vid/api/apps/:appId/permissions/:permissionId': {
    id: 'getPermission',
    summary: 'Get a permission',
    data: Type.Object({
      ...Permission.properties,
      lastUsedAt: nullable(IsoTime, {
        description: 'When the application last got a token for the account.',
      }),
      history: Type.Array(HistoryEntry, { description: 'Newest first, at most 50.' }),
    }),
  },
  'POST /vid/api/apps/:appId/permissions': {
    id: 'addPermissions',
    limit: {
      perHour: 100,
      rows: 'paired',
      note: `Each answer says which numbers have an account, so scripts must not test many. A call takes up to ${maxAddedLines} numbers; 10 of the calls may have more than one. ${dayNote}`,
    },
    summary: 'Give a role to the accounts of phone numbers; the response has a result for each line',
    confirm: 'administrators',
    body: closedObject({
      role: RoleCode,
      phones: Type.Array(Type.String({ minLength: 1, maxLength: 24, examples: ['0912345678'] }), {
        minItems: 1,
        maxItems: maxAddedLines,
      }),
    }),
    data: Type.Object({
      report: arrayOf({
        phone: Type.String({ description: 'As it was sent.', examples: ['0912345678'] }),
        outcome: Type.Enum(['added', 'already', 'locked', 'no-account', 'invalid'], {
          description:
            '`already`: the account has a permission, which stays as it is. `locked`: it has a locked one. ' +
            '`no-account`: no active account has the number.',
        }),
      }),
    }),
    errors: ['ROLE_NOT_FOUND'],
  },
  'POST /vid/api/apps/:appId/permissions/set-role': {
    id: 'setPermissionRoles',
    limit: { perHour: 300, rows: 0, note: dayNote },
    summary: 'Change the role of permissions',
    confirm: 'administrators',
    body: closedObject({ ...Chosen, role: RoleCode }),
    data: Changed,
    errors: ['ROLE_NOT_FOUND'],
  },
  'POST /vid/api/apps/:appId/permissions/lock': {
    id: 'lockPermissions',
    limit: { perHour: 300, rows: 0, note: dayNote },
    summary: 'Block accounts from the application; their tokens stop working right away',
    confirm: 'administrators',
    body: closedObject(Chosen),
    data: Changed,
  },
  'POST /vid/api/apps/:appId/permissions/unlock': {
    id: 'unlockPermissions',
    limit: { perHour: 300, rows: 0, note: dayNote },
    summary: 'Let blocked accounts use the application again',
    confirm: 'administrators',
    body: closedObject(Chosen),
    data: Changed,
  },
  'POST /vid/api/apps/:appId/permissions/remove': {
    id: 'removePermissions',
    limit: { perHour: 300, rows: 0, note: dayNote },
    summary: 'Remove permissions',
    confirm: 'administrators',
    body: closedObject(Chosen),
    data: Changed,
  },
});
