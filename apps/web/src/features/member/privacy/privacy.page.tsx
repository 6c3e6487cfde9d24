import { ConsentCard } from '#features/member/security/consents/consent-list.tsx';
import { paths } from '#navigation/paths.ts';
import { useRead } from '#shared/api/queries.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { ButtonLink } from '#shared/ui/button.tsx';
import { Card, Page, QueryCard, RowList } from '#shared/ui/page/page.tsx';
import { Time } from '#shared/ui/values.tsx';
import { PurposeCard } from './purpose-card.tsx';
import { ExportCard } from './export-card.tsx';
import { RequestCard } from './request-card.tsx';

/** Shows a member's rights over their data (Law 91/2025/QH15, article 4). */
export function PrivacyPage() {
  const t = useT();
  return (
    <Page width="text" title={t('shell.item.privacy')} lead={t('privacy.lead')}>
      <IncidentsCard />
      <PurposeCard />
      <ConsentCard showsEmpty />
      <ExportCard />
      <RequestCard />
      <DeletionCard />
    </Page>
  );
}

function IncidentsCard() {
  const t = useT();
  const incidents = useRead('GET /vid/api/privacy/incidents', {});
  if (incidents.data ? incidents.data.length === 0 : !incidents.isError) return null;
  return (
    <QueryCard
      title={t('shell.item.incidents')}
      lead={incidents.data && t('privacy.incidents.lead')}
      query={incidents}
    >
      {(data) => (
        <RowList rows={data} rowKey={({ toldAt }) => toldAt} className="grid gap-2 py-4">
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

/** Leads to the page that deletes the account. */
function DeletionCard() {
  const t = useT();
  return (
    <Card title={t('privacy.deletion.action')} lead={t('privacy.deletion.lead')}>
      <ButtonLink look="secondary" to={paths.userDeletion} className="w-full sm:w-auto">
        {t('privacy.deletion.open')}
      </ButtonLink>
    </Card>
  );
}
