import { type ReactNode, useEffect, useRef } from 'react';
import { useDocumentTitle } from '#shared/hooks/use-document-title.ts';
import { WholeWords } from '#shared/i18n/whole-words.tsx';

let isFirstPage = true;

/**
 * The `h1` and the document title. Takes the focus on navigation, so that screen readers announce the new page; not on
 * the first page of a visit, nor with `keepsFocus`, which lets a field take the focus.
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
  // Moves the DOM focus.
  useEffect(() => {
    if (!isFirstPage && !keepsFocus) heading.current?.focus();
    isFirstPage = false;
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once per page
  }, []);
  return (
    <div className={className}>
      <h1 ref={heading} tabIndex={-1} className="text-2xl tracking-[-0.015em] wrap-anywhere">
        <WholeWords text={title} />
      </h1>
      {lead && <p className="mt-2 text-muted">{lead}</p>}
    </div>
  );
}
