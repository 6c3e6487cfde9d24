import { decideAccess } from '#navigation/access.ts';
import { basePath, defaultPath, paths, signInPath, trimPath } from '#navigation/paths.ts';
import { mayBeSignedIn, useAuth } from '#state/auth.ts';
import { useSso } from '#state/sso.ts';
import { keepTarget } from '#navigation/login-target.ts';
import { routeOf } from './routes.tsx';

export const currentPath = (): string => trimPath(location.pathname.slice(basePath.length)) || paths.root;

const visitor = { isAuthenticated: false, roles: [] };

function redirectOf(path: string): string | null {
  if (path === paths.root) return defaultPath;
  if (path === paths.signUp) return paths.signUpOtp;
  if (path === paths.home) return useSso.getState().settings === null ? signInPath : null;
  const entry = routeOf(path);
  if (entry === undefined) return paths.error404;
  const decision = decideAccess(entry, visitor, path);
  if (decision.kind === 'signIn') return signInPath;
  return decision.kind === 'redirect' ? decision.to : null;
}

/**
 * Follows a signed-out visitor's redirects before the first render. The router follows them only after a render that
 * shows nothing, which would replace the prerendered page.
 */
export function followFirstRedirects(): void {
  if (mayBeSignedIn(useAuth.getState())) return;
  for (let path = currentPath(), to = redirectOf(path); to !== null; path = to, to = redirectOf(path)) {
    if (to === signInPath && path !== paths.home) keepTarget(`${path}${location.search}`);
    history.replaceState(
      history.state,
      '',
      `${basePath}${to}${to === paths.signUpOtp ? location.search : ''}`,
    );
  }
}
