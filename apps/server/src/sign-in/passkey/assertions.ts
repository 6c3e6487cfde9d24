import type { PasskeyAssertion } from '@vid/contract/endpoints/sign-in/passkey';
import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { Static } from 'typebox';
import type { Queryable } from '#database/connection.ts';
import type { Caller } from '#http/caller.ts';
import { AppError } from '#lib/app-error.ts';
import { networkHits } from '#platform/limits/network-hits.ts';
import type { SignIn } from '../services.ts';
import type { Challenges, Holder } from './challenges.ts';
import { challengeLifeMs, relyingParty } from './passkey.policy.ts';
import {
  createPasskeyRepo,
  type StoredPasskey,
  type VerifiedAssertion,
} from '#account/passkeys/passkey.repo.ts';

export type Assertion = Static<typeof PasskeyAssertion>;

type Deps = SignIn & { readonly challenges: Challenges };

const limitSeconds = 600;

/** Implements the verification of WebAuthn Level 3, section 7.2. */
export function createAssertions({ sql, audit, config, challenges, counters, maySend }: Deps) {
  const repo = createPasskeyRepo(sql);
  const rp = relyingParty(config.publicUrl);

  /** Returns the verified data of an assertion, or the reason for refusing it. */
  const check = async (assertion: Assertion, passkey: StoredPasskey, challenge: string) => {
    const { id, response } = assertion;
    // Step 6 requires that the user handle of the response belongs to the passkey's account.
    if (!Buffer.from(response.userHandle, 'base64url').equals(passkey.userHandle)) return 'user-handle';
    try {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
        expectedChallenge: challenge,
        expectedOrigin: rp.origin,
        expectedRPID: rp.id,
        // The statement that redeems the assertion compares the counter later, under the lock of the account.
        credential: { id, publicKey: Uint8Array.from(passkey.publicKey), counter: 0 },
        requireUserVerification: true,
      });
      if (!verified) return 'signature';
      // Step 17 refuses a changed backup eligibility, but password managers change it in updates and imports.
      // The signature proves the key in any case, so the flags are stored and their change is recorded.
      return {
        counter: authenticationInfo.newCounter,
        isBackupEligible: authenticationInfo.credentialDeviceType === 'multiDevice',
        isBackedUp: authenticationInfo.credentialBackedUp,
      };
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };

  /**
   * Refusing an assertion reads the database and may write an audit row, so refusals are limited per address.
   */
  const countRefusal = async ({ addressKey }: Caller): Promise<void> => {
    const limit = { windowSeconds: limitSeconds, limit: config.passkeyAddressTenMinutes };
    await counters.allow(...networkHits('passkey-refused', addressKey, limit));
  };

  /**
   * Records a wrong assertion in the owner's activity and redeems its challenge. Does nothing if the
   * challenge was already redeemed.
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
        timeout: challengeLifeMs,
        userVerification: 'required' as const,
        allowCredentials: [],
      };
    },

    /**
     * A wrong assertion uses up its challenge at once, a valid one when `redeem` is called.
     * @throws AppError PASSKEY_UNKNOWN if VID does not have the passkey, unless this database is a copy;
     * PASSKEY_INVALID, the same for every other reason; RATE_LIMITED
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
        // The browser deletes a passkey that VID reports as unknown. A copy of the database does not contain
        // the newest passkeys.
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
     * Refuses an assertion whose passkey was removed after the verification or whose counter did not grow.
     * WebAuthn Level 3 leaves the second case to the relying party (section 7.2 step 22): two devices may
     * have the private key, and the device with the higher counter may be the thief's, so the stored counter
     * stays and the owner removes the passkey.
     */
    async refuseUnused(used: VerifiedAssertion, caller: Caller): Promise<never> {
      await repo.auditRegression(used, caller);
      throw new AppError('PASSKEY_INVALID', { internal: 'counter or removed' });
    },

    /**
     * Returns false if the passkey was removed or its counter did not grow.
     * @throws AppError PASSKEY_INVALID if the challenge was answered before
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
     * @throws AppError PASSKEY_INVALID as `redeem` and `refuseUnused`
     */
    async confirm(used: VerifiedAssertion, caller: Caller): Promise<void> {
      if (!(await sql.begin((tx) => service.redeem(tx, used, caller))))
        await service.refuseUnused(used, caller);
    },
  };
  return service;
}

export type Assertions = ReturnType<typeof createAssertions>;
