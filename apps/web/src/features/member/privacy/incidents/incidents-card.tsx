import { useQuery } from '@tanstack/react-query';
import { api } from '#shared/api/api.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { LoadState } from '#shared/ui/feedback/load-state.tsx';
import { Card } from '#shared/ui/page/card.tsx';

/** Shows the association's notices about leaked data. Renders nothing without a notice. */
export function IncidentsCard() {
  const t = useT();
  const incidents = useQuery({
    queryKey: ['privacy-incidents'],
    queryFn: ({ signal }) => api.get('/vid/api/privacy/incidents', { signal, isRepeatable: true }),
  });
  if (incidents.isError && incidents.data === undefined)
    return (
      <Card title={t('privacy.incidents')}>
        <LoadState query={incidents} title={t('privacy.loadFailed')} />
      </Card>
    );
  if (incidents.data === undefined || incidents.data.length === 0) return null;
  return (
    <Card title={t('privacy.incidents')} lead={t('privacy.incidents.lead')}>
      <ul className="divide-y divide-line">
        {incidents.data.map(({ toldAt, text }) => (
          <li key={toldAt} className="grid gap-2 py-4 first:pt-0 last:pb-0">
            <time dateTime={toldAt} className="digits text-sm text-muted">
              {formatDateTime(toldAt)}
            </time>
            <p className="wrap-anywhere whitespace-pre-line">{text}</p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
