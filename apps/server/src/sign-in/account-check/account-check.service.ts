import type { Body } from '@vid/contract/endpoints/index';
import { AppError } from '#lib/app-error.ts';
import { networkHits } from '#platform/limits/network-hits.ts';
import { requirePhone } from '#account/require-phone.ts';
import type { Visit } from '#sign-in/complete/proof.ts';
import type { SignIn } from '../services.ts';

const windowSeconds = 3_600;

/**
 * Checks whether a phone has an account. The result can reveal who is a member, so frequent checks cost a
 * captcha.
 */
export function createAccountCheckService({ config, accounts, captchas, counters }: SignIn) {
  return {
    /**
     * Returns whether a phone is free for a sign-up. Above the hourly limits, each check costs a captcha.
     * With strict privacy the result is always `true`, and an existing member finds out only after entering a
     * code.
     * @throws AppError PHONE_INVALID, PHONE_UNSUPPORTED, CAPTCHA_REQUIRED, CAPTCHA_INVALID
     */
    async check(input: Body<'POST /vid/api/users/checking/phone'> & Visit): Promise<{ available: boolean }> {
      const { browser, caller, captchaToken } = input;
      const { preSession } = browser;
      const phone = requirePhone(input.phone, config);
      const visitor = preSession.hash.toString('base64url');
      const hits = await counters.hitInOrder([
        ...networkHits('check-addr', caller.addressKey, { windowSeconds, limit: config.checkAddressHour }),
        { key: `check:${visitor}`, windowSeconds, limit: config.checkVisitorHour },
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
