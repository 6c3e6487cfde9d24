import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { verify } from '@node-rs/argon2';
import { verifyAuthenticationResponse, type AuthenticationResponseJSON } from '@simplewebauthn/server';
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers';
import type { FloorStore } from './floor-store.ts';

type Assertion = Pick<AuthenticationResponseJSON, 'id' | 'response'>;
export type Body = Readonly<Record<string, string>> & { readonly passkey?: Assertion };

/** Returns the `data` of the response, or undefined for a 401. */
type FloorRoute = (body: Body, cookie: string) => Promise<unknown>;

const sessionCookie = 'vid_sid=';

export function createFloorRoutes(store: FloorStore): ReadonlyMap<string, FloorRoute> {
  return new Map<string, FloorRoute>([
    ['GET /vid/ajax/auth/me', (_, cookie) => store.findBySession(sha256(cookie.slice(sessionCookie.length)))],
    [
      'POST /vid/ajax/auth/login/phone',
      async ({ phone = '', password = '' }) => {
        const account = await store.findByPhone(phone);
        if (!account || !(await verify(account.passwordHash, password))) return undefined;
        const sessionToken = newSecret();
        await store.insertSession(sha256(sessionToken), account.id);
        const { passwordHash: _, ...profile } = account;
        return { ...profile, sessionToken };
      },
    ],
    [
      'POST /vid/ajax/auth/login/passkey/options',
      async () => {
        const challenge = newSecret();
        await store.insertChallenge(sha256(challenge));
        return { challenge };
      },
    ],
    [
      'POST /vid/ajax/auth/login/passkey',
      async ({ passkey }) => {
        if (!passkey) return undefined;
        const { challenge, origin } = decodeClientDataJSON(passkey.response.clientDataJSON);
        const account = await store.findPasskey(Buffer.from(passkey.id, 'base64url'));
        if (!account || !(await store.takeChallenge(sha256(challenge)))) return undefined;
        const { publicKey, ...profile } = account;
        const { verified } = await verifyAuthenticationResponse({
          response: { ...passkey, rawId: passkey.id, type: 'public-key', clientExtensionResults: {} },
          expectedChallenge: challenge,
          expectedOrigin: origin,
          expectedRPID: 'localhost',
          credential: { id: passkey.id, publicKey: Uint8Array.from(publicKey), counter: 0 },
          requireUserVerification: true,
        });
        if (!verified) return undefined;
        const sessionToken = newSecret();
        await store.insertSession(sha256(sessionToken), account.id);
        return { ...profile, sessionToken };
      },
    ],
    [
      'POST /vid/gateway/otp/request',
      async ({ phone = '' }) => {
        const otpRequestId = randomUUID();
        const code = String(randomInt(1_000_000)).padStart(6, '0');
        await store.insertCode({ id: otpRequestId, phone, codeHash: sha256(otpRequestId + code) });
        return { otpRequestId, code };
      },
    ],
    [
      'POST /vid/gateway/otp/validate',
      async ({ otpRequestId = '', otpValue = '' }) => {
        const secret = newSecret();
        const isExchanged = await store.exchangeCode(
          otpRequestId,
          sha256(otpRequestId + otpValue),
          sha256(secret),
        );
        return isExchanged ? { otpToken: `${otpRequestId}.${secret}` } : undefined;
      },
    ],
    [
      'POST /vid/ajax/auth/login/otp',
      async ({ phone = '', otpToken = '' }) => {
        const [codeId = '', secret = ''] = otpToken.split('.');
        const sessionToken = newSecret();
        const account = await store.exchangeToken({
          codeId,
          tokenHash: sha256(secret),
          phone,
          sessionHash: sha256(sessionToken),
        });
        return account && { ...account, sessionToken };
      },
    ],
  ]);
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
