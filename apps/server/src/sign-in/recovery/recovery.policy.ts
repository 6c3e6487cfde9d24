import { domainToASCII } from 'node:url';
import { recoveryWaitSeconds } from '@vid/contract/limits';
import type { PhoneHistory } from '#account/account.repo.ts';
import { isTrusted, phoneKinds } from '#account/notices/notices.policy.ts';
import { provesOwner } from '#account/return-to-owner/return-to-owner.policy.ts';
import type { AccountsRow, RecoveryRequestChannel } from '#database/tables.ts';

export const waitSeconds = recoveryWaitSeconds;

/** Lifetime of a recovery link after the wait. */
export const linkTtlSeconds = 48 * 3_600;

/** Time to complete a recovery that began with a recovery code and the password. */
export const codeTtlSeconds = 3_600;

/**
 * Time after its wait in which a recovery code can complete the recovery that it began. The link has less
 * time, because only its wait ends with a message to the owner.
 */
export const codeReturnSeconds = 7 * 86_400;

/**
 * Lifetime of the recovery token's cookie. It is short, because the next user of a shared computer could
 * continue the recovery.
 */
export const cookieSeconds = 3_600;

/**
 * A received request expires after this time if no task has compared it with the accounts, for example in an
 * outage.
 */
export const receivedTtlSeconds = 24 * 3_600;

/**
 * After the owner has stopped this many recoveries of a channel in 30 days, further requests of that channel are
 * ignored. The channels count separately, because a request by mail needs only the phone and the address: another
 * member could otherwise use up the recoveries by code.
 */
export const stopsPerMonth = 3;

/** Retention of finished and stopped requests, which count against the monthly limit. */
export const keptSeconds = 30 * 86_400;

export type RecoveryHistory = {
  readonly open: RecoveryRequestChannel | null;
  /** The channel of each recovery that was stopped in the last 30 days. */
  readonly stopped: readonly RecoveryRequestChannel[];
  readonly isSupportStopped: boolean;
};

/**
 * Returns whether a recovery may begin. Earlier stops do not prevent a recovery by support, which is the last
 * resort. A recovery by support replaces an open recovery that support did not begin, because an intruder may
 * have begun that recovery.
 */
export function mayStart(
  channel: RecoveryRequestChannel,
  { open, stopped }: Pick<RecoveryHistory, 'open' | 'stopped'>,
): boolean {
  if (channel === 'support') return open !== 'support';
  return open === null && stopped.filter((other) => other === channel).length < stopsPerMonth;
}

/**
 * Returns whether a recovery code and the password recover an account at once. An intruder who has only the
 * password can make codes and change the phone, so a new code must wait until the owner has had time to read
 * the notice of the new codes, and an account on hold waits too. So does an account that its owner has
 * locked: the password still works there, the codes may be an intruder's, and the owner's new password stops
 * the recovery. A recovery that support began must end first: an intruder who has held the account for days
 * has both, and could end every such recovery.
 */
export function skipsWait({
  codeAgeSeconds,
  holdSeconds,
  isLocked,
  open,
}: {
  readonly codeAgeSeconds: number;
  readonly holdSeconds: number;
  readonly isLocked: boolean;
  readonly open: RecoveryHistory['open'];
}): boolean {
  return codeAgeSeconds >= waitSeconds && holdSeconds <= 0 && !isLocked && open !== 'support';
}

/**
 * Returns whether a confirmed address recovers an account. Such a recovery opens a lock that the owner set, but no lock
 * of the association.
 */
export function isRecoveredByMail({
  role,
  status,
  lockedByOwner,
}: Pick<AccountsRow, 'role' | 'status' | 'lockedByOwner'>): boolean {
  return role === 'user' && (status === 'active' || lockedByOwner);
}

/** Returns the seconds for which a recovery is kept, counted from the beginning of its wait. */
export function keptFor(channel: RecoveryRequestChannel): number {
  return waitSeconds + (channel === 'code' ? codeReturnSeconds : keptSeconds);
}

/** `channelSince` is when the account got the phone or address that received the reported link. */
export type Report = {
  readonly kind: string;
  readonly at: Date;
  readonly channelSince: Date | null;
};

/**
 * Returns whether a recovery that support began continues after a report. An intruder may have added the
 * channel of the report, and a thief of the phone or the mailbox could stop every recovery. Support checks
 * the owner again after the first stop, and no report stops the next recovery.
 */
export function keepsSupport(
  report: Pick<Report, 'at' | 'channelSince'>,
  { isSupportStopped }: Pick<RecoveryHistory, 'isSupportStopped'>,
): boolean {
  return isSupportStopped || !isTrusted(report);
}

/**
 * Returns whether a report means that the phone may be another person's: the event was made with the phone,
 * or the phone is newer than 30 days before the event. The phone that the owner got when the account last
 * returned to its owner is not new, unless an administrator returned the account without the owner. Reports
 * from a channel that is neither trusted nor at least as old as the phone do not count.
 */
export function castsDoubtOnPhone(
  report: Report,
  { phoneSince, returnedAt, returnedBy }: PhoneHistory,
): boolean {
  const provedAt = returnedBy !== null && provesOwner(returnedBy) ? returnedAt : null;
  const isNewPhone =
    phoneSince !== null &&
    phoneSince > (provedAt ?? new Date(0)) &&
    !isTrusted({ at: report.at, channelSince: phoneSince });
  // A new phone that itself reports an event counts as being as new as the channel.
  const isAsNewAsChannel =
    phoneSince !== null && report.channelSince !== null && phoneSince >= report.channelSince;
  return (phoneKinds.includes(report.kind) || isNewPhone) && (isTrusted(report) || isAsNewAsChannel);
}

/**
 * Converts an address to the form in which the profile stores it (lower case). Accepts any text, because the
 * result is only compared.
 */
export function foldEmail(input: string): string {
  const text = input.normalize('NFC').trim();
  const at = text.lastIndexOf('@');
  const domain = domainToASCII(text.slice(at + 1));
  return `${text.slice(0, Math.max(at, 0))}@${domain}`.toLowerCase();
}
