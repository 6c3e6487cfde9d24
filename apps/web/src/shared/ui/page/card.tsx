import type { ReactNode } from 'react';
import { WholeWords } from '#shared/i18n/whole-words.tsx';
import { cx } from '#shared/lib/cx.ts';

/** A bordered section. `title` makes it a named region for screen readers. */
export function Card({
  title,
  lead,
  actions,
  children,
  className,
}: {
  title?: string;
  lead?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
  className?: string;
}) {
  return (
    <section
      aria-label={title}
      className={cx('rounded-card border border-line bg-card p-4 md:p-6', className)}
    >
      {(title ?? actions) && (
        <div
          className={cx('mb-4 flex flex-wrap justify-between gap-3', lead ? 'items-start' : 'items-center')}
        >
          <div className={lead ? 'min-w-0 flex-1 basis-60' : 'min-w-0'}>
            {title && (
              <h2 className="text-lg">
                <WholeWords text={title} />
              </h2>
            )}
            {lead && <p className="text-label text-muted">{lead}</p>}
          </div>
          {actions}
        </div>
      )}
      {children}
    </section>
  );
}
