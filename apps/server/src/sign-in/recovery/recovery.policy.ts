import { domainToASCII } from 'node:url';
import { recoveryWaitSeconds } from '@vid/contract/limits';
import type { PhoneHistory } from '#account/account.repo.ts';
import { isTrusted, phoneKinds } from '#account/notices/notices.policy.ts';
import type { AccountsRow, RecoveryRequestChannel } from '#database/tables.ts';

export const waitSeconds = recoveryWaitSeconds;

export const linkTtlSeconds = 48 * 3_600;

/** Time to complete a recovery that began with a recovery code and the password. */
export const codeTtlSeconds = 3_600;

/**
 * Time after the wait in which a recovery code can complete its recovery. A link has less time, because the
 * message with the link tells the owner that the wait is over.
 */
export const codeReturnSeconds = 7 * 86_400;

/**
 * Lifetime of the recovery token's cookie, kept short because the next user of a shared computer could
 * continue the recovery.
 */
export const cookieSeconds = 3_600;

/** Lifetime of a received request that no task has compared with the accounts, for example in an outage. */
export const receivedTtlSeconds = 24 * 3_600;

/**
 * Stopped recoveries within 30 days after which further recoveries of the same channel are refused, except
 * those by support. Channels count separately: a request by mail needs only the phone and the address, so
 * anyone who knows both could otherwise use up the recoveries by code.
 */
export const stopsPerMonth = 3;

/**
 * Time after a stopped recovery by mail in which further requests by mail are ignored. A stranger could
 * otherwise request the next recovery at once, before the owner begins a recovery by another proof.
 */
export const mailPauseSeconds = recoveryWaitSeconds;

/** Retention of completed and stopped recoveries. Stopped recoveries count against the monthly limit. */
export const keptSeconds = 30 * 86_400;

export type RecoveryHistory = {
  readonly open: RecoveryRequestChannel | null;
  /** Channels of the recoveries that were stopped in the last 30 days. */
  readonly stopped: readonly RecoveryRequestChannel[];
  readonly isSupportStopped: boolean;
  /** True if a recovery by mail was stopped within the last `mailPauseSeconds`. */
  readonly isMailPaused: boolean;
};

/**
 * Returns whether a recovery may begin. Recovery by support is the last resort, so earlier stops do not
 * prevent it, and it replaces an open recovery of another channel, which an intruder may have begun. A
 * recovery code replaces a recovery by mail: a stranger who knows the phone and the address can begin one
 * repeatedly, and must not keep the owner from using the code.
 */
export function mayStart(
  channel: RecoveryRequestChannel,
  { open, stopped, isMailPaused }: Pick<RecoveryHistory, 'open' | 'stopped' | 'isMailPaused'>,
): boolean {
  if (channel === 'support') return open !== 'support';
  if (channel === 'mail' && isMailPaused) return false;
  const isFree = open === null || (channel === 'code' && open === 'mail');
  return isFree && stopped.filter((other) => other === channel).length < stopsPerMonth;
}

/**
 * Returns whether a recovery code and the password recover an account without a wait. An intruder who has
 * only the password can make codes and change the phone, so a new code waits until the owner has had time to
 * read the notice of the new codes, and an account on hold waits too. An account also waits for a day after
 * each new password, because a code by SMS alone can set one (`phone-hold.ts`). An account locked by its
 * owner waits: its password still works and the codes may be an intruder's, but the owner's new password
 * stops the recovery. While support recovers the account, the code waits as well, because an intruder who has
 * held the account for days has an old code and the password.
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
 * Returns whether a confirmed address recovers an account. Such a recovery ends a lock by the owner, but not
 * a lock by the association. An administrator's account is not recovered by mail.
 */
export function isRecoveredByMail({
  role,
  status,
  lockedByOwner,
}: Pick<AccountsRow, 'role' | 'status' | 'lockedByOwner'>): boolean {
  return role === 'user' && (status === 'active' || lockedByOwner);
}

/** Returns the seconds for which an open recovery is kept, from the beginning of its wait. */
export function keptFor(channel: RecoveryRequestChannel): number {
  return waitSeconds + (channel === 'code' ? codeReturnSeconds : keptSeconds);
}

/** `channelSince`: when the account got the phone or address that received the link. */
export type Report = {
  readonly kind: string;
  readonly at: Date;
  readonly channelSince: Date | null;
};

/**
 * Returns whether a recovery by support survives a report. An intruder may have added the channel of the
 * report, and a thief of the phone or the mailbox could stop every recovery. After the first stop, support
 * checks the owner again, and for 30 days no report stops the next recovery.
 */
export function keepsSupport(
  report: Pick<Report, 'at' | 'channelSince'>,
  { isSupportStopped }: Pick<RecoveryHistory, 'isSupportStopped'>,
): boolean {
  return isSupportStopped || !isTrusted(report);
}

/**
 * Returns whether a report means that the phone may be another person's: the event was made with the phone,
 * or the account got the phone later than 30 days before the event. A phone that the account had when a
 * return last proved its phone does not count as new. Only reports from a trusted channel, or from one not
 * newer than the phone, count.
 */
export function castsDoubtOnPhone(
  report: Report,
  { phoneSince, provedAt }: Pick<PhoneHistory, 'phoneSince' | 'provedAt'>,
): boolean {
  const isNewPhone =
    phoneSince !== null &&
    phoneSince > (provedAt ?? new Date(0)) &&
    !isTrusted({ at: report.at, channelSince: phoneSince });
  // If the new phone itself got the link, the phone is as new as the channel.
  const isAsNewAsChannel =
    phoneSince !== null && report.channelSince !== null && phoneSince >= report.channelSince;
  return (phoneKinds.includes(report.kind) || isNewPhone) && (isTrusted(report) || isAsNewAsChannel);
}

/**
 * Normalizes an e-mail address for comparison: NFC, without surrounding spaces, ASCII domain, lower case.
 * Accepts any text.
 */
export function foldEmail(input: string): string {
  const text = input.normalize('NFC').trim();
  const at = text.lastIndexOf('@');
  const domain = domainToASCII(text.slice(at + 1));
  return `${text.slice(0, Math.max(at, 0))}@${domain}`.toLowerCase();
}
