import { areaPaths } from '#navigation/area-paths.ts';
import { fillPath } from '#navigation/paths.ts';
import { knownDeviceName } from '#shared/i18n/device-name.ts';
import type { Translate } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { TextLink } from '#shared/ui/button.tsx';
import { type AuditItem, auditKinds } from './audit-log.ts';

/** What happened. A kind that this release does not know is shown as it is stored. */
export function kindText(kind: string, t: Translate): string {
  const known = auditKinds.find((candidate) => candidate === kind);
  return known === undefined ? kind : t(`admin.audit.kind.${known}`);
}

export const eventPath = (eventId: string) =>
  fillPath(areaPaths.adminAuditEvent, { eventId }) ?? areaPaths.adminAudit;

/** The log filtered by an account. */
export const logPath = (filter: 'account' | 'actor', accountId: string) =>
  `${areaPaths.adminAudit}?${new URLSearchParams({ [filter]: accountId }).toString()}`;

/** The account or actor of an event, with a link to the account. */
export function Person({ person }: { person: AuditItem['account'] }) {
  const t = useT();
  if (person === null) return <span className="text-muted">{t('admin.audit.system')}</span>;
  const path = fillPath(areaPaths.adminAccount, { accountId: person.id }) ?? areaPaths.adminAccounts;
  return (
    <TextLink isPlain to={path} className="wrap-anywhere">
      <bdi>{person.name ?? person.id}</bdi>
    </TextLink>
  );
}

/** The address and the device, as far as they are known. */
export function Origin({ event }: { event: AuditItem }) {
  const t = useT();
  const device = knownDeviceName({ browser: event.browser ?? '', system: event.system ?? '' }, t);
  return (
    <span className="min-w-0">
      {event.address !== '' && (
        <bdi dir="ltr" className="digits wrap-anywhere">
          {event.address}
        </bdi>
      )}
      {device !== '' && <span className="block text-sm text-muted">{device}</span>}
    </span>
  );
}
