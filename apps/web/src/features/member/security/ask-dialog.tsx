import { useState } from 'react';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/overlays/dialog.tsx';

export type Question = {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly keep: string;
  readonly isDangerous: boolean;
  readonly onConfirm: () => void;
};

/**
 * Asks before a change. Null closes the dialog. The dialog closes before the request is sent, because the request may
 * open the dialog that asks for the password.
 */
export function AskDialog({ question, onClose }: { question: Question | null; onClose: () => void }) {
  const [last, setLast] = useState(question);
  // Keeps the texts of the question during the fade-out.
  if (question !== null && question !== last) setLast(question);
  const confirm = () => {
    onClose();
    question?.onConfirm();
  };
  return (
    <Dialog
      isOpen={question !== null}
      onClose={onClose}
      title={last?.title ?? ''}
      lead={last?.text}
      actions={
        <>
          <Button look="secondary" onClick={onClose}>
            {last?.keep}
          </Button>
          <Button look={last?.isDangerous === true ? 'danger' : 'primary'} onClick={confirm}>
            {last?.action}
          </Button>
        </>
      }
    />
  );
}
