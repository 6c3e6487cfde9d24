import { Type } from 'typebox';
import { named } from '../../named.ts';
import { defineEndpoints, managerChangeErrors, managerErrors } from '../../endpoint.ts';
import { closed, Done, IsoTime, nullable, Phone } from '../shapes.ts';
import { AppId, appParams } from './applications.ts';

const tag = 'managers';

const AccountId = Type.String({ minLength: 1, maxLength: 64, examples: ['acc_3k9x7c2m5v8b1n4q6w0z2s4d7f'] });
const Name = nullable(Type.String({ examples: ['Nguyễn Thị Minh Anh'] }));

const Person = named(
  'Manager',
  Type.Object({
    accountId: AccountId,
    name: Name,
    avatar: nullable(Type.String()),
    phone: nullable(Type.String({ examples: ['+84912345678'] }), {
      description: 'E.164. Null if the number went to a new owner.',
    }),
  }),
);

/**
 * The accounts that manage an application. Only the owner and administrators add and remove managers. A manager
 * may read the list and leave it, and gets FORBIDDEN for anything else.
 */
export const managerEndpoints = defineEndpoints({
  'GET /vid/api/apps/:appId/managers': {
    id: 'listManagers',
    summary: 'List the owner and the managers of an application',
    tag,
    access: 'manager',
    params: appParams,
    data: Type.Object({
      owner: nullable(Person),
      managers: Type.Array(
        Type.Object({
          ...Person.properties,
          createdBy: Name,
          createdAt: IsoTime,
        }),
        { description: 'Oldest first.' },
      ),
    }),
    errors: managerErrors,
  },
  'POST /vid/api/apps/:appId/managers': {
    id: 'addManager',
    summary: 'Make the account of a phone number a manager',
    tag,
    access: 'manager',
    params: appParams,
    body: Type.Object({ phone: Phone }, closed),
    data: Type.Object({
      outcome: Type.Enum(['added', 'already'], {
        description: '`already`: the account owns or manages the application, and nothing changes.',
        examples: ['added'],
      }),
    }),
    // ACCOUNT_NOT_FOUND: no active account has the number, or the number may have a new owner.
    errors: [...managerChangeErrors, 'FORBIDDEN', 'PHONE_INVALID', 'ACCOUNT_NOT_FOUND', 'MANAGER_LIMIT'],
  },
  'DELETE /vid/api/apps/:appId/managers/:accountId': {
    id: 'removeManager',
    summary: 'Remove a manager, starting with the next request. The owner is not one of them',
    tag,
    access: 'manager',
    params: Type.Object({ appId: AppId, accountId: AccountId }, closed),
    data: Done,
    errors: [...managerChangeErrors, 'FORBIDDEN'],
  },
});
