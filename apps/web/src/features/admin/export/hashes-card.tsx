import { useState } from 'react';
import { ReasonDialog } from '#features/admin/reason-dialog.tsx';
import { useAskApproval } from '#features/admin/approvals/approvals.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
import { CodeBlock } from '#shared/ui/code-block.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { useAuth } from '#state/auth.ts';
import type { ExportApproval } from './exports.ts';
import { StartButtons } from './start-buttons.tsx';

/**
 * Exports password hashes, for an association that leaves VID: one administrator requests the export, another confirms
 * it, then a file can be made.
 */
export function HashesCard({ approval }: { approval: ExportApproval | null }) {
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
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button look="secondary" className="w-full sm:w-fit" onClick={() => setIsAsking(true)}>
        {t('admin.export.hashes.ask')}
      </Button>
      <ReasonDialog
        question={
          isAsking
            ? {
                title: t('admin.export.hashes.ask.title'),
                text: t('admin.export.hashes.ask.text'),
                hint: t('admin.export.hashes.ask.reason'),
                action: t('admin.approval.ask'),
              }
            : null
        }
        onClose={() => setIsAsking(false)}
        onConfirm={(reason) => ask.mutateAsync({ kind: 'export-hashes', accountId, reason })}
        done="admin.approval.asked"
      />
    </>
  );
}

function Confirmed({ approval: { id, decidedBy, expiresAt } }: { approval: ExportApproval }) {
  const t = useT();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <output className="block text-label">
        {t('admin.export.hashes.confirmed', {
          name: decidedBy ?? t('admin.someone'),
          time: formatDateTime(expiresAt),
        })}
      </output>
      <StartButtons approvalId={id} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <p className="text-sm text-muted">{t('admin.export.hashes.command')}</p>
        <CodeBlock
          name={t('admin.export.hashes.command.name')}
          code={`npm run vid -- export members.csv --with-hashes --approval ${id}`}
        />
      </div>
    </div>
  );
}
