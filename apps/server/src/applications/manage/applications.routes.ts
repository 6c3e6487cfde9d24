import type { ApplicationFeatures } from '#applications/application-features.ts';
import type { ApplicationServices } from '#applications/services.ts';
import type { Route } from '#http/routes/routes.ts';
import { requireOwnerOrAdmin } from './manager-call.ts';

/**
 * Registers the endpoints without a counterpart for machine clients: the list of managed applications,
 * changes of managers, and the count and bulk changes of people's permissions.
 */
export function registerManagerRoutes(route: Route, services: ApplicationFeatures): void {
  const { managedApplicationList, managers, permissionList, permissionBulk } = services;

  route('GET /vid/api/apps', ({ session }) => managedApplicationList.list(session.account.id));

  route('POST /vid/api/apps/:appId/managers', async (call) => {
    const ownerId = requireOwnerOrAdmin(call);
    return { outcome: await managers.add({ ...call.by, ownerId }, call.body.phone) };
  });

  route('DELETE /vid/api/apps/:appId/managers/:accountId', async (call) => {
    const { accountId } = call.params;
    const isOwnRow = call.right === 'manager' && accountId === call.session.account.id;
    const ownerId = isOwnRow ? null : requireOwnerOrAdmin(call);
    await managers.remove({ ...call.by, ownerId }, accountId);
  });

  const people = '/vid/api/apps/:appId/permissions';
  route(`POST ${people}/count`, ({ params, body }) => permissionList.count(params.appId, body));
  route(`POST ${people}/bulk-changes`, ({ body, by }) => permissionBulk.start(body, by));
  route(`GET ${people}/bulk-changes`, ({ params }) => permissionBulk.list(params.appId));
  route(`POST ${people}/bulk-changes/:bulkId/stop`, ({ params, by }) =>
    permissionBulk.stop(params.bulkId, by),
  );
  route(`POST ${people}/bulk-changes/:bulkId/undo`, ({ params, by }) =>
    permissionBulk.undo(params.bulkId, by),
  );
}

type Application = '/vid/api/apps/:appId' | '/vid/api/manage/applications/:appId';

export function registerApplicationRoutes(
  route: Route,
  application: Application,
  services: ApplicationFeatures & Pick<ApplicationServices, 'applications'>,
): void {
  const {
    applications,
    managedApplicationList,
    managers,
    clients,
    permissionList,
    permissionChanges,
    roles,
  } = services;

  route(`GET ${application}`, (call) =>
    managedApplicationList.get(call.params.appId, 'machine' in call ? '' : call.session.account.id),
  );
  route(`PUT ${application}/access`, (call) => roles.setAccess(call.by, call.body.access));
  route(`GET ${application}/sign-ins`, ({ params }) => managedApplicationList.listSignIns(params.appId));
  route(`GET ${application}/managers`, ({ params }) => managers.list(params.appId));

  route(`GET ${application}/clients`, ({ params }) => clients.list(params.appId));
  route(`POST ${application}/clients`, (call) => clients.add(call.params.appId, call.body, call.by));
  route(`GET ${application}/clients/:clientId`, ({ params }) => clients.get(params.appId, params.clientId));
  route(`PATCH ${application}/clients/:clientId`, (call) =>
    clients.change(call.params.clientId, call.body, call.by),
  );
  route(`DELETE ${application}/clients/:clientId`, (call) =>
    applications.removeClient(call.params.clientId, call.by),
  );
  route(`POST ${application}/clients/:clientId/status`, (call) =>
    applications.setClientStatus(call.params.clientId, call.body.status, call.by),
  );
  route(`POST ${application}/clients/:clientId/secret`, (call) =>
    clients.rotateSecret(call.params.clientId, call.body.formerEnds, call.by),
  );
  route(`POST ${application}/clients/:clientId/end-former-secrets`, (call) =>
    applications.endFormerSecrets(call.params.clientId, call.by),
  );

  route(`POST ${application}/permissions/search`, ({ params, body }) =>
    permissionList.search(params.appId, body),
  );
  route(`POST ${application}/permissions/export`, (call) =>
    permissionList.export(call.by, call.body, call.caller.locale),
  );
  route(`GET ${application}/permissions/creators`, ({ params }) => permissionList.listCreators(params.appId));
  route(`GET ${application}/permissions/:permissionId`, ({ params }) =>
    permissionList.get(params.appId, params.permissionId),
  );
  route(`POST ${application}/permissions`, async (call) => ({
    report: await permissionChanges.add(call.by, call.body.role, call.body.phones),
  }));
  route(`POST ${application}/permissions/set-role`, async (call) => ({
    changed: await permissionChanges.setRole(call.by, call.body.ids, call.body.role),
  }));
  route(`POST ${application}/permissions/lock`, async (call) => ({
    changed: await permissionChanges.lock(call.by, call.body.ids),
  }));
  route(`POST ${application}/permissions/unlock`, async (call) => ({
    changed: await permissionChanges.unlock(call.by, call.body.ids),
  }));
  route(`POST ${application}/permissions/remove`, async (call) => ({
    changed: await permissionChanges.remove(call.by, call.body.ids),
  }));

  route(`GET ${application}/roles`, ({ params }) => roles.list(params.appId));
  route(`POST ${application}/roles`, (call) => roles.add(call.by, call.body));
  route(`PUT ${application}/roles/:role`, (call) => roles.change(call.by, call.params.role, call.body));
  route(`POST ${application}/roles/:role/remove`, async (call) => ({
    moved: await roles.remove(call.by, call.params.role, call.body.moveTo),
  }));
}
