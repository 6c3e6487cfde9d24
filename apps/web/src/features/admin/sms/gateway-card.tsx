import type { UseQueryResult } from '@tanstack/react-query';
import { carrierNames } from '@vid/contract/endpoints/admin/sms-shapes';
import type { Answer } from '#shared/api/request-types.ts';
import {
  dot,
  formatDong,
  formatHour,
  formatNumber,
  formatPercent,
  formatShortDay,
} from '#shared/i18n/format.ts';
import type { Translate } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Badge } from '#shared/ui/display/badge.tsx';
import { type Column, ListTable } from '#shared/ui/list/list-table.tsx';
import { Card } from '#shared/ui/page/page.tsx';
import { formatDuration } from './duration.ts';

export type Gateways = Answer<'GET /vid/api/admin/sms/gateways'>;
type Gateway = Gateways['gateways'][number];
type Carrier = Gateway['carriers'][number];

const counted = ['accepted', 'delivered', 'undelivered', 'failed', 'codes', 'verified'] as const;
type Total = Readonly<Record<(typeof counted)[number], number>>;

export function totalOf(carriers: readonly Carrier[]): Total {
  const add = (name: keyof Total) => carriers.reduce((total, carrier) => total + carrier[name], 0);
  return {
    accepted: add('accepted'),
    delivered: add('delivered'),
    undelivered: add('undelivered'),
    failed: add('failed'),
    codes: add('codes'),
    verified: add('verified'),
  };
}

/** Returns whether a gateway reports deliveries. Without reports, the number of delivered messages is meaningless. */
export const hasReports = ({ delivered, undelivered }: Pick<Total, 'delivered' | 'undelivered'>): boolean =>
  delivered + undelivered > 0;

/** Shows a gateway's figures. `isUsed` says whether VID sends messages through the gateway. */
export function GatewayCard({
  query,
  gateway,
  isUsed,
}: {
  query: UseQueryResult;
  gateway: Gateway;
  isUsed: boolean;
}) {
  const t = useT();
  const { channel, carriers, isPaused, balance } = gateway;
  const name = t(`admin.gateways.channel.${channel}`);
  const isIdle = carriers.length === 0;
  return (
    <Card
      title={name}
      actions={
        <span className="flex flex-wrap gap-2">
          {balance?.isLow && <Badge tone="danger" icon="alert" text="admin.gateways.balance.low" />}
          {isPaused ? (
            <Badge tone="danger" icon="alert" text="admin.gateways.paused" />
          ) : !isUsed ? (
            <Badge text="admin.gateways.unused" />
          ) : (
            !isIdle && <Badge tone="success" text="admin.gateways.working" />
          )}
        </span>
      }
      lead={
        isPaused
          ? t('admin.gateways.paused.text')
          : isUsed
            ? isIdle && t('admin.gateways.idle')
            : t('admin.gateways.unused.text')
      }
    >
      <Facts gateway={gateway} />
      {!isIdle && (
        <ListTable
          caption={t('admin.gateways.caption', { name })}
          query={{ ...query, data: carriers }}
          rowKey={({ carrier }) => carrier}
          columns={carrierColumns}
          renderCard={(carrier) => <CarrierLine carrier={carrier} />}
          empty={{ icon: 'list', title: t('admin.gateways.idle') }}
        />
      )}
    </Card>
  );
}

function Facts({ gateway: { carriers, balance, cost } }: { gateway: Gateway }) {
  const t = useT();
  const total = totalOf(carriers);
  const facts = [
    ...(carriers.length > 0
      ? ([
          ['admin.gateways.accepted', formatNumber(total.accepted)],
          ['admin.gateways.delivered', deliveredText(total)],
          ['admin.gateways.verified', verifiedText(t, total)],
        ] as const)
      : []),
    ...(cost
      ? ([
          ['admin.gateways.cost.today', formatDong(cost.today)],
          ['admin.gateways.cost.month', formatDong(cost.month)],
        ] as const)
      : []),
  ];
  if (facts.length === 0 && balance === null) return null;
  return (
    <dl className="mb-4 grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-4">
      {balance && (
        <div>
          <dt className="text-sm text-muted">{t('admin.gateways.balance')}</dt>
          <dd className={balance.isLow ? 'font-semibold text-danger' : 'font-semibold'}>
            <span className="digits">{formatDong(balance.dong)}</span>
            <span className="block text-sm font-normal text-muted">
              {t('admin.gateways.balance.at', {
                time: `${formatHour(balance.at)}, ${formatShortDay(balance.at)}`,
              })}
            </span>
          </dd>
        </div>
      )}
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt className="text-sm text-muted">{t(label)}</dt>
          <dd className="digits font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Formats the delivered messages with their share of the accepted messages, as "468 (98%)", or "–" without reports. */
const deliveredText = (total: Pick<Total, 'accepted' | 'delivered' | 'undelivered'>): string =>
  hasReports(total)
    ? `${formatNumber(total.delivered)} (${formatPercent(total.delivered / total.accepted)})`
    : '–';

const verifiedText = (t: Translate, { codes, verified }: Pick<Total, 'codes' | 'verified'>): string =>
  codes === 0
    ? '–'
    : t('admin.gateways.verified.of', {
        verified: formatNumber(verified),
        codes: formatNumber(codes),
        percent: formatPercent(verified / codes),
      });

/** Shows one carrier's figures as text, because a phone has no room for the table. */
function CarrierLine({ carrier }: { carrier: Carrier }) {
  const t = useT();
  const { accepted, delivered, failed, codes, verified, deliverySeconds } = carrier;
  const texts = [
    t('admin.gateways.line.accepted', { count: accepted }),
    hasReports(carrier) &&
      t('admin.gateways.line.delivered', { percent: formatPercent(delivered / accepted) }),
    deliverySeconds !== null && t('admin.gateways.line.delivery', { time: formatDuration(deliverySeconds) }),
    codes > 0 && t('admin.gateways.line.verified', { percent: formatPercent(verified / codes) }),
    failed > 0 && t('admin.gateways.line.failed', { count: failed }),
  ];
  return (
    <>
      <p className="font-semibold">{carrierName(t, carrier.carrier)}</p>
      <p className="text-label text-muted">{texts.filter(Boolean).join(dot)}</p>
    </>
  );
}

const carrierColumns: readonly Column<Carrier>[] = [
  { title: 'admin.gateways.carrier', cell: ({ carrier }, t) => carrierName(t, carrier) },
  numbers('admin.gateways.accepted', ({ accepted }) => formatNumber(accepted)),
  numbers('admin.gateways.delivered', deliveredText),
  numbers('admin.gateways.undelivered', (carrier) =>
    hasReports(carrier) ? formatNumber(carrier.undelivered) : '–',
  ),
  numbers('admin.gateways.failed', ({ failed }) => formatNumber(failed)),
  numbers('admin.gateways.verified', (carrier, t) => verifiedText(t, carrier)),
  numbers('admin.gateways.answer', ({ answerMs }) => formatDuration(answerMs / 1000)),
  numbers('admin.gateways.delivery', ({ deliverySeconds }) =>
    deliverySeconds === null ? '–' : formatDuration(deliverySeconds),
  ),
];

function numbers(
  title: Column<Carrier>['title'],
  cell: (carrier: Carrier, t: Translate) => string,
): Column<Carrier> {
  return { title, isDigits: true, align: 'end', cell };
}

export function carrierName(t: Translate, carrier: Carrier['carrier']): string {
  return carrier === 'other' ? t('admin.gateways.carrier.other') : carrierNames[carrier];
}
