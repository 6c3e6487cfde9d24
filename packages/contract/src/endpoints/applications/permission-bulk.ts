import { Type } from 'typebox';
import { permissionBulkActions } from '../../bulk.ts';
import { defineEndpoints } from '../../endpoint.ts';
import { bulkChangeOf, Expected } from '../bulk-shapes.ts';
import { closedObject, NoBody, nullable, RoleCode } from '../shapes.ts';
import { permissionFilters } from './permissions.ts';

const Action = Type.Enum([...permissionBulkActions]);
const Change = bulkChangeOf('PermissionBulkChange', Action, {
  newRole: nullable(RoleCode, { description: 'The role that `set-role` gives.' }),
});

export const permissionBulkEndpoints = defineEndpoints('manager', 'permissions', {
  'POST /vid/api/apps/:appId/permissions/bulk-changes': {
    id: 'startPermissionBulkChange',
    limit: {
      perHour: 20,
      rows: 'expire',
      note: 'One call changes up to 50,000 permissions, and all its matches count toward the 200,000 of a day. An application has one such change running at a time.',
    },
    summary: 'Change the role of all matching permissions, or lock, unlock or remove them',
    confirm: true,
    body: closedObject({
      ...permissionFilters,
      action: Action,
      newRole: Type.Optional(RoleCode),
      expected: Expected,
    }),
    data: Change,
    errors: ['ROLE_NOT_FOUND', 'BULK_COUNT_CHANGED', 'BULK_RUNNING', 'BULK_TOO_MANY'],
  },
  'GET /vid/api/apps/:appId/permissions/bulk-changes': {
    id: 'listPermissionBulkChanges',
    summary:
      'List the bulk changes that are running, can be undone, or ended within the last hour, newest first',
    data: Type.Array(Change),
  },
  'POST /vid/api/apps/:appId/permissions/bulk-changes/:bulkId/stop': {
    id: 'stopPermissionBulkChange',
    limit: { perHour: 120, rows: 0 },
    summary: 'Stop a bulk change, or its undo. Permissions stay as they are',
    body: NoBody,
    data: Change,
    errors: ['BULK_STATE'],
  },
  'POST /vid/api/apps/:appId/permissions/bulk-changes/:bulkId/undo': {
    id: 'undoPermissionBulkChange',
    limit: { perHour: 120, rows: 0 },
    summary: 'Undo a bulk change within ten minutes of its end',
    confirm: true,
    body: NoBody,
    data: Change,
    errors: ['BULK_STATE'],
  },
});
