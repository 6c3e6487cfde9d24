import type { ReactNode } from 'react';
import { PageTitle } from '#shared/ui/page-title.tsx';

export function PageHeader({
  title,
  lead,
  actions,
}: {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <header className="mb-6 flex flex-wrap items-end justify-between gap-4">
      <PageTitle title={title} lead={lead} />
      {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
    </header>
  );
}
