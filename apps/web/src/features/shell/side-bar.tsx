import { type RefObject, useEffect, useRef, useState } from 'react';
import { useT } from '#shared/i18n/use-t.ts';
import { cx } from '#shared/lib/cx.ts';
import { useLayout } from '#state/layout.ts';
import { NavTree } from './nav-tree.tsx';
import { ShellBrand } from './shell-brand.tsx';
import { useShownMenu, useWorkspaces } from './shell-menu.ts';
import { WorkspaceSwitch } from './workspace-switch.tsx';

const throttleMs = 64;
const hideAfterMs = 1000;

/**
 * Sets `data-scrolling` while the area scrolls and for one second after. The style sheet shows the scrollbar while the
 * attribute is set.
 */
function useAutoHideScrollbar(area: RefObject<HTMLElement | null>): void {
  // Subscribes to the browser's scroll events and sets the attribute without rendering.
  useEffect(() => {
    const element = area.current;
    if (element === null) return undefined;
    let handledAt = Number.NEGATIVE_INFINITY;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      const now = performance.now();
      if (now - handledAt < throttleMs) return;
      handledAt = now;
      element.dataset['scrolling'] = '';
      clearTimeout(timer);
      timer = setTimeout(() => delete element.dataset['scrolling'], hideAfterMs);
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      element.removeEventListener('scroll', onScroll);
    };
  }, [area]);
}

export const sideBarId = 'shell-navigation';

/** The thin scrollbar shows while scrolling, on hover and while a control in the menu has the focus. */
const scrollClass =
  'min-h-0 flex-1 overflow-y-auto overscroll-contain [scrollbar-color:transparent_transparent] [scrollbar-width:thin] focus-within:[scrollbar-color:var(--color-field)_transparent] hover:[scrollbar-color:var(--color-field)_transparent] data-scrolling:[scrollbar-color:var(--color-field)_transparent]';

/** The picture behind the menu, if any can be loaded, faint enough to preserve the text contrast. */
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
  const hasSwitch = useWorkspaces().length > 1;
  // The scrolling area would clip the switch's list, so the list renders in the sidebar itself.
  const aside = useRef<HTMLElement>(null);
  const area = useRef<HTMLDivElement>(null);
  useAutoHideScrollbar(area);
  return (
    <aside
      ref={aside}
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
        <nav aria-label={t('shell.navigation')} className="flex flex-col gap-3 p-3">
          <WorkspaceSwitch container={aside} isRail={isRail} isFitted={!isRail} />
          <NavTree items={items} isRail={isRail} hasSwitch={hasSwitch} />
        </nav>
      </div>
    </aside>
  );
}
