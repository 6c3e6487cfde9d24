import { createAccountRepo } from '#account/account.repo.ts';
import { createPasswordHasher } from '#account/credentials/password-hasher.ts';
import { createPasswordThrottle } from '#account/credentials/password-throttle.ts';
import { createDeviceCookie } from '#account/known-devices/device-cookie.ts';
import { createIdentityRepo } from '#account/identities/identity.repo.ts';
import { createSocialProofs } from '#account/identities/social-proof.service.ts';
import { createLegalRepo } from '#account/legal/legal.repo.ts';
import { createNoticeRepo } from '#account/notices/notices.repo.ts';
import { createNoticeService } from '#account/notices/notices.service.ts';
import { createPhoneRelease } from '#account/release-phone.ts';
import { createWaysInRemoval } from '#account/remove-ways-in.ts';
import { createReferralService } from '#account/referral/referral.service.ts';
import { createTwoStepRepo } from '#account/two-step/two-step.repo.ts';
import { createTwoStepSecrets } from '#account/two-step/two-step-secrets.ts';
import { hasPasskey, removePasskeys } from '#account/passkeys/passkey-sql.ts';
import type { PlatformDeps } from './platform.ts';

export function createAccountDeps(platform: PlatformDeps) {
  const { config, sql, keys, cookies, counters, log } = platform;
  const accounts = createAccountRepo(sql);
  const noticeRepo = createNoticeRepo();
  const notices = createNoticeService({ ...platform, repo: noticeRepo });
  const identities = createIdentityRepo(sql);
  const twoSteps = createTwoStepRepo({ sql, hasPasskey });
  return {
    accounts,
    legal: createLegalRepo(sql),
    identities,
    socialProofs: createSocialProofs(platform),
    deviceCookie: createDeviceCookie({ cookies, keys }),
    hasher: createPasswordHasher({
      memoryKib: config.passwordMemoryKib,
      iterations: config.passwordIterations,
      concurrency: config.hashConcurrency,
      queue: config.passwordQueue,
      perAddress: config.hashAddress,
      peppers: [keys.derive('password')],
      keys,
      onUnknownKey: (keyId) => log.error({ keyId }, 'password hashes with an unknown key cannot be verified'),
    }),
    throttle: createPasswordThrottle({ sql, keys, config, log }),
    noticeRepo,
    notices,
    releasePhone: createPhoneRelease({ ...platform, accounts, notices }),
    referral: createReferralService({ accounts, counters, config }),
    hasPasskey,
    removeWaysIn: createWaysInRemoval({ ...platform, twoSteps, identities, removePasskeys }),
    twoSteps,
    twoStepSecrets: createTwoStepSecrets(keys),
  };
}

export type AccountDeps = ReturnType<typeof createAccountDeps>;
