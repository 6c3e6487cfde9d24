import type { ReactNode } from 'react';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { FormContext } from './form-context.ts';
import type { Form as FormHandle } from './use-form.ts';

/**
 * A native form. With `method=post` and an action, a submit before the script has loaded does not put the typed values
 * into the address. The alert for form-level errors is always in the page, empty until there is one.
 */
export function Form({
  form,
  action,
  children,
  className = 'flex flex-col gap-4.5',
}: {
  form: FormHandle;
  action: string;
  children: ReactNode;
  className?: string;
}) {
  const { ref, state, handlers } = form;
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
      </form>
    </FormContext>
  );
}
