import { createAccountRepo } from '#account/account.repo.ts';
import { createPasswordHasher } from '#account/credentials/password-hasher.ts';
import { createPasswordThrottle } from '#account/credentials/password-throttle.ts';
import { createDeviceCookie } from '#account/known-devices/device-cookie.ts';
import { createNoticeRepo } from '#account/notices/notices.repo.ts';
import { createNoticeService } from '#account/notices/notices.service.ts';
import { createReferralService } from '#account/referral/referral.service.ts';
import type { PlatformDeps } from './platform.ts';

export function createAccountDeps({ config, sql, keys, cookies, counters, log, sms, mail }: PlatformDeps) {
  const accounts = createAccountRepo(sql);
  return {
    accounts,
    deviceCookie: createDeviceCookie({ cookies, keys }),
    hasher: createPasswordHasher({
      memoryKib: config.passwordMemoryKib,
      iterations: config.passwordIterations,
      concurrency: config.hashConcurrency,
      queue: config.passwordQueue,
      perAddress: config.hashAddress,
      peppers: [keys.derive('password')],
      onUnknownKey: (keyId) => log.error({ keyId }, 'password hashes with an unknown key cannot be verified'),
    }),
    throttle: createPasswordThrottle({ sql, keys, config, log }),
    notices: createNoticeService({ config, repo: createNoticeRepo(), keys, sms, mail }),
    referral: createReferralService({ accounts, counters }),
  };
}

export type AccountDeps = ReturnType<typeof createAccountDeps>;
