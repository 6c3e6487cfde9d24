import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { writeEntryQuery } from '#navigation/entry-query.ts';
import { matchKnownPath } from '#navigation/paths.ts';
import { layoutEvents } from '#state/layout.ts';
import { useSso } from '#state/sso.ts';
import { routes } from './routes.tsx';

function isBeforeSignIn(pathname: string): boolean {
  const known = matchKnownPath(pathname);
  const entry = routes.find(({ path }) => [path].flat().some((one) => one === known));
  return entry !== undefined && entry.layout !== 'shell' && !pathname.startsWith('/error/');
}

/** Side effects of every navigation. */
export function NavigationEffects() {
  const { pathname, search, hash, state, key } = useLocation();
  const navigate = useNavigate();
  const settings = useSso((sso) => sso.settings);

  // Updates the layout store.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- runs once per path
  useEffect(() => layoutEvents.navigated(), [pathname]);

  // Writes the sign-on settings back to the browser's address before sign-in, so that a reload and a copied link keep
  // them. Two navigations in a row can return to the address shown before; only `key` differs then.
  useEffect(() => {
    if (settings === null || !isBeforeSignIn(pathname)) return;
    const written = writeEntryQuery(settings);
    if (search !== written) void navigate({ pathname, search: written, hash }, { replace: true, state });
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `key` marks a new history entry
  }, [settings, pathname, search, hash, state, key, navigate]);

  return null;
}
