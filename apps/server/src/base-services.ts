import { createWithdrawApprovals } from './admin/approvals/withdraw-approvals.ts';
import { createStopImports } from './admin/import/stop-imports.ts';
import { createStopNotices } from './admin/incidents/affected/stop-notices.ts';
import { createAccountServices } from './account/services.ts';
import { createApplicationServices } from './applications/services.ts';
import { createConsentService } from './consent/consent.service.ts';
import { createAttemptLog } from './diagnosis/attempts/attempt-log.ts';
import { createAttemptRepo } from './diagnosis/attempts/attempt.repo.ts';
import { createRefusalLog } from './diagnosis/refusal-log.ts';
import { join } from './lib/join.ts';
import { createPlatform, type Overrides, type PlatformInput } from './platform/platform.ts';
import { createAccess } from './sign-in/session/access.ts';

/**
 * Creates the services that the server and the operator's commands have in common. Commands load every module
 * that this file imports, so it must not import oidc-provider, the captcha or the contract's endpoints.
 */
export function createBaseServices(input: PlatformInput, overrides: Overrides) {
  const platform = createPlatform(input, overrides);
  const { sql, counters, log } = platform;
  const account = createAccountServices(platform);
  const registry = createApplicationServices(join(platform, account));
  const consents = createConsentService(join(platform, account, registry));
  const access = createAccess(
    join(platform, account, registry, {
      consents,
      withdrawApprovals: createWithdrawApprovals(platform.audit),
      stopImports: createStopImports(platform),
      stopNotices: createStopNotices(platform),
    }),
  );
  return join(platform, account, registry, access, {
    consents,
    listApplicationConsents: (accountId: string) => consents.list(accountId),
    refusalLog: createRefusalLog(sql, counters),
    attempts: createAttemptLog({
      ...platform,
      repo: createAttemptRepo(sql),
      onFault: (err) => log.warn({ err }, 'failed to record steps of sign-ons'),
    }),
  });
}
