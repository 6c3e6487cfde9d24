import { shownName } from '#features/admin/shown-name.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { LoadState } from '#shared/ui/feedback/load-state.tsx';
import { Card, PageHeader } from '#shared/ui/page/page.tsx';
import { type ExportApproval, StartButtons, useExports } from './exports.tsx';
import { FilesCard } from './files-card.tsx';
import { ReasonButton } from '#features/admin/reason-dialog.tsx';
import { useAskApproval } from '#features/admin/approvals/approvals.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { CodeBlock } from '#shared/ui/display/code-block.tsx';
import { useAuth } from '#state/auth.ts';

export function ExportPage() {
  const t = useT();
  const exports = useExports();
  return (
    <>
      <PageHeader title={t('admin.export.title')} lead={t('admin.export.lead')} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Card title={t('admin.export.start')} lead={t('admin.export.start.lead')}>
          <StartButtons />
        </Card>
        {exports.data === undefined ? (
          <Card title={t('admin.export.files')} lead={t('admin.export.files.lead')}>
            <LoadState query={exports} />
          </Card>
        ) : (
          <>
            <FilesCard items={exports.data.items} />
            <HashesCard approval={exports.data.approval} />
          </>
        )}
      </div>
    </>
  );
}

/**
 * Exports password hashes, for an association that leaves VID. One administrator requests the export and
 * another confirms it before a file can be created.
 */
function HashesCard({ approval }: { approval: ExportApproval | null }) {
  const t = useT();
  return (
    <Card title={t('admin.export.hashes')} lead={t('admin.export.hashes.lead')}>
      {approval === null ? (
        <Ask />
      ) : approval.status === 'pending' ? (
        <output className="block text-label">
          {t('admin.export.hashes.waiting', { time: formatDateTime(approval.expiresAt) })}
        </output>
      ) : (
        <Confirmed approval={approval} />
      )}
    </Card>
  );
}

function Ask() {
  const t = useT();
  const accountId = useAuth((state) => state.user?.id ?? '');
  const ask = useAskApproval();
  return (
    <ReasonButton
      button={{ look: 'secondary', className: 'w-full sm:w-fit', children: t('admin.export.hashes.ask') }}
      title={t('admin.export.hashes.ask.title')}
      text={t('admin.export.hashes.ask.text')}
      hint={t('admin.export.hashes.ask.reason')}
      action={t('admin.approval.ask')}
      onConfirm={(reason) => ask.mutateAsync({ kind: 'export-hashes', accountId, reason })}
      done="admin.approval.asked"
    />
  );
}

function Confirmed({ approval: { id, decidedBy, expiresAt } }: { approval: ExportApproval }) {
  const t = useT();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <output className="block text-label">
        {t('admin.export.hashes.confirmed', {
          name: shownName(decidedBy) ?? t('admin.someone'),
          time: formatDateTime(expiresAt),
        })}
      </output>
      <StartButtons approvalId={id} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <p className="text-sm text-muted">{t('admin.export.hashes.command')}</p>
        <CodeBlock
          name={t('admin.export.hashes.command.name')}
          code={`vid export members.csv --with-hashes --approval ${id}`}
        />
      </div>
    </div>
  );
}
