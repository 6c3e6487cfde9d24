import type { ReactNode } from 'react';
import { dot, formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { knownScopes, shownVersion } from '#shared/lib/consents.ts';
import { Badge } from '#shared/ui/display/badge.tsx';
import { Card, RowList } from '#shared/ui/page/page.tsx';
import { Time } from '#shared/ui/display/values.tsx';
import { type AccountDetail, PermissionBadge } from './accounts.tsx';

export function PermissionsCard({ account: { permissions } }: { account: AccountDetail }) {
  const t = useT();
  return (
    <Card title={t('admin.account.permissions')}>
      <RowList
        rows={permissions}
        rowKey={({ application, role }) => `${application.code} ${role}`}
        none={t('admin.account.permissions.none')}
      >
        {({ application, roleName, status, createdAt }) => (
          <>
            <Named name={<bdi>{application.name}</bdi>}>
              <bdi>{roleName}</bdi>
              <Time at={createdAt} />
            </Named>
            <PermissionBadge status={status} />
          </>
        )}
      </RowList>
    </Card>
  );
}

export function ConsentsCard({ account: { consents } }: { account: AccountDetail }) {
  const t = useT();
  return (
    <Card title={t('admin.account.consents')}>
      <RowList rows={consents} rowKey={({ purpose }) => purpose} none={t('admin.account.consents.none')}>
        {({ purpose, action, noticeVersion, at }) => (
          <>
            <Named name={t(`admin.account.consent.${purpose}`)}>
              <span>{t('admin.legal.version', { version: shownVersion(noticeVersion) })}</span>
              <Time at={at} />
            </Named>
            <Badge tone={action === 'given' ? 'success' : 'plain'}>
              {t(`admin.account.consent.action.${action}`)}
            </Badge>
          </>
        )}
      </RowList>
    </Card>
  );
}

export function ApplicationConsentsCard({ account: { applicationConsents } }: { account: AccountDetail }) {
  const t = useT();
  return (
    <Card title={t('admin.account.applicationConsents')}>
      <RowList
        rows={applicationConsents}
        rowKey={({ application }) => application.code}
        none={t('admin.account.applicationConsents.none')}
      >
        {({ application, scopes, agreedAt, lastUsedAt }) => (
          <Named name={<bdi>{application.name}</bdi>}>
            <span className="w-full wrap-anywhere">
              {knownScopes(scopes)
                .map((scope) => t(`admin.account.scope.${scope}`))
                .join(dot)}
            </span>
            <span>
              {agreedAt === null
                ? t('admin.account.applicationConsents.notAsked')
                : t('admin.account.applicationConsents.agreed', { time: formatDateTime(agreedAt) })}
            </span>
            {lastUsedAt !== null && (
              <span>{t('admin.account.applicationConsents.used', { time: formatDateTime(lastUsedAt) })}</span>
            )}
          </Named>
        )}
      </RowList>
    </Card>
  );
}

function Named({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <span className="min-w-0">
      <span className="block font-semibold wrap-anywhere">{name}</span>
      <span className="flex flex-wrap gap-x-3 text-sm text-muted">{children}</span>
    </span>
  );
}
