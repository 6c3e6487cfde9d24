import * as v from 'valibot';
import { boundedText } from './persistence/schemas.ts';
import { createPersistedSlice } from './persistence/persisted-slice.ts';
import type { UnreadLayout } from './unread-fields.ts';

export const layouts = ['full-width', 'boxed', 'framed'] as const;
export const menuStyles = ['sidebar', 'header', 'mini'] as const;

export type LayoutState = UnreadLayout & {
  navCollapsed: boolean;
  drawerOpen: boolean;
  layout: (typeof layouts)[number];
  menuStyle: (typeof menuStyles)[number];
  sidebarImage: string | null;
};

const initial: LayoutState = {
  navCollapsed: false,
  drawerOpen: false,
  initialPath: null,
  viewHeight: 0,
  themeStyle: 'standard',
  layout: 'full-width',
  menuStyle: 'sidebar',
  sidebarImage: null,
};

export const useLayout = createPersistedSlice(initial, {
  name: 'layout',
  version: 1,
  kept: {
    navCollapsed: v.boolean(),
    layout: v.picklist(layouts),
    menuStyle: v.picklist(menuStyles),
    sidebarImage: v.nullable(boundedText),
  },
});

export const layoutEvents = {
  opened(initialPath: string): void {
    useLayout.setState({ initialPath });
  },
  optionsRead(options: Partial<Pick<LayoutState, 'layout' | 'menuStyle' | 'sidebarImage'>>): void {
    useLayout.setState(options);
  },
  navToggled(): void {
    useLayout.setState(({ navCollapsed }) => ({ navCollapsed: !navCollapsed }));
  },
  drawerToggled(drawerOpen: boolean): void {
    useLayout.setState({ drawerOpen });
  },
  viewHeightChanged(viewHeight: number): void {
    useLayout.setState({ viewHeight });
  },
  navigated(): void {
    const { navCollapsed, drawerOpen } = useLayout.getState();
    if (navCollapsed || drawerOpen) useLayout.setState({ navCollapsed: false, drawerOpen: false });
  },
};
