import { defineEndpoints } from '../../endpoint.ts';
import { adminAccountEndpoints } from '../admin/accounts.ts';
import { applicationEndpoints } from '../applications/applications.ts';
import { clientDoctorEndpoints } from '../applications/client-doctor.ts';
import { clientEndpoints } from '../applications/clients.ts';
import { managerEndpoints } from '../applications/managers.ts';
import { permissionEndpoints } from '../applications/permissions.ts';
import { roleEndpoints } from '../applications/roles.ts';
import { managed } from './managed.ts';

const apps = {
  ...applicationEndpoints,
  ...clientEndpoints,
  ...clientDoctorEndpoints,
  ...managerEndpoints,
  ...permissionEndpoints,
  ...roleEndpoints,
};
const accounts = adminAccountEndpoints;
const [readApp, writeApp] = ['vid:applications:read', 'vid:applications:write'] as const;

/** The management API: endpoints of the pages at paths of their own, which read a token and never a cookie. */
export const managementEndpoints = defineEndpoints({
  'GET /vid/api/manage/applications/:appId': managed(apps['GET /vid/api/apps/:appId'], readApp),
  'PUT /vid/api/manage/applications/:appId/access': managed(
    apps['PUT /vid/api/apps/:appId/access'],
    writeApp,
  ),
  'GET /vid/api/manage/applications/:appId/sign-ins': managed(
    apps['GET /vid/api/apps/:appId/sign-ins'],
    readApp,
  ),

  // Reading only: a manager registers machine clients, and must not appoint managers through one.
  'GET /vid/api/manage/applications/:appId/managers': managed(
    apps['GET /vid/api/apps/:appId/managers'],
    readApp,
  ),

  'GET /vid/api/manage/applications/:appId/clients': managed(
    apps['GET /vid/api/apps/:appId/clients'],
    readApp,
  ),
  'POST /vid/api/manage/applications/:appId/clients': managed(
    apps['POST /vid/api/apps/:appId/clients'],
    writeApp,
  ),
  'GET /vid/api/manage/applications/:appId/clients/:clientId': managed(
    apps['GET /vid/api/apps/:appId/clients/:clientId'],
    readApp,
  ),
  'PATCH /vid/api/manage/applications/:appId/clients/:clientId': managed(
    apps['PATCH /vid/api/apps/:appId/clients/:clientId'],
    writeApp,
  ),
  'DELETE /vid/api/manage/applications/:appId/clients/:clientId': managed(
    apps['DELETE /vid/api/apps/:appId/clients/:clientId'],
    writeApp,
  ),
  'POST /vid/api/manage/applications/:appId/clients/:clientId/status': managed(
    apps['POST /vid/api/apps/:appId/clients/:clientId/status'],
    writeApp,
  ),
  'POST /vid/api/manage/applications/:appId/clients/:clientId/secret': managed(
    apps['POST /vid/api/apps/:appId/clients/:clientId/secret'],
    writeApp,
  ),
  'POST /vid/api/manage/applications/:appId/clients/:clientId/end-former-secrets': managed(
    apps['POST /vid/api/apps/:appId/clients/:clientId/end-former-secrets'],
    writeApp,
  ),
  'GET /vid/api/manage/applications/:appId/clients/:clientId/attempts': managed(
    apps['GET /vid/api/apps/:appId/clients/:clientId/attempts'],
    readApp,
  ),
  'GET /vid/api/manage/applications/:appId/clients/:clientId/attempts/events': managed(
    apps['GET /vid/api/apps/:appId/clients/:clientId/attempts/events'],
    readApp,
  ),
  'POST /vid/api/manage/applications/:appId/clients/:clientId/checks': managed(
    apps['POST /vid/api/apps/:appId/clients/:clientId/checks'],
    readApp,
  ),

  'POST /vid/api/manage/applications/:appId/permissions/search': managed(
    apps['POST /vid/api/apps/:appId/permissions/search'],
    readApp,
  ),
  'POST /vid/api/manage/applications/:appId/permissions/export': managed(
    apps['POST /vid/api/apps/:appId/permissions/export'],
    readApp,
  ),
  'GET /vid/api/manage/applications/:appId/permissions/creators': managed(
    apps['GET /vid/api/apps/:appId/permissions/creators'],
    readApp,
  ),
  'GET /vid/api/manage/applications/:appId/permissions/:permissionId': managed(
    apps['GET /vid/api/apps/:appId/permissions/:permissionId'],
    readApp,
  ),
  'POST /vid/api/manage/applications/:appId/permissions': managed(
    apps['POST /vid/api/apps/:appId/permissions'],
    writeApp,
  ),
  'POST /vid/api/manage/applications/:appId/permissions/set-role': managed(
    apps['POST /vid/api/apps/:appId/permissions/set-role'],
    writeApp,
  ),
  'POST /vid/api/manage/applications/:appId/permissions/lock': managed(
    apps['POST /vid/api/apps/:appId/permissions/lock'],
    writeApp,
  ),
  'POST /vid/api/manage/applications/:appId/permissions/unlock': managed(
    apps['POST /vid/api/apps/:appId/permissions/unlock'],
    writeApp,
  ),
  'POST /vid/api/manage/applications/:appId/permissions/remove': managed(
    apps['POST /vid/api/apps/:appId/permissions/remove'],
    writeApp,
  ),

  'GET /vid/api/manage/applications/:appId/roles': managed(apps['GET /vid/api/apps/:appId/roles'], readApp),
  'POST /vid/api/manage/applications/:appId/roles': managed(
    apps['POST /vid/api/apps/:appId/roles'],
    writeApp,
  ),
  'PUT /vid/api/manage/applications/:appId/roles/:role': managed(
    apps['PUT /vid/api/apps/:appId/roles/:role'],
    writeApp,
  ),
  'POST /vid/api/manage/applications/:appId/roles/:role/remove': managed(
    apps['POST /vid/api/apps/:appId/roles/:role/remove'],
    writeApp,
  ),

  'POST /vid/api/manage/accounts/search': managed(
    accounts['POST /vid/api/admin/accounts/search'],
    'vid:accounts:read',
  ),
  'GET /vid/api/manage/accounts/:accountId': managed(
    accounts['GET /vid/api/admin/accounts/:accountId'],
    'vid:accounts:read',
  ),
  'POST /vid/api/manage/accounts/:accountId/lock': managed(
    accounts['POST /vid/api/admin/accounts/:accountId/lock'],
    'vid:accounts:write',
  ),
  'POST /vid/api/manage/accounts/:accountId/unlock': managed(
    accounts['POST /vid/api/admin/accounts/:accountId/unlock'],
    'vid:accounts:write',
  ),
  'POST /vid/api/manage/accounts/:accountId/end-sessions': managed(
    accounts['POST /vid/api/admin/accounts/:accountId/end-sessions'],
    'vid:accounts:write',
  ),
});
