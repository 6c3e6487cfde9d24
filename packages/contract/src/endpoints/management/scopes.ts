import { Type } from 'typebox';
import { defineEndpoints } from '../../endpoint.ts';
import { applicationScopes, managementScopes } from '../../management-scopes.ts';
import { closedObject } from '../shapes.ts';

export const managementScopeEndpoints = defineEndpoints('manager', 'clients', {
  'PUT /vid/api/apps/:appId/clients/:clientId/management-scopes': {
    id: 'grantClientScopes',
    limit: { perHour: 120, rows: 0 },
    summary: 'Grant a machine client the management of its own application',
    confirm: true,
    body: closedObject({
      scopes: Type.Array(Type.Enum([...applicationScopes]), {
        maxItems: 2,
        uniqueItems: true,
        examples: [['vid:applications:read']],
      }),
    }),
  },
  'PUT /vid/api/admin/applications/:appId/clients/:clientId/management-scopes': {
    id: 'grantAssociationScopes',
    limit: { perHour: 120, rows: 0 },
    summary:
      'Grant a machine client scopes of the management API, including those of the association’s accounts',
    access: 'admin',
    confirm: true,
    body: closedObject({
      scopes: Type.Array(Type.Enum([...managementScopes]), {
        maxItems: 4,
        uniqueItems: true,
        examples: [['vid:accounts:read']],
      }),
    }),
    errors: ['NOT_FOUND'],
  },
});
