import { carrierNames } from '@vid/contract/endpoints/admin/sms-shapes';
import type { UseQueryResult } from '@tanstack/react-query';
import { useRead } from '#shared/api/queries.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { formatDateTime, formatDong, formatNumber, formatPercent } from '#shared/i18n/format.ts';
import type { Translate } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { type Column, ListTable } from '#shared/ui/list/list-table.tsx';
import { Card, Page } from '#shared/ui/page/page.tsx';
import { Notice } from '#shared/ui/feedback/alert.tsx';
import { LoadState } from '#shared/ui/feedback/load-state.tsx';
import { BoneRows } from '#shared/ui/feedback/skeleton.tsx';

type Gateways = Answer<'GET /vid/api/admin/sms/gateways'>;
type Gateway = Gateways['gateways'][number];
type Carrier = Gateway['carriers'][number];
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
  return (
    <>
      {data.ceilings.level !== 'below' && (
        <Notice tone="error">{t(`admin.gateways.ceiling.${data.ceilings.level}`)}</Notice>
      )}
      <div className="grid gap-1">
        <p>{costText(t, data.cost)}</p>
        {ceilingTexts(t, data).map((text) => (
          <p key={text}>{text}</p>
        ))}
        {data.gateways.length > 1 &&
          data.orders.map((order) => <p key={order.messages}>{orderText(t, order)}</p>)}
      </div>
      {data.gateways.map((gateway) => (
        <GatewayCard key={gateway.channel} query={query} gateway={gateway} />
      ))}
      <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <h2 className="text-lg font-semibold">{t('admin.gateways.failures')}</h2>
        <ListTable
          caption={t('admin.gateways.failures')}
          query={{ ...query, data: data.failures }}
          rowKey={({ at, phone, channel }) => `${at} ${phone} ${channel}`}
          columns={failureColumns}
          empty={{ icon: 'check', title: t('admin.gateways.failures.none') }}
        />
      </section>
    </>
  );
}

function costText(t: Translate, cost: Gateways['cost']): string {
  if (cost === null) return t('admin.gateways.cost.unknown');
  return t('admin.gateways.cost', { today: formatDong(cost.today), month: formatDong(cost.month) });
}

function ceilingTexts(t: Translate, { ceilings, cost }: Gateways): readonly string[] {
  const uses = [
    { name: 'day', ceiling: ceilings.day, used: cost?.today ?? 0 },
    { name: 'month', ceiling: ceilings.month, used: cost?.month ?? 0 },
  ] as const;
  return uses.flatMap(({ name, ceiling, used }) =>
    ceiling === null
      ? []
      : [
          t(`admin.gateways.ceiling.${name}`, {
            ceiling: formatDong(ceiling),
            percent: formatPercent(used / ceiling),
          }),
        ],
  );
}

function orderText(t: Translate, { messages, channels }: Order): string {
  const order = channels.map((channel) => t(`admin.gateways.channel.${channel}`)).join(', ');
  if (messages === 'all') return t('admin.gateways.order', { order });
  if (messages === 'notice' || messages === 'other') return t(`admin.gateways.order.${messages}`, { order });
  return t('admin.gateways.order.carrier', { carrier: carrierNames[messages], order });
}

function GatewayCard({
  query,
  gateway: { channel, isPaused, balance, carriers },
}: {
  query: UseQueryResult;
  gateway: Gateway;
}) {
  const t = useT();
  const name = t(`admin.gateways.channel.${channel}`);
  return (
    <Card
      title={name}
      actions={
        <>
          {balance?.isLow && <Badge tone="danger" icon="alert" text="admin.gateways.balance.low" />}
          {isPaused && <Badge tone="danger" icon="alert" text="admin.gateways.paused" />}
        </>
      }
      lead={isPaused ? t('admin.gateways.paused.text') : undefined}
    >
      {balance && (
        <p className="mb-3">
          {t('admin.gateways.balance', {
            time: formatDateTime(balance.at),
            balance: formatDong(balance.dong),
          })}
        </p>
      )}
      {carriers.length === 0 ? (
        <p className="text-muted">{t('admin.gateways.idle')}</p>
      ) : (
        <ListTable
          caption={t('admin.gateways.caption', { name })}
          query={{ ...query, data: carriers }}
          rowKey={({ carrier }) => carrier}
          columns={carrierColumns}
          empty={{ icon: 'list', title: t('admin.gateways.idle') }}
        />
      )}
    </Card>
  );
}

const carrierColumns: readonly Column<Carrier>[] = [
  { title: 'admin.gateways.carrier', cell: ({ carrier }, t) => carrierName(t, carrier) },
  { title: 'admin.gateways.accepted', card: 'named', ...numbers(({ accepted }) => accepted) },
  { title: 'admin.gateways.delivered', card: 'named', ...numbers(({ delivered }) => delivered) },
  { title: 'admin.gateways.undelivered', card: 'named', ...numbers(({ undelivered }) => undelivered) },
  { title: 'admin.gateways.failed', card: 'named', ...numbers(({ failed }) => failed) },
  {
    title: 'admin.gateways.verified',
    card: 'named',
    isDigits: true,
    align: 'end',
    cell: ({ codes, verified }, t) =>
      codes === 0
        ? '–'
        : t('admin.gateways.verified.of', {
            verified: formatNumber(verified),
            codes: formatNumber(codes),
            percent: formatPercent(verified / codes),
          }),
  },
  {
    title: 'admin.gateways.answer',
    card: 'named',
    isDigits: true,
    align: 'end',
    cell: ({ answerMs }, t) =>
      t('admin.gateways.seconds', { seconds: formatNumber(Math.round(answerMs / 100) / 10) }),
  },
  {
    title: 'admin.gateways.delivery',
    card: 'named',
    isDigits: true,
    align: 'end',
    cell: ({ deliverySeconds }, t) =>
      deliverySeconds === null
        ? '–'
        : t('admin.gateways.seconds', { seconds: formatNumber(deliverySeconds) }),
  },
];

function numbers(value: (carrier: Carrier) => number) {
  return {
    isDigits: true,
    align: 'end',
    cell: (carrier: Carrier) => formatNumber(value(carrier)),
  } as const;
}

const failureColumns: readonly Column<Failure>[] = [
  {
    title: 'admin.gateways.time',
    isDigits: true,
    cell: ({ at }) => formatDateTime(at),
  },
  { title: 'admin.gateways.phone', card: 'plain', isDigits: true, cell: ({ phone }) => phone },
  { title: 'admin.gateways.carrier', card: 'plain', cell: ({ carrier }, t) => carrierName(t, carrier) },
  {
    title: 'admin.gateways.gateway',
    card: 'plain',
    cell: ({ channel }, t) => t(`admin.gateways.channel.${channel}`),
  },
  { title: 'admin.gateways.kind', card: 'plain', cell: ({ kind }, t) => t(`admin.gateways.kind.${kind}`) },
  {
    title: 'admin.gateways.cause',
    card: 'plain',
    cell: ({ cause }, t) => t(`admin.gateways.cause.${cause}`),
  },
];

function carrierName(t: Translate, carrier: Carrier['carrier']): string {
  return carrier === 'other' ? t('admin.gateways.carrier.other') : carrierNames[carrier];
}
