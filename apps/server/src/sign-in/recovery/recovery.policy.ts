import { domainToASCII } from 'node:url';
import type { AccountsRow, RecoveryRequestChannel } from '#database/tables.ts';

/** How long the owner can stop a recovery. Few people read no message for longer than a weekend. */
export const waitSeconds = 72 * 3_600;

/** How long the link works after the wait. */
export const linkTtlSeconds = 48 * 3_600;

/** How long a recovery that began with a recovery code and the password can be completed. */
export const codeTtlSeconds = 3_600;

/**
 * How long a recovery code that began a wait can complete the recovery afterwards. This is longer than for the link,
 * because no message tells the owner that the wait is over.
 */
export const codeReturnSeconds = 7 * 86_400;

/** How long a browser keeps the token. The time is short, because the next user of a shared computer could continue. */
export const cookieSeconds = 3_600;

/** How long an outage may delay the start of a wait. */
export const receivedTtlSeconds = 24 * 3_600;

/**
 * How many recoveries an owner has to stop in 30 days. Further requests are ignored; the association's support can
 * still help.
 */
export const stopsPerMonth = 3;

/** How long a finished or stopped request is kept, to count it. */
export const keptSeconds = 30 * 86_400;

export type RecoveryHistory = {
  readonly hasOpen: boolean;
  readonly stopped: number;
};

/** Whether a recovery may begin. Earlier stops do not count for support, which is the last resort. */
export function mayStart(channel: RecoveryRequestChannel, { hasOpen, stopped }: RecoveryHistory): boolean {
  return !hasOpen && (channel === 'support' || stopped < stopsPerMonth);
}

/**
 * Whether a confirmed address recovers an account. It opens a lock that the owner set, but no lock of the association.
 */
export function isRecoveredByMail({
  role,
  status,
  lockedByOwner,
}: Pick<AccountsRow, 'role' | 'status' | 'lockedByOwner'>): boolean {
  return role === 'user' && (status === 'active' || lockedByOwner);
}

/** How long a recovery is kept once its wait has begun. */
export function keptFor(channel: RecoveryRequestChannel): number {
  return waitSeconds + (channel === 'code' ? codeReturnSeconds : keptSeconds);
}

/**
 * Changes made with the phone, or after which the phone may have a new owner. Once an owner has reported one, neither a
 * code sent to the phone nor a recovery code opens the account.
 */
const phoneKinds: readonly string[] = [
  'password-reset',
  'phone-changed',
  'recovery-code-used',
  'account-recovered',
];

export function castsDoubtOnPhone(noticeKind: string): boolean {
  return phoneKinds.includes(noticeKind);
}

/** An address as the profile stores it, in lower case for comparison. Any text is accepted, because it is only compared. */
export function foldEmail(input: string): string {
  const text = input.normalize('NFC').trim();
  const at = text.lastIndexOf('@');
  const domain = domainToASCII(text.slice(at + 1));
  return `${text.slice(0, Math.max(at, 0))}@${domain}`.toLowerCase();
}
