import type { Route } from '#http/routes.ts';
import type { ClientsService } from '#applications/clients/clients.service.ts';
import type { ManagedApplicationsService } from '#applications/manage/applications.service.ts';
import type { ManagersService } from '#applications/managers/managers.service.ts';
import type {
  ManagerCall,
  PermissionChangeService,
} from '#applications/permissions/permission-changes.service.ts';
import type { PermissionsService } from '#applications/permissions/permissions.service.ts';
import type { RolesService } from '#applications/roles/roles.service.ts';
import type { ClientDoctorService } from '#diagnosis/attempts/client-doctor.service.ts';
import { byMachine, type MachineCall } from '#account/actor.ts';

type Deps = {
  readonly clients: ClientsService;
  readonly clientDoctor: ClientDoctorService;
  readonly managedApplicationList: ManagedApplicationsService;
  readonly managers: ManagersService;
  readonly permissionList: PermissionsService;
  readonly permissionChanges: PermissionChangeService;
  readonly roles: RolesService;
};

const callOf = (call: MachineCall): ManagerCall => ({
  ...byMachine(call),
  appId: call.machine.applicationId,
  accountId: null,
});

/** Registers the routes of a machine client, which use the services of the managers' pages. */
export function registerMachineRoutes(route: Route, deps: Deps): void {
  const {
    clients,
    clientDoctor,
    managedApplicationList,
    managers,
    permissionList,
    permissionChanges,
    roles,
  } = deps;

  route('GET /vid/api/manage/applications/:appId', ({ params }) =>
    managedApplicationList.get(params.appId, ''),
  );
  route('PUT /vid/api/manage/applications/:appId/access', async ({ body, ...call }) => {
    await roles.setAccess(callOf(call), body.access);
    return true as const;
  });
  route('GET /vid/api/manage/applications/:appId/sign-ins', ({ params }) =>
    managedApplicationList.listSignIns(params.appId),
  );

  route('GET /vid/api/manage/applications/:appId/managers', ({ params }) => managers.list(params.appId));

  route('GET /vid/api/manage/applications/:appId/clients', ({ params }) => clients.list(params.appId));
  route('POST /vid/api/manage/applications/:appId/clients', ({ params, body, ...call }) =>
    clients.add(params.appId, body, byMachine(call)),
  );
  route('GET /vid/api/manage/applications/:appId/clients/:clientId', ({ params }) =>
    clients.get(params.appId, params.clientId),
  );
  route('PATCH /vid/api/manage/applications/:appId/clients/:clientId', ({ params, body, ...call }) =>
    clients.change(params.appId, params.clientId, body, byMachine(call)),
  );
  route('DELETE /vid/api/manage/applications/:appId/clients/:clientId', async ({ params, ...call }) => {
    await clients.remove(params.appId, params.clientId, byMachine(call));
    return true as const;
  });
  route(
    'POST /vid/api/manage/applications/:appId/clients/:clientId/status',
    async ({ params, body, ...call }) => {
      await clients.setStatus(params.appId, params.clientId, body.status, byMachine(call));
      return true as const;
    },
  );
  route('POST /vid/api/manage/applications/:appId/clients/:clientId/secret', ({ params, body, ...call }) =>
    clients.rotateSecret(params.appId, params.clientId, body, byMachine(call)),
  );
  route(
    'POST /vid/api/manage/applications/:appId/clients/:clientId/end-former-secrets',
    async ({ params, ...call }) => {
      await clients.endFormerSecrets(params.appId, params.clientId, byMachine(call));
      return true as const;
    },
  );
  route('GET /vid/api/manage/applications/:appId/clients/:clientId/attempts', ({ params }) =>
    clientDoctor.listAttempts(params.appId, params.clientId),
  );
  route('GET /vid/api/manage/applications/:appId/clients/:clientId/attempts/events', ({ params }) =>
    clientDoctor.follow(params.appId, params.clientId),
  );
  route('POST /vid/api/manage/applications/:appId/clients/:clientId/checks', ({ params }) =>
    clientDoctor.check(params.appId, params.clientId),
  );

  route('POST /vid/api/manage/applications/:appId/permissions/search', ({ params, body }) =>
    permissionList.search(params.appId, body),
  );
  route('POST /vid/api/manage/applications/:appId/permissions/export', ({ params, body, ...call }) =>
    permissionList.export(params.appId, body, callOf(call), call.caller.locale),
  );
  route('GET /vid/api/manage/applications/:appId/permissions/creators', ({ params }) =>
    permissionList.listCreators(params.appId),
  );
  route('GET /vid/api/manage/applications/:appId/permissions/:permissionId', ({ params }) =>
    permissionList.get(params.appId, params.permissionId),
  );
  route('POST /vid/api/manage/applications/:appId/permissions', async ({ body, ...call }) => ({
    report: await permissionChanges.add(callOf(call), body.role, body.phones),
  }));
  route('POST /vid/api/manage/applications/:appId/permissions/set-role', async ({ body, ...call }) => ({
    changed: await permissionChanges.setRole(callOf(call), body.ids, body.role),
  }));
  route('POST /vid/api/manage/applications/:appId/permissions/lock', async ({ body, ...call }) => ({
    changed: await permissionChanges.lock(callOf(call), body.ids),
  }));
  route('POST /vid/api/manage/applications/:appId/permissions/unlock', async ({ body, ...call }) => ({
    changed: await permissionChanges.unlock(callOf(call), body.ids),
  }));
  route('POST /vid/api/manage/applications/:appId/permissions/remove', async ({ body, ...call }) => ({
    changed: await permissionChanges.remove(callOf(call), body.ids),
  }));

  route('GET /vid/api/manage/applications/:appId/roles', ({ params }) => roles.list(params.appId));
  route('POST /vid/api/manage/applications/:appId/roles', async ({ body, ...call }) => {
    await roles.add(callOf(call), body);
    return true as const;
  });
  route('PUT /vid/api/manage/applications/:appId/roles/:role', async ({ params, body, ...call }) => {
    await roles.change(callOf(call), params.role, body);
    return true as const;
  });
  route('POST /vid/api/manage/applications/:appId/roles/:role/remove', async ({ params, body, ...call }) => ({
    moved: await roles.remove(callOf(call), params.role, body.moveTo),
  }));
}
