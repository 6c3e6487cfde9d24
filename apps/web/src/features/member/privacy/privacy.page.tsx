import { areaPaths } from '#navigation/area-paths.ts';
import { paths } from '#navigation/paths.ts';
import { useRead } from '#shared/api/queries.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Page } from '#shared/ui/page/page.tsx';
import { Overview, OverviewRow } from '#features/member/overview.tsx';

/** Links to the pages for a member's rights over their data (Law 91/2025/QH15, article 4). */
export function PrivacyPage() {
  const t = useT();
  const incidents = useRead('GET /vid/api/privacy/incidents', {});
  return (
    <Page width="text" title={t('shell.item.privacy')} lead={t('privacy.lead')}>
      <Overview>
        {(incidents.data ? incidents.data.length > 0 : incidents.isError) && (
          <OverviewRow
            icon="alert"
            title="shell.item.incidents"
            to={areaPaths.userIncidents}
            query={incidents}
          >
            {({ length: count }) => ({
              text: t('privacy.incidents.count', { count }),
              action: 'security.view',
              tone: 'weak',
            })}
          </OverviewRow>
        )}
        <OverviewRow
          icon="check"
          title="privacy.consents"
          to={areaPaths.userConsents}
          query={useRead('GET /vid/api/privacy/consents', {})}
        >
          {(purposes) => ({
            text: t('privacy.consents.count', {
              given: purposes.filter(({ isGiven }) => isGiven).length,
              count: purposes.length,
            }),
            action: 'security.manage',
          })}
        </OverviewRow>
        <OverviewRow
          icon="apps"
          title="account.security.consents"
          to={areaPaths.userApplications}
          query={useRead('GET /vid/api/sso/consents', {})}
        >
          {({ length: count }) => ({
            text: t('privacy.applications.count', { count }),
            action: 'security.manage',
          })}
        </OverviewRow>
        <OverviewRow
          icon="in"
          title="privacy.export"
          to={areaPaths.userCopies}
          query={useRead('GET /vid/api/privacy/exports', {})}
        >
          {([last]) => ({
            text:
              last === undefined
                ? t('privacy.export.none')
                : last.status === 'ready'
                  ? t('privacy.export.until', { time: formatDateTime(last.expiresAt) })
                  : t(`privacy.export.status.${last.status}`),
            action: last?.status === 'ready' ? 'privacy.export.open' : 'security.view',
          })}
        </OverviewRow>
        <OverviewRow
          icon="mail"
          title="privacy.requests"
          to={areaPaths.userRequests}
          query={useRead('GET /vid/api/privacy/requests', {})}
        >
          {(requests) => ({
            text: t('privacy.requests.open', {
              count: requests.filter(({ status }) => status !== 'closed').length,
            }),
            action: 'security.view',
          })}
        </OverviewRow>
        <OverviewRow
          icon="bin"
          title="privacy.deletion.action"
          to={paths.userDeletion}
          query={{ data: null, isError: false, error: null }}
        >
          {() => ({ text: t('privacy.deletion.lead'), action: 'security.view' })}
        </OverviewRow>
      </Overview>
    </Page>
  );
}
