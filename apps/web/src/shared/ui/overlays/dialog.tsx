import { useOverlayLibrary } from './overlay-library.ts';
import type { DialogProps } from './shown-dialog.tsx';

/**
 * Shows a modal dialog once the library of dialogs has loaded. Escape and a press on the backdrop close the dialog
 * unless it is kept, and the focus returns to the opener.
 */
export function Dialog(props: DialogProps) {
  const Shown = useOverlayLibrary(props.isOpen)?.ShownDialog;
  return Shown && <Shown {...props} />;
}
