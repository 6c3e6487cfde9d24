import { Type } from 'typebox';
import { arrayOf } from '../../named.ts';
import { defineEndpoints } from '../../endpoint.ts';
import { maxPeople, maxRoles } from '../../limits.ts';
import { closedObject, RoleCode } from '../shapes.ts';
import { ApplicationAccess } from './applications.ts';
import { dayNote } from './permissions.ts';

const Text = {
  name: Type.String({ minLength: 1, maxLength: 400, examples: ['Biên tập viên'] }),
  description: Type.String({ maxLength: 1000, examples: ['Viết và sửa tin đăng.'] }),
  isDefault: Type.Boolean({
    description: 'The role of accounts without a permission, while the application is open.',
  }),
};

export const roleEndpoints = defineEndpoints('manager', 'roles', {
  'GET /vid/api/apps/:appId/roles': {
    id: 'listRoles',
    summary: 'List the roles of an application',
    data: arrayOf({
      code: RoleCode,
      ...Text,
      people: Type.Integer({
        description: `Permissions with the role, at most ${maxPeople}.`,
        examples: [12],
      }),
    }),
  },
  'POST /vid/api/apps/:appId/roles': {
    id: 'addRole',
    limit: { perHour: 120, rows: maxRoles },
    summary: 'Add a role',
    confirm: 'administrators',
    body: closedObject({ code: RoleCode, ...Text }),
    errors: ['ROLE_EXISTS', 'ROLE_LIMIT'],
  },
  'PUT /vid/api/apps/:appId/roles/:role': {
    id: 'changeRole',
    limit: { perHour: 120, rows: 0 },
    summary: 'Change the name or description of a role, or whether it is the default',
    confirm: 'administrators',
    body: closedObject(Text),
  },
  'POST /vid/api/apps/:appId/roles/:role/remove': {
    id: 'removeRole',
    limit: { perHour: 120, rows: 0, note: dayNote },
    summary: 'Delete a role and move its people to another one',
    confirm: 'administrators',
    body: closedObject({
      moveTo: Type.Optional({ ...RoleCode, description: 'Required if the role is in use.' }),
    }),
    data: Type.Object({ moved: Type.Integer({ examples: [12] }) }),
    errors: ['ROLE_IN_USE', 'ROLE_NOT_FOUND'],
  },
  'PUT /vid/api/apps/:appId/access': {
    id: 'setApplicationAccess',
    limit: { perHour: 120, rows: 0 },
    summary: 'Open the application to every member, or restrict it to accounts with a permission',
    confirm: true,
    body: closedObject({ access: ApplicationAccess }),
  },
});
