import { createAccountServices } from './account/services.ts';
import { createApplicationServices } from './applications/services.ts';
import { createConsentRepo } from './consent/consent.repo.ts';
import { createConsentService } from './consent/consent.service.ts';
import { createAttemptLog } from './diagnosis/attempts/attempt-log.ts';
import { createAttemptRepo } from './diagnosis/attempts/attempt.repo.ts';
import { createRefusalLog } from './diagnosis/refusal-log.ts';
import { join } from './lib/join.ts';
import { createPlatform, type Overrides, type PlatformInput } from './platform/platform.ts';
import { createAccess } from './sign-in/session/access.ts';

/**
 * Creates the services that both the server and the operator's commands need. Each module that this file loads costs
 * every command time: it loads neither oidc-provider, the captcha nor the contract's endpoints.
 */
export function createBaseServices(input: PlatformInput, overrides: Overrides) {
  const platform = createPlatform(input, overrides);
  const { sql, lookups, counters, audit, log } = platform;
  const account = createAccountServices(platform);
  const registry = createApplicationServices(platform);
  const access = createAccess(join(platform, account, registry));
  const consents = createConsentService({
    sql,
    audit,
    repo: createConsentRepo(sql, lookups),
    applications: registry.applicationRepo,
  });
  const attemptRepo = createAttemptRepo(sql);
  return join(platform, account, registry, access, {
    consents,
    listApplicationConsents: (accountId: string) => consents.list(accountId),
    refusalLog: createRefusalLog(sql, counters),
    attemptRepo,
    attempts: createAttemptLog({
      ...platform,
      repo: attemptRepo,
      onFault: (err) => log.warn({ err }, 'steps of sign-ons not recorded'),
    }),
  });
}
