import { createAccountSupportRepo } from '#admin/accounts/account-support.repo.ts';
import { createAccountLockService } from '#admin/accounts/account-lock.service.ts';
import { createAccountsRepo } from '#admin/accounts/accounts.repo.ts';
import { createAccountsService } from '#admin/accounts/accounts.service.ts';
import { createMemberExportServices } from '#admin/export/index.ts';
import { createImportServices } from '#admin/import/index.ts';
import { createPrivacyQueueRepo } from '#admin/privacy/privacy-queue.repo.ts';
import { createPrivacyQueueService } from '#admin/privacy/privacy-queue.service.ts';
import { createManagementServices } from '#applications/index.ts';
import { createBaseServices } from '#base-services.ts';
import { createClientDoctorService } from '#diagnosis/attempts/client-doctor.service.ts';
import { createAuditChainRepo } from '#platform/audit/chain/audit-chain.repo.ts';
import { createAuditVerifier } from '#platform/audit/chain/audit-verifier.ts';
import { join } from '#lib/join.ts';
import type { PlatformInput } from '#platform/platform.ts';
import { createWebhookServices } from '#webhook-services.ts';

/**
 * Creates the services of the operator's commands. The server's services also load oidc-provider, the jobs and the
 * captcha, which takes longer than any command.
 */
export function createCommandServices(input: PlatformInput) {
  const base = createBaseServices(input, {});
  const { sql, events, background } = base;
  const chainRepo = createAuditChainRepo(sql);
  const { webhooks, webhookLog } = createWebhookServices({
    ...base,
    // The servers send the messages, so a command does not wait for them.
    kick: () => background.run('announce webhooks', () => events.publish(sql, 'webhooks', 'all')),
  });
  return join(
    base,
    createManagementServices(base),
    createImportServices(base),
    createMemberExportServices(base),
    {
      webhooks,
      webhookLog,
      chainRepo,
      clientDoctor: createClientDoctorService({ ...base, repo: base.applicationRepo }),
      auditVerifier: createAuditVerifier({ ...base, chainRepo }),
      accountLock: createAccountLockService(base),
      accountList: createAccountsService({
        ...base,
        repo: createAccountsRepo(sql),
        supportRepo: createAccountSupportRepo(sql),
      }),
      privacyQueue: createPrivacyQueueService({ ...base, repo: createPrivacyQueueRepo(sql) }),
      async close(): Promise<void> {
        await events.stop();
        await background.idle();
        base.outgoing.close();
        await base.closePools();
      },
    },
  );
}

export type CommandDeps = ReturnType<typeof createCommandServices>;
