import { fileURLToPath } from 'node:url';
import { createWebhookNotices } from './account/notices/webhook-notices.ts';
import { findExampleLinks } from './applications/application/seed-examples.ts';
import { createMachineCallers } from './applications/machine/machine-callers.ts';
import { createMachineTokenRepo } from './applications/machine/machine-tokens.repo.ts';
import { createBaseServices } from './base-services.ts';
import { createCopyTransactions } from './community/copy-transactions.ts';
import { join } from './lib/join.ts';
import { createPictureMaker } from './member/avatar/avatar-picture.ts';
import { createBackchannelLogout } from './oidc/logout/backchannel-logout.ts';
import { createSigningKeys } from './oidc/keys/signing-keys.ts';
import { createOidcServices } from './oidc/services.ts';
import { createOperationsServices } from './operations/services.ts';
import { createAuditServices } from './platform/audit/services.ts';
import { createJobs } from './platform/jobs/jobs.ts';
import type { Overrides, PlatformInput } from './platform/platform.ts';
import { createSendingWebhookServices } from './platform/webhooks/services.ts';
import { readBreaker } from './sign-in/otp/breaker.repo.ts';
import { isCodeLive, liftOtpLimits } from './sign-in/otp/otp.repo.ts';
import { createPhoneCheck } from './sign-in/otp/phone-check.ts';
import { createSignInServices } from './sign-in/services.ts';
import { checkAppCodes, liftTwoStepLimit } from './sign-in/two-step/two-step-limit.ts';

const builtWeb = fileURLToPath(new URL('../../web/dist', import.meta.url));
const builtSdk = fileURLToPath(new URL('../../../packages/sso/dist', import.meta.url));

/** Creates the services that several features share, lowest layer first. */
export function createServices(input: PlatformInput, overrides: Overrides = {}) {
  const base = createBaseServices(input, overrides);
  const { sql, lookups, keys, counters, config } = base;
  const operations = createOperationsServices(base);
  base.brand.use(operations.readBrand);
  base.messageParams.use(operations.readMessageParams);
  base.sms.useCodes((codeId) => isCodeLive(sql, codeId));
  const server = join(base, operations, {
    jobs: createJobs(join(base, { timing: overrides.jobTiming })),
    webFolder: overrides.webFolder ?? builtWeb,
    sdkFolder: overrides.sdkFolder ?? builtSdk,
    signingKeys: createSigningKeys(sql, keys),
    machines: createMachineCallers({
      repo: createMachineTokenRepo(sql, lookups, keys),
      counters,
      origin: config.publicUrl.origin,
    }),
  });
  const signIn = createSignInServices(
    join(server, { copyTransactions: createCopyTransactions(base.attempts) }),
  );
  const oidc = createOidcServices(server);
  const webhooks = createSendingWebhookServices(join(base, createWebhookNotices(base)));
  return join(server, signIn, oidc, createAuditServices(base), webhooks, {
    backchannelLogout: createBackchannelLogout(join(server, { issuer: oidc.issuer })),
    pictures: createPictureMaker(),
    readBreaker: () => readBreaker(sql, config),
    liftOtpLimits,
    liftTwoStepLimit,
    checkPhone: createPhoneCheck(base),
    checkAppCodes: (accountId: string) => checkAppCodes(counters, accountId),
    findExampleLinks: () => findExampleLinks(sql),
  });
}

export type Services = ReturnType<typeof createServices>;
