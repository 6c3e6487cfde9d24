import { AppError } from '#lib/app-error.ts';

/**
 * The signed-in session of a call. `sign-in/session` declares its other fields, so that `http` depends on no feature.
 */
export interface CallSession {
  readonly isAdmin: boolean;
  /** Whether an administrator requires a new password. */
  readonly mustChangePassword: boolean;
  /** Whether the session belongs to an administrator who has neither an authenticator app nor a passkey. */
  readonly mustSetUpTwoStep: boolean;
  /** Whether the session verified the password or a passkey within the last five minutes. */
  readonly isConfirmed: boolean;
}

/**
 * The right by which a session manages an application. The account's own right takes precedence over an
 * administrator's.
 */
export type ManagerRight = 'owner' | 'manager' | 'admin';

/**
 * Whether a session may manage all applications: administrators of the association may, if they have a second factor.
 */
export const managesAll = ({
  isAdmin,
  mustSetUpTwoStep,
}: Pick<CallSession, 'isAdmin' | 'mustSetUpTwoStep'>): boolean => isAdmin && !mustSetUpTwoStep;

/** @throws AppError FORBIDDEN; TWO_STEP_SETUP_REQUIRED for an administrator who has no second factor yet */
export function requireAdmin(session: Pick<CallSession, 'isAdmin' | 'mustSetUpTwoStep'>): void {
  if (!session.isAdmin) throw new AppError('FORBIDDEN');
  if (session.mustSetUpTwoStep) throw new AppError('TWO_STEP_SETUP_REQUIRED');
}
