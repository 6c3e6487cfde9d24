import { ConsentCard } from '#features/member/security/consents/consent-list.tsx';
import { useT } from '#shared/i18n/use-t.ts';
import { PageHeader } from '#shared/ui/page/page-header.tsx';
import { PurposeCard } from './consents/purpose-card.tsx';
import { DeletionCard } from './deletion/deletion-card.tsx';
import { ExportCard } from './exports/export-card.tsx';
import { IncidentsCard } from './incidents/incidents-card.tsx';
import { RequestCard } from './requests/request-card.tsx';

/** Shows a member's rights over their data (Law 91/2025/QH15, article 4). */
export function PrivacyPage() {
  const t = useT();
  return (
    <>
      <PageHeader title={t('privacy.title')} lead={t('privacy.lead')} />
      <div className="grid max-w-[56rem] grid-cols-[minmax(0,1fr)] gap-6">
        <IncidentsCard />
        <PurposeCard />
        <ConsentCard showsEmpty />
        <ExportCard />
        <RequestCard />
        <DeletionCard />
      </div>
    </>
  );
}
