import type { AccountServices } from '#account/services.ts';
import type { Module } from '#platform/module.ts';
import type { Platform } from '#platform/platform.ts';
import type { Access } from '#sign-in/session/access.ts';
import { createPrivacyConsentRepo } from './consents/privacy-consents.repo.ts';
import { createPrivacyConsentService } from './consents/privacy-consents.service.ts';
import { createDeletionRepo, type ApplicationOwnership } from './deletion/deletion.repo.ts';
import { createDeletionService } from './deletion/deletion.service.ts';
import { createErasure, type Erasure } from './deletion/erase-accounts.ts';
import type { NameApplications } from './exports/account-copy.ts';
import { createExportBuilder, type ExportBuilder } from './exports/build-exports.ts';
import { createExportRepo } from './exports/exports.repo.ts';
import { createExportService } from './exports/exports.service.ts';
import { createMemberIncidents } from './incidents/member-incidents.repo.ts';
import { registerPrivacyRoutes } from './privacy.routes.ts';
import { createPrivacyRequestRepo } from './requests/privacy-requests.repo.ts';
import { createPrivacyRequestService } from './requests/privacy-requests.service.ts';

type Deps = Platform &
  AccountServices &
  Access & {
    readonly managedApplications: ApplicationOwnership;
    readonly nameApplications: NameApplications;
  };

export function createPrivacyModule(
  deps: Deps,
): Module & { readonly exportBuilder: ExportBuilder; readonly erasure: Erasure } {
  const { sql, sessions, managedApplications } = deps;
  const exportRepo = createExportRepo(sql);
  const deletionRepo = createDeletionRepo(sql, managedApplications);
  const exportBuilder = createExportBuilder({ ...deps, repo: exportRepo });
  const erasure = createErasure({ ...deps, repo: deletionRepo });
  const services = {
    privacyConsents: createPrivacyConsentService({ ...deps, repo: createPrivacyConsentRepo(sql) }),
    exports: createExportService({ ...deps, repo: exportRepo }),
    privacyRequests: createPrivacyRequestService({ ...deps, repo: createPrivacyRequestRepo(sql) }),
    memberIncidents: createMemberIncidents(sql),
    deletion: createDeletionService({ ...deps, repo: deletionRepo }),
    sessions,
  };
  return {
    exportBuilder,
    erasure,
    routes: (route) => registerPrivacyRoutes(route, services),
    schedules: [
      { name: 'build-exports', everyMinutes: 1, run: () => exportBuilder.run() },
      { name: 'erase-accounts', everyMinutes: 10, run: () => erasure.run() },
    ],
  };
}
