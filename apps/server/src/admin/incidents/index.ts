import type { AccountServices } from '#account/services.ts';
import type { Module } from '#platform/module.ts';
import type { Platform } from '#platform/platform.ts';
import { createIncidentAccountsRepo } from './affected/incident-accounts.repo.ts';
import {
  createIncidentAccountsService,
  type IncidentAccountsService,
} from './affected/incident-accounts.service.ts';
import { createIncidentNotices, type IncidentNotices } from './affected/incident-notices.ts';
import { createIncidentNoticesRepo } from './affected/incident-notices.repo.ts';
import type { DraftInput } from './incident-drafts.ts';
import { createIncidentsRepo } from './incidents.repo.ts';
import { registerIncidentRoutes } from './incidents.routes.ts';
import { createIncidentsService, type IncidentsService } from './incidents.service.ts';

type Deps = Platform & AccountServices & { readonly readContact: () => Promise<DraftInput['contact']> };

export function createIncidentsModule(deps: Deps): Module & {
  readonly incidents: IncidentsService;
  readonly incidentAccounts: IncidentAccountsService;
  readonly incidentNotices: IncidentNotices;
} {
  const incidentsRepo = createIncidentsRepo(deps.sql);
  const incidentAccountsRepo = createIncidentAccountsRepo(deps.sql);
  const incidentNotices = createIncidentNotices({ ...deps, repo: createIncidentNoticesRepo(deps.sql) });
  const incidents = createIncidentsService({
    ...deps,
    incidentsRepo,
    incidentAccountsRepo,
    incidentNotices,
  });
  const incidentAccounts = createIncidentAccountsService({ ...deps, incidentsRepo, incidentAccountsRepo });
  return {
    incidents,
    incidentAccounts,
    incidentNotices,
    routes: (route) => registerIncidentRoutes(route, { incidents, incidentAccounts }),
    // Notices go out at any hour, because the law asks for them without delay.
    schedules: [{ name: 'notify-of-incidents', everyMinutes: 1, run: () => incidentNotices.run() }],
  };
}
