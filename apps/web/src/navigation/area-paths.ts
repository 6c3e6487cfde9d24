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
  admin: '/admin',
  adminAccounts: '/admin/accounts',
  adminAccount: '/admin/accounts/:accountId',
  adminApplications: '/admin/applications',
  adminNewApplication: '/admin/applications/new',
  adminApplication: '/admin/applications/:appId',
  adminParams: '/admin/params',
  adminAudit: '/admin/audit',
  adminAuditEvent: '/admin/audit/:eventId',
} as const;

export type AreaPath = (typeof areaPaths)[keyof typeof areaPaths];
