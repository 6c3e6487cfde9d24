import {
  type FocusEvent,
  type FormEvent,
  type ReactNode,
  type RefObject,
  type SubmitEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import * as v from 'valibot';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { adoptEarlyForm } from './early-forms.ts';
import { toRefusal } from './field-refusal.ts';
import { FormContext, type FormState } from './form-context.ts';
import { useShownText } from './use-shown-text.ts';
import { findControl, findFirstToFill, labelOf, readValues, type RawValues } from './values.ts';

type Schema = v.GenericSchema<RawValues, unknown>;

export type FormOptions<S extends Schema> = {
  /** Prefix of the field ids, which must be the same in the prerendered page and in the browser. */
  readonly id: string;
  readonly schema: S;
  /**
   * Called with the validated values, never twice at the same time. The form shows a returned text above its fields. If
   * this function throws, the form shows the errors in `fields` under their fields, and any other error above the
   * fields.
   */
  readonly onSubmit: (values: v.InferOutput<S>) => Promise<string | void> | string | void;
  /**
   * Called instead of `onSubmit` if the schema rejects the values. Returns errors of other fields that only the server
   * can find. These errors are shown and announced without moving the focus.
   */
  readonly findMore?: (values: RawValues) => Promise<FormState['errors']>;
};

export type FormHandle = {
  readonly state: FormState;
  readonly ref: RefObject<HTMLFormElement | null>;
  readonly handlers: {
    onSubmit: (submit: SubmitEvent<HTMLFormElement>) => void;
    onBlur: (blur: FocusEvent<HTMLFormElement>) => void;
    onInput: (input: FormEvent<HTMLFormElement>) => void;
    onMouseDown: () => void;
  };
  /** Shows an error under a field and moves the focus to the field. */
  readonly setError: (name: string, text: string) => void;
  readonly setFormError: (text: string | undefined) => void;
  readonly submit: () => void;
};

const nothing: Readonly<Record<string, string>> = {};
const initial: Omit<FormState, 'id' | 'formError'> = {
  isPending: false,
  errors: nothing,
  late: [],
  refused: [],
  refusals: 0,
};

function issuesByField(schema: Schema, values: RawValues): { errors: FormState['errors']; output: unknown } {
  const result = v.safeParse(schema, values);
  if (result.success) return { errors: nothing, output: result.output };
  const errors: Record<string, string> = {};
  for (const issue of result.issues) errors[v.getDotPath(issue) ?? ''] ??= issue.message;
  return { errors, output: undefined };
}

/**
 * Returns a form of native, uncontrolled fields. Values live in the DOM, so they survive a change of language, an error
 * and a pending request. Errors appear after a submit or when the user leaves a changed field, never during the first
 * typing.
 */
export function useForm<S extends Schema>(options: FormOptions<S>): FormHandle {
  const { id, schema, onSubmit, findMore } = options;
  const ref = useRef<HTMLFormElement>(null);
  const isBusy = useRef(false);
  const wasSubmitted = useRef(false);
  const changed = useRef(new Set<string>());
  /**
   * Fields whose errors came from the schema, which are validated again on any change. An error from the server stays
   * until its field changes.
   */
  const fromSchema = useRef(new Set<string>());
  const isPressing = useRef(false);
  /** Fields that changed after the pending `findMore` was called; null if no call is pending. */
  const changedSince = useRef<Set<string>>(null);
  const [state, setState] = useState(initial);
  const [formError, setFormError] = useState<string>();

  const refuse = useCallback((errors: FormState['errors'], text: string | undefined) => {
    // Render before moving the focus, so that a screen reader reads the error with the field.
    flushSync(() => {
      setFormError(text);
      setState(({ refusals }) => ({
        isPending: false,
        errors,
        late: [],
        refused: Object.keys(errors),
        refusals: refusals + 1,
      }));
    });
    if (ref.current) findControl(ref.current, (name) => name in errors)?.focus();
  }, []);

  const settle = async (output: v.InferOutput<S>, form: HTMLFormElement) => {
    try {
      const text = await onSubmit(output);
      if (typeof text === 'string') refuse(nothing, text);
      else setState((before) => ({ ...before, isPending: false }));
    } catch (thrown) {
      const refusal = toRefusal(thrown);
      const shown = Object.entries(refusal.fields ?? nothing).filter(
        ([name]) => findControl(form, (other) => other === name) !== undefined,
      );
      fromSchema.current.clear();
      refuse(Object.fromEntries(shown), shown.length === 0 ? refusal.message : undefined);
    } finally {
      isBusy.current = false;
    }
  };

  const showMore = async (values: RawValues) => {
    // Do not call `findMore` again for the second click of a double click.
    if (!findMore || changedSince.current?.size === 0) return;
    const since = new Set<string>();
    changedSince.current = since;
    const more = await findMore(values).catch(() => nothing);
    // The user has submitted the form again, so ignore the errors that were found.
    if (changedSince.current !== since) return;
    changedSince.current = null;
    const current = Object.entries(more)
      .filter(([name]) => !since.has(name))
      .map(([name, text]) => ({ name, text, label: labelOf(ref.current, name) }));
    setState((before) => {
      const late = current.filter(({ name }) => !(name in before.errors));
      const added = Object.fromEntries(late.map(({ name, text }) => [name, text]));
      return { ...before, late, errors: { ...before.errors, ...added } };
    });
  };

  const recheck = (isWanted: (name: string) => boolean) => {
    if (!ref.current) return;
    const values = readValues(ref.current);
    const { errors } = issuesByField(schema, values);
    setState((before) => {
      const next: Record<string, string> = {};
      for (const [name, text] of Object.entries(before.errors)) {
        // Drop the error of a field that is no longer in the form.
        if (name in values && (!isWanted(name) || !fromSchema.current.has(name))) next[name] = text;
      }
      for (const [name, text] of Object.entries(errors)) {
        if (!isWanted(name) || name in next || !(name in values)) continue;
        next[name] = text;
        fromSchema.current.add(name);
      }
      return { ...before, errors: next };
    });
  };

  const checkLeft = (name: string) => {
    const left = ref.current && findControl(ref.current, (other) => other === name);
    const isEmpty = left instanceof HTMLInputElement && left.value === '';
    // Do not report a field that the user only tabbed through.
    if (changed.current.has(name) && (wasSubmitted.current || !isEmpty)) recheck((other) => other === name);
  };

  return {
    state: { id, formError, ...state },
    ref,
    setFormError,
    setError: useCallback((name, text) => refuse({ [name]: text }, undefined), [refuse]),
    submit: useCallback(() => ref.current?.requestSubmit(), []),
    handlers: {
      onSubmit(submit) {
        submit.preventDefault();
        // Ignore the second click of a double click, and Enter while a request is pending.
        if (isBusy.current) return;
        const form = submit.currentTarget;
        wasSubmitted.current = true;
        const values = readValues(form);
        const { errors, output } = issuesByField(schema, values);
        fromSchema.current = new Set(Object.keys(errors));
        if (errors !== nothing) {
          refuse(errors, undefined);
          void showMore(values);
          return;
        }
        changedSince.current = null;
        isBusy.current = true;
        setFormError(undefined);
        setState((before) => ({ ...before, isPending: true, errors: nothing, late: [], refused: [] }));
        void settle(output, form);
      },
      onInput(input) {
        const { target } = input;
        if (!(target instanceof Element)) return;
        const name = target.getAttribute('name');
        if (name) {
          changed.current.add(name);
          changedSince.current?.add(name);
        }
        const wrong = state.errors;
        if (name !== null && name in wrong && !fromSchema.current.has(name)) {
          setState((before) => {
            const { [name]: _removed, ...errors } = before.errors;
            return { ...before, errors };
          });
        } else if (Object.keys(wrong).length > 0) {
          recheck((other) => other in wrong && fromSchema.current.has(other));
        }
      },
      // Touch screens also send mouse events, around the blur that a tap causes.
      onMouseDown() {
        isPressing.current = true;
        const release = () => {
          isPressing.current = false;
        };
        addEventListener('mouseup', release, { once: true });
      },
      onBlur(blur) {
        const name = blur.target.getAttribute('name');
        if (!name) return;
        if (!isPressing.current) {
          checkLeft(name);
          return;
        }
        // An error shown between press and click would move the button away from the pointer.
        addEventListener('mouseup', () => setTimeout(() => checkLeft(name)), { once: true });
      },
    },
  };
}

/**
 * Renders a native form. `method=post` keeps typed values out of the URL if the user submits before the script has
 * loaded. The alert for form-level errors is always in the page, even while it is empty.
 */
export function Form({
  form,
  action,
  children,
  focusesFirstField = false,
  // A grid, because WebKit counts the height of a `legend` twice inside a flex column.
  className = 'grid grid-cols-[minmax(0,1fr)] gap-4',
}: {
  form: FormHandle;
  /** URL of a prerendered page, by which the before-paint script recognises the form. */
  action?: string;
  children: ReactNode;
  /**
   * Focuses the first empty text field, or else the first control, after a navigation, and on wide screens, where no
   * keyboard covers the page.
   */
  focusesFirstField?: boolean;
  className?: string;
}) {
  const { ref, state, handlers } = form;
  // Restores what the user did in the prerendered form, which is outside React's state.
  useEffect(() => {
    if (ref.current) adoptEarlyForm(ref.current);
  }, [ref]);
  // Moves the DOM focus from the title, which has it after a navigation, or from the body. A field in which the user is
  // already typing keeps the focus.
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
 * Announces errors that appear while another field has the focus, because screen readers read only the focused field.
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
