import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { formatDateTime, formatNumber } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { TextLink } from '#shared/ui/button.tsx';
import { EmptyState } from '#shared/ui/feedback/empty-state.tsx';
import { LoadState } from '#shared/ui/feedback/load-state.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { waitingText } from '#features/admin/bounded-count.ts';
import { useAttention } from './attention.ts';

/** Counts the items that wait for administrators, with links to the queues. */
export function AttentionCard() {
  const t = useT();
  const attention = useAttention();
  const { data } = attention;
  if (!data)
    return (
      <Card title={t('admin.attention')}>
        <LoadState query={attention} title={t('admin.attention.failed')} />
      </Card>
    );
  const { overdue, dueSoon } = data.privacy;
  const { incidents } = data;
  const waiting = [
    {
      name: t('admin.incidents.title'),
      to: areaPaths.adminIncidents,
      count: incidents.open,
      text: formatNumber(incidents.open),
    },
    {
      name: t('admin.queue.enterprises'),
      to: areaPaths.adminEnterprises,
      count: data.enterprises,
      text: waitingText(data.enterprises),
    },
    {
      name: t('admin.queue.certificates'),
      to: pathTo(areaPaths.adminEnterprises, {}, { queue: 'certificates' }),
      count: data.certificates,
      text: waitingText(data.certificates),
    },
    {
      name: t('admin.privacy.title'),
      to: areaPaths.adminPrivacy,
      count: data.privacy.open,
      text: formatNumber(data.privacy.open),
    },
  ].filter(({ count }) => count > 0);
  return (
    <Card title={t('admin.attention')}>
      {waiting.length === 0 ? (
        <EmptyState icon="success" title={t('admin.attention.none')} />
      ) : (
        <ul className="divide-y divide-line">
          {waiting.map(({ name, to, text }) => (
            <li key={to} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
              <TextLink to={to}>{name}</TextLink>
              {to === areaPaths.adminIncidents && incidents.nextDueAt !== null && (
                <span className="text-label text-muted">
                  {t('admin.attention.notice', { time: formatDateTime(incidents.nextDueAt) })}
                </span>
              )}
              <span className="digits ms-auto font-semibold">{text}</span>
              {to === areaPaths.adminIncidents && incidents.overdue > 0 && (
                <Badge tone="danger" icon="alert">
                  {t('admin.attention.overdue', { count: incidents.overdue })}
                </Badge>
              )}
              {to === areaPaths.adminPrivacy && overdue > 0 && (
                <Badge tone="danger" icon="alert">
                  {t('admin.attention.overdue', { count: overdue })}
                </Badge>
              )}
              {to === areaPaths.adminPrivacy && dueSoon > 0 && (
                <Badge tone="accent" icon="alert">
                  {t('admin.attention.dueSoon', { count: dueSoon })}
                </Badge>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
