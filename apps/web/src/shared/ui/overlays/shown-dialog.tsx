import { Dialog as Base, type DialogPopupProps } from '@base-ui/react/dialog';
import { type ReactNode, useRef, useState } from 'react';
import { findFirstToFill } from '#shared/forms/values.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { IconButton } from '#shared/ui/controls/button.tsx';
import { Icon } from '#shared/ui/display/icons.tsx';

export type DialogProps = {
  isOpen: boolean;
  onClose: () => void;
  /** Called when the closing animation has ended. */
  onClosed?: () => void;
  title: string;
  lead?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  /** Whether only `actions` close the dialog, because its contents cannot be shown a second time. */
  isKept?: boolean;
  /** Element that gets the focus on close, for an opener that may be unmounted by then. */
  finalFocus?: DialogPopupProps['finalFocus'];
};

export const backdropClass =
  'fixed inset-0 z-[1055] bg-[#0b1512]/55 transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0';

/**
 * Returns the first field to fill if the dialog was opened by keyboard, or on wide screens, where no on-screen
 * keyboard covers the page. Otherwise returns true, the first focusable element.
 */
function initialFocusOf(popup: HTMLElement | null): HTMLElement | true {
  const form = popup?.querySelector('form');
  const isByKeyboard = document.activeElement?.matches(':focus-visible') === true;
  if (!form || !(isByKeyboard || matchMedia('(min-width: 48rem)').matches)) return true;
  return findFirstToFill(form) ?? true;
}

export function ShownDialog(props: DialogProps) {
  const { isOpen, onClose, onClosed, finalFocus } = props;
  const t = useT();
  // Keeps the dialog's contents during the closing animation.
  const [shown, setShown] = useState(props);
  if (isOpen && props !== shown) setShown(props);
  const { title, lead, children, actions, isKept = false } = shown;
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root
      open={isOpen}
      onOpenChange={(open) => !open && !isKept && onClose()}
      onOpenChangeComplete={(open) => !open && onClosed?.()}
    >
      <Base.Portal>
        <Base.Backdrop className={backdropClass} />
        <Base.Popup
          ref={popup}
          initialFocus={() => initialFocusOf(popup.current)}
          finalFocus={finalFocus}
          className="fixed inset-x-0 bottom-0 z-[1056] flex max-h-[92dvh] flex-col rounded-t-card bg-card lift-pop transition-[opacity,translate] duration-150 md:inset-auto md:top-1/2 md:left-1/2 md:w-[min(32rem,calc(100vw-2rem))] md:-translate-1/2 md:rounded-card data-ending-style:opacity-0 data-nested-dialog-open:[filter:brightness(0.75)] data-starting-style:translate-y-4 data-starting-style:opacity-0 md:data-starting-style:-translate-y-[48%]"
        >
          {/* Scroll this element instead of the popup, because Chromium shows white at the round corners of a filled
              scroll area. */}
          <div className="flex flex-col gap-4 overflow-y-auto p-6 pb-[max(1.5rem,env(safe-area-inset-bottom))]">
            <div>
              <div className="flex flex-wrap-reverse items-end justify-end gap-x-3">
                <Base.Title className="min-w-0 flex-1 basis-60 pt-2 text-xl wrap-anywhere">
                  {title}
                </Base.Title>
                {!isKept && (
                  <IconButton
                    icon={<Icon name="close" />}
                    label={t('common.close')}
                    className="-me-2 -mt-1"
                    onClick={onClose}
                  />
                )}
              </div>
              {lead && <Base.Description className="mt-1 text-muted wrap-anywhere">{lead}</Base.Description>}
            </div>
            {children}
            {actions && (
              <div className="mt-1 flex flex-col-reverse gap-3 md:flex-row md:justify-end">{actions}</div>
            )}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
