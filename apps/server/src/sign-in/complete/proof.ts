import type { AccountLock } from '#account/account-sql.ts';
import type { DeviceToken } from '#account/known-devices/device-cookie.ts';
import type { Fragment, Queryable } from '#database/connection.ts';
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

/** The result of a sign-in method: who the person is, and how they proved it. */
export type Proof = {
  /** Finds and locks the account. No row if there is none, or if what was proved no longer holds. */
  readonly account: AccountLock;
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
  /** Absent if the transaction passed to `complete` has already redeemed it. */
  readonly evidence?: Evidence;
  /** The step that this proof completes; its evidence redeems a code of the app. */
  readonly secondStep?: SecondStepOf;
};

/** An unfinished sign-in that waited for a code of the authenticator app. */
export type SecondStepOf = {
  readonly tokenHash: Buffer;
  /** Whether this device shall need no code for a while. */
  readonly rememberDevice: boolean;
};

/**
 * Evidence as fragments of the statement that writes the session, so that it is checked again at that moment and
 * redeemed if and only if a session is written.
 */
export type Evidence = {
  /** Redeems a one-time secret of `account`, the locked row; returns a row if the secret was still valid. */
  readonly redeem?: (sql: Queryable, account: Fragment) => Fragment;
  /** CTEs that run once for the row of `active`, which exists only if the session is written. */
  readonly settle?: (sql: Queryable, active: Fragment) => Fragment;
};
