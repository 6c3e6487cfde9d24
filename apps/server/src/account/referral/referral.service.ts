import type { Caller } from '#http/caller.ts';
import type { PreSession } from '#http/browser/pre-session.ts';
import { AppError } from '#lib/app-error.ts';
import type { AccountRepo } from '#account/account.repo.ts';
import type { Platform } from '#platform/platform.ts';
import { networkHits } from '#platform/limits/network-hits.ts';
import { maskName, parseReferralCode } from './referral.policy.ts';

type Deps = Platform & { readonly accounts: AccountRepo };

const windowSeconds = 3_600;
const checksPerVisitor = 20;

export function createReferralService({ accounts, counters, config }: Deps) {
  const findOwner = async (input: string) => {
    const code = parseReferralCode(input);
    const owner = code === undefined ? undefined : await accounts.findByReferralCode(code);
    return owner?.status === 'active' ? owner : undefined;
  };

  return {
    /**
     * Returns whether a referral code is valid, and the masked name of its owner; null for an invalid code or
     * an owner without a name.
     * @throws AppError RATE_LIMITED
     */
    async check(input: { referralCode: string; caller: Caller; preSession: PreSession }) {
      // A mistyped code is not counted, because its check character reveals the mistake without a lookup.
      if (parseReferralCode(input.referralCode) === undefined) return { valid: false, displayName: null };
      const [network, visitor] = [input.caller.addressKey, input.preSession.hash.toString('base64url')];
      await counters.allow(
        ...networkHits('referral-addr', network, { windowSeconds, limit: config.referralAddressHour }),
        { key: `referral:${visitor}`, windowSeconds, limit: checksPerVisitor },
      );
      const owner = await findOwner(input.referralCode);
      return { valid: owner !== undefined, displayName: owner ? maskName(owner.name) : null };
    },

    /**
     * Returns the id of the inviting account; null if no code was given.
     * @throws AppError REFERRAL_INVALID for a code without an active owner
     */
    async requireReferrer(input: string | null | undefined): Promise<string | null> {
      if (input === null || input === undefined || input.trim() === '') return null;
      const owner = await findOwner(input);
      if (!owner) throw referralInvalid();
      return owner.id;
    },
  };
}

export function referralInvalid(): AppError {
  return new AppError('REFERRAL_INVALID', { fields: { referralCode: 'referral' } });
}
