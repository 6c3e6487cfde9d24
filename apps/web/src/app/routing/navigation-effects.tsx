import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { writeEntryQuery } from '#navigation/entry-query.ts';
import { paths, trimPath } from '#navigation/paths.ts';
import { layoutEvents } from '#state/layout.ts';
import { useSso } from '#state/sso.ts';
import { currentPath } from './first-redirects.ts';
import { routeOf } from './routes.tsx';

function isBeforeSignIn(pathname: string): boolean {
  const entry = routeOf(pathname);
  return entry !== undefined && entry.layout !== 'shell' && !pathname.startsWith('/error/');
}

/** Returns whether the router shows the browser's URL, which start-up may have changed after the router read it. */
const isShown = (pathname: string, search: string): boolean =>
  (trimPath(pathname) || paths.root) === currentPath() && search === location.search;

export function NavigationEffects() {
  const { pathname, search, hash, state, key } = useLocation();
  const navigate = useNavigate();
  const settings = useSso((sso) => sso.settings);

  // The router listens for URL changes only after its first render, which is slow on a slow phone.
  useEffect(() => {
    if (!isShown(pathname, search)) dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
    // oxlint-disable-next-line react/exhaustive-deps -- only after the first render
  }, []);

  // Each new path resets a toggled sidebar and closes the drawer, whose states are in the layout store.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- runs once per path
  useEffect(() => layoutEvents.navigated(), [pathname]);

  // Writes the sign-on settings back to the browser's URL on the pages before sign-in, so that a reload and a copied
  // link keep them. If two navigations in a row end at the URL where they began, only `key` has changed.
  useEffect(() => {
    if (settings === null || !isBeforeSignIn(pathname) || !isShown(pathname, search)) return;
    const written = writeEntryQuery(settings);
    if (search !== written) void navigate({ pathname, search: written, hash }, { replace: true, state });
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `key` marks a new history entry
  }, [settings, pathname, search, hash, state, key, navigate]);

  return null;
}
