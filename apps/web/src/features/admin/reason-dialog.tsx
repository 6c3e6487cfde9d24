import { type ComponentProps, Suspense, useState } from 'react';
import { neededPart } from '#navigation/lazy-part.ts';
import type { ActionButton } from '#session/action-dialog.tsx';
import { Button } from '#shared/ui/controls/button.tsx';
import { useOverlayLibrary } from '#shared/ui/overlays/overlay-library.ts';

const LoadedReasonDialog = neededPart(() => import('./loaded-reason-dialog.tsx'), 'LoadedReasonDialog');

type DialogProps = ComponentProps<typeof LoadedReasonDialog>;

function LaterDialog(dialog: DialogProps) {
  if (useOverlayLibrary(dialog.isOpen) === null) return null;
  return (
    <Suspense fallback={null}>
      <LoadedReasonDialog {...dialog} />
    </Suspense>
  );
}

type Props = {
  /** Question to ask; null closes the dialog. */
  question: Pick<DialogProps, 'title' | 'text' | 'action' | 'isDangerous' | 'value' | 'hint'> | null;
} & Pick<DialogProps, 'onConfirm' | 'onClose' | 'done'>;

/** Asks for the reason for a change, which the audit log stores. */
export function ReasonDialog({ question, ...dialog }: Props) {
  const texts = question ?? { title: '', action: '' };
  return <LaterDialog isOpen={question !== null} {...texts} {...dialog} />;
}

export function ReasonButton({
  button,
  ...dialog
}: Omit<DialogProps, 'isOpen' | 'onClose'> & Pick<ComponentProps<typeof ActionButton>, 'button'>) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setIsOpen(true)}>
        {button?.children ?? dialog.action}
      </Button>
      <LaterDialog {...dialog} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}
