import { useLocation } from 'react-router';
import { menu, type ShownMenuItem, shownMenu } from '#navigation/menu.ts';
import { rolesOf, useAuth } from '#state/auth.ts';
import { useUserApp } from '#state/user-app.ts';

/** The menu of the person who is signed in, at the address that is shown. */
export function useShownMenu(): ShownMenuItem[] {
  const { pathname } = useLocation();
  const role = useAuth((state) => state.role);
  const exclusiveNavId = useUserApp((state) => state.exclusiveNavId);
  const navParam = useUserApp((state) => state.navParam);
  return shownMenu(menu, { roles: rolesOf(role), exclusiveNavId, navParam, pathname });
}

/** From the outermost group to the current item; empty on a page that the menu does not name. */
export function trailOf(items: readonly ShownMenuItem[]): ShownMenuItem[] {
  for (const item of items) {
    if (item.isCurrent) return [item];
    if (item.holdsCurrent) return [item, ...trailOf(item.children)];
  }
  return [];
}
