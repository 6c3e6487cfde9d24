import { type ComponentProps, Suspense, useState } from 'react';
import { neededPart } from '#navigation/lazy-part.ts';
import { Button } from '#shared/ui/controls/button.tsx';
import { useOverlayLibrary } from '#shared/ui/overlays/overlay-library.ts';
import { useAuth } from '#state/auth.ts';
import type { ActionDialogProps } from './loaded-action-dialog.tsx';

/**
 * Returns what members type to confirm a change to their own account: the last four digits of the phone
 * number, which need no accents and are the same in every language, or else the name or the action.
 * Undefined until the profile has loaded.
 */
export function useOwnConfirmation(action: string) {
  const profile = useAuth((state) => state.profile);
  if (profile === null) return undefined;
  if (profile.phone === '') return { value: profile.name || action };
  return {
    value: profile.phone.slice(-4),
    prompt: 'shell.confirmType.phone',
    mismatch: 'shell.confirmType.phoneMismatch',
  } as const;
}

const LoadedActionDialog = neededPart(() => import('./loaded-action-dialog.tsx'), 'LoadedActionDialog');

/**
 * Asks before a change. Shows a failure of the change, or closes after its success. If the page has removed the dialog,
 * for example with its row, a failure becomes a notification. The dialog and its form load after the dialog library,
 * which the shell loads once its first page is shown.
 */
export function ActionDialog<Values>({ onConfirm, ...dialog }: ActionDialogProps<Values>) {
  if (useOverlayLibrary(dialog.isOpen) === null) return null;
  return (
    <Suspense fallback={null}>
      <LoadedActionDialog
        {...dialog}
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing reads the values of a form without rules
        onConfirm={(values) => onConfirm(values as Values)}
      />
    </Suspense>
  );
}

/**
 * Shows a button that asks before a change. The button's text is the action, unless `button` has children. The other
 * properties of the button come from `button`.
 */
export function ActionButton<Values>({
  button,
  ...dialog
}: Omit<ActionDialogProps<Values>, 'isOpen' | 'onClose'> & { button?: ComponentProps<typeof Button> }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setIsOpen(true)}>
        {button?.children ?? dialog.action}
      </Button>
      <ActionDialog {...dialog} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}
