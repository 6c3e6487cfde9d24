import type { PasskeyAssertion } from '@vid/contract/endpoints/sign-in/passkey';
import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { Static } from 'typebox';
import type { Config } from '#config/config.ts';
import type { Sql } from '#database/connection.ts';
import type { Caller } from '#http/caller.ts';
import { AppError } from '#lib/app-error.ts';
import type { Audit } from '#platform/audit/audit.ts';
import type { Challenges, Holder } from './challenges.ts';
import { challengeLifeMs, relyingParty } from './passkey.policy.ts';
import type { PasskeyRepo, StoredPasskey, VerifiedAssertion } from './passkey.repo.ts';

export type Assertion = Static<typeof PasskeyAssertion>;

type Deps = {
  readonly sql: Sql;
  readonly config: Pick<Config, 'publicUrl'>;
  readonly repo: PasskeyRepo;
  readonly challenges: Challenges;
  readonly audit: Audit;
};

/** Verifies assertions (WebAuthn Level 3, section 7.2). */
export function createAssertions({ sql, config, repo, challenges, audit }: Deps) {
  const rp = relyingParty(config.publicUrl);

  /** What the assertion says, or why it is refused. */
  const check = async (assertion: Assertion, passkey: StoredPasskey, challenge: string) => {
    const { id, response } = assertion;
    // Step 6: the device's account is that of the passkey.
    if (!Buffer.from(response.userHandle, 'base64url').equals(passkey.userHandle)) return 'user-handle';
    try {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
        expectedChallenge: challenge,
        expectedOrigin: rp.origin,
        expectedRPID: rp.id,
        // The statement that redeems the assertion compares the counter, under the lock of the account.
        credential: { id, publicKey: Uint8Array.from(passkey.publicKey), counter: 0 },
        requireUserVerification: true,
      });
      if (!verified) return 'signature';
      // Step 17: a passkey never changes whether it may be copied.
      if ((authenticationInfo.credentialDeviceType === 'multiDevice') !== passkey.isBackupEligible)
        return 'backup-eligibility';
      return { counter: authenticationInfo.newCounter, isBackedUp: authenticationInfo.credentialBackedUp };
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };

  return {
    async options(holder: Holder, caller: Caller) {
      return {
        challenge: await challenges.issue(holder, caller),
        rpId: rp.id,
        timeout: challengeLifeMs,
        userVerification: 'required' as const,
        allowCredentials: [],
      };
    },

    /**
     * Consumes the challenge first, so that each is answered once, right or wrong.
     * @throws AppError PASSKEY_INVALID, the same for every reason
     */
    async verify(
      assertion: Assertion,
      holder: Holder,
      { caller, method }: { readonly caller: Caller; readonly method: string },
    ): Promise<VerifiedAssertion> {
      const { challenge, use } = challenges.read(assertion.response.clientDataJSON, holder);
      const passkey = await repo.consumeWithPasskey(use, Buffer.from(assertion.id, 'base64url'));
      if (!passkey) throw new AppError('PASSKEY_INVALID', { internal: 'unknown challenge or passkey' });
      const { id, accountId } = passkey;
      const checked = await check(assertion, passkey, challenge);
      if (typeof checked === 'string') {
        const details = { method, reason: 'passkey', passkeyId: id };
        await audit.write(sql, { kind: 'sign-in.failed', accountId, actorId: null, caller, details });
        throw new AppError('PASSKEY_INVALID', { internal: checked });
      }
      const isBackupChanged = checked.isBackedUp !== passkey.isBackedUp;
      return { id, accountId, ...checked, isBackupChanged, mayConfirm: passkey.mayConfirm };
    },

    /**
     * Refuses an assertion whose passkey was removed after the verification or whose counter did not grow. WebAuthn
     * Level 3 leaves the latter to VID (section 7.2 step 22): two devices may have the private key, and the one with the
     * higher counter may be the thief's, so the stored counter stays and the owner removes the passkey.
     */
    async refuseUnused(used: VerifiedAssertion, caller: Caller): Promise<never> {
      await repo.auditRegression(used, caller);
      throw new AppError('PASSKEY_INVALID', { internal: 'counter or removed' });
    },

    /** Redeems an assertion outside a sign-in. @throws AppError PASSKEY_INVALID as `refuseUnused` */
    async redeem(used: VerifiedAssertion, caller: Caller): Promise<void> {
      if (!(await repo.use(used, caller))) await this.refuseUnused(used, caller);
    },
  };
}

export type Assertions = ReturnType<typeof createAssertions>;
