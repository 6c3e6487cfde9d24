import { decodeClientDataJSON, type ClientDataJSON } from '@simplewebauthn/server/helpers';
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { PreSession } from '#http/browser/pre-session.ts';
import { AppError } from '#lib/app-error.ts';
import type { SignIn } from '../services.ts';
import { challengeTtlMs } from './passkey.policy.ts';

export type Holder = {
  readonly purpose: 'register' | 'sign-in' | 'confirm';
  readonly holderHash: Buffer;
};

/** `challengeHash` is stored when the challenge is redeemed. */
export type AnsweredChallenge = { readonly challenge: string; readonly challengeHash: Buffer };

/** A challenge consists of random bytes, its expiry in seconds, and a MAC over both and the holder. */
const randomLength = 16;
const expiryLength = 4;
const macLength = 16;
const bodyLength = randomLength + expiryLength;

/**
 * Issues WebAuthn challenges (Level 3, section 13.4.3). Signed challenges are not stored until they are
 * redeemed; storing the hash of a redeemed one makes each challenge work once.
 */
export function createChallenges({ keys, nowMs }: Pick<SignIn, 'keys' | 'nowMs'>) {
  const macOf = (body: Buffer, { purpose, holderHash }: Holder): Buffer =>
    keys
      .pepper('passkey-challenge', Buffer.concat([body, holderHash, Buffer.from(purpose)]))
      .subarray(0, macLength);

  const isValid = (challenge: string, holder: Holder): boolean => {
    const bytes = Buffer.from(challenge, 'base64url');
    if (bytes.length !== bodyLength + macLength || bytes.toString('base64url') !== challenge) return false;
    const body = bytes.subarray(0, bodyLength);
    if (!timingSafeEqual(bytes.subarray(bodyLength), macOf(body, holder))) return false;
    return body.readUInt32BE(randomLength) * 1_000 > nowMs();
  };

  return {
    holder: {
      visitor: (preSession: PreSession): Holder => ({ purpose: 'sign-in', holderHash: preSession.hash }),
      session: (
        session: { readonly id: string },
        purpose: Exclude<Holder['purpose'], 'sign-in'>,
      ): Holder => ({ purpose, holderHash: keys.hashSecret(session.id) }),
    },

    issue(holder: Holder): string {
      const body = Buffer.alloc(bodyLength);
      randomBytes(randomLength).copy(body);
      body.writeUInt32BE(Math.floor((nowMs() + challengeTtlMs) / 1_000), randomLength);
      return Buffer.concat([body, macOf(body, holder)]).toString('base64url');
    },

    /**
     * Returns the challenge in the client data of a response.
     * @throws AppError PASSKEY_INVALID if the client data or the challenge is malformed, the challenge has
     * expired or is of another holder, or the response comes from a cross-origin frame
     */
    read(clientData: string, holder: Holder): AnsweredChallenge {
      let data: Partial<ClientDataJSON> | null;
      try {
        data = decodeClientDataJSON(clientData);
      } catch (error) {
        throw new AppError('PASSKEY_INVALID', { cause: error });
      }
      const challenge: unknown = data?.challenge;
      // VID's pages are never framed, so a response from a cross-origin frame is not meant for VID (WebAuthn
      // Level 3, section 13.4.9).
      if (typeof challenge !== 'string' || data?.crossOrigin === true)
        throw new AppError('PASSKEY_INVALID', {
          internal: 'client data without a challenge, or from a frame',
        });
      if (!isValid(challenge, holder)) throw new AppError('PASSKEY_INVALID', { internal: 'challenge' });
      return { challenge, challengeHash: keys.hashSecret(challenge) };
    },
  };
}

export type Challenges = ReturnType<typeof createChallenges>;
