import { safeLoginTarget } from '#navigation/login-target.ts';
import { authEvents, useAuth } from '#state/auth.ts';

/** Stores where sign-in returns to, unless the user has just signed out. The pages of demands keep the target that is stored. */
export function keepTarget(address: string): void {
  if (/^\/(?:agree|reset-p)/.test(address)) return;
  const { endReason } = useAuth.getState();
  if (endReason === null || endReason === 'expired') authEvents.loginTargetKept(safeLoginTarget(address));
}
