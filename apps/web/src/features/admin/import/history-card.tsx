import { formatDateTime, formatNumber } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { LinkButton } from '#shared/ui/button.tsx';
import { EmptyState } from '#shared/ui/feedback/empty-state.tsx';
import { LoadState } from '#shared/ui/feedback/load-state.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { type Import, useImports } from './imports.ts';
import { StatusBadge } from './status-badge.tsx';

export function HistoryCard({ onOpen }: { onOpen: (importId: string) => void }) {
  const t = useT();
  const imports = useImports();
  return (
    <Card title={t('admin.import.history')} lead={t('admin.import.history.lead')}>
      {imports.data === undefined ? (
        <LoadState query={imports} title={t('admin.import.failedToLoad')} />
      ) : imports.data.items.length === 0 ? (
        <EmptyState icon="list" title={t('admin.import.history.none')}>
          {t('admin.import.history.none.text')}
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {imports.data.items.map((item) => (
            <Item key={item.id} item={item} onOpen={onOpen} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Item({ item, onOpen }: { item: Import; onOpen: (importId: string) => void }) {
  const t = useT();
  const by = item.requestedBy ?? t('admin.import.operator');
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-4 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <LinkButton className="text-start wrap-anywhere" onClick={() => onOpen(item.id)}>
          <bdi>{item.fileName}</bdi>
        </LinkButton>
        <p className="text-sm text-muted">
          {t('admin.import.history.item', {
            time: formatDateTime(item.createdAt),
            by,
            added: formatNumber(item.counts.added),
            rows: formatNumber(item.counts.rows),
          })}
        </p>
      </div>
      <StatusBadge status={item.status} />
    </li>
  );
}
