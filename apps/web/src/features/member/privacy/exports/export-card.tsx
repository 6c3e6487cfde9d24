import { exportIntervalSeconds } from '@vid/contract/privacy-limits';
import { shownFailure } from '#session/reauthenticate.ts';
import { LoadState } from '#shared/ui/feedback/load-state.tsx';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { type Export, type Format, useDownloadExport, useExports, useRequestExport } from './exports.ts';

export function ExportCard() {
  const t = useT();
  const exports = useExports();
  const request = useRequestExport();
  const next = nextRequestAt(exports.data ?? []);
  const isPending = exports.data?.some(({ status }) => status === 'pending') === true;
  return (
    <Card title={t('privacy.export')} lead={t('privacy.export.lead')}>
      {exports.data === undefined ? (
        <LoadState query={exports} title={t('privacy.loadFailed')} />
      ) : (
        <div className="grid gap-4">
          {exports.data.length > 0 && (
            <ul className="divide-y divide-line">
              {exports.data.map((item) => (
                <ExportItem key={item.id} item={item} />
              ))}
            </ul>
          )}
          <Alert text={shownFailure(request.error)} />
          {next > exports.dataUpdatedAt && !isPending ? (
            <p className="text-sm text-muted">{t('privacy.export.next', { time: formatDateTime(next) })}</p>
          ) : (
            <Button
              look="secondary"
              className="w-full sm:w-fit"
              isBusy={request.isPending || isPending}
              onClick={() => request.mutate()}
            >
              {t('privacy.export.request')}
            </Button>
          )}
        </div>
      )}
    </Card>
  );
}

/** Returns when the server accepts another request, in ms since the epoch; 0 if no copy was made. */
function nextRequestAt(exports: readonly Export[]): number {
  const last = exports.find(({ status }) => status !== 'failed');
  return last === undefined ? 0 : Date.parse(last.createdAt) + exportIntervalSeconds * 1000;
}

function ExportItem({ item }: { item: Export }) {
  const t = useT();
  const download = useDownloadExport();
  const time = formatDateTime(item.createdAt);
  const save = (format: Format) => (
    <Button
      key={format}
      look="secondary"
      className="w-full sm:w-auto"
      aria-label={t(`privacy.export.${format}Named`, { time })}
      isBusy={download.isPending && download.variables.format === format}
      onClick={() => download.mutate({ id: item.id, format })}
    >
      {t(`privacy.export.${format}`)}
    </Button>
  );
  return (
    <li className="grid gap-3 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 className="text-label font-semibold">{t('privacy.export.of', { time })}</h3>
        <Badge tone={item.status === 'ready' ? 'success' : 'plain'}>
          {t(`privacy.export.status.${item.status}`)}
        </Badge>
      </div>
      <p className="text-sm text-muted">
        {item.status === 'failed'
          ? t('privacy.export.failed')
          : t('privacy.export.until', { time: formatDateTime(item.expiresAt) })}
      </p>
      {item.status === 'ready' && (
        <div className="flex flex-wrap gap-3">{(['html', 'json'] as const).map(save)}</div>
      )}
      <Alert text={shownFailure(download.error)} />
    </li>
  );
}
