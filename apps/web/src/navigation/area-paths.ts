import { fillPath } from './paths.ts';

export const areaPaths = {
  apps: '/apps',
  app: '/apps/:appId',
  appPermissions: '/apps/:appId/permissions',
  appAddPermissions: '/apps/:appId/permissions/add',
  appPermission: '/apps/:appId/permissions/:permissionId',
  appManagers: '/apps/:appId/managers',
  appRoles: '/apps/:appId/roles',
  appClients: '/apps/:appId/clients',
  appClient: '/apps/:appId/clients/:clientId',
  appClientDoctor: '/apps/:appId/clients/:clientId/doctor',
  appClientStart: '/apps/:appId/clients/:clientId/start',
  appWebhooks: '/apps/:appId/webhooks',
  appWebhook: '/apps/:appId/webhooks/:webhookId',
  admin: '/admin',
  adminAccounts: '/admin/accounts',
  adminAccount: '/admin/accounts/:accountId',
  adminApplications: '/admin/applications',
  adminNewApplication: '/admin/applications/new',
  adminApplication: '/admin/applications/:appId',
  adminImport: '/admin/import',
  adminExport: '/admin/export',
  adminEnterprises: '/admin/enterprises',
  adminEnterprise: '/admin/enterprises/:accountId',
  adminCertificate: '/admin/enterprises/certificates/:accountId',
  adminPrivacy: '/admin/privacy',
  adminPrivacyRequest: '/admin/privacy/:requestId',
  adminIncidents: '/admin/incidents',
  adminNewIncident: '/admin/incidents/new',
  adminIncident: '/admin/incidents/:incidentId',
  adminSms: '/admin/sms',
  adminParams: '/admin/params',
  adminMessages: '/admin/params/messages/:text?',
  adminLegal: '/admin/params/legal/:document',
  adminAudit: '/admin/audit',
  adminAuditEvent: '/admin/audit/:eventId',
  adminWebhooks: '/admin/webhooks',
  adminWebhook: '/admin/webhooks/:webhookId',
  userPasskeys: '/user/security/passkeys',
  userTwoStep: '/user/security/two-step',
  userRecovery: '/user/security/recovery',
  userDevices: '/user/security/devices',
  userLinkedAccounts: '/user/security/linked-accounts',
  userActivity: '/user/security/activity',
  userConsents: '/user/privacy/consents',
  userApplications: '/user/privacy/applications',
  userCopies: '/user/privacy/copies',
  userRequests: '/user/privacy/requests',
  userIncidents: '/user/privacy/incidents',
} as const;

export type AreaPath = (typeof areaPaths)[keyof typeof areaPaths];

type ParameterOf<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterOf<Rest>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;

/** Returns the path of a page, with an optional query. An empty parameter leads to the area's first page. */
export function pathTo<P extends AreaPath>(
  path: P,
  values: Readonly<Record<ParameterOf<P>, string>>,
  query?: Readonly<Record<string, string>>,
): string {
  const filled =
    fillPath(path, values) ?? (path.startsWith(areaPaths.apps) ? areaPaths.apps : areaPaths.admin);
  return query === undefined ? filled : `${filled}?${new URLSearchParams(query).toString()}`;
}
