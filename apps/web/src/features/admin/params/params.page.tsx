import { useRead } from '#shared/api/queries.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { LoadState } from '#shared/ui/feedback/load-state.tsx';
import { PageHeader } from '#shared/ui/page/page-header.tsx';
import { LegalCard } from '#features/admin/legal/legal-card.tsx';
import { BrandCard } from './brand-card.tsx';
import { ObjectsCard, ProvincesCard } from './category-cards.tsx';
import { ContactCard, SlidesCard } from './content-cards.tsx';

// Both pages share a chunk, because the first page lists the name of every chunk.
export { LegalDocumentPage } from '#features/admin/legal/legal-document.page.tsx';

export function ParamsPage() {
  const t = useT();
  const params = useRead('GET /vid/api/admin/params', {});
  const { data } = params;
  return (
    <>
      <PageHeader title={t('admin.params.title')} lead={t('admin.params.lead')} />
      {data ? (
        <div className="grid max-w-[48rem] grid-cols-[minmax(0,1fr)] gap-6">
          <BrandCard section={data.brand} />
          <ContactCard section={data.contact} />
          <LegalCard />
          <SlidesCard section={data.slides} />
          <ObjectsCard section={data.objects} />
          <ProvincesCard section={data.provinces} />
        </div>
      ) : (
        <LoadState query={params} title={t('admin.params.failed')} />
      )}
    </>
  );
}
