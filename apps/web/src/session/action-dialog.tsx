import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import { ApiFailure, failedWith, failureText } from '#shared/api/api-failure.ts';
import { FormButtons } from '#shared/forms/form-buttons.tsx';
import { FieldRefusal } from '#shared/forms/field-refusal.ts';
import { Form, useForm } from '#shared/forms/form.tsx';
import { message } from '#shared/forms/message.ts';
import { type RawValues, readValues } from '#shared/forms/values.ts';
import type { PlainKey } from '#shared/i18n/message-types.ts';
import { Rich } from '#shared/i18n/rich.tsx';
import { useT } from '#shared/i18n/use-t.ts';
import { foldText } from '#shared/lib/fold-text.ts';
import { Button } from '#shared/ui/button.tsx';
import { FieldError, useControl } from '#shared/ui/fields/field.tsx';
import { Dialog, type DialogProps } from '#shared/ui/overlays/dialog.tsx';
import { useAuth } from '#state/auth.ts';
import { commonEvents } from '#state/common.ts';

type Props<Values> = Pick<DialogProps, 'isOpen' | 'onClose' | 'title'> & {
  text?: ReactNode;
  /** The text of the button that makes the change. False if there is nothing to change. */
  action: string | false;
  isDangerous?: boolean | undefined;
  /** The text of the button that cancels, if "Cancel" could be mistaken for the action. */
  keep?: string | undefined;
  /** The fields of the form, and the schema of their values. */
  children?: ReactNode;
  rules?: v.GenericSchema<RawValues, Values>;
  /**
   * A text that the user must type, such as a name or a code, which prevents confirming out of habit. Case, diacritics
   * and extra spaces are ignored.
   */
  value?: string | undefined;
  /** The key of the text that asks for `value`. */
  prompt?: 'shell.confirmType' | 'shell.confirmType.phone';
  /** The error shown if the typed text is not `value`. */
  mismatch?: PlainKey;
  /** Makes the change. Rejects with the failure, which the dialog shows. */
  onConfirm: (values: Values) => Promise<unknown> | void;
  /** Whether the change removes the button that opened the dialog. The focus then moves to the title of the page. */
  removesOpener?: boolean;
  /** Returns where the focus moves after the change instead of to the opener. */
  focusAfter?: () => HTMLElement | null | undefined;
  /** The notification after the change. The dialog is closed by then. */
  done?: PlainKey | undefined;
};

/**
 * Returns what the member types to confirm a change of the own account: the last digits of the phone number, which need
 * no accents and are the same in every language, or else the name or the action. Undefined until the profile is loaded.
 */
export function useOwnConfirmation(action: string) {
  const profile = useAuth((state) => state.profile);
  if (profile === null) return undefined;
  if (profile.phone === '') return { value: profile.name || action };
  return {
    value: profile.phone.slice(-4),
    prompt: 'shell.confirmType.phone',
    mismatch: 'shell.confirmType.phoneMismatch',
  } as const;
}

const findHeading = () => document.querySelector('h1');

/** Shows a failure as a notification, because the dialog that shows failures has closed. */
function notifyFailure(error: unknown): void {
  // The user cancelled the confirmation of their identity, or the sign-in page explains why the session has ended.
  if (failedWith(error, 'REAUTHENTICATION_REQUIRED') || !useAuth.getState().isAuthenticated) return;
  const requestId = error instanceof ApiFailure ? error.requestId : null;
  commonEvents.failed({ text: failureText(error), requestId });
}

/**
 * Asks before a change. Shows the failure of the change, or closes after its success. If the page has
 * removed the dialog, for example with its row, a failure becomes a notification.
 */
export function ActionDialog<Values>({
  isOpen,
  onClose,
  title,
  text,
  removesOpener = false,
  focusAfter = removesOpener ? findHeading : undefined,
  onConfirm,
  done,
  ...form
}: Props<Values>) {
  // Kept from the confirmation, because the page may change the properties before the dialog closes.
  const focusAfterChange = useRef<typeof focusAfter>(undefined);
  const shownFailure = useRef<{ error: unknown; heading: Element | null }>(null);
  const closings = useRef(0);
  const isMounted = useRef(true);
  // The notifications are outside React's tree.
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
      // A user who leaves the page has seen the failure.
      const failure = shownFailure.current;
      if (failure?.heading?.isConnected === true) notifyFailure(failure.error);
    };
  }, []);
  const [round, setRound] = useState(0);
  const close = () => {
    closings.current += 1;
    setRound(closings.current);
    focusAfterChange.current = undefined;
    shownFailure.current = null;
    onClose();
  };
  const confirm = async (values: Values) => {
    const before = closings.current;
    // The title of another page, to which the user may have gone back, must not take the focus.
    const heading = findHeading();
    shownFailure.current = null;
    try {
      await onConfirm(values);
    } catch (error) {
      if (!isMounted.current) notifyFailure(error);
      if (before !== closings.current) throw error;
      if (isMounted.current) {
        // The refreshed data may remove the dialog while it shows the failure.
        shownFailure.current = { error, heading };
        focusAfterChange.current = () => heading;
      } else heading?.focus();
      throw error;
    }
    if (done !== undefined) commonEvents.succeeded(done);
    // The result of a cancelled question must not close the next question.
    if (before !== closings.current) return;
    if (!isMounted.current && heading?.isConnected === true) focusAfter?.()?.focus();
    focusAfterChange.current = focusAfter;
    onClose();
  };
  const finalFocus = () => {
    const target = focusAfterChange.current?.();
    focusAfterChange.current = undefined;
    return target ?? true;
  };
  return (
    <Dialog isOpen={isOpen} onClose={close} title={title} lead={text} finalFocus={finalFocus}>
      <ActionForm key={round} {...form} onClose={close} onConfirm={confirm} />
    </Dialog>
  );
}

/**
 * Shows a button that asks before a change. The button's text is the action, unless `button` has a text; its other
 * properties come from `button`.
 */
export function ActionButton<Values>({
  button,
  ...dialog
}: Omit<Props<Values>, 'isOpen' | 'onClose'> & { button?: ComponentProps<typeof Button> }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setIsOpen(true)}>
        {button?.children ?? dialog.action}
      </Button>
      <ActionDialog {...dialog} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}

function ActionForm<Values>({
  onClose,
  action,
  isDangerous = false,
  children,
  rules,
  value,
  prompt = 'shell.confirmType',
  mismatch = 'shell.confirmType.mismatch',
  onConfirm,
  keep,
}: Omit<Props<Values>, 'isOpen' | 'title' | 'text' | 'removesOpener' | 'focusAfter' | 'done'>) {
  const form = useForm({
    id: 'action',
    schema: rules ?? v.object({}),
    async onSubmit(values) {
      const typed = form.ref.current ? readValues(form.ref.current)['confirmation'] : '';
      if (value !== undefined && foldText(typed ?? '') !== foldText(value))
        throw new FieldRefusal('confirmation', message(mismatch));
      try {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing reads the values of a form without rules
        await onConfirm(values as Values);
      } catch (error) {
        // The user has cancelled the dialog that asks for the password.
        if (failedWith(error, 'REAUTHENTICATION_REQUIRED')) return;
        throw error;
      }
    },
  });
  return (
    <Form form={form}>
      {children}
      {value !== undefined && <ConfirmationField value={value} prompt={prompt} />}
      <FormButtons
        action={action}
        look={isDangerous ? 'danger' : 'primary'}
        onCancel={onClose}
        cancel={keep}
      />
    </Form>
  );
}

function ConfirmationField({ value, prompt }: Required<Pick<Props<unknown>, 'prompt'>> & { value: string }) {
  const label = useT()(prompt, { value });
  const { control, errorId, error } = useControl({ name: 'confirmation', label, hint: undefined });
  return (
    <div>
      <label htmlFor={control.id} className="mb-2 block text-label">
        <Rich text={label} parts={{ value: <strong className="font-semibold select-all" /> }} />
      </label>
      <input className="control" autoComplete="off" autoCapitalize="none" spellCheck={false} {...control} />
      <FieldError id={errorId} text={error} />
    </div>
  );
}
