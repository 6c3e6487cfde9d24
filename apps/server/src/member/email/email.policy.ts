import {
  requireConfirmed,
  requireNoHold,
  requireRecentOwner,
  type RecentSession,
} from '#sign-in/session/session.policy.ts';

/** Long enough for an e-mail that the recipient's server delays for hours. */
export const linkTtlSeconds = 86_400;

/**
 * Limits on links per account, network and e-mail address, which keep VID from flooding a mailbox. All accounts share
 * the limit of an address (`recipient`). It does not count the first link from each account to the address a day
 * (`first`); otherwise another member could keep the owner from confirming the address.
 */
export const linkLimits = {
  account: { limit: 10, windowSeconds: 3_600 },
  network: { limit: 60, windowSeconds: 3_600 },
  first: { limit: 1, windowSeconds: 86_400 },
  recipient: { limit: 5, windowSeconds: 86_400 },
} as const;

type Prover = RecentSession & Parameters<typeof requireNoHold>[0];

/**
 * Requires that the session may change the e-mail address, because a confirmed address receives notices and
 * helps to recover the account. A stolen session must not replace a confirmed address, and an unattended
 * session must not add one.
 * @throws AppError CHANGE_ON_HOLD; REAUTHENTICATION_REQUIRED without a recent verification of the password or a
 *   passkey if a confirmed address exists, and without a recent proof other than a Zalo code if none exists
 */
export function requireMayChangeEmail(
  session: Prover,
  { confirmedAt, usesZalo }: { readonly confirmedAt: Date | null; readonly usesZalo: boolean },
): void {
  requireNoHold(session);
  if (confirmedAt === null) requireRecentOwner(session, { usesZalo });
  else requireConfirmed(session);
}
