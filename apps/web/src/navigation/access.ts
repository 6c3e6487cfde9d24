import type { Role } from '#state/auth.ts';
import { fallbackPath, paths } from './paths.ts';

/** The groups of specification, clause 3: signed-out people only, signed-in people only, everyone. */
export type AccessGroup = 'anonymous' | 'authorized' | 'unauthorized';

export type AccessRule = {
  group: AccessGroup;
  /** The role an authorized entry needs. */
  role?: Role;
  /** Where a signed-in person is sent from an anonymous entry. */
  redirect?: string;
  /** False hides the entry as if it did not exist. */
  showIf?: boolean;
};

export type Visitor = {
  isAuthenticated: boolean;
  roles: readonly Role[];
  /** An administrator's reset must be answered with a new password before anything else. */
  mustChangePassword: boolean;
  /** Signed in, and asked to sign in anew: the screens of signing in are open. */
  isSigningInAgain?: boolean;
};

export type AccessDecision =
  | { kind: 'show' }
  /** The person lacks the role: the unauthorized screen, at the same address. */
  | { kind: 'forbidden' }
  | { kind: 'redirect'; to: string }
  /** To sign-in, and back here afterwards. */
  | { kind: 'signIn' };

export function decideAccess(rule: AccessRule, visitor: Visitor, here: string): AccessDecision {
  if (rule.showIf === false) return { kind: 'redirect', to: paths.error404 };
  if (rule.group === 'unauthorized') return { kind: 'show' };
  if (rule.group === 'anonymous') {
    return visitor.isAuthenticated && visitor.isSigningInAgain !== true
      ? { kind: 'redirect', to: rule.redirect ?? fallbackPath }
      : { kind: 'show' };
  }
  if (!visitor.isAuthenticated) return { kind: 'signIn' };
  if (visitor.mustChangePassword && here !== paths.resetPassword) {
    return { kind: 'redirect', to: paths.resetPassword };
  }
  return visitor.roles.includes(rule.role ?? 'user') ? { kind: 'show' } : { kind: 'forbidden' };
}

/**
 * On an address that is not known, a signed-in person waits until a menu parameter exists (it may complete the
 * address) or the profile has failed; then the address is not found.
 */
export function decideUnknownPath(state: {
  isAuthenticated: boolean;
  hasNavParam: boolean;
  hasAuthError: boolean;
  isProfileLoaded: boolean;
}): 'wait' | 'notFound' {
  const isSettled = state.hasNavParam || state.hasAuthError || state.isProfileLoaded;
  return state.isAuthenticated && !isSettled ? 'wait' : 'notFound';
}
