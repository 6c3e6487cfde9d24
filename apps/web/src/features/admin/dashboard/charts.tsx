import {
  formatDateTime,
  formatDong,
  formatHour,
  formatNumber,
  formatPercent,
  formatShortDay,
} from '#shared/i18n/format.ts';
import type { Translate } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import type { ChartData } from '#shared/ui/chart/plot.tsx';
import { Chart } from '#shared/ui/chart/chart.tsx';
import { Card } from '#shared/ui/page/page.tsx';
import type { Dashboard } from './figures.tsx';
import { EmptyState } from '#shared/ui/feedback/load-state.tsx';

export function Charts({ dashboard }: { dashboard: Dashboard }) {
  const t = useT();
  const { buckets, period } = dashboard;
  const isHours = period === 'day';
  const starts = buckets.map(({ start }) => start);
  const frame = {
    unit: t(isHours ? 'admin.dashboard.hour' : 'admin.dashboard.day'),
    ticks: starts.map((start) => (isHours ? formatHour(start) : formatShortDay(start))),
    labels: [
      ...starts.slice(0, -1).map((start) => (isHours ? formatDateTime(start) : formatShortDay(start))),
      ...starts.slice(-1).map((start) => soFar(dashboard, start, t)),
    ],
    // The last bucket is the current, incomplete hour or day.
    isLastOpen: true,
  };
  const seriesOf = (name: string, figure: Exclude<keyof Dashboard['buckets'][number], 'start'>) => ({
    name,
    values: buckets.map((bucket) => bucket[figure]),
  });
  const questions = [
    ['signUps', { ...frame, series: [seriesOf(t('admin.dashboard.signUps'), 'signUps')] }, undefined],
    [
      'signIns',
      {
        ...frame,
        series: [
          seriesOf(t('admin.dashboard.signIns.good'), 'signIns'),
          seriesOf(t('admin.dashboard.signIns.bad'), 'failures'),
        ],
      },
      undefined,
    ],
    [
      'codes',
      {
        ...frame,
        series: [
          seriesOf(t('admin.dashboard.codes.sent'), 'codesSent'),
          seriesOf(t('admin.dashboard.codes.verified'), 'codesVerified'),
        ],
      },
      <CodesLead key="codes" dashboard={dashboard} />,
    ],
  ] as const satisfies readonly (readonly [string, ChartData, unknown])[];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 xl:grid-cols-[repeat(2,minmax(0,1fr))]">
      {questions.map(([name, data, lead]) => (
        <Card key={name} title={t(`admin.dashboard.${name}.question`)} lead={lead}>
          <Chart name={t(`admin.dashboard.${name}.question`)} data={data} />
        </Card>
      ))}
      <MethodsCard methods={dashboard.methods} />
    </div>
  );
}

function soFar({ period, countedAt }: Dashboard, start: string, t: Translate): string {
  const isHour = period === 'day';
  // At the start of an hour or day, the latest count may precede it.
  if (countedAt === null || countedAt <= start)
    return isHour
      ? t('admin.dashboard.hourNotCounted', { start: formatHour(start) })
      : t('admin.dashboard.todayNotCounted');
  const time = formatHour(countedAt);
  return isHour
    ? t('admin.dashboard.hourSoFar', { start: formatHour(start), time })
    : t('admin.dashboard.todaySoFar', { time });
}

function CodesLead({ dashboard: { now, smsPrice } }: { dashboard: Dashboard }) {
  const t = useT();
  const { codesSent, codesVerified } = now;
  const counts = { sent: formatNumber(codesSent), verified: formatNumber(codesVerified) };
  return (
    <>
      {codesSent > 0
        ? t('admin.dashboard.codes.sumRate', { ...counts, percent: formatPercent(codesVerified / codesSent) })
        : t('admin.dashboard.codes.sum', counts)}{' '}
      {smsPrice === null
        ? t('admin.dashboard.codes.noPrice')
        : t('admin.dashboard.codes.cost', { cost: formatDong(codesSent * smsPrice) })}
    </>
  );
}

const known = ['password', 'otp', 'passkey', 'social', 'qr'] as const;

/** Lists the sign-ins by method, each with a bar and its number, so that the chart needs no separate table. */
function MethodsCard({ methods }: Pick<Dashboard, 'methods'>) {
  const t = useT();
  const sum = methods.reduce((all, { count }) => all + count, 0);
  return (
    <Card title={t('admin.dashboard.methods.question')}>
      {sum === 0 ? (
        <EmptyState icon="list" title={t('admin.dashboard.methods.none')} />
      ) : (
        <ul className="grid gap-4">
          {methods.map(({ method, count }) => (
            <li key={method}>
              <span className="flex flex-wrap justify-between gap-x-4">
                <span>{t(`admin.dashboard.method.${known.find((name) => name === method) ?? 'other'}`)}</span>
                <span className="digits">
                  {formatNumber(count)} · {formatPercent(count / sum)}
                </span>
              </span>
              <span aria-hidden="true" className="mt-1 block h-3 rounded-sm bg-soft">
                <span
                  className="block h-full min-w-1 rounded-sm bg-brand"
                  style={{ inlineSize: `${(count / sum) * 100}%` }}
                />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
