import { type RefObject, useLayoutEffect } from 'react';
import { readValues } from '#shared/forms/values.ts';
import { formatPhone } from '#shared/lib/phone/phone.ts';
import { useAuth } from '#state/auth.ts';
import { readSignup, signupEvents } from '#state/signup.ts';

function fill(form: HTMLFormElement): void {
  const { draftPhone, draftKind, draftTerms, phone, isEnterprise, remember, acceptedTerms } = readSignup();
  const known = draftPhone ?? useAuth.getState().phone ?? phone;
  const field = form.elements.namedItem('phone');
  if (known !== null && field instanceof HTMLInputElement && field.value === '')
    field.value = formatPhone(known);
  const ticks = { remember, acceptedTerms: draftTerms || acceptedTerms !== null };
  for (const [name, isTicked] of Object.entries(ticks)) {
    const box = form.elements.namedItem(name);
    if (box instanceof HTMLInputElement && box.checked === box.defaultChecked) box.checked = isTicked;
  }
  const cards = form.elements.namedItem('kind');
  const kind = draftKind ?? (isEnterprise ? 'enterprise' : null);
  if (kind === null || !(cards instanceof RadioNodeList)) return;
  const choices = [...cards].filter((card) => card instanceof HTMLInputElement);
  if (choices.every((card) => card.checked === card.defaultChecked))
    for (const card of choices) card.checked = card.value === kind;
}

/**
 * Keeps the user's phone, kind of account and ticks, and restores them on another page, on Back and after a reload.
 * Sets the DOM after the first render, because the inputs are uncontrolled and may be prerendered.
 */
export function useDraft(ref: RefObject<HTMLFormElement | null>): void {
  // Listens to input in the form, and fills in the form before it focuses its first empty field.
  useLayoutEffect(() => {
    const form = ref.current;
    if (!form) return undefined;
    const { phone: typedPhone = '' } = readValues(form);
    fill(form);
    const keep = (): void => {
      const { phone = '', kind, remember, acceptedTerms } = readValues(form);
      signupEvents.drafted(
        phone.slice(0, 32) || null,
        kind === 'enterprise' || kind === 'personal' ? kind : null,
        {
          ...(remember !== undefined && { remember: remember === 'on' }),
          ...(acceptedTerms !== undefined && { draftTerms: acceptedTerms === 'on' }),
        },
      );
    };
    // The phone was typed into the prerendered page before any listener existed.
    if (typedPhone !== '') keep();
    form.addEventListener('input', keep);
    return () => form.removeEventListener('input', keep);
  }, [ref]);
}
