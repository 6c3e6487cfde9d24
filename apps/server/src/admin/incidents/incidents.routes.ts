import { byAdmin } from '#account/actor.ts';
import type { Route } from '#http/routes.ts';
import type { IncidentAccountsService } from './affected/incident-accounts.service.ts';
import type { IncidentsService } from './incidents.service.ts';

type Deps = { readonly incidents: IncidentsService; readonly incidentAccounts: IncidentAccountsService };

export function registerIncidentRoutes(route: Route, { incidents, incidentAccounts }: Deps): void {
  route('POST /vid/api/admin/incidents/search', ({ body }) => incidents.list(body));
  route('POST /vid/api/admin/incidents', ({ body, session, caller }) =>
    incidents.open(body, byAdmin(session, caller)),
  );
  route('GET /vid/api/admin/incidents/:incidentId', ({ params }) => incidents.get(params.incidentId));
  route(
    'PUT /vid/api/admin/incidents/:incidentId',
    async ({ params: { incidentId: id }, body: { revision, ...text }, session, caller }) => {
      await incidents.change({ id, revision }, text, byAdmin(session, caller));
      return true as const;
    },
  );
  route('GET /vid/api/admin/incidents/:incidentId/drafts', ({ params }) =>
    incidents.draft(params.incidentId),
  );

  route(
    'POST /vid/api/admin/incidents/:incidentId/authority-notice',
    async ({ params, body, session, caller }) => {
      await incidents.recordNotice(params.incidentId, body, byAdmin(session, caller));
      return true as const;
    },
  );
  route(
    'POST /vid/api/admin/incidents/:incidentId/members-notice',
    async ({ params: { incidentId: id }, body: { revision, texts }, session, caller }) => {
      await incidents.notifyMembers({ id, revision }, texts, byAdmin(session, caller));
      return true as const;
    },
  );
  route(
    'POST /vid/api/admin/incidents/:incidentId/close',
    async ({ params: { incidentId: id }, body: { revision, note }, session, caller }) => {
      await incidents.close({ id, revision }, note, byAdmin(session, caller));
      return true as const;
    },
  );

  route('POST /vid/api/admin/incidents/:incidentId/accounts/search', ({ params, body }) =>
    incidentAccounts.list(params.incidentId, body),
  );
  route('POST /vid/api/admin/incidents/:incidentId/accounts', async ({ params, body, session, caller }) => ({
    report: await incidentAccounts.addPhones(params.incidentId, body.phones, byAdmin(session, caller)),
  }));
  route('POST /vid/api/admin/incidents/:incidentId/accounts/find', ({ params, body, session, caller }) =>
    incidentAccounts.find(params.incidentId, body, byAdmin(session, caller)),
  );
  route(
    'POST /vid/api/admin/incidents/:incidentId/accounts/remove',
    async ({ params, body, session, caller }) => ({
      removed: await incidentAccounts.remove(params.incidentId, body.ids, byAdmin(session, caller)),
    }),
  );
  route('POST /vid/api/admin/incidents/:incidentId/accounts/export', ({ params, body, session, caller }) =>
    incidentAccounts.export(params.incidentId, body.after, byAdmin(session, caller), caller.locale),
  );
}
