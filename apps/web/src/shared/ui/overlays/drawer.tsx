import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { useT } from '#shared/i18n/use-t.ts';
import { IconButton } from '#shared/ui/button.tsx';
import { backdropClass } from './dialog.tsx';
import { Icon } from '#shared/ui/icons.tsx';

/** A modal panel at the inline-start edge of the screen. */
export function Drawer({
  isOpen,
  onClose,
  label,
  children,
}: {
  isOpen: boolean;
  onClose: () => void;
  label: string;
  children: ReactNode;
}) {
  const t = useT();
  return (
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
            className="absolute end-1.5 top-1.5"
            onClick={onClose}
          />
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
