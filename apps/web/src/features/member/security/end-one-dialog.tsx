import type { UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import { shownMessage } from '#shared/api/api-failure.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { Dialog, type DialogProps } from '#shared/ui/overlays/dialog.tsx';

/** Asks before ending one item of a list, such as a session, and shows the failure. `id` is the mutation's variable. */
export function EndOneDialog({
  id,
  mutation,
  lead,
  action,
  ...dialog
}: {
  /** Null closes the dialog. */
  id: string | null;
  mutation: UseMutationResult<unknown, Error, string>;
  lead: string;
  action: string;
} & Pick<DialogProps, 'onClose' | 'title' | 'finalFocus'>) {
  const t = useT();
  const [lastLead, setLastLead] = useState(lead);
  // Keeps the text during the fade-out, when the item is gone.
  if (id !== null && lead !== lastLead) setLastLead(lead);
  const close = () => {
    if (mutation.isError) mutation.reset();
    dialog.onClose();
  };
  return (
    <Dialog
      {...dialog}
      isOpen={id !== null}
      onClose={close}
      lead={lastLead}
      actions={
        <>
          <Button look="secondary" onClick={close}>
            {t('common.cancel')}
          </Button>
          <Button
            look="danger"
            isBusy={mutation.isPending}
            onClick={() => id !== null && mutation.mutate(id, { onSuccess: close })}
          >
            {action}
          </Button>
        </>
      }
    >
      <Alert text={mutation.isError ? shownMessage(mutation.error) : undefined} />
    </Dialog>
  );
}
