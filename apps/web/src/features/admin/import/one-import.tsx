import { useRead } from '#shared/api/queries.ts';
import { LoadState } from '#shared/ui/feedback/load-state.tsx';
import { type Import, isWorking } from './imports.ts';
import { MappingCard } from './mapping-card.tsx';
import { ProgressCard } from './progress-card.tsx';
import { ReportCard } from './report-card.tsx';

const pollMs = 1_500;

export function OneImport({ importId, onClose }: { importId: string; onClose: () => void }) {
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
      {found.status !== 'checking' && <ReportCard key={found.id} found={found} />}
    </>
  );
}
