/** Returns whether a key press goes into a field, and so must not trigger a shortcut. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
  );
}

/** Returns whether a key press may be a shortcut: without a modifier, outside fields, dialogs and menus. */
export function isShortcut(press: KeyboardEvent): boolean {
  const hasModifier = press.ctrlKey || press.metaKey || press.altKey;
  return !hasModifier && !isTyping(press.target) && !document.querySelector('[role=dialog], [role=menu]');
}
