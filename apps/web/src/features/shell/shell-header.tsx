import { type RefObject, useRef } from 'react';
import { useT } from '#shared/i18n/use-t.ts';
import { IconButton } from '#shared/ui/controls/button.tsx';
import { PageIcon } from '#shared/ui/page/page-icon.tsx';
import { layoutEvents, useLayout } from '#state/layout.ts';
import { LanguageSwitch } from '#shared/ui/controls/language-switch.tsx';
import { ThemeSwitch } from '#shared/ui/controls/theme-switch.tsx';
import { AccountMenu } from './account-menu.tsx';
import { ShellBrand } from './shell-brand.tsx';
import { sideBarId } from './side-bar.tsx';
import { WorkspaceSwitch } from './workspace-switch.tsx';
import { trailOf, useShownMenu, useWorkspaces } from './shell-menu.ts';
import { linksOf, type ShownMenuItem } from '#navigation/menu/menu.ts';
import { cx } from '#shared/lib/cx.ts';
import { Menu, MenuLink } from '#shared/ui/overlays/menu.tsx';

/** Shows the page's position in the menu. Hidden from screen readers, which read the page heading instead. */
function Trail() {
  const t = useT();
  const trail = trailOf(useShownMenu());
  return (
    <p aria-hidden="true" className="hidden min-w-0 items-center gap-2 text-label text-muted lg:flex">
      {trail.map((item, index) => (
        <span key={item.id} className="flex min-w-0 items-center gap-2">
          {index > 0 && <PageIcon name="forward" className="size-4" />}
          <span className={index === trail.length - 1 ? 'truncate font-semibold text-ink' : 'truncate'}>
            {item.name ?? t(item.messageId)}
          </span>
        </span>
      ))}
    </p>
  );
}

export function ShellHeader({ isRail, hasSideBar }: { isRail: boolean; hasSideBar: boolean }) {
  const t = useT();
  const lists = useRef<HTMLDivElement>(null);
  const isDrawerOpen = useLayout((state) => state.drawerOpen);
  return (
    <header className="sticky top-0 z-[1020] flex h-[calc(3.75rem+env(safe-area-inset-top))] items-center gap-2 border-b border-line bg-card ps-[max(0.5rem,env(safe-area-inset-left))] pe-[max(0.5rem,env(safe-area-inset-right))] pt-[env(safe-area-inset-top)] md:px-4">
      <IconButton
        icon={<PageIcon name="menu" />}
        label={t('shell.openMenu')}
        className="xl:hidden"
        aria-haspopup="dialog"
        aria-expanded={isDrawerOpen}
        onClick={() => layoutEvents.drawerToggled(true)}
      />
      {hasSideBar && (
        <IconButton
          icon={<PageIcon name="menu" />}
          label={t(isRail ? 'shell.expand' : 'shell.collapse')}
          className="hidden! xl:grid!"
          aria-expanded={!isRail}
          aria-controls={sideBarId}
          onClick={() => layoutEvents.navToggled()}
        />
      )}
      <ShellBrand className={hasSideBar ? 'lg:me-3 lg:max-w-64 xl:hidden' : 'me-4 lg:max-w-64'} />
      {hasSideBar ? <Trail /> : <HeaderMenu container={lists} />}
      <div className="ms-auto flex shrink-0 items-center gap-1">
        <div className="hidden items-center gap-1 lg:flex">
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
        <AccountMenu container={lists} />
      </div>
      {/* Open menus render inside the banner landmark, but outside the flex row to avoid a layout shift. */}
      <div ref={lists} className="absolute" />
    </header>
  );
}

/** With `menuStyle=header`, shows the menu groups as drop-down lists in the header instead of a sidebar. */
function HeaderMenu({ container }: { container: RefObject<HTMLElement | null> }) {
  const t = useT();
  const items = useShownMenu();
  const hasSwitch = useWorkspaces().length > 1;
  /** The switch already names the workspace, so its only group shows the title of the current page. */
  const nameIn = (group: ShownMenuItem) => {
    const page = linksOf([group]).find(({ isCurrent }) => isCurrent);
    return hasSwitch && items.length === 1 && page ? t(page.messageId) : (group.name ?? t(group.messageId));
  };
  return (
    <nav aria-label={t('shell.navigation')} className="hidden items-center gap-2 xl:flex">
      <div className="max-w-56">
        <WorkspaceSwitch container={container} />
      </div>
      <ul className="flex gap-1">
        {items.map((item) => (
          <li key={item.id}>
            <Menu
              align="start"
              container={container}
              trigger={
                <button
                  type="button"
                  className={cx(
                    'flex min-h-11 items-center gap-2 rounded-control px-3 text-label hover:bg-soft',
                    item.containsCurrent || item.isCurrent ? 'font-semibold text-brand' : 'text-ink',
                  )}
                >
                  {nameIn(item)}
                  <PageIcon name="down" className="size-4 text-muted" />
                </button>
              }
            >
              {linksOf([item]).map((link) => (
                <MenuLink key={link.id} icon={link.icon ?? 'dot'} to={link.path ?? ''}>
                  {t(link.messageId)}
                </MenuLink>
              ))}
            </Menu>
          </li>
        ))}
      </ul>
    </nav>
  );
}
