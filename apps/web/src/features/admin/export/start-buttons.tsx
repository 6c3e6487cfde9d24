import { exportFormats } from '@vid/contract/endpoints/admin/export-shapes';
import type { BodyOf } from '@vid/contract/endpoint';
import type { Endpoints } from '@vid/contract/endpoints/index';
import { shownFailure } from '#session/reauthenticate.ts';
import { api } from '#shared/api/api.ts';
import { useChange } from '#shared/api/queries.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';

/** Shows a button for each format. With an approval, the exported file contains the password hashes. */
export function StartButtons({ approvalId }: { approvalId?: string }) {
  const t = useT();
  const start = useChange(
    (body: BodyOf<Endpoints['POST /vid/api/admin/exports']>) => api.post('/vid/api/admin/exports', { body }),
    'admin/exports',
  );
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
