import { type ReactNode, useEffect } from 'react';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { adoptEarlyForm } from './early-forms.ts';
import { FormContext, type FormState } from './form-context.ts';
import { findFirstToFill } from './values.ts';
import { useShownText } from './use-shown-text.ts';
import type { Form as FormHandle } from './use-form.ts';

/**
 * A native form. `method=post` keeps typed values out of the address if the user submits before the script has loaded.
 * The alert for form-level errors is always in the page, even while it is empty.
 */
export function Form({
  form,
  action,
  children,
  // Not flex: WebKit counts a `legend` twice inside a flex column.
  focusesFirstField = false,
  className = 'grid grid-cols-[minmax(0,1fr)] gap-4',
}: {
  form: FormHandle;
  /** The address of the page, if it is pre-rendered. The before-paint script recognises the form by this address. */
  action?: string;
  children: ReactNode;
  /** Focuses the first empty field after a navigation, and on wide screens, where no keyboard covers the page. */
  focusesFirstField?: boolean;
  className?: string;
}) {
  const { ref, state, handlers } = form;
  // The pre-rendered form is outside React's state.
  useEffect(() => {
    if (ref.current) adoptEarlyForm(ref.current);
  }, [ref]);
  // Moves the DOM focus. After a navigation the title above has the focus; if the user is already typing, a field has
  // it.
  useEffect(() => {
    const isAfterStep = document.activeElement instanceof HTMLHeadingElement;
    const isFree = isAfterStep || document.activeElement === document.body;
    if (!focusesFirstField || !isFree || !ref.current) return;
    if (isAfterStep || matchMedia('(min-width: 48rem)').matches) findFirstToFill(ref.current)?.focus();
  }, [ref, focusesFirstField]);
  // Scrolls to the form-level error, which in a long form is far above the submit button.
  useEffect(() => {
    if (state.formError) ref.current?.firstElementChild?.scrollIntoView({ block: 'nearest' });
  }, [ref, state.formError]);
  return (
    <FormContext value={state}>
      <form
        ref={ref}
        id={state.id}
        method="post"
        action={action}
        noValidate
        className={className}
        {...handlers}
      >
        <Alert text={state.formError} />
        {children}
        <LateErrors {...state} />
      </form>
    </FormContext>
  );
}

/**
 * Announces errors that appear while the focus is in another field, because screen readers read only the focused field.
 */
function LateErrors({ late, errors }: FormState) {
  return (
    <output className="sr-only">
      {late.map(({ name, label }) => (
        <LateError key={name} label={label} error={errors[name]} />
      ))}
    </output>
  );
}

function LateError({ label, error }: { label: string; error: string | undefined }) {
  const text = useShownText(error, label);
  return text !== undefined && <span>{`${label}: ${text} `}</span>;
}
