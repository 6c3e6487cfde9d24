import type { UseQueryResult } from '@tanstack/react-query';
import { carrierNames } from '@vid/contract/endpoints/admin/sms-shapes';
import type { ReactNode } from 'react';
import { useRead } from '#shared/api/queries.ts';
import { dot, formatDong, formatNumber, formatPercent } from '#shared/i18n/format.ts';
import type { Translate } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { type Column, ListTable } from '#shared/ui/list/list-table.tsx';
import { Card, Page } from '#shared/ui/page/page.tsx';
import { Notice } from '#shared/ui/feedback/alert.tsx';
import { LoadState } from '#shared/ui/feedback/load-state.tsx';
import { BoneRows } from '#shared/ui/feedback/skeleton.tsx';
import { RowTime } from '#features/admin/row-time.tsx';
import { carrierName, type Gateways, GatewayCard, hasReports, totalOf } from './gateway-card.tsx';

type Failure = Gateways['failures'][number];
type Order = Gateways['orders'][number];

/** Poll every 30 seconds, because messages are sent all the time. */
const refetchInterval = 30_000;

export function SmsPage() {
  const t = useT();
  const query = useRead('GET /vid/api/admin/sms/gateways', {}, { refetchInterval });
  const { data } = query;
  return (
    <Page width="full" title={t('admin.gateways.title')} lead={t('admin.gateways.lead')}>
      {data ? (
        <Loaded data={data} query={query} />
      ) : (
        <Card>
          <LoadState query={query} skeleton={<BoneRows count={12} />} />
        </Card>
      )}
    </Page>
  );
}

function Loaded({ data, query }: { data: Gateways; query: UseQueryResult }) {
  const t = useT();
  const used = new Set(data.orders.flatMap(({ channels }) => channels));
  return (
    <>
      {data.ceilings.level !== 'below' && (
        <Notice tone="error">{t(`admin.gateways.ceiling.${data.ceilings.level}`)}</Notice>
      )}
      <Figures data={data} />
      {used.size > 1 && (
        <div className="grid gap-1 text-label text-muted">
          {data.orders.map((order) => (
            <p key={order.messages}>{orderText(t, order)}</p>
          ))}
        </div>
      )}
      {data.gateways.map((gateway) => (
        <GatewayCard
          key={gateway.channel}
          query={query}
          gateway={gateway}
          isUsed={used.has(gateway.channel)}
        />
      ))}
      <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <h2 className="text-lg font-semibold">{t('admin.gateways.failures')}</h2>
        <ListTable
          caption={t('admin.gateways.failures')}
          query={{ ...query, data: data.failures }}
          rowKey={({ at, phone, channel }) => `${at} ${phone} ${channel}`}
          columns={failureColumns}
          renderCard={(failure) => <FailureCard failure={failure} />}
          empty={{ icon: 'check', title: t('admin.gateways.failures.none') }}
        />
      </section>
    </>
  );
}

function Figures({ data: { gateways, cost, ceilings } }: { data: Gateways }) {
  const t = useT();
  const all = totalOf(gateways.flatMap(({ carriers }) => carriers));
  const reporting = totalOf(
    gateways.flatMap(({ carriers }) => (hasReports(totalOf(carriers)) ? carriers : [])),
  );
  return (
    <section aria-label={t('admin.gateways.figures')}>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-4 sm:grid-cols-2 xl:grid-cols-4">
        <CostFigure name="today" cost={cost?.today} ceiling={ceilings.day} />
        <CostFigure name="month" cost={cost?.month} ceiling={ceilings.month} />
        <ShareFigure name="delivered" part={reporting.delivered} whole={reporting.accepted} />
        <ShareFigure name="verified" part={all.verified} whole={all.codes} />
      </dl>
      {cost === null && <p className="mt-3 text-sm text-muted">{t('admin.gateways.cost.unknown')}</p>}
    </section>
  );
}

function Figure({ label, value, children }: { label: string; value: string; children: ReactNode }) {
  return (
    <div className="@container min-w-0 rounded-card border border-line bg-card p-4 md:p-6">
      <dt className="text-label text-muted">{label}</dt>
      <dd className="mt-1">
        <span className="digits block text-[length:min(1.75rem,16cqi)] leading-snug font-semibold whitespace-nowrap">
          {value}
        </span>
        <span className="mt-1 block text-sm text-muted">{children}</span>
      </dd>
    </div>
  );
}

type CostFigureProps = { name: 'today' | 'month'; cost: number | undefined; ceiling: number | null };

function CostFigure({ name, cost, ceiling }: CostFigureProps) {
  const t = useT();
  return (
    <Figure label={t(`admin.gateways.cost.${name}`)} value={cost === undefined ? '–' : formatDong(cost)}>
      {ceiling === null ? (
        t('admin.gateways.ceiling.none')
      ) : (
        <>
          {t('admin.gateways.ceiling.used', {
            percent: formatPercent((cost ?? 0) / ceiling),
            ceiling: formatDong(ceiling),
          })}
          <span aria-hidden="true" className="mt-2 block h-1.5 overflow-hidden rounded-full bg-line">
            <span
              className="block h-1.5 bg-brand"
              style={{ width: `${Math.min(100, ((cost ?? 0) * 100) / ceiling)}%` }}
            />
          </span>
        </>
      )}
    </Figure>
  );
}

type ShareFigureProps = { name: 'delivered' | 'verified'; part: number; whole: number };

function ShareFigure({ name, part, whole }: ShareFigureProps) {
  const t = useT();
  return (
    <Figure label={t(`admin.gateways.day.${name}`)} value={whole === 0 ? '–' : formatPercent(part / whole)}>
      {whole === 0
        ? t(`admin.gateways.day.${name}.none`)
        : t(`admin.gateways.day.${name}.of`, { part: formatNumber(part), whole: formatNumber(whole) })}
    </Figure>
  );
}

function orderText(t: Translate, { messages, channels }: Order): string {
  const order = channels.map((channel) => t(`admin.gateways.channel.${channel}`)).join(' → ');
  if (messages === 'all') return t('admin.gateways.order', { order });
  if (messages === 'notice' || messages === 'other') return t(`admin.gateways.order.${messages}`, { order });
  return t('admin.gateways.order.carrier', { carrier: carrierNames[messages], order });
}

const nowrap = (text: string) => <span className="whitespace-nowrap">{text}</span>;

const failureColumns: readonly Column<Failure>[] = [
  { title: 'admin.gateways.time', isDigits: true, cell: ({ at }) => <RowTime at={at} /> },
  { title: 'admin.gateways.phone', isDigits: true, cell: ({ phone }) => phone },
  { title: 'admin.gateways.carrier', cell: ({ carrier }, t) => carrierName(t, carrier) },
  {
    title: 'admin.gateways.gateway',
    cell: ({ channel }, t) => nowrap(t(`admin.gateways.channel.${channel}`)),
  },
  { title: 'admin.gateways.kind', cell: ({ kind }, t) => nowrap(t(`admin.gateways.kind.${kind}`)) },
  { title: 'admin.gateways.cause', cell: ({ cause }, t) => t(`admin.gateways.cause.${cause}`) },
  { title: 'admin.gateways.next', cell: (failure) => <Next failure={failure} /> },
];

function Next({ failure: { nextChannel } }: { failure: Failure }) {
  const t = useT();
  return nextChannel === null ? (
    <span className="whitespace-nowrap text-muted">{t('admin.gateways.next.none')}</span>
  ) : (
    <span className="whitespace-nowrap text-success">
      {t('admin.gateways.next.sent', { gateway: t(`admin.gateways.channel.${nextChannel}`) })}
    </span>
  );
}

function FailureCard({ failure }: { failure: Failure }) {
  const t = useT();
  const { at, phone, carrier, channel, kind, cause } = failure;
  return (
    <>
      <p>{t(`admin.gateways.cause.${cause}`)}</p>
      <p className="text-label text-muted">
        <span className="digits">{phone}</span>
        {[
          '',
          carrierName(t, carrier),
          t(`admin.gateways.channel.${channel}`),
          t(`admin.gateways.kind.${kind}`),
        ].join(dot)}
      </p>
      <p className="flex flex-wrap gap-x-4 text-label">
        <span className="digits text-muted">
          <RowTime at={at} />
        </span>
        <Next failure={failure} />
      </p>
    </>
  );
}
