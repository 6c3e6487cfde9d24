import { knownDeviceName } from '#shared/i18n/device-name.ts';
import { useT } from '#shared/i18n/use-t.ts';
import type { AuditItem } from './audit-log.tsx';

/** Recorded address of server jobs and operator commands. */
const localAddress = 'local';

export function Origin({ event, isOneLine = false }: { event: AuditItem; isOneLine?: boolean }) {
  const t = useT();
  const isLocal = event.address === localAddress;
  const address = isLocal ? t('admin.audit.local') : event.address;
  const device = knownDeviceName({ browser: event.browser ?? '', system: event.system ?? '' }, t);
  return (
    <span
      className={isOneLine ? 'block max-w-56 truncate' : 'wrap-anywhere'}
      {...(isOneLine && { title: `${address} ${device}`.trim() })}
    >
      {isLocal ? (
        <span className="text-muted">{address}</span>
      ) : (
        <bdi dir="ltr" className="digits">
          {address}
        </bdi>
      )}
      {device !== '' && <span className="ms-2 text-sm text-muted">{device}</span>}
    </span>
  );
}
