import { shownName } from '#features/admin/shown-name.ts';
import { useRead } from '#shared/api/queries.ts';
import { formatDateTime, formatNumber } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { LinkButton } from '#shared/ui/controls/button.tsx';
import { EmptyState } from '#shared/ui/feedback/load-state.tsx';
import { QueryCard, RowList } from '#shared/ui/page/page.tsx';
import { StatusBadge } from './status-badge.tsx';

export function HistoryCard({ onOpen }: { onOpen: (importId: string) => void }) {
  const t = useT();
  return (
    <QueryCard
      title={t('admin.import.history')}
      lead={t('admin.import.history.lead')}
      query={useRead('GET /vid/api/admin/imports', {})}
    >
      {({ items }) => (
        <RowList
          rows={items}
          rowKey={({ id }) => id}
          none={
            <EmptyState
              icon="list"
              title={t('admin.import.history.none')}
              lead={t('admin.import.history.none.text')}
            />
          }
          className="flex flex-wrap items-center justify-between gap-3 py-4"
        >
          {({ id, fileName, createdAt, requestedBy, counts, status }) => (
            <>
              <div className="min-w-0">
                <LinkButton className="text-start wrap-anywhere" onClick={() => onOpen(id)}>
                  <bdi>{fileName}</bdi>
                </LinkButton>
                <p className="text-sm text-muted">
                  {t('admin.import.history.item', {
                    time: formatDateTime(createdAt),
                    by: shownName(requestedBy) ?? t('admin.import.operator'),
                    added: formatNumber(counts.added),
                    rows: formatNumber(counts.rows),
                  })}
                </p>
              </div>
              <StatusBadge status={status} />
            </>
          )}
        </RowList>
      )}
    </QueryCard>
  );
}
