import { type ReactNode, useRef, useState } from 'react';
import { useT } from '#shared/i18n/use-t.ts';
import { cx } from '#shared/lib/cx.ts';
import { Drawer } from '#shared/ui/overlays/drawer.tsx';
import { layoutEvents, useLayout } from '#state/layout.ts';
import { NavTree } from './nav-tree.tsx';
import { ShellBrand } from './shell-brand.tsx';
import { useAutoHideScrollbar } from './use-auto-hide-scrollbar.ts';
import { useShownMenu } from './shell-menu.ts';

export const sideBarId = 'shell-navigation';

/** The thin scrollbar shows while scrolling, on hover and while a link has the focus. */
const scrollClass =
  'min-h-0 flex-1 overflow-y-auto overscroll-contain [scrollbar-color:transparent_transparent] [scrollbar-width:thin] focus-within:[scrollbar-color:var(--color-field)_transparent] hover:[scrollbar-color:var(--color-field)_transparent] data-scrolling:[scrollbar-color:var(--color-field)_transparent]';

/** A picture behind the menu, faint enough to preserve the text contrast. */
function SideImage() {
  const image = useLayout((state) => state.sidebarImage);
  const [broken, setBroken] = useState<string>();
  if (image === null || image === broken) return null;
  return (
    <img
      src={image}
      alt=""
      referrerPolicy="no-referrer"
      className="pointer-events-none absolute inset-0 -z-1 size-full object-cover opacity-8"
      onError={() => setBroken(image)}
    />
  );
}

/** The sidebar of wide screens. When collapsed, it shows only icons; `menuStyle=mini` starts collapsed. */
export function SideBar({ isRail }: { isRail: boolean }) {
  const t = useT();
  const items = useShownMenu();
  const area = useRef<HTMLDivElement>(null);
  useAutoHideScrollbar(area);
  return (
    <aside
      id={sideBarId}
      className={cx(
        'sticky top-0 z-[1030] isolate hidden h-[calc(100dvh-var(--frame,0px))] shrink-0 flex-col border-e border-line bg-card xl:flex',
        isRail ? 'w-19' : 'w-66',
      )}
    >
      <SideImage />
      <div
        className={cx(
          'flex h-15 shrink-0 items-center border-b border-line',
          isRail ? 'justify-center' : 'px-4',
        )}
      >
        <ShellBrand isMarkOnly={isRail} />
      </div>
      <div ref={area} className={scrollClass}>
        <nav aria-label={t('shell.navigation')} className="p-3">
          <NavTree items={items} isRail={isRail} />
        </nav>
      </div>
    </aside>
  );
}

function close(): void {
  layoutEvents.drawerToggled(false);
}

export function NavDrawer({ children }: { children?: ReactNode }) {
  const t = useT();
  const items = useShownMenu();
  const isOpen = useLayout((state) => state.drawerOpen);
  return (
    <Drawer isOpen={isOpen} onClose={close} label={t('shell.navigation')}>
      <div className="flex h-15 shrink-0 items-center border-b border-line ps-4 pe-12">
        <ShellBrand onFollow={close} />
      </div>
      <nav aria-label={t('shell.navigation')} className="flex-1 p-3">
        <NavTree items={items} onFollow={close} />
      </nav>
      {children}
    </Drawer>
  );
}
