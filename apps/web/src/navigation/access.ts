import type { Role } from '#state/auth.ts';
import { fallbackPath, type Path, paths } from './paths.ts';

export type AccessGroup = 'anonymous' | 'authorized' | 'unauthorized';

export type AccessRule = {
  group: AccessGroup;
  role?: Role;
  redirect?: string;
  /** If false, the path redirects to the 404 page. */
  showIf?: boolean;
};

export type Visitor = {
  isAuthenticated: boolean;
  roles: readonly Role[];
  demandPath?: Path | undefined;
  /** True if the user is signed in but must sign in again, so that the sign-in pages stay open. */
  isSigningInAgain?: boolean;
};

export type AccessDecision =
  | { kind: 'show' }
  | { kind: 'forbidden' }
  | { kind: 'redirect'; to: string }
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
  const to = visitor.demandPath;
  if (to !== undefined && to !== here) return { kind: 'redirect', to };
  return visitor.roles.includes(rule.role ?? 'user') ? { kind: 'show' } : { kind: 'forbidden' };
}

/**
 * Decides about an unknown path. A signed-in user waits until a menu parameter, which may complete the path, exists, or
 * until the profile has loaded or failed.
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
