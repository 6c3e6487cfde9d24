import type { ReactNode } from 'react';
import { cx } from '#shared/lib/cx.ts';

/** The filters of a list, side by side. A phone shows two in a row where their longest options fit. */
export function Filters({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div className={cx('flex w-full flex-wrap gap-3 *:grow sm:*:max-w-80 sm:*:basis-52', className)}>
      {children}
    </div>
  );
}
