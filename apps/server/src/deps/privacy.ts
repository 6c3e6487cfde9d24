import { createPrivacyConsentRepo } from '#member/privacy/consents/privacy-consents.repo.ts';
import { createPrivacyConsentService } from '#member/privacy/consents/privacy-consents.service.ts';
import { createDeletionRepo, type ApplicationOwnership } from '#member/privacy/deletion/deletion.repo.ts';
import { createDeletionService } from '#member/privacy/deletion/deletion.service.ts';
import { createErasure } from '#member/privacy/deletion/erase-accounts.ts';
import type { NameApplications } from '#member/privacy/exports/account-copy.ts';
import { createExportBuilder } from '#member/privacy/exports/build-exports.ts';
import { createExportRepo } from '#member/privacy/exports/exports.repo.ts';
import { createExportService } from '#member/privacy/exports/exports.service.ts';
import { createMemberIncidents } from '#member/privacy/incidents/member-incidents.repo.ts';
import { createPrivacyRequestRepo } from '#member/privacy/requests/privacy-requests.repo.ts';
import { createPrivacyRequestService } from '#member/privacy/requests/privacy-requests.service.ts';
import type { AccessDeps } from './access.ts';
import type { AccountDeps } from './account.ts';
import type { PlatformDeps } from './platform.ts';

/** The rights of members over their data, and the jobs behind them. */
export function createPrivacyDeps(
  deps: PlatformDeps &
    AccountDeps &
    AccessDeps & {
      readonly managedApplications: ApplicationOwnership;
      readonly nameApplications: NameApplications;
    },
) {
  const { sql } = deps;
  const exportRepo = createExportRepo(sql);
  const deletionRepo = createDeletionRepo(sql, deps.managedApplications);
  return {
    privacyConsents: createPrivacyConsentService({ ...deps, repo: createPrivacyConsentRepo(sql) }),
    exports: createExportService({ ...deps, repo: exportRepo }),
    exportBuilder: createExportBuilder({ ...deps, repo: exportRepo }),
    privacyRequests: createPrivacyRequestService({ ...deps, repo: createPrivacyRequestRepo(sql) }),
    memberIncidents: createMemberIncidents(sql),
    deletion: createDeletionService({ ...deps, repo: deletionRepo }),
    erasure: createErasure({ ...deps, repo: deletionRepo }),
  };
}
