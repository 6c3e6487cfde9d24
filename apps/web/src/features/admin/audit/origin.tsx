import { knownDeviceName } from '#shared/i18n/device-name.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { cx } from '#shared/lib/cx.ts';
import type { AuditItem } from './audit-log.tsx';

/** The address in events of server jobs and operator commands. */
const localAddress = 'local';

export function Origin({ event }: { event: AuditItem }) {
  const t = useT();
  const device = knownDeviceName({ browser: event.browser ?? '', system: event.system ?? '' }, t);
  // An IPv6 address is long, so it gets a separate line.
  const isLong = event.address.includes(':');
  return (
    <span className={cx('flex min-w-0 flex-wrap items-baseline gap-x-3', !isLong && 'xl:flex-nowrap')}>
      {event.address === localAddress ? (
        <span className="whitespace-nowrap text-muted">{t('admin.audit.local')}</span>
      ) : (
        event.address !== '' && (
          <bdi dir="ltr" className={cx('digits', isLong ? 'wrap-anywhere' : 'whitespace-nowrap')}>
            {event.address}
          </bdi>
        )
      )}
      {device !== '' && <span className="text-sm text-muted xl:whitespace-nowrap">{device}</span>}
    </span>
  );
}
