import { Type } from 'typebox';
import { namedObject } from '../../named.ts';
import { defineEndpoints } from '../../endpoint.ts';
import { maxManagers } from '../../limits.ts';
import { AccountId, AccountName, closedObject, IsoTime, nullable, Phone } from '../shapes.ts';

const Person = namedObject('Manager', {
  accountId: AccountId,
  name: AccountName,
  avatar: nullable(Type.String()),
  phone: nullable(Type.String({ examples: ['+84912345678'] }), {
    description: 'E.164. Null if the number went to a new owner.',
  }),
});

/**
 * The accounts that manage an application. Only the owner and administrators add and remove managers. A manager may
 * only read and leave the list; other calls return FORBIDDEN.
 */
export const managerEndpoints = defineEndpoints('manager', 'managers', {
  'GET /vid/api/apps/:appId/managers': {
    id: 'listManagers',
    summary: 'List the owner and the managers of an application',
    data: Type.Object({
      owner: nullable(Person),
      managers: Type.Array(
        Type.Object({ ...Person.properties, createdBy: AccountName, createdAt: IsoTime }),
        {
          description: 'Oldest first.',
        },
      ),
    }),
  },
  'POST /vid/api/apps/:appId/managers': {
    id: 'addManager',
    limit: { perHour: 20, rows: maxManagers },
    summary: 'Make the account of a phone number a manager',
    body: closedObject({ phone: Phone }),
    data: Type.Object({
      outcome: Type.Enum(['added', 'already'], {
        description: '`already`: the account owns or manages the application, and nothing changes.',
      }),
    }),
    // ACCOUNT_NOT_FOUND: no active account has the phone number, or the number may have a new owner.
    errors: ['REAUTHENTICATION_REQUIRED', 'FORBIDDEN', 'PHONE_INVALID', 'ACCOUNT_NOT_FOUND', 'MANAGER_LIMIT'],
  },
  'DELETE /vid/api/apps/:appId/managers/:accountId': {
    id: 'removeManager',
    limit: { perHour: 120, rows: 0 },
    summary: 'Remove a manager, starting with the next request. The owner cannot be removed',
    errors: ['REAUTHENTICATION_REQUIRED', 'FORBIDDEN'],
  },
});
