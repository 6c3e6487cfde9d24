import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { useRead } from '#shared/api/queries.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Badge } from '#shared/ui/display/badge.tsx';
import { TextLink } from '#shared/ui/controls/button.tsx';
import { Notice } from '#shared/ui/feedback/alert.tsx';
import { QueryCard, RowList } from '#shared/ui/page/page.tsx';
import { NoneWaiting } from './none-waiting.tsx';
import { waitingText } from './queue-tabs.tsx';

type Queue = {
  readonly name: string;
  readonly to: string;
  readonly count: number;
  readonly notice?: string | null;
  readonly overdue?: number;
  readonly dueSoon?: number;
};

export function AttentionCard() {
  const t = useT();
  return (
    <QueryCard title={t('admin.attention')} query={useRead('GET /vid/api/admin/attention', {})}>
      {(data) => <Queues {...data} />}
    </QueryCard>
  );
}

function Queues({
  incidents,
  privacy,
  enterprises,
  certificates,
  operation,
}: Answer<'GET /vid/api/admin/attention'>) {
  const t = useT();
  const notice =
    incidents.nextDueAt && t('admin.attention.notice', { time: formatDateTime(incidents.nextDueAt) });
  const queues: readonly Queue[] = [
    {
      name: t('shell.item.incidents'),
      to: areaPaths.adminIncidents,
      count: incidents.open,
      notice,
      overdue: incidents.overdue,
    },
    { name: t('admin.queue.enterprises'), to: areaPaths.adminEnterprises, count: enterprises },
    {
      name: t('admin.queue.certificates'),
      to: pathTo(areaPaths.adminEnterprises, {}, { queue: 'certificates' }),
      count: certificates,
    },
    { name: t('shell.item.adminPrivacy'), to: areaPaths.adminPrivacy, count: privacy.open, ...privacy },
  ];
  return (
    <>
      {operation.length > 0 && (
        <div className="mb-4 grid gap-3">
          {operation.map(({ kind, detail }) => (
            <Notice key={kind} tone="error" title={t(`admin.operation.${kind}`, { address: detail })}>
              {t(`admin.operation.${kind}.advice`)}
            </Notice>
          ))}
        </div>
      )}
      <RowList
        rows={queues.filter(({ count }) => count > 0)}
        rowKey={({ to }) => to}
        none={<NoneWaiting text="admin.attention.none" />}
        className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 py-2"
      >
        {({ name, to, count, notice: text, overdue = 0, dueSoon = 0 }) => (
          <>
            <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <TextLink isPlain to={to}>
                {name}
              </TextLink>
              {overdue > 0 && (
                <Badge tone="danger" icon="alert">
                  {t('admin.attention.overdue', { count: overdue })}
                </Badge>
              )}
              {dueSoon > 0 && (
                <Badge tone="accent" icon="alert">
                  {t('admin.attention.dueSoon', { count: dueSoon })}
                </Badge>
              )}
              {text && <span className="text-label text-muted">{text}</span>}
            </span>
            <span className="digits font-semibold">{waitingText(count)}</span>
          </>
        )}
      </RowList>
    </>
  );
}
