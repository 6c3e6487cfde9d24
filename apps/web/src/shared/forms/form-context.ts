import { createContext, useContext } from 'react';
import { useLocale } from '#shared/i18n/use-t.ts';
import { renderMessage } from './message.ts';

export type FormState = {
  readonly id: string;
  readonly isPending: boolean;
  readonly errors: Readonly<Record<string, string>>;
  readonly formError: string | undefined;
  /** Grows with each refused submit: the same error twice is two events. */
  readonly refusals: number;
};

const outsideOfForms: FormState = {
  id: 'field',
  isPending: false,
  errors: {},
  formError: undefined,
  refusals: 0,
};

export const FormContext = createContext<FormState>(outsideOfForms);

export function useFormState(): FormState {
  return useContext(FormContext);
}

/** The ids and the error of one field, the same on the server and in the browser. */
export function useField(name: string, label: string) {
  // The error on the screen is looked up again in the new language.
  useLocale();
  const { id, errors } = useFormState();
  const fieldId = `${id}-${name}`;
  const raw = errors[name];
  return {
    id: fieldId,
    hintId: `${fieldId}-hint`,
    errorId: `${fieldId}-error`,
    error: raw === undefined ? undefined : renderMessage(raw, label),
  };
}
