import type { ComponentProps, MouseEvent } from 'react';
import { useHref, useLinkClickHandler } from 'react-router';

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  to: string;
  /** Loads the target from the server instead of the router. */
  reloadDocument?: boolean;
};

/**
 * A link to a page of the app. The router's `Link` would add 2 kB to the first page, for prefetching, which does not
 * work in the router's declarative mode.
 */
export function Link({ to, reloadDocument = false, target, onClick, children, ...rest }: LinkProps) {
  const href = useHref(to);
  const follow = useLinkClickHandler(to, target === undefined ? {} : { target });
  const onFollow = (click: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(click);
    if (!click.defaultPrevented && !reloadDocument) follow(click);
  };
  return (
    <a {...rest} href={href} target={target} onClick={onFollow}>
      {children}
    </a>
  );
}
