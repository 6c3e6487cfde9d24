import { useLocation } from 'react-router';
import { type ShownMenuItem, type Workspace, workspaceMenuOf, workspacesOf } from '#navigation/menu/menu.ts';
import { selectRole, useAuth } from '#state/auth.ts';
import { useUserApp } from '#state/user-app.ts';

function useAccount() {
  const { pathname } = useLocation();
  const role = useAuth(selectRole);
  const userApp = useUserApp();
  // The opened application may differ from the selected one: another tab may select another application, and
  // administrators can open any application.
  const appId = /^\/apps\/([^/]+)/.exec(pathname)?.[1];
  const canOpen =
    appId !== undefined && (role === 'admin' || userApp.managableApplications.some(({ id }) => id === appId));
  return { role, userApp: canOpen ? { ...userApp, navParam: { appId } } : userApp, pathname };
}

export const useShownMenu = (): ShownMenuItem[] => workspaceMenuOf(useAccount());

export const useWorkspaces = (): Workspace[] => workspacesOf(useAccount());

/** Returns the path from the outermost group to the current item. Empty on a page that is not in the menu. */
export function trailOf(items: readonly ShownMenuItem[]): ShownMenuItem[] {
  for (const item of items) {
    if (item.isCurrent) return [item];
    if (item.containsCurrent) return [item, ...trailOf(item.children)];
  }
  return [];
}
