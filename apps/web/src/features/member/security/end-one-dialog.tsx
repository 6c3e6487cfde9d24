import type { UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import { shownFailure } from '#session/reauthenticate.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { Dialog, type DialogProps } from '#shared/ui/overlays/dialog.tsx';

/** Asks before ending one item of a list, such as a session, and shows the failure. `id` is the mutation's variable. */
export function EndOneDialog({
  id,
  mutation,
  title,
  lead,
  action,
  ...dialog
}: {
  /** Null closes the dialog. */
  id: string | null;
  mutation: UseMutationResult<unknown, Error, string>;
  title: string;
  lead: string;
  action: string;
} & Pick<DialogProps, 'onClose' | 'finalFocus'>) {
  const t = useT();
  const [last, setLast] = useState({ title, lead });
  // Keeps the texts during the fade-out, when the item is gone.
  if (id !== null && (title !== last.title || lead !== last.lead)) setLast({ title, lead });
  const cancel = () => {
    // The result of a pending request must not close or mark the dialog of another item.
    mutation.reset();
    dialog.onClose();
  };
  return (
    <Dialog
      {...dialog}
      isOpen={id !== null}
      onClose={cancel}
      title={last.title}
      lead={last.lead}
      actions={
        <>
          <Button look="secondary" onClick={cancel}>
            {t('common.cancel')}
          </Button>
          <Button
            look="danger"
            isBusy={mutation.isPending}
            onClick={() => id !== null && mutation.mutate(id, { onSuccess: dialog.onClose })}
          >
            {action}
          </Button>
        </>
      }
    >
      <Alert text={shownFailure(mutation.error)} />
    </Dialog>
  );
}
