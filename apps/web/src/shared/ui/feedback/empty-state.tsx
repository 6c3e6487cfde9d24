import type { ReactNode } from 'react';
import { PageIcon, type PageIconName } from '#shared/ui/page/page-icon.tsx';

/** Replaces an empty or failed list with an explanation and an optional action. */
export function EmptyState({
  icon = 'info',
  title,
  children,
  action,
}: {
  icon?: PageIconName;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] place-items-center gap-1 px-4 py-8 text-center">
      <span className="mb-3 grid size-14 place-items-center rounded-full bg-soft text-brand">
        <PageIcon name={icon} className="size-7" />
      </span>
      <p className="font-semibold">{title}</p>
      {children && <div className="max-w-[44ch] text-label text-muted">{children}</div>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}
