import { safeLoginTarget } from '#navigation/login-target.ts';
import { authEvents, useAuth } from '#state/auth.ts';

/**
 * Stores the path that sign-in returns to, unless the user has just signed out. A page that an account must complete
 * first does not replace the stored target.
 */
export function keepTarget(address: string): void {
  if (/^\/(?:agree|reset-p)/.test(address)) return;
  const { endReason } = useAuth.getState();
  if (endReason === null || endReason === 'expired') authEvents.loginTargetKept(safeLoginTarget(address));
}
