import { Navigate } from 'react-router';
import { decideUnknownPath } from '#navigation/access.ts';
import { paths } from '#navigation/paths.ts';
import { Loading } from '#shared/ui/feedback/loader.tsx';
import { useAuth } from '#state/auth.ts';
import { useUserApp } from '#state/user-app.ts';

/** Waits before the redirect to the 404 page, because a menu parameter that is still loading may complete the path. */
export function UnknownPath() {
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  const hasAuthError = useAuth((state) => state.error !== null);
  const isProfileLoaded = useAuth((state) => state.profile !== null);
  const hasNavParam = Object.keys(useUserApp().navParam).length > 0;
  const decision = decideUnknownPath({ isAuthenticated, hasAuthError, isProfileLoaded, hasNavParam });
  return decision === 'wait' ? <Loading /> : <Navigate replace to={paths.error404} />;
}
