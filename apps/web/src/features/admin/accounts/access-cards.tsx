import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { shownVersion } from '#shared/lib/consent-version.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import type { AccountDetail } from './accounts.ts';
import { PermissionBadge } from './status-badges.tsx';

export function PermissionsCard({ account: { permissions } }: { account: AccountDetail }) {
  const t = useT();
  return (
    <Card title={t('admin.account.permissions')}>
      {permissions.length === 0 ? (
        <p className="text-muted">{t('admin.account.permissions.none')}</p>
      ) : (
        <ul className="divide-y divide-line">
          {permissions.map(({ application, role, status, createdAt }) => (
            <li
              key={`${application.code} ${role}`}
              className="flex flex-wrap items-center justify-between gap-2 py-3 first:pt-0 last:pb-0"
            >
              <span className="min-w-0">
                <bdi className="block font-semibold wrap-anywhere">{application.name}</bdi>
                <span className="flex flex-wrap gap-x-3 text-sm text-muted">
                  <bdi>{role}</bdi>
                  <time dateTime={createdAt} className="digits">
                    {formatDateTime(createdAt)}
                  </time>
                </span>
              </span>
              <PermissionBadge status={status} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

export function ConsentsCard({ account: { consents } }: { account: AccountDetail }) {
  const t = useT();
  return (
    <Card title={t('admin.account.consents')}>
      {consents.length === 0 ? (
        <p className="text-muted">{t('admin.account.consents.none')}</p>
      ) : (
        <ul className="divide-y divide-line">
          {consents.map(({ purpose, action, noticeVersion, at }) => (
            <li
              key={purpose}
              className="flex flex-wrap items-center justify-between gap-2 py-3 first:pt-0 last:pb-0"
            >
              <span className="min-w-0">
                <span className="block font-semibold">{t(`admin.account.consent.${purpose}`)}</span>
                <span className="flex flex-wrap gap-x-3 text-sm text-muted">
                  <span>{t('admin.account.consent.version', { version: shownVersion(noticeVersion) })}</span>
                  <time dateTime={at} className="digits">
                    {formatDateTime(at)}
                  </time>
                </span>
              </span>
              <Badge tone={action === 'given' ? 'success' : 'plain'}>
                {t(`admin.account.consent.action.${action}`)}
              </Badge>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

export function ApplicationConsentsCard({ account: { applicationConsents } }: { account: AccountDetail }) {
  const t = useT();
  return (
    <Card title={t('admin.account.applicationConsents')}>
      {applicationConsents.length === 0 ? (
        <p className="text-muted">{t('admin.account.applicationConsents.none')}</p>
      ) : (
        <ul className="divide-y divide-line">
          {applicationConsents.map(({ application, scopes, agreedAt, lastUsedAt }) => (
            <li key={application.code} className="py-3 first:pt-0 last:pb-0">
              <bdi className="block font-semibold wrap-anywhere">{application.name}</bdi>
              <span className="block text-sm wrap-anywhere text-muted">{scopes.join(', ')}</span>
              <span className="flex flex-wrap gap-x-3 text-sm text-muted">
                <span>
                  {agreedAt === null
                    ? t('admin.account.applicationConsents.notAsked')
                    : t('admin.account.applicationConsents.agreed', { time: formatDateTime(agreedAt) })}
                </span>
                {lastUsedAt !== null && (
                  <span>
                    {t('admin.account.applicationConsents.used', { time: formatDateTime(lastUsedAt) })}
                  </span>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
