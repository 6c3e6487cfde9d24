import type { Config } from '#config/config.ts';
import type { AccountRole } from '#database/tables.ts';
import { AppError } from '#lib/app-error.ts';

export const maxSessions = 50;

/** Minimum interval between updates of a session's last use. */
export const touchEverySeconds = 300;

/** Time for which a replaced token still finds its session. */
export const formerTokenSeconds = 60;

/** Time after an authentication in which sensitive changes are allowed. */
export const freshSeconds = 300;

/**
 * Returns whether a sign-in is recent. A sign-in by QR never is, because only the phone proved the user: an
 * attacker's screen must not be able to add a passkey.
 */
export function isRecent({ method, isNew }: { readonly method: string; readonly isNew: boolean }): boolean {
  return isNew && method !== 'qr';
}

/**
 * Requires a recent sign-in by a method other than QR, or a recent verification by the password, a passkey or
 * a code.
 * @throws AppError REAUTHENTICATION_REQUIRED
 */
export function requireRecent(session: { readonly isRecent: boolean; readonly isConfirmed: boolean }): void {
  if (!session.isRecent && !session.isConfirmed)
    throw new AppError('REAUTHENTICATION_REQUIRED', { details: { acceptsCode: true } });
}

export type RecentSession = Parameters<typeof requireRecent>[0] & {
  readonly isRenewed: boolean;
  readonly amr: readonly string[];
};

const otherProofs: readonly string[] = ['pwd', 'pop', 'mfa'];

/**
 * Returns whether a session is proved only by a code that may have reached another person: if codes go by
 * Zalo (`usesZalo`), the number's Zalo account may be another person's. A code that verifies the session
 * again goes to the SIM.
 */
export function isByZaloAlone(
  { amr, isRenewed }: Pick<RecentSession, 'amr' | 'isRenewed'>,
  usesZalo: boolean,
): boolean {
  return usesZalo && !isRenewed && amr.includes('sms') && !amr.some((method) => otherProofs.includes(method));
}

/**
 * Requires a recent proof as `requireRecent` does, other than a sign-in by a Zalo code alone. Guards the
 * addition of a passkey or an e-mail address, either of which could be used to take over the account later.
 * @throws AppError REAUTHENTICATION_REQUIRED
 */
export function requireRecentOwner(
  session: RecentSession,
  { usesZalo }: { readonly usesZalo: boolean },
): void {
  requireRecent({ ...session, isRecent: session.isRecent && !isByZaloAlone(session, usesZalo) });
}

/**
 * Returns whether a code sent to the phone verifies the owner of a session again. Such a code proves as much
 * as a sign-in by code, so it is refused for administrators and for accounts with an authenticator app, whose
 * code it would replace. It is also refused while the account is on hold or its phone in doubt, because the
 * phone may be an intruder's, and in a session from a QR sign-in, whose screen has never proved anything.
 */
export function mayProveByCode(facts: {
  readonly role: AccountRole;
  readonly hasApp: boolean;
  readonly holdSeconds: number;
  readonly phoneInDoubt: boolean;
  readonly isFromQr: boolean;
}): boolean {
  const { role, hasApp, holdSeconds, phoneInDoubt, isFromQr } = facts;
  return role !== 'admin' && !hasApp && holdSeconds <= 0 && !phoneInDoubt && !isFromQr;
}

/**
 * Requires a recent verification of the password or a passkey, for changes that the phone alone must not
 * allow, because a SIM can be swapped.
 * @throws AppError REAUTHENTICATION_REQUIRED
 */
export function requireConfirmed(session: { readonly isConfirmed: boolean }): void {
  if (!session.isConfirmed) throw new AppError('REAUTHENTICATION_REQUIRED');
}

/**
 * Requires that a session may set the first password of its account. A code sent to the phone is enough, as
 * it is for a forgotten password, unless the account is an administrator's, has a passkey, or has a phone in
 * doubt. A social account is not enough, because the new password would confirm every sensitive change. If
 * codes go by Zalo (`usesZalo`), the code of a sign-in is not enough either, because the number's Zalo
 * account may be another person's; a code that verifies the session again goes to the SIM.
 * @throws AppError REAUTHENTICATION_REQUIRED
 */
export function requireMaySetPassword(
  session: {
    readonly isRecent: boolean;
    readonly isRenewed: boolean;
    readonly isConfirmed: boolean;
    readonly isAdmin: boolean;
    readonly amr: readonly string[];
  },
  facts: { readonly hasPasskey: boolean; readonly phoneInDoubt: boolean; readonly usesZalo: boolean },
): void {
  const isFromSim = session.amr.includes('sms') && (session.isRenewed || !facts.usesZalo);
  const hasCode = session.isRecent && isFromSim;
  if (session.isAdmin || facts.hasPasskey || facts.phoneInDoubt) requireConfirmed(session);
  else requireRecent({ ...session, isRecent: hasCode });
}

/**
 * Refuses changes during the hold of a day after a phone change or a return to the owner. A thief would make
 * these changes first, before the owner reads the notice.
 * @throws AppError CHANGE_ON_HOLD
 */
export function requireNoHold({ holdSeconds }: { readonly holdSeconds: number }): void {
  if (holdSeconds > 0) throw new AppError('CHANGE_ON_HOLD', { retryAfterSeconds: holdSeconds });
}

/**
 * Refuses to set up a second factor during a hold, except for an administrator who has none: an operator's
 * reset removes the second factor, and an administrator's account is unusable without one.
 */
export function requireMaySetUp(session: {
  readonly holdSeconds: number;
  readonly mustSetUpTwoStep: boolean;
}): void {
  if (!session.mustSetUpTwoStep) requireNoHold(session);
}

/**
 * Refuses single sign-on until the account has met the demands of its sign-in.
 * @throws AppError DELETION_PENDING, PASSWORD_CHANGE_REQUIRED, AGREEMENT_REQUIRED
 */
export function requireNoDemand(session: {
  readonly mustDecideDeletion: boolean;
  readonly mustChangePassword: boolean;
  readonly mustAgree: boolean;
}): void {
  if (session.mustDecideDeletion) throw new AppError('DELETION_PENDING');
  if (session.mustChangePassword) throw new AppError('PASSWORD_CHANGE_REQUIRED');
  if (session.mustAgree) throw new AppError('AGREEMENT_REQUIRED');
}

/** In seconds: `idle` since the session's last use, `max` since its start. */
export type SessionTtl = { readonly idle: number; readonly max: number };

export function sessionTtl(role: AccountRole, config: Config): SessionTtl {
  return role === 'admin'
    ? { idle: config.adminIdleMinutes * 60, max: config.adminMaxHours * 3_600 }
    : { idle: config.sessionIdleDays * 86_400, max: config.sessionMaxDays * 86_400 };
}
