import { AppError } from '#lib/app-error.ts';

/**
 * The session fields that `http` needs; `sign-in/session` extends this type, so that `http` depends on no
 * feature.
 */
export interface CallSession {
  readonly isAdmin: boolean;
  readonly mustChangePassword: boolean;
  /** True if the session belongs to an administrator who has neither an authenticator app nor a passkey. */
  readonly mustSetUpTwoStep: boolean;
  /**
   * True if the session verified the password or a passkey, or began with a sign-up, within the last five
   * minutes.
   */
  readonly isConfirmed: boolean;
}

/** Right by which an account manages an application. `owner` and `manager` take precedence over `admin`. */
export type ManagerRight = 'owner' | 'manager' | 'admin';

export const managesAll = ({
  isAdmin,
  mustSetUpTwoStep,
}: Pick<CallSession, 'isAdmin' | 'mustSetUpTwoStep'>): boolean => isAdmin && !mustSetUpTwoStep;

/**
 * @throws AppError FORBIDDEN for a member, TWO_STEP_SETUP_REQUIRED for an administrator without a second
 *   factor
 */
export function requireAdmin(session: Pick<CallSession, 'isAdmin' | 'mustSetUpTwoStep'>): void {
  if (!session.isAdmin) throw new AppError('FORBIDDEN');
  if (session.mustSetUpTwoStep) throw new AppError('TWO_STEP_SETUP_REQUIRED');
}
