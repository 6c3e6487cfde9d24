import { useState } from 'react';
import { areaPaths } from '#navigation/area-paths.ts';
import { ActionDialog } from '#session/action-dialog.tsx';
import { whenDone } from '#shared/api/when-done.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import type { Translate } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button, ButtonLink } from '#shared/ui/controls/button.tsx';
import { Card } from '#shared/ui/page/page.tsx';
import { type Import, isWorking, useImportAction, useSaveInvalidRows, useSaveReport } from './imports.ts';
import { StatusBadge } from './status-badge.tsx';
import { Failure } from '#shared/ui/feedback/load-state.tsx';

function summaryOf({ status, counts }: Import, t: Translate): string {
  const skipped = counts.invalid + counts.duplicate + counts.exists;
  const isUndone = status === 'undoing' || status === 'undone';
  const sentences: readonly (string | false)[] = [
    status === 'checked' && t('admin.import.sum.new', { count: counts.new }),
    status !== 'checked' && !isUndone && t('admin.import.sum.added', { count: counts.added }),
    status === 'cancelled' && counts.new > 0 && t('admin.import.sum.waiting', { count: counts.new }),
    isUndone && t('admin.import.sum.removed', { count: counts.removed }),
    isUndone && counts.kept > 0 && t('admin.import.sum.kept', { count: counts.kept }),
    !isUndone && skipped > 0 && t('admin.import.sum.skipped', { count: skipped }),
  ];
  return sentences.filter((sentence) => sentence !== false).join(' ');
}

export function ProgressCard({ found, onClose }: { found: Import; onClose: () => void }) {
  const t = useT();
  const { status, counts } = found;
  const action = useImportAction(found.id);
  const report = useSaveReport(found);
  const invalidRows = useSaveInvalidRows(found);
  const [isUndoing, setIsUndoing] = useState(false);
  const { new: waiting, added, removed, kept, invalid } = counts;
  const isEnded = status === 'done' || status === 'undone';
  // Undoing a stopped import skips the accounts that the import has not added.
  const [done, total] =
    status === 'undoing' ? [removed + kept, added + removed + kept] : [added, waiting + added];
  return (
    <Card
      title={found.fileName}
      lead={t('admin.import.begun', { time: formatDateTime(found.createdAt) })}
      actions={<StatusBadge status={status} />}
    >
      {isWorking(found) && (
        <div className="mb-6 grid gap-2">
          <progress
            className="h-2 w-full accent-brand"
            aria-label={t(`admin.import.status.${status}`)}
            {...(status === 'checking' ? {} : { value: done, max: Math.max(1, total) })}
          />
          <p className="digits text-sm text-muted">
            {status === 'checking'
              ? t('admin.import.checkedRows', { rows: counts.rows })
              : t('admin.import.doneRows', { done, total })}
          </p>
        </div>
      )}
      {status !== 'checking' && <p>{summaryOf(found, t)}</p>}
      {found.leftOut.length > 0 && (
        <p className="mt-2 text-label wrap-anywhere text-muted">
          {t('admin.import.leftOut', { columns: found.leftOut.join(', ') })}
        </p>
      )}
      <div className="mt-6 grid gap-4">
        <Failure error={action.error ?? report.error ?? invalidRows.error} />
        <div className="flex flex-wrap gap-3 max-sm:*:w-full">
          {(status === 'checked' || status === 'cancelled') && (
            <Button
              isBusy={action.isPending}
              disabled={counts.new === 0}
              onClick={() => action.mutate('start')}
            >
              {status === 'checked'
                ? t('admin.import.start', { count: counts.new })
                : t('admin.import.continue')}
            </Button>
          )}
          {status === 'done' && added > 0 && invalid === 0 && (
            <ButtonLink to={areaPaths.adminAccounts} text="admin.import.accounts" />
          )}
          {status !== 'checking' && invalid > 0 && (
            <Button
              look={isEnded ? 'primary' : 'secondary'}
              isBusy={invalidRows.isPending}
              onClick={() => invalidRows.mutate()}
            >
              {t('admin.import.invalid.download', { count: invalid })}
            </Button>
          )}
          {status !== 'checking' && (
            <Button look="secondary" isBusy={report.isPending} onClick={() => report.mutate()}>
              {t('admin.import.report.download')}
            </Button>
          )}
          {(status === 'checking' || status === 'checked') && (
            <Button look="secondary" onClick={() => whenDone(action.mutateAsync('cancel'), onClose)}>
              {t('admin.import.discard')}
            </Button>
          )}
          {status === 'running' && (
            <Button look="secondary" onClick={() => action.mutate('cancel')} text="admin.import.cancel" />
          )}
          {(status === 'done' || status === 'cancelled') && counts.added > 0 && (
            <Button look="danger" onClick={() => setIsUndoing(true)} text="admin.import.undo" />
          )}
        </div>
      </div>
      <ActionDialog
        isOpen={isUndoing}
        onClose={() => setIsUndoing(false)}
        onConfirm={() => action.mutateAsync('undo')}
        title={t('admin.import.undo.title')}
        text={t('admin.import.undo.text', { count: counts.added })}
        value={String(counts.added)}
        action={t('admin.import.undo')}
        isDangerous
      />
    </Card>
  );
}
