import { useState } from 'react';
import { authorName } from '#features/admin/audit/audit-texts.tsx';
import { useRead } from '#shared/api/queries.ts';
import { formatDateTime, formatNumber, formatPercent } from '#shared/i18n/format.ts';
import type { Translate } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { LoadState } from '#shared/ui/feedback/load-state.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { type BreakerAction, BreakerDialog } from './breaker-dialog.tsx';
import type { SmsState } from './sms.ts';

/** Poll every 30 seconds, because the state can change without an administrator. */
const refetchInterval = 30_000;

export function SmsCard() {
  const t = useT();
  const sms = useRead('GET /vid/api/admin/sms', {}, { refetchInterval });
  return (
    <Card title={t('admin.sms')} {...(sms.data && { actions: <StateBadge sms={sms.data} /> })}>
      {sms.data ? <Channel sms={sms.data} /> : <LoadState query={sms} title={t('admin.sms.failed')} />}
    </Card>
  );
}

const tones = { idle: 'plain', working: 'success', slow: 'accent', refusing: 'danger' } as const;

function StateBadge({ sms: { health, breaker } }: { sms: SmsState }) {
  const t = useT();
  return breaker.state === 'open' ? (
    <Badge tone="danger" icon="alert">
      {t('admin.sms.badge.open')}
    </Badge>
  ) : (
    <Badge tone={tones[health]}>{t(`admin.sms.badge.${health}`)}</Badge>
  );
}

function Channel({ sms }: { sms: SmsState }) {
  const t = useT();
  const [action, setAction] = useState<BreakerAction | null>(null);
  const { breaker } = sms;
  const actions: readonly BreakerAction[] = [
    breaker.state === 'open' ? 'closed' : 'open',
    ...(breaker.hold ? (['release'] as const) : []),
  ];
  return (
    <div className="grid gap-3">
      <p>{healthText(t, sms)}</p>
      <p>{hourText(t, sms)}</p>
      <p className="border-t border-line pt-3">{breakerText(t, sms)}</p>
      {breaker.hold && (
        <p className="wrap-anywhere whitespace-pre-line">
          {t('admin.sms.breaker.reason', { reason: breaker.hold.reason })}
        </p>
      )}
      <p className="text-label text-muted">{t('admin.sms.breaker.others')}</p>
      <div className="mt-1 flex flex-wrap gap-3">
        {actions.map((each) => (
          <Button key={each} look={each === 'open' ? 'danger' : 'secondary'} onClick={() => setAction(each)}>
            {t(`admin.sms.breaker.${each}`)}
          </Button>
        ))}
      </div>
      <BreakerDialog action={action} onClose={() => setAction(null)} />
    </div>
  );
}

function healthText(t: Translate, { health, replies }: SmsState): string {
  const { accepted, refused, unknown, averageMs } = replies;
  const failed = refused + unknown;
  const seconds = formatNumber(Math.max(1, Math.round((averageMs ?? 0) / 100)) / 10);
  return t(`admin.sms.health.${health}`, {
    seconds,
    accepted: formatNumber(accepted),
    failed: formatNumber(failed),
    all: formatNumber(accepted + failed),
  });
}

function hourText(t: Translate, { hour: { sent, verified } }: SmsState): string {
  if (sent === 0) return t('admin.sms.hour.none');
  return t('admin.sms.hour', {
    sent: formatNumber(sent),
    verified: formatNumber(verified),
    percent: formatPercent(verified / sent),
  });
}

function breakerText(t: Translate, { breaker, strangers }: SmsState): string {
  const { hold, openSince } = breaker;
  if (hold)
    return t(hold.state === 'open' ? 'admin.sms.breaker.heldOpen' : 'admin.sms.breaker.heldClosed', {
      name: authorName(hold.by, t),
      time: formatDateTime(hold.since),
      until: formatDateTime(hold.expiresAt),
    });
  if (openSince === null) return t('admin.sms.breaker.auto');
  return t('admin.sms.breaker.tripped', {
    time: formatDateTime(openSince),
    sent: formatNumber(strangers.sent),
    verified: formatNumber(strangers.verified),
  });
}
