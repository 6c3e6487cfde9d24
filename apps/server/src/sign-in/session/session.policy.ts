import type { Config } from '#config/config.ts';
import type { AccountRole } from '#database/tables.ts';
import { AppError } from '#lib/app-error.ts';

export const maxSessions = 50;

/** Minimum interval between updates of a session's last use. */
export const touchEverySeconds = 300;

/** Time in which requests with the token of a session are accepted after the token was replaced. */
export const formerTokenSeconds = 60;

/** Time after an authentication in which sensitive changes are allowed. */
export const freshSeconds = 300;

/**
 * A sign-in by QR is never recent, because only the phone proved the user: an attacker's screen must not add
 * a passkey right away.
 */
export function isRecent({ method, isNew }: { readonly method: string; readonly isNew: boolean }): boolean {
  return isNew && method !== 'qr';
}

/**
 * Requires that the member signed in recently by a method other than QR, or has been verified again since by
 * the password, a passkey or a code.
 * @throws AppError REAUTHENTICATION_REQUIRED
 */
export function requireRecent(session: { readonly isRecent: boolean; readonly isConfirmed: boolean }): void {
  if (!session.isRecent && !session.isConfirmed)
    throw new AppError('REAUTHENTICATION_REQUIRED', { details: { acceptsCode: true } });
}

/**
 * Returns whether a code sent to the phone proves the owner of a session again. The code then counts as a
 * sign-in by code would, so it is not accepted where such a sign-in is not enough: with an authenticator app,
 * whose code would be skipped; for administrators; while the phone is new or in doubt, because it may be an
 * intruder's; and in a session that began by QR, whose screen has never proved anything.
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
 * Guards changes that the phone alone must not allow, because a SIM can be swapped. The session must have
 * verified the password or a passkey recently.
 * @throws AppError REAUTHENTICATION_REQUIRED
 */
export function requireConfirmed(session: { readonly isConfirmed: boolean }): void {
  if (!session.isConfirmed) throw new AppError('REAUTHENTICATION_REQUIRED');
}

/**
 * Guards the first password of an account. A code sent to the phone is enough, as it is for a forgotten password, but not
 * for an administrator, with a phone in doubt, or if a passkey of the account can confirm the change. A social account is
 * not enough: a new password confirms every sensitive change. If codes go by Zalo (`usesZalo`), the code of a sign-in is
 * not enough either, because the number's Zalo account may belong to another person. A code that verifies the session
 * again goes to the SIM.
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
 * Guards changes that a thief would make right after changing the phone. The changes are refused for a day,
 * in which the owner can undo the change of the phone.
 * @throws AppError CHANGE_ON_HOLD
 */
export function requireNoHold({ holdSeconds }: { readonly holdSeconds: number }): void {
  if (holdSeconds > 0) throw new AppError('CHANGE_ON_HOLD', { retryAfterSeconds: holdSeconds });
}

/**
 * Guards the set-up of a second factor. The hold does not stop an administrator from setting up the second
 * factor that every administrator needs: a reset by the operator removes it, and nothing else in the account
 * works without it.
 * @throws AppError CHANGE_ON_HOLD
 */
export function requireMaySetUp(session: {
  readonly holdSeconds: number;
  readonly mustSetUpTwoStep: boolean;
}): void {
  if (!session.mustSetUpTwoStep) requireNoHold(session);
}

/**
 * Guards single sign-on, which waits until the account has taken the steps that its sign-in requires.
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

/** In seconds: `idle` counts from the session's last use, `max` from its start. */
export type SessionTtl = { readonly idle: number; readonly max: number };

export function sessionTtl(role: AccountRole, config: Config): SessionTtl {
  return role === 'admin'
    ? { idle: config.adminIdleMinutes * 60, max: config.adminMaxHours * 3_600 }
    : { idle: config.sessionIdleDays * 86_400, max: config.sessionMaxDays * 86_400 };
}
