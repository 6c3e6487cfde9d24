import { Type } from 'typebox';
import { adminErrors, defineEndpoints, managerErrors } from '../../endpoint.ts';
import { applicationScopes, managementScopes } from '../../management-scopes.ts';
import { AppId } from '../applications/applications.ts';
import { closed, Done } from '../shapes.ts';

const params = Type.Object(
  { appId: AppId, clientId: Type.String({ minLength: 1, maxLength: 128, examples: ['shop-job'] }) },
  closed,
);

/** Endpoints by which a person grants the management API to a machine client. */
export const managementScopeEndpoints = defineEndpoints({
  'PUT /vid/api/apps/:appId/clients/:clientId/management-scopes': {
    id: 'grantClientScopes',
    summary: 'Grant a machine client the management of its own application',
    tag: 'clients',
    access: 'manager',
    confirm: true,
    params,
    body: Type.Object(
      {
        scopes: Type.Array(Type.Enum([...applicationScopes]), {
          maxItems: 2,
          uniqueItems: true,
          examples: [['vid:applications:read']],
        }),
      },
      closed,
    ),
    data: Done,
    errors: [...managerErrors, 'REAUTHENTICATION_REQUIRED'],
  },
  'PUT /vid/api/admin/applications/:appId/clients/:clientId/management-scopes': {
    id: 'grantAssociationScopes',
    summary: 'Grant a machine client scopes of the management API, also those of the association’s accounts',
    tag: 'clients',
    access: 'admin',
    confirm: true,
    params,
    body: Type.Object(
      {
        scopes: Type.Array(Type.Enum([...managementScopes]), {
          maxItems: 4,
          uniqueItems: true,
          examples: [['vid:accounts:read']],
        }),
      },
      closed,
    ),
    data: Done,
    errors: [...adminErrors, 'NOT_FOUND', 'REAUTHENTICATION_REQUIRED'],
  },
});
