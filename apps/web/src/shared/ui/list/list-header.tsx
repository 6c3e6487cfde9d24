import type { ReactNode } from 'react';
import { maxCounted } from '@vid/contract/limits';
import { useT } from '#shared/i18n/use-t.ts';
import { PageTitle } from '#shared/ui/page-title.tsx';

type Props = {
  title: string;
  /** Number of matching entries; null if the server stopped counting, undefined while the number is unknown. */
  count?: number | null | undefined;
  /** Limit that the number of entries exceeds if `count` is null. */
  over?: number;
  /** Whether `count` is the number of matches of a search or filter. */
  isFiltered?: boolean;
  lead?: ReactNode;
  actions?: ReactNode;
};

export function ListHeader({ title, count, over = maxCounted, isFiltered = false, lead, actions }: Props) {
  const t = useT();
  const key = isFiltered ? 'list.matches' : 'list.count';
  return (
    <header className="mb-3 lg:-mt-4 lg:mb-2">
      <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-3 min-h-11 sm:gap-x-4 lg:min-h-10">
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-2 sm:gap-x-4">
          <PageTitle title={title} className="[&_h1]:text-xl" />
          <output className="digits text-muted">
            {count === null && t('list.countOver', { count: over })}
            {typeof count === 'number' && t(key, { count })}
          </output>
        </div>
        {actions && (
          <div className="flex flex-wrap gap-2 *:min-h-11! *:px-3! *:py-1! sm:*:px-4! *:text-label lg:*:min-h-10!">
            {actions}
          </div>
        )}
      </div>
      {lead && <p className="mt-1 text-label text-muted">{lead}</p>}
    </header>
  );
}
