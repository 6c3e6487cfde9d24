import { exportFormats } from '@vid/contract/endpoints/admin/export-shapes';
import { shownFailure } from '#session/reauthenticate.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { useStartExport } from './exports.ts';

/** Starts an export without password hashes. */
export function StartCard() {
  const t = useT();
  return (
    <Card title={t('admin.export.start')} lead={t('admin.export.start.lead')}>
      <StartButtons />
    </Card>
  );
}

/** A button for each format. With an approval, the file has the password hashes. */
export function StartButtons({ approvalId }: { approvalId?: string }) {
  const t = useT();
  const start = useStartExport();
  const named = approvalId === undefined ? 'admin.export.start' : 'admin.export.hashes.start';
  return (
    <div className="grid gap-4">
      <Alert text={shownFailure(start.error)} />
      <div className="flex flex-wrap gap-3">
        {exportFormats.map((format) => (
          <Button
            key={format}
            look={format === 'csv' && approvalId === undefined ? 'primary' : 'secondary'}
            className="w-full sm:w-auto"
            isBusy={start.isPending && start.variables.format === format}
            onClick={() => start.mutate({ format, ...(approvalId !== undefined && { approvalId }) })}
          >
            {t(`${named}.${format}`)}
          </Button>
        ))}
      </div>
    </div>
  );
}
