import { createContext, useContext } from 'react';
import { useShownText } from './use-shown-text.ts';

type LateField = { readonly name: string; readonly label: string };

export type FormState = {
  readonly id: string;
  readonly isPending: boolean;
  readonly errors: Readonly<Record<string, string>>;
  /** Fields whose errors `findMore` added after the focus had moved. Screen readers announce these errors. */
  readonly late: readonly LateField[];
  readonly formError: string | undefined;
  readonly refused: readonly string[];
  /** Number of rejected submits, which distinguishes an error from the same error of an earlier submit. */
  readonly refusals: number;
};

const noForm: FormState = {
  id: 'field',
  isPending: false,
  errors: {},
  late: [],
  refused: [],
  formError: undefined,
  refusals: 0,
};

export const FormContext = createContext<FormState>(noForm);

export function useFormState(): FormState {
  return useContext(FormContext);
}

/** Returns the ids and the error of one field. Ids are the same in the prerendered page and in the browser. */
export function useField(name: string, label: string) {
  const { id, errors } = useFormState();
  const fieldId = `${id}-${name}`;
  return {
    id: fieldId,
    hintId: `${fieldId}-hint`,
    errorId: `${fieldId}-error`,
    error: useShownText(errors[name], label),
  };
}
