import type { AccountRole, AccountsRow } from '#database/tables.ts';
import type { Amr } from './proof.ts';

/**
 * What an account must still do after a valid proof. `two-step` precedes a session. `change-password` comes with one,
 * because only a session may change the password; single sign-on is refused until then.
 */
export type Demand = 'two-step' | SessionDemand;
export type SessionDemand = 'change-password';

/** The next demand on an account with a session, or null. The only place that decides it, for every sign-in method. */
export function nextDemand(account: Pick<AccountsRow, 'mustChangePassword'>): SessionDemand | null {
  return account.mustChangePassword ? 'change-password' : null;
}

/** Every `amr` that a method can prove, in the order in which a session lists them. */
export const provableAmr = ['pwd', 'otp', 'sms'] as const satisfies readonly Amr[];

/** What an account of each role must have proved before it gets a session. Members need any one proof. */
export const requiredAmr = {
  user: [],
  // The phone alone must not be enough, because a SIM can be swapped, nor the password alone, because it can be stolen.
  admin: ['pwd', 'otp'],
} as const satisfies Record<AccountRole, readonly Amr[]>;

/** The factor that an account with the demand `two-step` has not proved yet. */
export type MissingFactor = 'password' | 'code';

export function missingFactor(amr: readonly string[]): MissingFactor {
  return amr.includes('pwd') ? 'code' : 'password';
}
