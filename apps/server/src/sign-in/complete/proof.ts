import type { NewIdentity, SocialIdentity } from '#account/identities/identity.repo.ts';
import type { DeviceToken } from '#account/known-devices/device-cookie.ts';
import type { Queryable } from '#database/connection.ts';
import type { Caller } from '#http/caller.ts';
import type { PreSession } from '#http/browser/pre-session.ts';

export const signInMethods = ['password', 'otp', 'passkey', 'sign-up', 'social', 'qr'] as const;
export type SignInMethod = (typeof signInMethods)[number];

export function isSignInMethod(value: string): value is SignInMethod {
  return signInMethods.some((method) => method === value);
}

/**
 * Authentication method references (RFC 8176 section 2). `otp` is a code sent to the phone (together with
 * `sms`), a code of the authenticator app, or a recovery code. `pop` is a passkey whose device verified the
 * user. `mfa` marks a session with two factors or a passkey. `fed`, which is not in the RFC, is a social
 * provider with an unknown method.
 */
export type Amr = 'pwd' | 'otp' | 'sms' | 'fed' | 'pop' | 'mfa';

/**
 * Cookies that the browser sent. Every sign-in replaces the browser's session and pre-session, so that planted
 * cookies do not survive (S1).
 */
export type Browser = {
  readonly preSession: PreSession;
  readonly tokenHash: Buffer | undefined;
  readonly devices: readonly DeviceToken[];
};

/** `signal` aborts when the client disconnects. */
export type Visit = { readonly caller: Caller; readonly browser: Browser; readonly signal: AbortSignal };

/**
 * Condition by which the sign-in method found the account; it is checked again with the account's row locked.
 */
export type ProvedAccount =
  | { readonly accountId: string }
  /** The account's password hash is still `passwordHash`. */
  | { readonly accountId: string; readonly passwordHash: string }
  /** The account with this phone is not dormant; otherwise the number may have a new owner. */
  | { readonly phone: string }
  | { readonly identity: SocialIdentity };

export type Proof = {
  readonly account: ProvedAccount;
  readonly method: SignInMethod;
  /** Verified methods. Setting a password does not verify it, so a sign-up does not prove `pwd`. */
  readonly amr: readonly Amr[];
  /** True if the session must not make sensitive changes although its `amr` would allow them. */
  readonly isUnconfirmed?: boolean;
  readonly remember: boolean;
  readonly caller: Caller;
  readonly browser: Browser;
  /**
   * Redeems a one-time secret of the account, whose row is locked. Returns false and writes nothing if the
   * secret is no longer valid, or throws an AppError.
   */
  readonly redeem?: (tx: Queryable, accountId: string) => Promise<boolean>;
  /** Clears the counters that a valid proof resets, such as those of failed attempts. */
  readonly settle?: ((tx: Queryable) => Promise<void>) | undefined;
  readonly secondStep?: SecondStepOf;
  /** Identity to link once the sign-in, including a second step, is complete. */
  readonly link?: NewIdentity;
};

export type SecondStepOf = {
  readonly tokenHash: Buffer;
  readonly rememberDevice: boolean;
};
