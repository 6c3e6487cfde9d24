import { useSearchParams } from 'react-router';
import { useRead } from '#shared/api/queries.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
import { LoadState } from '#shared/ui/feedback/load-state.tsx';
import { PageHeader } from '#shared/ui/page/page.tsx';
import { HistoryCard } from './history-card.tsx';
import { type Import, isWorking } from './imports.ts';
import { MappingCard } from './mapping-card.tsx';
import { ProgressCard } from './progress-card.tsx';
import { ReportCard } from './report-card.tsx';
import { UploadCard } from './upload-card.tsx';

const pollMs = 1_500;

/**
 * Imports members from a file. The address contains the id of the import, so that a reload continues with the import.
 */
export function ImportPage() {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const importId = params.get('import') ?? '';
  const open = (id: string) => setParams(id === '' ? {} : { import: id });
  return (
    <>
      <PageHeader
        title={t('admin.import.title')}
        lead={t('admin.import.lead')}
        actions={
          importId !== '' && <Button look="secondary" onClick={() => open('')} text="admin.import.other" />
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {importId === '' ? (
          <>
            <UploadCard onUploaded={open} />
            <HistoryCard onOpen={open} />
          </>
        ) : (
          <OneImport key={importId} importId={importId} onClose={() => open('')} />
        )}
      </div>
    </>
  );
}

/** Shows one import, and polls it while the server works on it. */
function OneImport({ importId, onClose }: { importId: string; onClose: () => void }) {
  const found = useRead(
    'GET /vid/api/admin/imports/:importId',
    { params: { importId } },
    { refetchInterval: ({ state }) => (state.data && isWorking(state.data) ? pollMs : false) },
  );
  if (found.data === undefined) return <LoadState query={found} />;
  return <Step found={found.data} onClose={onClose} />;
}

function Step({ found, onClose }: { found: Import; onClose: () => void }) {
  if (found.status === 'uploading' || found.status === 'failed')
    return <MappingCard found={found} onClose={onClose} />;
  return (
    <>
      <ProgressCard found={found} onClose={onClose} />
      {found.status !== 'checking' && <ReportCard found={found} />}
    </>
  );
}
