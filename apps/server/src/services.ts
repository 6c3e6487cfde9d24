import { createAccountServices } from './account/services.ts';
import { createPictureMaker } from './member/avatar/avatar-picture.ts';
import { copyTransactions } from './community/copy-transactions.ts';
import { createApplicationDeps } from './deps/applications.ts';
import { createManagementDeps } from './deps/management.ts';
import { createSsoDeps } from './deps/sso.ts';
import { createWebhookDeps } from './deps/webhooks.ts';
import { join } from './lib/join.ts';
import { createOperationsServices } from './operations/services.ts';
import { createAuditServices } from './platform/audit/chain/services.ts';
import { createPlatform, type Overrides, type PlatformInput } from './platform/platform.ts';
import { readBreaker } from './sign-in/otp/breaker.repo.ts';
import { liftOtpLimits } from './sign-in/otp/otp.repo.ts';
import { createSignInServices } from './sign-in/services.ts';
import { createAccess } from './sign-in/session/access.ts';
import { liftTwoStepLimit } from './sign-in/two-step/two-step-limit.ts';

/** Constructs what more than one feature needs, from the bottom up. A wing gets here what it needs of another. */
export function createServices(input: PlatformInput, overrides: Overrides = {}) {
  const platform = createPlatform(input, overrides);
  const account = createAccountServices(platform);
  const applications = createApplicationDeps(platform);
  const access = createAccess(join(platform, account, applications));
  const base = join(platform, account, access);
  const signIn = createSignInServices(join(base, applications, { copyTransactions }));
  const sso = createSsoDeps(join(platform, applications));
  const management = createManagementDeps(join(base, applications));
  const operations = createOperationsServices(join(platform, account));
  const { applicationRepo, consents } = applications;
  const { sql, config } = platform;
  return join(
    base,
    applications,
    signIn,
    sso,
    management,
    operations,
    createAuditServices(platform),
    createWebhookDeps(join(platform, account)),
    {
      pictures: createPictureMaker(),
      readBreaker: () => readBreaker(sql, config),
      liftOtpLimits,
      liftTwoStepLimit,
      listPermissions: (accountId: string) => applicationRepo.listPermissions(accountId),
      listManagedApplications: (accountId: string) => applicationRepo.listManaged(accountId),
      listApplicationConsents: (accountId: string) => consents.list(accountId),
      nameApplications: async (ids: readonly string[]) =>
        new Map((await applicationRepo.listByIds(ids)).map((row) => [row.id, row])),
    },
  );
}

export type Services = ReturnType<typeof createServices>;
