import { type RefObject, useEffect, useRef } from 'react';

/**
 * Returns the ref of a card that switches between a view and a form. Moves the focus to the first field or button after
 * a switch, because the pressed button is unmounted.
 */
export function useFocusOnSwitch(isEditing: boolean): RefObject<HTMLDivElement | null> {
  const card = useRef<HTMLDivElement>(null);
  const wasEditing = useRef(isEditing);
  // Moves the DOM focus, which is outside React's tree.
  useEffect(() => {
    if (wasEditing.current === isEditing) return;
    wasEditing.current = isEditing;
    card.current?.querySelector<HTMLElement>(isEditing ? 'input' : 'button')?.focus();
  }, [isEditing]);
  return card;
}
