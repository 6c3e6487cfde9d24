import { areaPaths } from '#navigation/area-paths.ts';
import { TextLink } from '#shared/ui/controls/button.tsx';
import { authorName } from '#features/admin/audit/audit-log.tsx';
import { useChange, useRead } from '#shared/api/queries.ts';
import { formatDateTime, formatNumber, formatPercent } from '#shared/i18n/format.ts';
import type { Translate } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Badge } from '#shared/ui/display/badge.tsx';
import { Bone } from '#shared/ui/feedback/skeleton.tsx';
import { QueryCard } from '#shared/ui/page/page.tsx';
import { breakerMinutes, defaultBreakerMinutes } from '@vid/contract/endpoints/admin/sms-shapes';
import * as v from 'valibot';
import { ActionButton } from '#session/action-dialog.tsx';
import { api } from '#shared/api/api.ts';
import { reasonRule } from '#features/admin/reason-field.tsx';
import { formatDuration } from './duration.ts';
import { neededPart } from '#navigation/lazy-part.ts';
import type { Answer } from '#shared/api/request-types.ts';

export type SmsState = Answer<'GET /vid/api/admin/sms'>;

/** Poll every 30 seconds, because the state can change without an administrator. */
const refetchInterval = 30_000;

export function SmsCard() {
  const t = useT();
  const sms = useRead('GET /vid/api/admin/sms', {}, { refetchInterval });
  return (
    <QueryCard
      title={t('admin.sms')}
      actions={sms.data && <StateBadge sms={sms.data} />}
      query={sms}
      skeleton={
        <div className="grid gap-3">
          <Bone className="w-72" />
          <Bone className="w-56" />
          <Bone className="w-48" />
          <div className="border-t border-line pt-3">
            <Bone className="w-72" />
          </div>
          <p className="text-label text-muted">{t('admin.sms.breaker.others')}</p>
          <span className="mt-1 bone h-12 w-40 rounded-control" />
        </div>
      }
    >
      {(data) => <Channel sms={data} />}
    </QueryCard>
  );
}

const tones = { idle: 'plain', working: 'success', slow: 'accent', refusing: 'danger' } as const;

function StateBadge({ sms: { health, breaker } }: { sms: SmsState }) {
  const t = useT();
  return breaker.state === 'open' ? (
    <Badge tone="danger" icon="alert" text="admin.sms.badge.open" />
  ) : (
    <Badge tone={tones[health]}>{t(`admin.sms.badge.${health}`)}</Badge>
  );
}

function Channel({ sms }: { sms: SmsState }) {
  const t = useT();
  const { breaker } = sms;
  const action = breaker.state === 'open' ? 'closed' : 'open';
  return (
    <div className="grid gap-3">
      <p>{healthText(t, sms)}</p>
      <p>{hourText(t, sms)}</p>
      <TextLink isPlain to={areaPaths.adminSms} text="admin.sms.gateways" />
      <p className="border-t border-line pt-3">{breakerText(t, sms)}</p>
      {breaker.hold && (
        <p className="wrap-anywhere whitespace-pre-line">
          {t('admin.account.reason', { reason: breaker.hold.reason })}
        </p>
      )}
      <p className="text-label text-muted">{t('admin.sms.breaker.others')}</p>
      <div className="mt-1 flex flex-wrap gap-3">
        {/* The key keeps an open dialog from becoming the opposite action when the state changes. */}
        {!breaker.isCeilingReached && <BreakerButton key={action} action={action} />}
        {breaker.hold && <BreakerButton action="release" />}
      </div>
    </div>
  );
}

function healthText(t: Translate, { health, replies }: SmsState): string {
  const { accepted, refused, unknown, averageMs } = replies;
  const failed = refused + unknown;
  return t(`admin.sms.health.${health}`, {
    time: formatDuration((averageMs ?? 0) / 1000),
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
  const { hold, openSince, isCeilingReached } = breaker;
  if (isCeilingReached) return t('admin.sms.breaker.ceiling');
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

const rules = v.object({ minutes: v.fallback(v.string(), ''), reason: reasonRule });
const BreakerFields = neededPart(() => import('./breaker-fields.tsx'), 'BreakerFields');

function BreakerButton({ action }: { action: 'open' | 'closed' | 'release' }) {
  const t = useT();
  const change = useChange(({ minutes, reason }: v.InferOutput<typeof rules>) => {
    if (action === 'release') return api.post('/vid/api/admin/sms/breaker/release', { body: { reason } });
    const chosen = breakerMinutes.find((value) => String(value) === minutes) ?? defaultBreakerMinutes;
    return api.post('/vid/api/admin/sms/breaker', { body: { state: action, minutes: chosen, reason } });
  }, 'admin/sms');
  return (
    <ActionButton
      button={{ look: action === 'open' ? 'danger' : 'secondary' }}
      title={t(`admin.sms.breaker.${action}.title`)}
      text={t(`admin.sms.breaker.${action}.text`)}
      action={t(`admin.sms.breaker.${action}`)}
      isDangerous={action === 'open'}
      removesOpener
      rules={rules}
      onConfirm={change.mutateAsync}
      done="admin.sms.breaker.done"
    >
      <BreakerFields hasMinutes={action !== 'release'} />
    </ActionButton>
  );
}
