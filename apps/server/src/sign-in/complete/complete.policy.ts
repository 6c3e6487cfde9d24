import type { AccountsRow } from '#database/tables.ts';

/**
 * What an account must still do after a valid proof. `two-step` and `recovery` precede a session. `change-password`
 * comes with one, because only a session may change the password; single sign-on is refused until then.
 */
export type Demand = 'two-step' | 'recovery' | 'change-password';

/** The next demand on an account, or null. The only place that decides it, for every sign-in method. */
export function nextDemand(account: Pick<AccountsRow, 'mustChangePassword'>): Demand | null {
  return account.mustChangePassword ? 'change-password' : null;
}
