import type { Config } from '#config/config.ts';
import type { Caller } from '#http/caller.ts';
import type { PreSession } from '#http/pre-session.ts';
import { AppError } from '#lib/app-error.ts';
import type { AccountRepo } from '#account/account.repo.ts';
import { requirePhone } from '#account/require-phone.ts';
import type { CaptchaService } from '#sign-in/captcha/captcha.service.ts';
import type { Counters } from '#platform/limits/counters.ts';

type Deps = {
  readonly config: Pick<Config, 'phoneCountries' | 'checkVisitorHour' | 'checkAddressHour' | 'strictPrivacy'>;
  readonly accounts: Pick<AccountRepo, 'existsByPhone'>;
  readonly captchas: Pick<CaptchaService, 'consume'>;
  readonly counters: Counters;
};

const hourSeconds = 3_600;

/**
 * Whether a phone has no account. The result reveals who is a member, so the check is rate limited and can be
 * disabled.
 */
export function createAccountCheckService({ config, accounts, captchas, counters }: Deps) {
  return {
    /**
     * Runs the same statements for either result. Above the limit, each check costs a captcha. With strict privacy the
     * result is always `true`, and the owner of an existing account finds out after entering the code.
     * @throws AppError PHONE_INVALID, PHONE_UNSUPPORTED, CAPTCHA_REQUIRED, CAPTCHA_INVALID
     */
    async check(input: {
      phone: string;
      captchaToken: string | undefined;
      caller: Caller;
      preSession: PreSession;
    }): Promise<{ available: boolean }> {
      const { preSession, caller, captchaToken } = input;
      const phone = requirePhone(input.phone, config);
      const hits = await counters.hitInOrder([
        {
          key: `check-addr:${caller.addressKey}`,
          windowSeconds: hourSeconds,
          limit: config.checkAddressHour,
        },
        {
          key: `check:${preSession.hash.toString('base64url')}`,
          windowSeconds: hourSeconds,
          limit: config.checkVisitorHour,
        },
      ]);
      if (hits.some((hit) => hit.isOver)) {
        if (!captchaToken) throw new AppError('CAPTCHA_REQUIRED', { details: { captchaRequired: true } });
        await captchas.consume(captchaToken, preSession.hash, 'check');
      }
      const exists = await accounts.existsByPhone(phone);
      return { available: config.strictPrivacy === 'on' || !exists };
    },
  };
}

export type AccountCheckService = ReturnType<typeof createAccountCheckService>;
