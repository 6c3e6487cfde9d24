import { type ReactNode, useEffect, useRef } from 'react';
import { useDocumentTitle } from '#shared/hooks/use-document-title.ts';
import { cx } from '#shared/lib/cx.ts';

let isFirstPage = true;

/**
 * The one `h1` of a page, its title, and where the focus goes when the page changes: a screen reader then says
 * where it is. Not on the first page of a visit, nor where a field takes the focus.
 */
export function PageTitle({
  title,
  lead,
  keepsFocus = false,
  className,
}: {
  title: string;
  lead?: ReactNode;
  keepsFocus?: boolean;
  className?: string;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useDocumentTitle(title);
  // The focus belongs to the browser.
  useEffect(() => {
    if (!isFirstPage && !keepsFocus) heading.current?.focus();
    isFirstPage = false;
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each page
  }, []);
  return (
    <div className={className}>
      <h1 ref={heading} tabIndex={-1} className="text-2xl tracking-[-0.015em]">
        {title}
      </h1>
      {lead && <p className={cx('mt-1 text-muted')}>{lead}</p>}
    </div>
  );
}
