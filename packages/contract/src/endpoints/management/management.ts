import { applicationEndpoints } from '../applications/applications.ts';
import { clientDoctorEndpoints } from '../applications/client-doctor.ts';
import { clientEndpoints } from '../applications/clients.ts';
import { managerEndpoints } from '../applications/managers.ts';
import { permissionEndpoints } from '../applications/permissions.ts';
import { roleEndpoints } from '../applications/roles.ts';
import { webhookEndpoints } from '../applications/webhooks.ts';
import { adminAccountEndpoints } from '../admin/accounts/accounts.ts';
import { mountForMachines } from './managed.ts';

const [readApp, writeApp] = ['vid:applications:read', 'vid:applications:write'] as const;
const [readAccounts, writeAccounts] = ['vid:accounts:read', 'vid:accounts:write'] as const;

const applicationApi = {
  ...applicationEndpoints,
  ...clientEndpoints,
  ...clientDoctorEndpoints,
  ...managerEndpoints,
  ...permissionEndpoints,
  ...roleEndpoints,
};

/** The management API: web app endpoints under separate paths, authenticated by a token and never by a cookie. */
export const managementEndpoints = {
  ...mountForMachines(applicationApi, '/vid/api/apps/', '/vid/api/manage/applications/', {
    'GET /vid/api/apps/:appId': readApp,
    'PUT /vid/api/apps/:appId/access': writeApp,
    'GET /vid/api/apps/:appId/sign-ins': readApp,

    // Machine clients may only read managers: a manager registers machine clients, and must not appoint managers
    // through them.
    'GET /vid/api/apps/:appId/managers': readApp,

    'GET /vid/api/apps/:appId/clients': readApp,
    'POST /vid/api/apps/:appId/clients': writeApp,
    'GET /vid/api/apps/:appId/clients/:clientId': readApp,
    'PATCH /vid/api/apps/:appId/clients/:clientId': writeApp,
    'DELETE /vid/api/apps/:appId/clients/:clientId': writeApp,
    'POST /vid/api/apps/:appId/clients/:clientId/status': writeApp,
    'POST /vid/api/apps/:appId/clients/:clientId/secret': writeApp,
    'POST /vid/api/apps/:appId/clients/:clientId/end-former-secrets': writeApp,
    'GET /vid/api/apps/:appId/clients/:clientId/attempts': readApp,
    'GET /vid/api/apps/:appId/clients/:clientId/attempts/events': readApp,
    'POST /vid/api/apps/:appId/clients/:clientId/checks': readApp,

    'POST /vid/api/apps/:appId/permissions/search': readApp,
    'POST /vid/api/apps/:appId/permissions/export': readApp,
    'GET /vid/api/apps/:appId/permissions/creators': readApp,
    'GET /vid/api/apps/:appId/permissions/:permissionId': readApp,
    'POST /vid/api/apps/:appId/permissions': writeApp,
    'POST /vid/api/apps/:appId/permissions/set-role': writeApp,
    'POST /vid/api/apps/:appId/permissions/lock': writeApp,
    'POST /vid/api/apps/:appId/permissions/unlock': writeApp,
    'POST /vid/api/apps/:appId/permissions/remove': writeApp,

    'GET /vid/api/apps/:appId/roles': readApp,
    'POST /vid/api/apps/:appId/roles': writeApp,
    'PUT /vid/api/apps/:appId/roles/:role': writeApp,
    'POST /vid/api/apps/:appId/roles/:role/remove': writeApp,
  }),
  ...mountForMachines(adminAccountEndpoints, '/vid/api/admin/', '/vid/api/manage/', {
    'POST /vid/api/admin/accounts/search': readAccounts,
    'GET /vid/api/admin/accounts/:accountId': readAccounts,
    'POST /vid/api/admin/accounts/:accountId/lock': writeAccounts,
    'POST /vid/api/admin/accounts/:accountId/unlock': writeAccounts,
    'POST /vid/api/admin/accounts/:accountId/end-sessions': writeAccounts,
  }),
  ...mountForMachines(webhookEndpoints, '/vid/api/apps/', '/vid/api/manage/applications/', {
    'GET /vid/api/apps/:appId/webhooks': readApp,
    'POST /vid/api/apps/:appId/webhooks': writeApp,
    'GET /vid/api/apps/:appId/webhooks/:webhookId': readApp,
    'PATCH /vid/api/apps/:appId/webhooks/:webhookId': writeApp,
    'DELETE /vid/api/apps/:appId/webhooks/:webhookId': writeApp,
    'POST /vid/api/apps/:appId/webhooks/:webhookId/status': writeApp,
    'POST /vid/api/apps/:appId/webhooks/:webhookId/secret': writeApp,
    'POST /vid/api/apps/:appId/webhooks/:webhookId/test': writeApp,
    'GET /vid/api/apps/:appId/webhooks/:webhookId/messages': readApp,
    'GET /vid/api/apps/:appId/webhooks/:webhookId/messages/:messageId': readApp,
    'POST /vid/api/apps/:appId/webhooks/:webhookId/messages/:messageId/replay': writeApp,
    'POST /vid/api/apps/:appId/webhooks/:webhookId/replay': writeApp,
  }),
};
