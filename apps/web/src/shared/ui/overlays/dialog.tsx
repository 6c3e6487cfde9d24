import { useOverlayLibrary } from './overlay-library.ts';
import type { DialogProps } from './shown-dialog.tsx';

/**
 * A modal dialog, shown once the dialog library has loaded. Escape or a press on the backdrop closes it unless `isKept`
 * is set, and the focus returns to the opener.
 */
export function Dialog(props: DialogProps) {
  const Shown = useOverlayLibrary(props.isOpen)?.ShownDialog;
  return Shown && <Shown {...props} />;
}
