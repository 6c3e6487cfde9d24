import type { NewPasskey, PasskeyInfo, PasskeySignals } from '@vid/contract/endpoints/sign-in/passkey';
import { passkeyLimits } from '@vid/contract/limits';
import { verifyRegistrationResponse } from '@simplewebauthn/server';
import { randomBytes } from 'node:crypto';
import type { Static } from 'typebox';
import { requireCredential } from '#account/last-credential.ts';
import type { Queryable } from '#database/connection.ts';
import type { Caller } from '#http/caller.ts';
import { AppError } from '#lib/app-error.ts';
import { newId } from '#lib/ids.ts';
import { cleanText } from '#lib/text/text.ts';
import { lockForChange } from '#sign-in/session/lock-for-change.ts';
import type { CurrentSession } from '#sign-in/session/session-columns.ts';
import {
  isByZaloAlone,
  requireConfirmed,
  requireMaySetUp,
  requireNoHold,
  requireRecentOwner,
} from '#sign-in/session/session.policy.ts';
import type { SignIn } from '../services.ts';
import type { Challenges } from './challenges.ts';
import {
  algorithms,
  challengeTtlMs,
  defaultName,
  holdSeconds,
  relyingParty,
  namesOf,
} from './passkey.policy.ts';
import { createPasskeyRepo, type PasskeyRepo } from '#account/passkeys/passkey.repo.ts';
import { providerOf } from './providers.ts';

type Deps = SignIn & { readonly challenges: Challenges };
type Own = { readonly session: CurrentSession; readonly passkeyId: string; readonly caller: Caller };
type Listed = Awaited<ReturnType<PasskeyRepo['list']>>[number];

function requireRoom(count: number): void {
  if (count >= passkeyLimits.perAccount) throw new AppError('PASSKEY_LIMIT');
}

export function createPasskeysService(deps: Deps) {
  const { sql, challenges, notices, audit, maySend } = deps;
  const repo = createPasskeyRepo(sql);
  const rp = relyingParty(deps.config.publicUrl);
  const usesZalo = deps.config.smsChannels.includes('zns');

  /** An administrator must keep a passkey or an authenticator app. */
  const requireSecondFactor = async (tx: Queryable, accountId: string): Promise<void> => {
    const { confirmedAt, hasPasskey } = await deps.twoSteps.getState(tx, accountId);
    if (confirmedAt === null && !hasPasskey) throw new AppError('TWO_STEP_REQUIRED');
  };

  const verify = async (passkey: Static<typeof NewPasskey>, challenge: string) => {
    const { id, response } = passkey;
    try {
      const { registrationInfo } = await verifyRegistrationResponse({
        response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
        expectedChallenge: challenge,
        expectedOrigin: rp.origin,
        expectedRPID: rp.id,
        requireUserVerification: true,
        supportedAlgorithmIDs: algorithms,
      });
      if (registrationInfo) return registrationInfo;
    } catch (error) {
      throw new AppError('PASSKEY_INVALID', { cause: error });
    }
    throw new AppError('PASSKEY_INVALID');
  };

  return {
    async list(accountId: string) {
      return (await repo.list(accountId)).map(toInfo);
    },

    /**
     * Returns the signals that browsers pass to authenticators, which then show the account's current name
     * and hide removed passkeys.
     */
    async signals(account: CurrentSession['account']): Promise<Static<typeof PasskeySignals>> {
      const [userHandle, credentials, isOriginal] = await Promise.all([
        repo.findUserHandle(account.id),
        repo.listCredentials(account.id),
        maySend(),
      ]);
      return {
        rpId: rp.id,
        // Without a user id, browsers change nothing. A copy of the database must send no user id,
        // because its signals would hide passkeys that were added after the copy was made.
        userId: isOriginal ? (userHandle?.toString('base64url') ?? null) : null,
        ...namesOf(account),
        credentialIds: credentials.map(({ credentialId }) => credentialId.toString('base64url')),
      };
    },

    /**
     * Returns the options for creating a passkey, which must be discoverable and verify the user. Devices
     * that already have a passkey of the account are excluded.
     * @throws AppError CHANGE_ON_HOLD, REAUTHENTICATION_REQUIRED, PASSKEY_LIMIT
     */
    async creationOptions(session: CurrentSession) {
      requireMaySetUp(session);
      requireRecentOwner(session, { usesZalo });
      const accountId = session.account.id;
      const existing = await repo.listCredentials(accountId);
      requireRoom(existing.length);
      const userHandle = await repo.ensureUserHandle(accountId, randomBytes(32));
      const challenge = challenges.issue(challenges.holder.session(session, 'register'));
      return {
        rp: { id: rp.id, name: 'VID' },
        user: { id: userHandle.toString('base64url'), ...namesOf(session.account) },
        challenge,
        pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
        timeout: challengeTtlMs,
        excludeCredentials: existing.map(({ credentialId, transports }) => ({
          type: 'public-key' as const,
          id: credentialId.toString('base64url'),
          transports,
        })),
        authenticatorSelection: {
          residentKey: 'required' as const,
          requireResidentKey: true as const,
          userVerification: 'required' as const,
        },
        attestation: 'none' as const,
      };
    },

    /**
     * Adds and returns the passkey created for a challenge of this session.
     * @throws AppError CHANGE_ON_HOLD, PASSKEY_INVALID, PASSKEY_EXISTS, PASSKEY_LIMIT; TOKEN_INVALID if the
     *   session has ended
     */
    async add(input: {
      session: CurrentSession;
      passkey: Static<typeof NewPasskey>;
      caller: Caller;
    }): Promise<Static<typeof PasskeyInfo>> {
      const { session, passkey, caller } = input;
      // The phone may have changed since the challenge was issued.
      requireMaySetUp(session);
      const accountId = session.account.id;
      const holder = challenges.holder.session(session, 'register');
      const { challenge, challengeHash } = challenges.read(passkey.response.clientDataJSON, holder);
      if (!(await repo.spendChallenge(sql, challengeHash)))
        throw new AppError('PASSKEY_INVALID', { internal: 'challenge was answered before' });
      const { credential, aaguid, credentialDeviceType, credentialBackedUp } = await verify(
        passkey,
        challenge,
      );
      const row = {
        id: newId('psk'),
        accountId,
        credentialId: Buffer.from(credential.id, 'base64url'),
        rpId: rp.id,
        publicKey: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: [...passkey.response.transports],
        isBackupEligible: credentialDeviceType === 'multiDevice',
        isBackedUp: credentialBackedUp,
        aaguid,
        name: defaultName({ aaguid, ...caller }),
      };
      const added = await sql.begin(async (tx) => {
        await lockForChange(tx, session, deps, { isSetUp: true });
        // Count with the account locked, so that concurrent additions see each other.
        requireRoom(await repo.count(tx, accountId));
        const inserted = await repo.insert(tx, row, session.isConfirmed ? 0 : holdSeconds);
        if (!inserted) throw new AppError('PASSKEY_EXISTS');
        const details = { passkeyId: row.id, aaguid, isBackedUp: credentialBackedUp };
        await audit.write(tx, { kind: 'passkey.added', accountId, caller, details });
        await notices.notify(tx, { account: session.account, kind: 'passkey-added', caller });
        return inserted;
      });
      notices.kick();
      return toInfo(added);
    },

    /**
     * Renames and returns a passkey.
     * @throws AppError VALIDATION_FAILED; PASSKEY_NOT_FOUND, also for another account's passkey
     */
    async rename({ session, passkeyId, caller, name }: Own & { readonly name: string }) {
      const accountId = session.account.id;
      const cleaned = cleanText(name);
      if ('problem' in cleaned)
        throw new AppError('VALIDATION_FAILED', { fields: { name: cleaned.problem } });
      if (cleaned.text === '') throw new AppError('VALIDATION_FAILED', { fields: { name: 'required' } });
      return sql.begin(async (tx) => {
        const renamed = await repo.rename(tx, { accountId, id: passkeyId }, cleaned.text);
        if (!renamed) throw new AppError('PASSKEY_NOT_FOUND');
        await audit.write(tx, { kind: 'passkey.renamed', accountId, caller, details: { passkeyId } });
        return toInfo(renamed);
      });
    },

    /**
     * Removes a passkey.
     * @throws AppError CHANGE_ON_HOLD, REAUTHENTICATION_REQUIRED, PASSKEY_NOT_FOUND, LAST_CREDENTIAL;
     *   TWO_STEP_REQUIRED for an administrator without another second factor; TOKEN_INVALID if the session has
     *   ended
     */
    async remove({ session, passkeyId, caller }: Own): Promise<void> {
      requireNoHold(session);
      requireConfirmed(session);
      const accountId = session.account.id;
      await sql.begin(async (tx) => {
        const { role } = await lockForChange(tx, session, deps);
        if (!(await repo.remove(tx, { accountId, id: passkeyId }))) throw new AppError('PASSKEY_NOT_FOUND');
        await requireCredential(tx, accountId, deps.socialProofs.offered());
        if (role === 'admin') await requireSecondFactor(tx, accountId);
        await audit.write(tx, { kind: 'passkey.removed', accountId, caller, details: { passkeyId } });
        await notices.notify(tx, { account: session.account, kind: 'passkey-removed', caller });
      });
      notices.kick();
    },

    /**
     * Returns whether to offer a passkey to a session: its proofs include a code sent to the phone but no
     * passkey and are not Zalo alone, and the account has room for a passkey and has not recently declined the
     * offer.
     */
    async isOfferDue(session: CurrentSession): Promise<boolean> {
      const { amr, account } = session;
      if (!amr.includes('sms') || amr.includes('pop') || isByZaloAlone(session, usesZalo)) return false;
      return repo.isOfferDue(account.id);
    },

    declineOffer: (accountId: string) => repo.declineOffer(accountId, randomBytes(32)),
  };
}

function toInfo(listed: Listed): Static<typeof PasskeyInfo> {
  const { id, name, aaguid, isBackedUp, createdAt, lastUsedAt, heldUntil } = listed;
  return {
    id,
    name,
    provider: providerOf(aaguid),
    isSynced: isBackedUp,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    heldUntil: heldUntil?.toISOString() ?? null,
  };
}

export type PasskeysService = ReturnType<typeof createPasskeysService>;
