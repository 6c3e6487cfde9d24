import type { ReactNode } from 'react';
import { formatDateTime } from '#shared/i18n/format.ts';
import { getLanguageTag } from '#shared/i18n/i18n.ts';
import type { Translate } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
import { Icon } from '#shared/ui/icons.tsx';
import { knownDeviceName } from '#shared/i18n/device-name.ts';
import { relativeTime } from '#shared/i18n/relative-time.ts';
import type { Session } from './sessions.ts';

export const deviceName = (session: Session, t: Translate): string =>
  knownDeviceName(session.device, t) || t('account.security.device.unnamed');

export function SessionItem({ session, now, onEnd }: { session: Session; now: number; onEnd: () => void }) {
  const t = useT();
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 py-4 first:pt-0 last:pb-0">
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-soft text-brand">
        <Icon name={session.device.isMobile ? 'phone' : 'device'} />
      </span>
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-semibold">
          <bdi>{knownDeviceName(session.device, t) || t('account.security.device.unknown')}</bdi>
        </p>
        {session.isCurrent && <p className="mt-1 text-sm text-success">{t('account.security.active')}</p>}
        <dl className="mt-1 flex flex-col gap-1 text-sm text-muted">
          {!session.isCurrent && (
            <Fact label={t('account.security.lastSeen')}>
              <time dateTime={session.lastSeenAt} title={formatDateTime(session.lastSeenAt)}>
                {relativeTime(session.lastSeenAt, now, getLanguageTag()) ?? t('account.security.justNow')}
              </time>
            </Fact>
          )}
          <Fact label={t('account.security.created')}>
            <time dateTime={session.createdAt} className="digits">
              {formatDateTime(session.createdAt)}
            </time>
          </Fact>
          {session.place !== undefined && (
            <Fact label={t('account.security.place')}>
              <bdi>{session.place}</bdi>
            </Fact>
          )}
          <Fact label={t('account.security.address')}>
            <bdi dir="ltr" className="digits break-all">
              {session.address}
            </bdi>
          </Fact>
        </dl>
      </div>
      {!session.isCurrent && (
        <Button
          look="secondary"
          className="w-full sm:w-auto"
          aria-label={t('account.security.session.endNamed', { device: deviceName(session, t) })}
          onClick={onEnd}
        >
          {t('account.security.session.end.action')}
        </Button>
      )}
    </li>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-1">
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
