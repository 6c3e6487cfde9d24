import { requireConfirmed, requireNoHold, requireRecent } from '#sign-in/session/session.policy.ts';

/** Long enough for a mail that the recipient's server delays for hours. */
export const linkTtlSeconds = 86_400;

/**
 * Limits on links per account, network address and e-mail address, so that VID floods no mailbox. All accounts
 * share `recipient`, so an account's first link of the day to an address (`first`) does not count there:
 * another member could otherwise keep the owner from confirming the address.
 */
export const linkLimits = {
  account: { limit: 10, windowSeconds: 3_600 },
  network: { limit: 60, windowSeconds: 3_600 },
  first: { limit: 1, windowSeconds: 86_400 },
  recipient: { limit: 5, windowSeconds: 86_400 },
} as const;

type Prover = Parameters<typeof requireRecent>[0] & Parameters<typeof requireNoHold>[0];

/**
 * Guards changes to the e-mail address, because a confirmed address receives notices and helps to recover the
 * account. A stolen session must not replace a confirmed address, and an unattended session must not add one.
 * @throws AppError CHANGE_ON_HOLD, REAUTHENTICATION_REQUIRED
 */
export function requireMayChangeEmail(session: Prover, confirmedAt: Date | null): void {
  requireNoHold(session);
  if (confirmedAt === null) requireRecent(session);
  else requireConfirmed(session);
}
