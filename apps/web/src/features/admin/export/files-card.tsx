import { shownName } from '#features/admin/shown-name.ts';
import { useSend } from '#shared/api/queries.ts';
import { ActionButton } from '#session/action-dialog.tsx';
import { formatDateTime, formatNumber } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Badge } from '#shared/ui/display/badge.tsx';
import { Button } from '#shared/ui/controls/button.tsx';
import { CodeBlock } from '#shared/ui/display/code-block.tsx';
import { EmptyState, Failure } from '#shared/ui/feedback/load-state.tsx';
import { Card, RowList } from '#shared/ui/page/page.tsx';
import { type Export, useDownloadExport } from './exports.tsx';

const tones = { running: 'brand', ready: 'success', failed: 'danger' } as const;

export function FilesCard({ items }: { items: readonly Export[] }) {
  const t = useT();
  return (
    <Card title={t('admin.export.files')} lead={t('admin.export.files.lead')}>
      <RowList
        rows={items}
        rowKey={({ id }) => id}
        none={
          <EmptyState
            icon="list"
            title={t('admin.export.files.none')}
            lead={t('admin.export.files.none.text')}
          />
        }
        className="grid grid-cols-[minmax(0,1fr)] gap-3 py-4"
      >
        {(item) => <Item item={item} />}
      </RowList>
    </Card>
  );
}

function Item({ item }: { item: Export }) {
  const t = useT();
  const { status, rows, total } = item;
  const time = formatDateTime(item.createdAt);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 className="text-label font-semibold">{t(`admin.export.file.${item.format}`, { time })}</h3>
        <Badge tone={tones[status]}>{t(`admin.export.status.${status}`)}</Badge>
        {item.withHashes && <Badge tone="accent">{t('admin.export.withHashes')}</Badge>}
      </div>
      {status === 'running' && (
        <div className="grid gap-2">
          <progress
            className="h-2 w-full accent-brand"
            aria-label={t('admin.export.status.running')}
            {...(total > 0 && { value: Math.min(rows, total), max: total })}
          />
          <p className="digits text-sm text-muted">{t('admin.export.progress', { rows, total })}</p>
        </div>
      )}
      <p className="text-sm text-muted">
        {status === 'failed'
          ? t('admin.export.failed')
          : t('admin.export.file.about', {
              by: shownName(item.requestedBy) ?? t('admin.someone'),
              rows,
              kilobytes: formatNumber(Math.ceil(item.bytes / 1_024)),
              time: formatDateTime(item.expiresAt),
            })}
      </p>
      {item.withHashes && status === 'ready' && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <p className="text-sm text-muted">{t('admin.export.secret')}</p>
          <CodeBlock name={t('admin.export.secret.name', { time })} code={`vid export secret ${item.id}`} />
        </div>
      )}
      {item.isOwn && <Actions item={item} time={time} />}
    </>
  );
}

function Actions({ item, time }: { item: Export; time: string }) {
  const t = useT();
  const download = useDownloadExport();
  const remove = useSend('DELETE /vid/api/admin/exports/:exportId', { exportId: item.id }, 'admin/exports');
  const verb = item.status === 'running' ? 'stop' : 'delete';
  return (
    <>
      <Failure error={download.error} />
      <div className="flex flex-wrap gap-3">
        {item.status === 'ready' && (
          <Button
            className="w-full sm:w-auto"
            isBusy={download.isPending}
            aria-label={t('admin.export.downloadNamed', { time })}
            onClick={() => download.mutate(item)}
            text="admin.export.download"
          />
        )}
        <ActionButton
          button={{
            look: 'secondary',
            className: 'w-full sm:w-auto',
            'aria-label': t(`admin.export.${verb}Named`, { time }),
          }}
          title={t(`admin.export.${verb}.title`)}
          text={t(item.withHashes ? 'admin.export.delete.hashes' : 'admin.export.delete.text')}
          action={t(`admin.export.${verb}`)}
          isDangerous
          onConfirm={() => remove.mutateAsync()}
        />
      </div>
    </>
  );
}
