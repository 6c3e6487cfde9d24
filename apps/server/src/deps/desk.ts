import { createAttentionRepo } from '#admin/attention/attention.repo.ts';
import { createAttentionService } from '#admin/attention/attention.service.ts';
import { createCertificateCheckService } from '#admin/certificates/certificate-check.service.ts';
import { createCertificateReminders } from '#admin/certificates/certificate-reminders.ts';
import { createCertificatesRepo } from '#admin/certificates/certificates.repo.ts';
import { createCertificatesService } from '#admin/certificates/certificates.service.ts';
import { createEnterprisesRepo } from '#admin/enterprises/enterprises.repo.ts';
import { createEnterprisesService } from '#admin/enterprises/enterprises.service.ts';
import { createIncidentAccountsRepo } from '#admin/incidents/affected/incident-accounts.repo.ts';
import { createIncidentAccountsService } from '#admin/incidents/affected/incident-accounts.service.ts';
import { createIncidentNotices } from '#admin/incidents/affected/incident-notices.ts';
import { createIncidentNoticesRepo } from '#admin/incidents/affected/incident-notices.repo.ts';
import type { DraftInput } from '#admin/incidents/incident-drafts.ts';
import { createIncidentsRepo } from '#admin/incidents/incidents.repo.ts';
import { createIncidentsService } from '#admin/incidents/incidents.service.ts';
import { createPrivacyQueueRepo } from '#admin/privacy/privacy-queue.repo.ts';
import { createPrivacyQueueService } from '#admin/privacy/privacy-queue.service.ts';
import { findVerification } from '#account/enterprise-state.ts';
import type { AccountDeps } from './account.ts';
import type { PlatformDeps } from './platform.ts';

/** The queues of the association's desk. */
export function createDeskDeps(
  deps: PlatformDeps & AccountDeps & { readonly readContact: () => Promise<DraftInput['contact']> },
) {
  const { sql } = deps;
  const enterprisesRepo = createEnterprisesRepo(sql);
  const certificatesRepo = createCertificatesRepo(sql);
  const incidentsRepo = createIncidentsRepo(sql);
  const incidentAccountsRepo = createIncidentAccountsRepo(sql);
  const incidentNotices = createIncidentNotices({ ...deps, repo: createIncidentNoticesRepo(sql) });
  return {
    attention: createAttentionService({
      attentionRepo: createAttentionRepo(sql),
      enterprisesRepo,
      certificatesRepo,
    }),
    enterprises: createEnterprisesService({ ...deps, repo: enterprisesRepo }),
    certificateQueue: createCertificatesService({ ...deps, repo: certificatesRepo }),
    certificateChecks: createCertificateCheckService(deps),
    certificateReminders: createCertificateReminders(deps),
    privacyQueue: createPrivacyQueueService({ ...deps, repo: createPrivacyQueueRepo(sql) }),
    incidents: createIncidentsService({ ...deps, incidentsRepo, incidentAccountsRepo, incidentNotices }),
    incidentAccounts: createIncidentAccountsService({ ...deps, incidentsRepo, incidentAccountsRepo }),
    incidentNotices,
    findVerification: (accountId: string) => findVerification(sql, accountId),
  };
}
