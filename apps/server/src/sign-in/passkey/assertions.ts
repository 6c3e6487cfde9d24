import type { PasskeyAssertion } from '@vid/contract/endpoints/sign-in/passkey';
import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { Static } from 'typebox';
import type { Queryable } from '#database/connection.ts';
import type { Caller } from '#http/caller.ts';
import { AppError } from '#lib/app-error.ts';
import { networkHits } from '#platform/limits/network-hits.ts';
import type { SignIn } from '../services.ts';
import type { Challenges, Holder } from './challenges.ts';
import { challengeTtlMs, relyingParty } from './passkey.policy.ts';
import {
  createPasskeyRepo,
  type StoredPasskey,
  type VerifiedAssertion,
} from '#account/passkeys/passkey.repo.ts';

export type Assertion = Static<typeof PasskeyAssertion>;

type Deps = SignIn & { readonly challenges: Challenges };

const limitSeconds = 600;

/** Verifies assertions according to WebAuthn Level 3, section 7.2. */
export function createAssertions({ sql, audit, config, challenges, counters, maySend }: Deps) {
  const repo = createPasskeyRepo(sql);
  const rp = relyingParty(config.publicUrl);

  /** Returns the verified data of an assertion, or the reason for its refusal. */
  const check = async (assertion: Assertion, passkey: StoredPasskey, challenge: string) => {
    const { id, response } = assertion;
    // The user handle must belong to the passkey's account (WebAuthn Level 3, section 7.2).
    if (!Buffer.from(response.userHandle, 'base64url').equals(passkey.userHandle)) return 'user-handle';
    try {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
        expectedChallenge: challenge,
        expectedOrigin: rp.origin,
        expectedRPID: rp.id,
        // `redeem` compares the counter later, in the statement that stores it.
        credential: { id, publicKey: Uint8Array.from(passkey.publicKey), counter: 0 },
        requireUserVerification: true,
      });
      if (!verified) return 'signature';
      // The specification refuses a changed backup eligibility, but password managers change it in updates
      // and imports. The signature still proves the key, so the flags are stored and their change is
      // recorded.
      return {
        counter: authenticationInfo.newCounter,
        isBackupEligible: authenticationInfo.credentialDeviceType === 'multiDevice',
        isBackedUp: authenticationInfo.credentialBackedUp,
      };
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };

  /** A refusal reads the database and may write an audit row, so refusals are limited per network. */
  const countRefusal = async ({ addressKey }: Caller): Promise<void> => {
    const limit = { windowSeconds: limitSeconds, limit: config.passkeyAddressTenMinutes };
    await counters.allow(...networkHits('passkey-refused', addressKey, limit));
  };

  /**
   * Redeems the challenge of a wrong assertion and records the refusal in the owner's activity. Does nothing
   * if the challenge was already redeemed.
   */
  const recordRefusal = (
    { id: passkeyId, accountId }: StoredPasskey,
    challengeHash: Buffer,
    { caller, method }: { readonly caller: Caller; readonly method: string },
  ): Promise<void> =>
    sql.begin(async (tx) => {
      if (!(await repo.spendChallenge(tx, challengeHash))) return;
      const details = { method, reason: 'passkey', passkeyId };
      await audit.write(tx, { kind: 'sign-in.failed', accountId, actorId: null, caller, details });
    });

  const service = {
    options(holder: Holder) {
      return {
        challenge: challenges.issue(holder),
        rpId: rp.id,
        timeout: challengeTtlMs,
        userVerification: 'required' as const,
        allowCredentials: [],
      };
    },

    /**
     * Verifies an assertion. A wrong assertion of a stored passkey uses up its challenge immediately, a valid
     * one when `redeem` is called.
     * @throws AppError PASSKEY_UNKNOWN for a passkey that VID does not have, unless this database is a copy;
     * PASSKEY_INVALID for every other reason; RATE_LIMITED after too many refusals
     */
    async verify(
      assertion: Assertion,
      holder: Holder,
      { caller, method }: { readonly caller: Caller; readonly method: string },
    ): Promise<VerifiedAssertion> {
      const { challenge, challengeHash } = challenges.read(assertion.response.clientDataJSON, holder);
      const passkey = await repo.findByCredential(Buffer.from(assertion.id, 'base64url'));
      if (passkey === undefined) {
        await countRefusal(caller);
        // Browsers delete passkeys that VID reports as unknown, but a copy of the database lacks the newest
        // ones.
        throw new AppError((await maySend()) ? 'PASSKEY_UNKNOWN' : 'PASSKEY_INVALID', {
          internal: 'unknown',
        });
      }
      const checked = await check(assertion, passkey, challenge);
      if (typeof checked === 'string') {
        await countRefusal(caller);
        await recordRefusal(passkey, challengeHash, { caller, method });
        throw new AppError('PASSKEY_INVALID', { internal: checked });
      }
      const { id, accountId, mayConfirm } = passkey;
      const isBackupChanged =
        checked.isBackedUp !== passkey.isBackedUp || checked.isBackupEligible !== passkey.isBackupEligible;
      return { id, accountId, challengeHash, ...checked, isBackupChanged, mayConfirm };
    },

    /**
     * Refuses an assertion whose passkey was removed after the verification, or whose counter did not grow.
     * WebAuthn Level 3 (section 7.2) leaves the counter to the relying party. Two devices may have the
     * private key, and the higher counter may be the thief's, so the stored counter stays and the owner can
     * remove the passkey.
     * @throws AppError PASSKEY_INVALID
     */
    async refuseUnused(used: VerifiedAssertion, caller: Caller): Promise<never> {
      await repo.auditRegression(used, caller);
      throw new AppError('PASSKEY_INVALID', {
        internal: 'the counter did not grow, or the passkey was removed',
      });
    },

    /**
     * Redeems a verified assertion. Returns false if the passkey was removed or its counter did not grow.
     * @throws AppError PASSKEY_INVALID if the challenge was already redeemed
     */
    async redeem(tx: Queryable, used: VerifiedAssertion, caller: Caller): Promise<boolean> {
      if (!(await repo.use(tx, used))) return false;
      if (!(await repo.spendChallenge(tx, used.challengeHash)))
        throw new AppError('PASSKEY_INVALID', { internal: 'challenge was answered before' });
      const { accountId, id: passkeyId, isBackupEligible, isBackedUp } = used;
      if (used.isBackupChanged)
        await audit.write(tx, {
          kind: 'passkey.backup-changed',
          accountId,
          caller,
          details: { passkeyId, isBackupEligible, isBackedUp },
        });
      return true;
    },

    /**
     * Redeems an assertion outside a sign-in.
     * @throws AppError PASSKEY_INVALID like `redeem` and `refuseUnused`
     */
    async confirm(used: VerifiedAssertion, caller: Caller): Promise<void> {
      if (!(await sql.begin((tx) => service.redeem(tx, used, caller))))
        await service.refuseUnused(used, caller);
    },
  };
  return service;
}

export type Assertions = ReturnType<typeof createAssertions>;
