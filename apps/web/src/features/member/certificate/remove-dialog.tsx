import { useMutation } from '@tanstack/react-query';
import { shownMessage } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { Dialog, type DialogProps } from '#shared/ui/overlays/dialog.tsx';
import { commonEvents } from '#state/common.ts';
import { useReloadInformation } from '#features/member/profile/information.ts';

/** Asks before the certificate is removed, because the association's confirmation is lost with the certificate. */
export function RemoveDialog({
  isOpen,
  onClose,
  finalFocus,
}: Pick<DialogProps, 'isOpen' | 'onClose' | 'finalFocus'>) {
  const t = useT();
  const reload = useReloadInformation();
  const removal = useMutation({
    mutationFn: () => api.delete('/vid/api/users/certificate', { isRepeatable: true }),
    onSuccess: async () => {
      commonEvents.succeeded('profile.certificate.removed');
      await reload();
    },
  });
  const close = () => {
    removal.reset();
    onClose();
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      finalFocus={finalFocus}
      title={t('profile.certificate.remove.title')}
      lead={t('profile.certificate.remove.text')}
      actions={
        <>
          <Button look="secondary" onClick={close}>
            {t('common.cancel')}
          </Button>
          <Button
            look="danger"
            isBusy={removal.isPending}
            onClick={() => removal.mutate(undefined, { onSuccess: onClose })}
          >
            {t('profile.certificate.remove')}
          </Button>
        </>
      }
    >
      <Alert text={removal.isError ? shownMessage(removal.error) : undefined} />
    </Dialog>
  );
}
