import { decodeClientDataJSON, type ClientDataJSON } from '@simplewebauthn/server/helpers';
import type { PasskeyChallengePurpose } from '#database/tables.ts';
import type { Caller } from '#http/caller.ts';
import type { PreSession } from '#http/pre-session.ts';
import { AppError } from '#lib/app-error.ts';
import { newSecret } from '#lib/ids.ts';
import type { Keys } from '#lib/keys.ts';
import type { Counters } from '#platform/limits/counters.ts';
import type { ChallengeUse, PasskeyRepo } from './passkey.repo.ts';

type Deps = {
  readonly repo: PasskeyRepo;
  readonly keys: Pick<Keys, 'hashSecret'>;
  readonly counters: Pick<Counters, 'hit'>;
  readonly config: { readonly passkeyAddressTenMinutes: number };
};

const limitSeconds = 600;

/** The browser or the session that a challenge is for. No other can answer it. */
export type Holder = Pick<ChallengeUse, 'purpose' | 'holderHash'>;

/** The challenges of WebAuthn (section 13.4.3): random, stored as hashes, answered once. */
export function createChallenges({ repo, keys, counters, config }: Deps) {
  return {
    holder: {
      visitor: (preSession: PreSession): Holder => ({ purpose: 'sign-in', holderHash: preSession.hash }),
      session: (
        session: { readonly id: string },
        purpose: Exclude<PasskeyChallengePurpose, 'sign-in'>,
      ): Holder => ({ purpose, holderHash: keys.hashSecret(session.id) }),
    },

    /** A new challenge. @throws AppError RATE_LIMITED, because each one is a row */
    async issue(holder: Holder, { addressKey }: Pick<Caller, 'addressKey'>): Promise<string> {
      // Counted by purpose, so that visitors cannot use up the challenges of members behind the same address.
      const key = `passkey-challenge:${holder.purpose}:${addressKey}`;
      const limit = { windowSeconds: limitSeconds, limit: config.passkeyAddressTenMinutes };
      const [hit] = await counters.hit([{ key, ...limit }]);
      if (hit?.isOver) throw new AppError('RATE_LIMITED', { retryAfterSeconds: hit.resetsInSeconds });
      const challenge = newSecret();
      await repo.insertChallenge({ ...holder, challengeHash: keys.hashSecret(challenge) });
      return challenge;
    },

    /**
     * What the client data of a response answers.
     * @throws AppError PASSKEY_INVALID if it cannot be read
     */
    read(clientData: string, holder: Holder): { challenge: string; use: ChallengeUse } {
      let data: Partial<ClientDataJSON> | null;
      try {
        data = decodeClientDataJSON(clientData);
      } catch (error) {
        throw new AppError('PASSKEY_INVALID', { cause: error });
      }
      const challenge: unknown = data?.challenge;
      // VID's pages are never framed, so a response from inside a frame is not for VID (section 13.4.9). Safari does not
      // name the top origin, and the library then accepts the response.
      if (typeof challenge !== 'string' || data?.crossOrigin === true)
        throw new AppError('PASSKEY_INVALID', { internal: 'client data' });
      return { challenge, use: { ...holder, challengeHash: keys.hashSecret(challenge) } };
    },
  };
}

export type Challenges = ReturnType<typeof createChallenges>;
