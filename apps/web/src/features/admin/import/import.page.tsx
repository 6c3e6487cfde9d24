import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { areaPaths } from '#navigation/area-paths.ts';
import { neededPart } from '#navigation/lazy-part.ts';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Skeleton } from '#shared/ui/feedback/skeleton.tsx';
import { BackLink, PageHeader } from '#shared/ui/page/page.tsx';
import { HistoryCard } from './history-card.tsx';
import { UploadCard } from './upload-card.tsx';

const OneImport = neededPart(async () => {
  const [{ OneImport: Part }] = await Promise.all([
    import('./one-import.tsx'),
    loadTexts('admin/oneImport', 'admin/accounts', 'list'),
  ]);
  return { Part };
}, 'Part');

/** Keeps the import's id in the URL, so that a reload shows the same import. */
export function ImportPage() {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const importId = params.get('import') ?? '';
  const open = (id: string) => setParams(id === '' ? {} : { import: id });
  return (
    <>
      {importId !== '' && <BackLink to={areaPaths.adminImport} text={t('admin.import.history')} />}
      <PageHeader
        title={t('admin.import.title')}
        lead={importId === '' ? t('admin.import.lead') : undefined}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {importId === '' ? (
          <>
            <UploadCard onUploaded={open} />
            <HistoryCard onOpen={open} />
          </>
        ) : (
          <Suspense fallback={<Skeleton />}>
            <OneImport key={importId} importId={importId} onClose={() => open('')} />
          </Suspense>
        )}
      </div>
    </>
  );
}
