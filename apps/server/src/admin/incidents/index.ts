import type { AccountServices } from '#account/services.ts';
import type { SharedModule } from '#platform/module.ts';
import { createIncidentAccountsService } from './affected/incident-accounts.service.ts';
import { createIncidentNotices } from './affected/incident-notices.ts';
import type { DraftInput } from './incident-drafts.ts';
import { createIncidentsService } from './incidents.service.ts';

type Deps = AccountServices & { readonly readContact: () => Promise<DraftInput['contact']> };

export function createIncidentsModule(deps: Deps) {
  const incidentNotices = createIncidentNotices(deps);
  const incidents = createIncidentsService({ ...deps, incidentNotices });
  const incidentAccounts = createIncidentAccountsService(deps);
  return {
    incidents,
    incidentAccounts,
    incidentNotices,
    handlers: {
      'POST /vid/api/admin/incidents/search': ({ body }) => incidents.list(body),
      'POST /vid/api/admin/incidents': ({ body, by }) => incidents.open(body, by),
      'GET /vid/api/admin/incidents/:incidentId': ({ params }) => incidents.get(params.incidentId),
      'PUT /vid/api/admin/incidents/:incidentId': ({ params, body: { revision, ...text }, by }) =>
        incidents.change({ id: params.incidentId, revision }, text, by),
      'GET /vid/api/admin/incidents/:incidentId/drafts': ({ params }) => incidents.draft(params.incidentId),
      'POST /vid/api/admin/incidents/:incidentId/authority-notice': ({ params, body, by }) =>
        incidents.recordNotice(params.incidentId, body, by),
      'POST /vid/api/admin/incidents/:incidentId/members-notice': ({ params, body, by }) =>
        incidents.notifyMembers({ id: params.incidentId, revision: body.revision }, body.texts, by),
      'POST /vid/api/admin/incidents/:incidentId/close': ({ params, body, by }) =>
        incidents.close({ id: params.incidentId, revision: body.revision }, body.note, by),
      'POST /vid/api/admin/incidents/:incidentId/accounts/search': ({ params, body }) =>
        incidentAccounts.list(params.incidentId, body),
      'POST /vid/api/admin/incidents/:incidentId/accounts': async ({ params, body, by }) => ({
        report: await incidentAccounts.addPhones(params.incidentId, body.phones, by),
      }),
      'POST /vid/api/admin/incidents/:incidentId/accounts/find': ({ params, body, by }) =>
        incidentAccounts.find(params.incidentId, body, by),
      'POST /vid/api/admin/incidents/:incidentId/accounts/remove': async ({ params, body, by }) => ({
        removed: await incidentAccounts.remove(params.incidentId, body.ids, by),
      }),
      'POST /vid/api/admin/incidents/:incidentId/accounts/export': ({ params, body, caller, by }) =>
        incidentAccounts.export(params.incidentId, body.after, by, caller.locale),
    },
    // Send notices at any hour, because the law requires them without delay.
    schedules: [{ name: 'notify-of-incidents', everyMinutes: 1, run: () => incidentNotices.run() }],
  } satisfies SharedModule;
}
