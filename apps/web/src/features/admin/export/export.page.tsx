import { useT } from '#shared/i18n/use-t.ts';
import { LoadState } from '#shared/ui/feedback/load-state.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { PageHeader } from '#shared/ui/page/page-header.tsx';
import { useExports } from './exports.ts';
import { FilesCard } from './files-card.tsx';
import { HashesCard } from './hashes-card.tsx';
import { StartButtons } from './start-buttons.tsx';

/** Exports every member to a file, and password hashes with the approval of two administrators. */
export function ExportPage() {
  const t = useT();
  const exports = useExports();
  return (
    <>
      <PageHeader title={t('admin.export.title')} lead={t('admin.export.lead')} />
      {exports.data === undefined ? (
        <LoadState query={exports} title={t('admin.export.failedToLoad')} />
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <Card title={t('admin.export.start')} lead={t('admin.export.start.lead')}>
            <StartButtons />
          </Card>
          <FilesCard items={exports.data.items} />
          <HashesCard approval={exports.data.approval} />
        </div>
      )}
    </>
  );
}
