import { createAccountLockService } from '#admin/accounts/account-lock.service.ts';
import { createAccountDeskRepo } from '#admin/accounts/account-desk.repo.ts';
import { createAccountsRepo } from '#admin/accounts/accounts.repo.ts';
import { createAccountsService } from '#admin/accounts/accounts.service.ts';
import { createAuditChainRepo } from '#platform/audit/chain/audit-chain.repo.ts';
import { createAuditVerifier } from '#platform/audit/chain/audit-verifier.ts';
import { createPrivacyQueueRepo } from '#admin/privacy/privacy-queue.repo.ts';
import { createPrivacyQueueService } from '#admin/privacy/privacy-queue.service.ts';
import { createAccess } from '#sign-in/session/access.ts';
import { createAccountServices } from '#account/services.ts';
import { createApplicationDeps } from './applications.ts';
import { createManagementDeps } from './management.ts';
import { createMemberExportServices } from '#admin/export/index.ts';
import { createImportServices } from '#admin/import/index.ts';
import { createOperationsServices } from '#operations/services.ts';
import { createPlatform, type PlatformInput } from '#platform/platform.ts';
import { createWebhookServices } from './webhooks.ts';

/**
 * What the operator's commands need. `deps.ts` also loads oidc-provider, the job queue and the captcha, which takes
 * longer than any command.
 */
export function createCommandDeps(input: PlatformInput) {
  const platform = createPlatform(input, {});
  const account = createAccountServices(platform);
  const applications = createApplicationDeps(platform);
  const access = createAccess({ ...platform, ...account, ...applications });
  const chainRepo = createAuditChainRepo(platform.sql);
  const shared = { ...platform, ...account, ...access };
  const { nameProvinces } = createOperationsServices({ ...platform, ...account });
  const { sql, events, background } = platform;
  const { webhooks, webhookLog } = createWebhookServices({
    ...platform,
    // Servers send the messages. A command does not wait for them.
    kick: () => background.run('announce webhooks', () => events.publish(sql, 'webhooks', 'all')),
  });
  return {
    ...shared,
    ...applications,
    ...createManagementDeps({ ...shared, ...applications }),
    webhooks,
    webhookLog,
    chainRepo,
    auditVerifier: createAuditVerifier({ ...platform, chainRepo }),
    ...createImportServices({ ...platform, ...applications, nameProvinces }),
    ...createMemberExportServices(platform),
    accountLock: createAccountLockService(shared),
    accountList: createAccountsService({
      ...shared,
      repo: createAccountsRepo(sql),
      deskRepo: createAccountDeskRepo(sql),
      listPermissions: (id) => applications.applicationRepo.listPermissions(id),
      listApplicationConsents: (id) => applications.consents.list(id),
      listManagedApplications: (id) => applications.applicationRepo.listManaged(id),
    }),
    privacyQueue: createPrivacyQueueService({ ...shared, repo: createPrivacyQueueRepo(sql) }),
    async close(): Promise<void> {
      await platform.events.stop();
      await platform.background.idle();
      platform.outgoing.close();
      await platform.closePools();
    },
  };
}

export type CommandDeps = ReturnType<typeof createCommandDeps>;
