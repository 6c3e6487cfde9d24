import { Type } from 'typebox';
import { defineEndpoints, managerChangeErrors, managerErrors } from '../../endpoint.ts';
import { maxPeople } from '../../limits.ts';
import { closed, Done } from '../shapes.ts';
import { AppId, appParams, ApplicationAccess } from './applications.ts';

const tag = 'roles';

export const RoleCode = Type.String({
  pattern: '^[a-z][a-z0-9_-]{0,40}$',
  description: 'The value in the claim `vid:roles`.',
  examples: ['editor'],
});
const Text = {
  name: Type.String({ minLength: 1, maxLength: 400, examples: ['Biên tập viên'] }),
  description: Type.String({ maxLength: 1000, examples: ['Viết và sửa tin đăng.'] }),
  isDefault: Type.Boolean({
    description: 'The role of accounts without a permission, while the application is open.',
  }),
};
const roleParams = Type.Object({ appId: AppId, role: RoleCode }, closed);

export const roleEndpoints = defineEndpoints({
  'GET /vid/api/apps/:appId/roles': {
    id: 'listRoles',
    summary: 'List the roles of an application',
    tag,
    access: 'manager',
    params: appParams,
    data: Type.Array(
      Type.Object({
        code: RoleCode,
        ...Text,
        people: Type.Integer({
          description: `Permissions with the role, at most ${maxPeople}.`,
          examples: [12],
        }),
      }),
    ),
    errors: managerErrors,
  },
  'POST /vid/api/apps/:appId/roles': {
    id: 'addRole',
    summary: 'Add a role',
    tag,
    access: 'manager',
    confirm: 'administrators',
    params: appParams,
    body: Type.Object({ code: RoleCode, ...Text }, closed),
    data: Done,
    errors: [...managerChangeErrors, 'ROLE_EXISTS'],
  },
  'PUT /vid/api/apps/:appId/roles/:role': {
    id: 'changeRole',
    summary: 'Change the texts of a role, and whether it is the default',
    tag,
    access: 'manager',
    confirm: 'administrators',
    params: roleParams,
    body: Type.Object(Text, closed),
    data: Done,
    errors: managerChangeErrors,
  },
  'POST /vid/api/apps/:appId/roles/:role/remove': {
    id: 'removeRole',
    summary: 'Remove a role, and give its people another one',
    tag,
    access: 'manager',
    confirm: 'administrators',
    params: roleParams,
    body: Type.Object(
      { moveTo: Type.Optional({ ...RoleCode, description: 'Required if the role is in use.' }) },
      closed,
    ),
    data: Type.Object({ moved: Type.Integer({ examples: [12] }) }),
    errors: [...managerChangeErrors, 'ROLE_IN_USE', 'ROLE_NOT_FOUND'],
  },
  'PUT /vid/api/apps/:appId/access': {
    id: 'setApplicationAccess',
    summary: 'Open the application to every member, or restrict it to accounts with a permission',
    tag,
    access: 'manager',
    confirm: true,
    params: appParams,
    body: Type.Object({ access: ApplicationAccess }, closed),
    data: Done,
    errors: [...managerErrors, 'REAUTHENTICATION_REQUIRED'],
  },
});
