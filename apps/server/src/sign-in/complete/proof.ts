import type { SocialIdentity } from '#account/identities/identity.repo.ts';
import type { DeviceToken } from '#account/known-devices/device-cookie.ts';
import type { Queryable } from '#database/connection.ts';
import type { Caller } from '#http/caller.ts';
import type { PreSession } from '#http/pre-session.ts';

/** The features that end in a session. */
export const signInMethods = ['password', 'otp', 'passkey', 'sign-up', 'social', 'qr'] as const;
export type SignInMethod = (typeof signInMethods)[number];

export function isSignInMethod(value: string): value is SignInMethod {
  return signInMethods.some((method) => method === value);
}

/**
 * Authentication method references (RFC 8176 section 2). `otp` is a code by SMS, with `sms`, or of the authenticator
 * app. `pop` is a passkey whose device verified its user. `complete` adds `mfa` to a session of two proofs or a passkey.
 * `fed` is not in the RFC: a social provider authenticated the person, by an unknown method.
 */
export type Amr = 'pwd' | 'otp' | 'sms' | 'fed' | 'pop' | 'mfa';

/**
 * The cookies of the browser that signs in. Session and pre-session are replaced, so that a planted one does not
 * survive (S1).
 */
export type Browser = {
  readonly preSession: PreSession;
  readonly tokenHash: Buffer | undefined;
  readonly devices: readonly DeviceToken[];
};

/** How the account was found. What was proved must still hold when its row is locked. */
export type ProvedAccount =
  | { readonly accountId: string }
  /** `passwordHash` must still be the account's hash. */
  | { readonly accountId: string; readonly passwordHash: string }
  /** An account of this phone that has signed in recently enough to still own the number. */
  | { readonly phone: string }
  | { readonly identity: SocialIdentity };

/** The result of a sign-in method: who the person is, and how they proved it. */
export type Proof = {
  readonly account: ProvedAccount;
  /** The feature that proved it; written to the audit log. */
  readonly method: SignInMethod;
  /** What was verified. Setting a password does not verify it, so a sign-up proves `otp` and `sms` only. */
  readonly amr: readonly Amr[];
  /** The session confirms no sensitive change, although `amr` would. */
  readonly isUnconfirmed?: boolean;
  /** Whether the session outlives the browser's. */
  readonly remember: boolean;
  readonly caller: Caller;
  readonly browser: Browser;
  /** Redeems a one-time secret of the locked account. False if it no longer holds, and then nothing is written. */
  readonly redeem?: (tx: Queryable, accountId: string) => Promise<boolean>;
  /** What the sign-in clears besides, such as failures that were counted before it. */
  readonly settle?: ((tx: Queryable) => Promise<void>) | undefined;
  /** The step that this proof completes. */
  readonly secondStep?: SecondStepOf;
};

/** An unfinished sign-in that waited for a code of the authenticator app. */
export type SecondStepOf = {
  readonly tokenHash: Buffer;
  /** Whether this device shall need no code for a while. */
  readonly rememberDevice: boolean;
};
