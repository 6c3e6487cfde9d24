/** The pages of the areas behind the sign-in whose routes load with their pages (specification, clause 3). */
export const areaPaths = {
  apps: '/apps',
  app: '/apps/:appId',
  appPermissions: '/apps/:appId/permissions',
  appAddPermissions: '/apps/:appId/permissions/add',
  appPermission: '/apps/:appId/permissions/:permissionId',
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
  adminParams: '/admin/params',
  adminAudit: '/admin/audit',
  adminAuditEvent: '/admin/audit/:eventId',
  adminWebhooks: '/admin/webhooks',
  adminWebhook: '/admin/webhooks/:webhookId',
} as const;

export type AreaPath = (typeof areaPaths)[keyof typeof areaPaths];
