import { useRef } from 'react';
import { foldText } from '#shared/lib/fold-text.ts';

type Input = { readonly currentTarget: HTMLInputElement };

/**
 * Returns a code made from a name: lower case without diacritics, words joined by `-`, and a letter first; '' for a
 * name without Latin letters.
 */
export function codeOf(name: string, maxLength: number): string {
  return foldText(name)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, maxLength)
    .replace(/-$/, '');
}

/** Returns the properties of a name field and a code field. The code follows the name until the user types a code. */
export function useSuggestedCode(maxLength: number) {
  const code = useRef<HTMLInputElement>(null);
  const isTyped = useRef(false);
  return {
    // Update on `input`, so that the code is set before the form validates its fields again.
    name: {
      onInput({ currentTarget }: Input) {
        if (code.current && !isTyped.current) code.current.value = codeOf(currentTarget.value, maxLength);
      },
    },
    code: {
      ref: code,
      maxLength,
      onInput({ currentTarget }: Input) {
        isTyped.current = currentTarget.value !== '';
      },
    },
  };
}
