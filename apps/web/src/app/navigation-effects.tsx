import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { layoutEvents } from '#state/layout.ts';
import { useSso } from '#state/sso.ts';
import { writeEntryQuery } from '#navigation/entry-query.ts';
import { matchKnownPath } from '#navigation/paths.ts';
import { routes } from './routes.tsx';

function isBeforeSignIn(pathname: string): boolean {
  const known = matchKnownPath(pathname);
  const entry = routes.find(({ path }) => [path].flat().some((one) => one === known));
  return entry !== undefined && entry.layout !== 'shell' && !pathname.startsWith('/error/');
}

/** What every change of page brings with it. */
export function NavigationEffects() {
  const { pathname, search, hash, state, key } = useLocation();
  const navigate = useNavigate();
  const settings = useSso((sso) => sso.settings);

  // The layout store is outside of React.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each new path is one event
  useEffect(() => layoutEvents.navigated(), [pathname]);

  // The address belongs to the browser: single sign-on settings are written back to it on the way to sign-in, so
  // that a reload or a link copied from there still has them. Two navigations may come before either is shown and
  // end at the address that was shown before: only the key tells that it is another entry.
  useEffect(() => {
    if (settings === null || !isBeforeSignIn(pathname)) return;
    const written = writeEntryQuery(settings);
    if (search !== written) void navigate({ pathname, search: written, hash }, { replace: true, state });
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the key, as said
  }, [settings, pathname, search, hash, state, key, navigate]);

  return null;
}
