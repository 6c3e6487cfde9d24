import { useMutation, useQueryClient } from '@tanstack/react-query';
import { shownMessage } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { knownDeviceName } from '#shared/i18n/device-name.ts';
import { dot, formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/controls/button.tsx';
import { Alert, Notice } from '#shared/ui/feedback/alert.tsx';
import { usePendingRecovery } from './use-pending-recovery.ts';

export function PendingRecoveryNotice() {
  const t = useT();
  const { data } = usePendingRecovery();
  const queryClient = useQueryClient();
  const stop = useMutation({
    mutationFn: () => api.delete('/vid/api/users/recovery'),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['recovery'] }),
  });
  if (!data) return null;
  const device = knownDeviceName(data.device, t);
  return (
    <section aria-label={t('reset.pending.title')} className="mb-6">
      <Notice tone="error" title={t('reset.pending.title')}>
        <p>{t('reset.pending.text', { time: formatDateTime(data.readyAt) })}</p>
        <p className="mt-1">
          {device !== '' && (
            <>
              <bdi>{device}</bdi>
              {dot}
            </>
          )}
          <bdi dir="ltr" className="digits break-all">
            {data.address}
          </bdi>
          {dot}
          <time dateTime={data.requestedAt} className="inline-block">
            {formatDateTime(data.requestedAt)}
          </time>
        </p>
        <Button
          look="danger"
          className="mt-3 w-full sm:w-auto"
          isBusy={stop.isPending}
          onClick={() => stop.mutate()}
          text="reset.pending.stop"
        />
      </Notice>
      <Alert
        text={
          stop.data === false
            ? t('reset.pending.kept')
            : stop.error === null
              ? undefined
              : shownMessage(stop.error)
        }
      />
    </section>
  );
}
