import { Navigate } from 'react-router';
import { Loading } from '#shared/ui/loader.tsx';
import { useAuth } from '#state/auth.ts';
import { useUserApp } from '#state/user-app.ts';
import { decideUnknownPath } from '#navigation/access.ts';
import { paths } from '#navigation/paths.ts';

/** An address that is no route: decided once the person's menu parameters are known. */
export function UnknownPath() {
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  const hasAuthError = useAuth((state) => state.error !== null);
  const isProfileLoaded = useAuth((state) => state.profile !== null);
  const hasNavParam = useUserApp((state) => Object.keys(state.navParam).length > 0);
  const decision = decideUnknownPath({ isAuthenticated, hasAuthError, isProfileLoaded, hasNavParam });
  return decision === 'wait' ? <Loading /> : <Navigate replace to={paths.error404} />;
}
