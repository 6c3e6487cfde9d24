import { createAccountRepo } from './account.repo.ts';
import { createPasswordRepo } from './credentials/password.repo.ts';
import { createFailureRate } from './credentials/failure-rate.ts';
import { createPasswordHasher } from './credentials/password-hasher.ts';
import { createPasswordThrottle } from './credentials/password-throttle.ts';
import { createDeviceCookie } from './known-devices/device-cookie.ts';
import { findVerification } from './enterprises/enterprise-state.ts';
import { createIdentityRepo } from './identities/identity.repo.ts';
import { createIdentityLink } from './identities/link-identity.ts';
import { createLegalRepo } from './legal/legal.repo.ts';
import { noticeRepo } from './notices/notices.repo.ts';
import { createNoticeService } from './notices/notices.service.ts';
import { createPhoneRelease, createPhoneTakeBack } from './release-phone.ts';
import { createReferralService } from './referral/referral.service.ts';
import { createReturnRepo } from './return-to-owner/return-to-owner.repo.ts';
import { createTwoStepRepo } from './two-step/two-step.repo.ts';
import { createTwoStepSecrets } from './two-step/two-step-secrets.ts';
import type { Platform } from '#platform/platform.ts';

export function createAccountServices(platform: Platform) {
  const { config, sql, keys, log } = platform;
  const accounts = createAccountRepo(sql);
  const notices = createNoticeService(platform);
  const identities = createIdentityRepo(sql);
  const failureRate = createFailureRate(platform);
  return {
    accounts,
    passwords: createPasswordRepo(sql),
    legal: createLegalRepo(sql),
    identities,
    linkIdentity: createIdentityLink({ ...platform, identities, notices }),
    deviceCookie: createDeviceCookie(platform),
    hasher: createPasswordHasher({
      memoryKib: config.passwordMemoryKib,
      iterations: config.passwordIterations,
      concurrency: config.hashConcurrency,
      queue: config.passwordQueue,
      perAddress: config.hashAddress,
      keys,
      trace: platform.trace,
      onUnknownKey: (keyId) => log.error({ keyId }, 'cannot verify password hashes with an unknown key'),
    }),
    failureRate,
    throttle: createPasswordThrottle({ ...platform, failureRate }),
    noticeRepo,
    notices,
    releasePhone: createPhoneRelease({ ...platform, accounts, notices }),
    takePhoneBack: createPhoneTakeBack({ ...platform, accounts, notices }),
    findVerification: (accountId: string) => findVerification(sql, accountId),
    referral: createReferralService({ ...platform, accounts }),
    returnRepo: createReturnRepo(sql),
    twoSteps: createTwoStepRepo(sql),
    twoStepSecrets: createTwoStepSecrets(keys),
  };
}

export type AccountServices = Platform & ReturnType<typeof createAccountServices>;
