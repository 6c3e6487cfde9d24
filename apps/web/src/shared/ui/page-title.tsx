import { type ComponentProps, createContext, type ReactNode, useContext, useEffect, useRef } from 'react';
import { WholeWords } from '#shared/i18n/whole-words.tsx';
import { useT } from '#shared/i18n/use-t.ts';

export const AssociationName = createContext('');

/** Sets the title to "Sign in · <association>", the format of the prerendered page. */
function useDocumentTitle(title: string): void {
  const t = useT();
  const association = useContext(AssociationName) || t('common.associationName');
  // Sets the title of the document, which is outside React's tree.
  useEffect(() => {
    document.title = `${title} · ${association}`;
  }, [title, association]);
}

let isFirstPage = true;

type Props = { title: string; lead?: ReactNode; keepsFocus?: boolean; className?: string };

/**
 * Renders the `h1` and sets the document title. The `h1` takes the focus after a navigation, so that screen readers
 * announce the new page, but not on the first page of a visit, nor with `keepsFocus`, which leaves the focus to a
 * field.
 */
export function PageTitle({ title, lead, keepsFocus = false, className }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useDocumentTitle(title);
  // Moves the DOM focus to the title, because the element that had the focus may be gone with the previous page.
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

type StepProps = ComponentProps<typeof PageTitle> & {
  /** Information that the user needs before the form, such as the progress. */
  notice?: ReactNode;
  children: ReactNode;
};

export function StepPage({ notice, children, ...title }: StepProps) {
  return (
    <>
      <PageTitle {...title} />
      {notice}
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-4">{children}</div>
    </>
  );
}
