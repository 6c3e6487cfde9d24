/** Returns whether a key press goes into a field, so that it must not trigger a shortcut. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]') !== null
  );
}

/**
 * Returns whether a key press may be a shortcut: not repeated, without a modifier other than Shift, outside fields, and
 * while no dialog or menu is open.
 */
export function isShortcut(press: KeyboardEvent): boolean {
  const isPlain = !(press.repeat || press.ctrlKey || press.metaKey || press.altKey);
  return isPlain && !isTyping(press.target) && !document.querySelector('[role=dialog], [role=menu]');
}
