import { useMutation } from '@tanstack/react-query';
import { exportIntervalSeconds } from '@vid/contract/privacy-limits';
import { api } from '#shared/api/api.ts';
import { useRead, useSend } from '#shared/api/queries.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { saveFile } from '#shared/lib/browser/save-file.ts';
import { Badge } from '#shared/ui/display/badge.tsx';
import { Button } from '#shared/ui/controls/button.tsx';
import { EmptyState, Failure } from '#shared/ui/feedback/load-state.tsx';
import { QueryCard, RowList } from '#shared/ui/page/page.tsx';
import { UnlessHeld } from '#features/member/hold-notice.tsx';

export type Export = Answer<'GET /vid/api/privacy/exports'>[number];

const pollMs = 5_000;
const isPending = ({ status }: Export) => status === 'pending';

export function ExportCard() {
  const t = useT();
  const exports = useRead(
    'GET /vid/api/privacy/exports',
    {},
    { refetchInterval: ({ state }) => (state.data?.some(isPending) === true ? pollMs : false) },
  );
  const request = useSend('POST /vid/api/privacy/exports', {}, 'privacy/exports');
  return (
    <QueryCard query={exports}>
      {(data) => {
        const next = nextRequestAt(data);
        const isEmpty = data.length === 0;
        const isBuilding = data.some(isPending);
        const button = (
          <Button
            look={isEmpty ? 'primary' : 'secondary'}
            className="w-full sm:w-fit"
            isBusy={request.isPending}
            onClick={() => request.mutate()}
            text="privacy.export.request"
          />
        );
        return (
          <UnlessHeld change="export">
            <div className="grid gap-4">
              <RowList
                rows={data}
                rowKey={({ id }) => id}
                none={
                  <EmptyState
                    icon="in"
                    title={t('privacy.export.none')}
                    lead={t('privacy.export.none.text')}
                    action={button}
                  />
                }
                className="grid gap-3 py-4"
              >
                {(item) => <ExportItem item={item} />}
              </RowList>
              <Failure error={request.error} />
              {next > exports.dataUpdatedAt && !isBuilding && (
                <p className="text-sm text-muted">
                  {t('privacy.export.next', { time: formatDateTime(next) })}
                </p>
              )}
              {next <= exports.dataUpdatedAt && !isBuilding && !isEmpty && button}
            </div>
          </UnlessHeld>
        );
      }}
    </QueryCard>
  );
}

/**
 * Returns when the server accepts another request, in epoch milliseconds; 0 if there is no export or all have failed.
 */
function nextRequestAt(exports: readonly Export[]): number {
  const last = exports.find(({ status }) => status !== 'failed');
  return last === undefined ? 0 : Date.parse(last.createdAt) + exportIntervalSeconds * 1000;
}

const types = { html: 'text/html', json: 'application/json' } as const;
type Format = keyof typeof types;

function ExportItem({ item }: { item: Export }) {
  const t = useT();
  const download = useMutation({
    mutationFn: async (format: Format) => {
      const files = await api.get('/vid/api/privacy/exports/:exportId', { params: { exportId: item.id } });
      const type = `${types[format]};charset=utf-8`;
      saveFile(new Blob([files[format]], { type }), `vid-${item.id}.${format}`);
    },
  });
  const time = formatDateTime(item.createdAt);
  const save = (format: Format) => (
    <Button
      key={format}
      look="secondary"
      className="w-full sm:w-auto"
      aria-label={t(`privacy.export.${format}Named`, { time })}
      isBusy={download.isPending && download.variables === format}
      onClick={() => download.mutate(format)}
      text={`privacy.export.${format}`}
    />
  );
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="text-label font-semibold">{t('privacy.export.of', { time })}</h2>
        <Badge tone={item.status === 'ready' ? 'success' : 'plain'}>
          {t(`privacy.export.status.${item.status}`)}
        </Badge>
      </div>
      <p className="text-sm text-muted">
        {item.status === 'ready'
          ? t('privacy.export.until', { time: formatDateTime(item.expiresAt) })
          : t(`privacy.export.${item.status}`)}
      </p>
      {item.status === 'ready' && (
        <div className="flex flex-wrap gap-3">{(['html', 'json'] as const).map(save)}</div>
      )}
      <Failure error={download.error} />
    </>
  );
}
