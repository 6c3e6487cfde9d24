import { sessionDemands } from '@vid/contract/endpoints/shapes';
import type { Amr } from './proof.ts';

/**
 * What an account must still do after a valid proof. `two-step` precedes a session. The others come with one, because
 * only a session may change the password or agree to a new version of the terms; single sign-on is refused until then.
 */
export type Demand = 'two-step' | SessionDemand;
export type SessionDemand = (typeof sessionDemands)[number];

/** The demands on an account with a session, in their order. The only place that decides it, for every sign-in method. */
export function demandsOn(session: {
  readonly mustChangePassword: boolean;
  readonly mustAgree: boolean;
}): SessionDemand[] {
  const isOpen = { 'change-password': session.mustChangePassword, agree: session.mustAgree };
  return sessionDemands.filter((demand) => isOpen[demand]);
}

/** Every `amr` that a method can prove, in the order in which a session lists them. */
export const provableAmr = ['pwd', 'otp', 'sms', 'fed', 'pop'] as const satisfies readonly Amr[];

/**
 * What an administrator without an authenticator app must have proved before a session starts. The phone alone is not
 * enough, because a SIM can be swapped, nor is the password alone, because it can be stolen.
 */
export const administratorProofs = ['pwd', 'otp'] as const satisfies readonly Amr[];

/**
 * What a proof of an account still lacks. A passkey lacks nothing: it is possession of a key, and the device verified
 * its user.
 * - `code-of-app`: the account has an authenticator app, and this device is not remembered.
 * - `passkey`: an administrator who has a passkey and no app.
 * - `both-proofs`: an administrator who has neither.
 */
export type SecondStep = 'nothing' | 'code-of-app' | 'passkey' | 'both-proofs';

/** The factor that an administrator without an authenticator app has not proved yet. */
export type MissingFactor = 'password' | 'code' | 'passkey';

export function missingFactor(step: SecondStep, amr: readonly string[]): MissingFactor {
  if (step === 'passkey') return 'passkey';
  return amr.includes('pwd') ? 'code' : 'password';
}

/** How a `code-of-app` can be given. A recovery code replaces the code of a lost app. */
export const secondStepMethods = ['totp', 'recovery-code'] as const;
