import { type ReactNode, useRef } from 'react';
import { useT } from '#shared/i18n/use-t.ts';
import { IconButton } from '#shared/ui/controls/button.tsx';
import { Icon } from '#shared/ui/display/icons.tsx';
import { backdropClass } from '#shared/ui/overlays/shown-dialog.tsx';
import { useOverlayLibrary } from '#shared/ui/overlays/overlay-library.ts';
import { layoutEvents, useLayout } from '#state/layout.ts';
import { NavTree } from './nav-tree.tsx';
import { ShellBrand } from './shell-brand.tsx';
import { useShownMenu, useWorkspaces } from './shell-menu.ts';
import { WorkspaceSwitch } from './workspace-switch.tsx';

function close(): void {
  layoutEvents.drawerToggled(false);
}

export function NavDrawer({ children }: { children?: ReactNode }) {
  const t = useT();
  const items = useShownMenu();
  const hasSwitch = useWorkspaces().length > 1;
  const nav = useRef<HTMLElement>(null);
  const isOpen = useLayout((state) => state.drawerOpen);
  return (
    <Drawer isOpen={isOpen} onClose={close} label={t('shell.navigation')}>
      <div className="flex min-h-15 shrink-0 items-center border-b border-line py-2 ps-4 pe-12">
        <ShellBrand onFollow={close} />
      </div>
      <nav ref={nav} aria-label={t('shell.navigation')} className="flex flex-1 flex-col gap-3 p-3">
        <WorkspaceSwitch container={nav} isFitted onFollow={close} />
        <NavTree items={items} onFollow={close} hasSwitch={hasSwitch} />
      </nav>
      {children}
    </Drawer>
  );
}

type Props = { isOpen: boolean; onClose: () => void; label: string; children: ReactNode };

function Drawer({ isOpen, onClose, label, children }: Props) {
  const t = useT();
  const Base = useOverlayLibrary(isOpen)?.Dialog;
  return (
    Base && (
      <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
        <Base.Portal>
          <Base.Backdrop className={backdropClass} />
          <Base.Popup
            aria-label={label}
            className="fixed inset-y-0 start-0 z-[1056] flex w-[min(18.5rem,88vw)] flex-col overflow-y-auto bg-card lift-pop transition-[translate] duration-200 data-ending-style:-translate-x-full data-starting-style:-translate-x-full rtl:data-ending-style:translate-x-full rtl:data-starting-style:translate-x-full"
          >
            <IconButton
              icon={<Icon name="close" />}
              label={t('common.close')}
              className="absolute end-0 top-1.5"
              onClick={onClose}
            />
            {children}
          </Base.Popup>
        </Base.Portal>
      </Base.Root>
    )
  );
}
