import type { RefObject } from 'react';
import type { ShownMenuItem } from '#navigation/menu/menu.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { cx } from '#shared/lib/cx.ts';
import { PageIcon } from '#shared/ui/page/page-icon.tsx';
import { Menu, MenuLink } from '#shared/ui/overlays/menu.tsx';
import { menuIcon, useShownMenu } from './shell-menu.ts';

function linksOf(item: ShownMenuItem): ShownMenuItem[] {
  return item.type === 'item' ? [item] : item.children.flatMap(linksOf);
}

/** `menuStyle=header`: the menu groups as drop-down lists in the header instead of a sidebar. */
export function HeaderMenu({ container }: { container: RefObject<HTMLElement | null> }) {
  const t = useT();
  const items = useShownMenu();
  return (
    <nav aria-label={t('shell.navigation')} className="hidden xl:block">
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
                  {item.name ?? t(item.messageId)}
                  <PageIcon name="down" className="size-4 text-muted" />
                </button>
              }
            >
              {linksOf(item).map((link) => (
                <MenuLink key={link.id} icon={menuIcon(link.id)} to={link.path ?? ''}>
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
