import { useState } from 'react';
import { ActionDialog } from '#session/action-dialog.tsx';
import { whenDone } from '#shared/api/when-done.ts';
import { formatDateTime, formatNumber } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
import { Card } from '#shared/ui/page/page.tsx';
import { type Import, isWorking, useImportAction, useSaveReport } from './imports.ts';
import { StatusBadge } from './status-badge.tsx';
import { Failure } from '#shared/ui/feedback/load-state.tsx';

const shown = ['new', 'added', 'duplicate', 'exists', 'invalid', 'removed', 'kept', 'upgraded'] as const;

export function ProgressCard({ found, onClose }: { found: Import; onClose: () => void }) {
  const t = useT();
  const { status, counts } = found;
  const action = useImportAction(found.id);
  const report = useSaveReport(found);
  const [isUndoing, setIsUndoing] = useState(false);
  const { new: waiting, added, removed, kept } = counts;
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
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        {shown
          .filter((name) => counts[name] > 0 || (name === 'new' && status === 'checked'))
          .map((name) => (
            <div key={name}>
              <dt className="text-sm text-muted">{t(`admin.import.outcome.${name}`)}</dt>
              <dd className="digits text-xl font-semibold">{formatNumber(counts[name])}</dd>
            </div>
          ))}
      </dl>
      {found.leftOut.length > 0 && (
        <p className="mt-6 text-label wrap-anywhere text-muted">
          {t('admin.import.leftOut', { columns: found.leftOut.join(', ') })}
        </p>
      )}
      <div className="mt-6 grid gap-4">
        <Failure error={action.error ?? report.error} />
        <div className="flex flex-wrap gap-3">
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
