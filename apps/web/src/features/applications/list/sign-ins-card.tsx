import { useRead } from '#shared/api/queries.ts';
import { formatDay, formatShortDay } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Chart } from '#shared/ui/chart/chart.tsx';
import { LoadState } from '#shared/ui/feedback/load-state.tsx';
import { Card } from '#shared/ui/page/card.tsx';

export function SignInsCard({ appId }: { appId: string }) {
  const t = useT();
  const signIns = useRead('GET /vid/api/apps/:appId/sign-ins', { params: { appId } });
  const { data } = signIns;
  const sum = data?.reduce((all, { count }) => all + count, 0) ?? 0;
  return (
    <Card title={t('apps.app.signIns')} {...(data && { lead: t('apps.app.signIns.lead', { count: sum }) })}>
      {data ? (
        <Chart
          name={t('apps.app.signIns')}
          data={{
            unit: t('apps.app.day'),
            ticks: data.map(({ day }) => formatShortDay(day)),
            labels: data.map(({ day }) => formatDay(day)),
            series: [{ name: t('apps.app.signIns.name'), values: data.map(({ count }) => count) }],
          }}
        />
      ) : (
        <LoadState query={signIns} title={t('apps.app.signIns.failed')} />
      )}
    </Card>
  );
}
