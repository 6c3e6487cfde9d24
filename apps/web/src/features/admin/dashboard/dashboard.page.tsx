import { useSearchParams } from 'react-router';
import { useRead } from '#shared/api/queries.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { isWaiting, LoadState } from '#shared/ui/feedback/load-state.tsx';
import { SegmentedControl } from '#shared/ui/fields/segmented-control.tsx';
import { Card, Page } from '#shared/ui/page/page.tsx';
import { ApprovalsCard } from '#features/admin/approvals/approvals-card.tsx';
import { AttentionCard } from '#features/admin/attention/attention-card.tsx';
import { SmsCard } from '#features/admin/sms/sms-card.tsx';
import { Charts } from './charts.tsx';
import { type Dashboard, Figures } from './figures.tsx';

const periods: readonly Dashboard['period'][] = ['day', 'week', 'month'];

/** The server counts new events every minute. */
const refetchInterval = 60_000;

export function DashboardPage() {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const period = periods.find((value) => value === params.get('period')) ?? 'week';
  return (
    <Page width="full" title={t('shell.item.dashboard')} lead={t('admin.dashboard.lead')}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 xl:grid-cols-[repeat(2,minmax(0,1fr))]">
        <AttentionCard />
        <ApprovalsCard />
      </div>
      <div className="-mb-2 flex flex-wrap items-center justify-between gap-4">
        <h2 className="text-lg font-semibold">{t('admin.dashboard.figures')}</h2>
        <SegmentedControl
          name="period"
          label={t('admin.dashboard.period')}
          options={periods.map((value) => ({ value, label: t(`admin.dashboard.period.${value}`) }))}
          value={period}
          onChange={(value) => setParams(value === 'week' ? {} : { period: value }, { replace: true })}
        />
      </div>
      <Numbers period={period}>
        <SmsCard />
      </Numbers>
    </Page>
  );
}

/** Shows the figures, then `children`, then the charts. A failure to load the figures does not hide `children`. */
function Numbers({ period, children }: { period: Dashboard['period']; children: React.ReactNode }) {
  const t = useT();
  const dashboard = useRead('GET /vid/api/admin/dashboard', { query: { period } }, { refetchInterval });
  const { data } = dashboard;
  if (!data && !isWaiting(dashboard))
    return (
      <>
        <Card>
          <LoadState query={dashboard} failed={t('admin.dashboard.failed')} />
        </Card>
        {children}
      </>
    );
  return (
    <>
      <Figures dashboard={data} />
      {children}
      {data && <Charts dashboard={data} />}
      {data && (
        <p className="text-sm text-muted">
          {data.countedAt === null
            ? t('admin.dashboard.notCounted')
            : t('admin.dashboard.counted', { time: formatDateTime(data.countedAt) })}
        </p>
      )}
    </>
  );
}
