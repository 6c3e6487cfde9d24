import type { ComponentProps, ReactNode } from 'react';
import { PageTitle } from '#shared/ui/page-title.tsx';

type Props = ComponentProps<typeof PageTitle> & {
  /** What the user should know before the form, such as the progress. */
  notice?: ReactNode;
  children: ReactNode;
};

/** Shows a page with one form or one question. */
export function StepPage({ notice, children, ...title }: Props) {
  return (
    <>
      <PageTitle {...title} />
      {notice}
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-4">{children}</div>
    </>
  );
}
