import { useId, useState } from 'react';
import type { ShownMenuItem } from '#navigation/menu/menu.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { cx } from '#shared/lib/cx.ts';
import { PageIcon } from '#shared/ui/page/page-icon.tsx';
import { Link } from '#shared/ui/controls/link.tsx';

type TreeProps = {
  items: readonly ShownMenuItem[];
  /** Whether the sidebar is narrow and shows only icons; names are then tooltips and screen-reader text. */
  isRail?: boolean;
  /** Called when a link is followed, even to the current page. */
  onFollow?: (() => void) | undefined;
  /** Whether a switch above the menu shows the title of the first group. */
  hasSwitch?: boolean;
};

export function NavTree({ items, ...rest }: TreeProps) {
  return (
    <ul className="flex flex-col gap-1">
      {items.map((item, index) => (
        <li key={item.id}>
          <NavEntry item={item} {...rest} hasSwitch={rest.hasSwitch === true && index === 0} />
        </li>
      ))}
    </ul>
  );
}

function NavEntry({ item, ...rest }: { item: ShownMenuItem } & Omit<TreeProps, 'items'>) {
  if (item.type === 'group') return <NavGroup item={item} {...rest} />;
  if (item.type === 'collapse') return <NavCollapse item={item} {...rest} />;
  return <NavLeaf item={item} {...rest} />;
}

function NavGroup({
  item,
  isRail = false,
  onFollow,
  hasSwitch = false,
}: { item: ShownMenuItem } & Omit<TreeProps, 'items'>) {
  const t = useT();
  const id = useId();
  return (
    <div className={cx('pb-3', isRail && 'border-b border-line pt-1 [li:last-child>&]:border-0')}>
      <p
        id={id}
        className={
          isRail || hasSwitch ? 'sr-only' : 'px-3 pt-2 pb-2 text-sm font-semibold wrap-anywhere text-muted'
        }
      >
        {item.name ?? t(item.messageId)}
      </p>
      <ul aria-labelledby={id} className="flex flex-col gap-1">
        {item.children.map((child) => (
          <li key={child.id}>
            <NavEntry item={child} isRail={isRail} onFollow={onFollow} />
          </li>
        ))}
      </ul>
    </div>
  );
}

const rowClass =
  'flex min-h-11 w-full items-center gap-2 rounded-control px-3 py-2 text-start text-label no-underline transition-colors';

function NavCollapse({ item, isRail = false, onFollow }: { item: ShownMenuItem } & Omit<TreeProps, 'items'>) {
  const t = useT();
  const id = useId();
  // A group is open if it contains the current page, until the user toggles it.
  const [chosen, setChosen] = useState<boolean>();
  const isOpen = chosen ?? item.containsCurrent;
  const name = t(item.messageId);
  return (
    <div className={cx(isRail && 'pt-1')}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        title={isRail ? name : undefined}
        className={cx(
          rowClass,
          'text-ink hover:bg-soft',
          isRail && 'justify-center',
          item.containsCurrent && !isOpen && 'font-semibold text-brand',
        )}
        onClick={() => setChosen(!isOpen)}
      >
        <PageIcon name={item.icon ?? 'dot'} className={item.containsCurrent ? 'text-brand' : 'text-muted'} />
        <span className={isRail ? 'sr-only' : 'min-w-0 flex-1'}>{name}</span>
        {!isRail && (
          <PageIcon name="down" className={cx('text-muted transition-[rotate]', isOpen && 'rotate-180')} />
        )}
      </button>
      <ul
        id={id}
        hidden={!isOpen}
        className={cx('mt-1 flex flex-col gap-1', !isRail && 'ps-3', !isOpen && 'hidden')}
      >
        {item.children.map((child) => (
          <li key={child.id}>
            <NavEntry item={child} isRail={isRail} onFollow={onFollow} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function NavLeaf({ item, isRail = false, onFollow }: { item: ShownMenuItem } & Omit<TreeProps, 'items'>) {
  const t = useT();
  if (item.path === undefined) return null;
  const name = t(item.messageId);
  return (
    <Link
      to={item.path}
      aria-current={item.isCurrent ? 'page' : undefined}
      title={isRail ? name : undefined}
      className={cx(
        rowClass,
        'relative',
        isRail && 'justify-center',
        item.isCurrent
          ? 'bg-soft font-semibold text-brand before:absolute before:inset-y-2.5 before:start-0 before:w-1 before:rounded-sm before:bg-brand forced-colors:before:bg-[Highlight]'
          : 'text-ink hover:bg-soft',
      )}
      onClick={onFollow}
    >
      <PageIcon name={item.icon ?? 'dot'} className={item.isCurrent ? 'text-brand' : 'text-muted'} />
      <span className={isRail ? 'sr-only' : 'min-w-0 flex-1'}>{name}</span>
    </Link>
  );
}
