import { areaPaths } from '#navigation/area-paths.ts';
import { paths } from '#navigation/paths.ts';
import { useRead } from '#shared/api/queries.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { EmptyState } from '#shared/ui/feedback/load-state.tsx';
import { QueryCard, RowList } from '#shared/ui/page/page.tsx';
import { Time } from '#shared/ui/display/values.tsx';
import { PartPage, type Parts } from '#features/member/overview.tsx';
import { ApplicationCard } from './applications/application-card.tsx';
import { ExportCard } from './export-card.tsx';
import { PurposeCard } from './purpose-card.tsx';
import { RequestCard } from './request-card.tsx';

const parts: Parts = {
  [areaPaths.userConsents]: {
    title: 'privacy.consents',
    lead: 'privacy.consents.lead',
    content: PurposeCard,
  },
  [areaPaths.userApplications]: {
    title: 'account.security.consents',
    lead: 'account.security.consents.lead',
    content: ApplicationCard,
  },
  [areaPaths.userCopies]: { title: 'privacy.export', lead: 'privacy.export.lead', content: ExportCard },
  [areaPaths.userRequests]: {
    title: 'privacy.requests',
    lead: 'privacy.requests.lead',
    content: RequestCard,
  },
  [areaPaths.userIncidents]: {
    title: 'shell.item.incidents',
    lead: 'privacy.incidents.lead',
    content: IncidentsCard,
  },
};

export const PrivacyParts = () => (
  <PartPage parts={parts} of={{ to: paths.userPrivacy, text: 'shell.item.privacy' }} />
);

function IncidentsCard() {
  const t = useT();
  return (
    <QueryCard query={useRead('GET /vid/api/privacy/incidents', {})}>
      {(data) => (
        <RowList
          rows={data}
          rowKey={({ toldAt }) => toldAt}
          none={<EmptyState icon="shield" title={t('privacy.incidents.none')} />}
          className="grid gap-2 py-4"
        >
          {({ toldAt, text }) => (
            <>
              <Time at={toldAt} className="digits text-sm text-muted" />
              <p className="wrap-anywhere whitespace-pre-line">{text}</p>
            </>
          )}
        </RowList>
      )}
    </QueryCard>
  );
}
