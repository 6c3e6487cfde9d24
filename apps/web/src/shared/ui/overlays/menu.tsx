import {
  cloneElement,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { type Labelled, useLabel } from '#shared/i18n/use-t.ts';
import { Link } from '#shared/ui/controls/link.tsx';
import { cx } from '#shared/lib/cx.ts';
import { PageIcon, type PageIconName } from '#shared/ui/page/page-icon.tsx';
import { loadOverlays, useOverlayLibrary } from './overlay-library.ts';

const itemClass =
  'flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-md px-3 py-2 text-start text-label no-underline focus-visible:-outline-offset-2';

const plain = 'text-ink data-highlighted:bg-soft data-highlighted:text-brand';
const danger = 'text-danger data-highlighted:bg-danger-soft';

type Props = {
  /** A button element, to which Base UI adds ARIA state. */
  trigger: ReactElement<Record<string, unknown>>;
  header?: ReactNode;
  align?: 'start' | 'end';
  /** Landmark that contains the list. By default, the list is at the end of the body, outside all landmarks. */
  container?: RefObject<HTMLElement | null>;
  isFitted?: boolean;
  children: ReactNode;
};

/** A drop-down list of actions, above the page but below dialogs (z-index 1052). */
export function Menu({ trigger, header, align = 'end', container, isFitted = false, children }: Props) {
  const [isPressed, setIsPressed] = useState(false);
  const Library = useOverlayLibrary()?.Menu;
  // Base UI mounts a new button, which would lose a click whose press is still under way, so wait for the end of the
  // press.
  const Base = isPressed ? Library : undefined;
  const button = useRef<HTMLButtonElement>(null);
  // Base UI has replaced the first button, so repeat the press and the focus on the new button.
  useEffect(() => {
    if (!Base) return;
    button.current?.focus();
    button.current?.click();
  }, [Base]);
  if (!Base)
    return cloneElement(trigger, {
      'aria-haspopup': 'menu',
      'aria-expanded': false,
      onClick() {
        loadOverlays();
        setIsPressed(true);
      },
      onPointerEnter: loadOverlays,
      onFocus: loadOverlays,
    });
  return (
    <Base.Root modal>
      <Base.Trigger ref={button} render={trigger} />
      <Base.Portal {...(container && { container })}>
        <Base.Positioner align={align} sideOffset={8} collisionPadding={12} className="z-[1052] outline-none">
          <Base.Popup
            className={cx(
              isFitted ? 'w-(--anchor-width)' : 'w-max max-w-[min(22rem,calc(100vw-1.5rem))] min-w-56',
              'max-h-(--available-height) overflow-y-auto rounded-control border border-line bg-card p-2 lift-pop transition-[opacity,scale] duration-100 outline-none data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0',
            )}
          >
            {header && <div className="mb-2 border-b border-line px-3 pt-2 pb-3">{header}</div>}
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

type MenuItemProps = Labelled & { icon?: PageIconName; isDanger?: boolean; onSelect: () => void };

export function MenuItem({ icon, isDanger = false, onSelect, ...label }: MenuItemProps) {
  const Base = useOverlayLibrary()?.Menu;
  const text = useLabel(label);
  return (
    Base && (
      <Base.Item className={cx(itemClass, isDanger ? danger : plain)} onClick={onSelect}>
        {icon && <PageIcon name={icon} className={isDanger ? '' : 'text-muted'} />}
        {text}
      </Base.Item>
    )
  );
}

type MenuLinkProps = Labelled & {
  icon?: PageIconName;
  to: string;
  'aria-current'?: 'true' | undefined;
  onClick?: (() => void) | undefined;
};

export function MenuLink({ icon, to, text, children, ...link }: MenuLinkProps) {
  const Base = useOverlayLibrary()?.Menu;
  const label = useLabel({ text, children });
  return (
    Base && (
      <Base.Item className={cx(itemClass, plain)} render={<Link to={to} />} {...link}>
        {icon && <PageIcon name={icon} className="text-muted" />}
        {label}
      </Base.Item>
    )
  );
}

export function MenuSeparator() {
  const Base = useOverlayLibrary()?.Menu;
  return Base && <Base.Separator className="my-2 h-px bg-line" />;
}
