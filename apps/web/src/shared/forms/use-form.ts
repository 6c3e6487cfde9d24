import {
  type FocusEvent,
  type FormEvent,
  type RefObject,
  type SubmitEvent,
  useCallback,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import * as v from 'valibot';
import type { FormState } from './form-context.ts';
import { message } from './message.ts';
import { findControl, labelOf, readValues, type RawValues } from './values.ts';

type Schema = v.GenericSchema<RawValues, unknown>;

/** A thrown error in the HTTP client's format; `fields` has a text per refused field. */
type Refusal = { message: string; fields?: Readonly<Record<string, string>> | undefined };

export type FormOptions<S extends Schema> = {
  /** Prefix of the field ids, the same in the prerendered page and in the browser. */
  readonly id: string;
  readonly schema: S;
  /**
   * Called with the validated values, never twice at the same time. Errors it throws are shown: `fields` under the
   * fields, all others above the form. A returned text is shown above the form.
   */
  readonly onSubmit: (values: v.InferOutput<S>) => Promise<string | void> | string | void;
  /**
   * Called instead of `onSubmit` if the schema refuses the values. Returns the errors of other fields that only the
   * server can find. They are shown and announced without moving the focus.
   */
  readonly findMore?: (values: RawValues) => Promise<FormState['errors']>;
};

export type Form = {
  readonly state: FormState;
  readonly ref: RefObject<HTMLFormElement | null>;
  readonly handlers: {
    onSubmit: (submit: SubmitEvent<HTMLFormElement>) => void;
    onBlur: (blur: FocusEvent<HTMLFormElement>) => void;
    onInput: (input: FormEvent<HTMLFormElement>) => void;
    onMouseDown: () => void;
  };
  /** Shows an error under a field and moves the focus there. */
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

function toRefusal(thrown: unknown): Refusal {
  if (!(thrown instanceof Error)) return { message: message('errors.processing') };
  const fields = 'fields' in thrown && isTexts(thrown.fields) ? thrown.fields : undefined;
  return { message: thrown.message || message('errors.processing'), fields };
}

function isTexts(value: unknown): value is Record<string, string> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((text) => typeof text === 'string')
  );
}

/**
 * Returns a form of native, uncontrolled fields. Values live in the DOM, so they survive a change of language, an error
 * and a pending request. Errors appear after a submit or when the user leaves a changed field, never during the first
 * typing.
 */
export function useForm<S extends Schema>(options: FormOptions<S>): Form {
  const { id, schema, onSubmit, findMore } = options;
  const ref = useRef<HTMLFormElement>(null);
  const isBusy = useRef(false);
  const wasSubmitted = useRef(false);
  const changed = useRef(new Set<string>());
  /**
   * Fields whose error comes from the schema. Any change rechecks them. A server error stays until its field changes.
   */
  const fromSchema = useRef(new Set<string>());
  const isPressing = useRef(false);
  /** The fields changed since the pending `findMore` was called, or null if none is pending. */
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
    // A double click calls `findMore` only once.
    if (!findMore || changedSince.current?.size === 0) return;
    const since = new Set<string>();
    changedSince.current = since;
    const more = await findMore(values).catch(() => nothing);
    // Ignore the result, because a later submit asks again or sends the form.
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
        // Drop the error of a field that was removed from the form.
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
