import { createAttentionRepo } from '#admin/attention/attention.repo.ts';
import { createAttentionService } from '#admin/attention/attention.service.ts';
import { createCertificateCheckService } from '#admin/certificates/certificate-check.service.ts';
import { createCertificateReminders } from '#admin/certificates/certificate-reminders.ts';
import { createCertificatesRepo } from '#admin/certificates/certificates.repo.ts';
import { createCertificatesService } from '#admin/certificates/certificates.service.ts';
import { createEnterprisesRepo } from '#admin/enterprises/enterprises.repo.ts';
import { createEnterprisesService } from '#admin/enterprises/enterprises.service.ts';
import { createPrivacyQueueRepo } from '#admin/privacy/privacy-queue.repo.ts';
import { createPrivacyQueueService } from '#admin/privacy/privacy-queue.service.ts';
import { findVerification } from '#account/enterprise-state.ts';
import type { AccountDeps } from './account.ts';
import type { PlatformDeps } from './platform.ts';

/** The queues of the association's desk. */
export function createDeskDeps(deps: PlatformDeps & AccountDeps) {
  const { sql } = deps;
  const enterprisesRepo = createEnterprisesRepo(sql);
  const certificatesRepo = createCertificatesRepo(sql);
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
    findVerification: (accountId: string) => findVerification(sql, accountId),
  };
}
