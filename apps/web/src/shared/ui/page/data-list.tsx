import type { ReactNode } from 'react';
import { useT } from '#shared/i18n/use-t.ts';

/** Label and value pairs, in two columns on wide screens. A missing value is shown as "none". */
export function DataList({ items }: { items: readonly { label: string; value: ReactNode }[] }) {
  const t = useT();
  return (
    <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
      {items.map((item) => (
        <div key={item.label} className="min-w-0">
          <dt className="text-sm text-muted">{item.label}</dt>
          <dd>{item.value || <span className="text-muted">{t('common.none')}</span>}</dd>
        </div>
      ))}
    </dl>
  );
}
