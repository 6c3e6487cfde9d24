import { type ReactNode, useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import { ApiFailure, failedWith, failureText } from '#shared/api/api-failure.ts';
import { FormButtons } from '#shared/forms/form-buttons.tsx';
import { FieldRefusal } from '#shared/forms/field-refusal.ts';
import { Form, useForm } from '#shared/forms/form.tsx';
import { message } from '#shared/forms/message.ts';
import { type RawValues, readValues } from '#shared/forms/values.ts';
import { Rich } from '#shared/i18n/rich.tsx';
import type { PlainKey } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { foldText } from '#shared/lib/fold-text.ts';
import { FieldError, useControl } from '#shared/ui/fields/field.tsx';
import { Dialog } from '#shared/ui/overlays/dialog.tsx';
import type { DialogProps } from '#shared/ui/overlays/shown-dialog.tsx';
import { useAuth } from '#state/auth.ts';
import { commonEvents } from '#state/common.ts';

export type ActionDialogProps<Values> = Pick<DialogProps, 'isOpen' | 'onClose' | 'title'> & {
  text?: ReactNode;
  /** Text of the button that makes the change. False if there is nothing to change. */
  action: string | false;
  isDangerous?: boolean | undefined;
  /** Text of the cancel button, if "Cancel" could be mistaken for the action. */
  keep?: string | undefined;
  /** Fields of the form. `rules` is the schema of their values. */
  children?: ReactNode;
  rules?: v.GenericSchema<RawValues, Values>;
  /**
   * A text that the user must type, such as a name or a code, to prevent confirming out of habit. Case, diacritics
   * and extra spaces are ignored.
   */
  value?: string | undefined;
  /** Key of the text that asks for `value`. */
  prompt?: 'shell.confirmType' | 'shell.confirmType.phone';
  mismatch?: PlainKey;
  /** Makes the change. Rejects with the failure, which the dialog shows. */
  onConfirm: (values: Values) => Promise<unknown> | void;
  /** Whether the change removes the button that opened the dialog. The focus then moves to the page title. */
  removesOpener?: boolean;
  /** Returns the element that gets the focus after the change, instead of the opener. */
  focusAfter?: () => HTMLElement | null | undefined;
  /** Key of the success notification. */
  done?: PlainKey | undefined;
};

const findHeading = () => document.querySelector('h1');

/** Shows a failure as a notification, because the dialog that shows failures has closed. */
function notifyFailure(error: unknown): void {
  // Stay silent if the user cancelled the re-authentication, or if the session has ended, which the sign-in
  // page explains.
  if (failedWith(error, 'REAUTHENTICATION_REQUIRED') || !useAuth.getState().isAuthenticated) return;
  const requestId = error instanceof ApiFailure ? error.requestId : null;
  commonEvents.failed({ text: failureText(error), requestId });
}

export function LoadedActionDialog({
  isOpen,
  onClose,
  title,
  text,
  removesOpener = false,
  focusAfter = removesOpener ? findHeading : undefined,
  onConfirm,
  done,
  ...form
}: ActionDialogProps<unknown>) {
  // Keep `focusAfter` as it was when the user confirmed, because the page may change the properties before the dialog
  // closes.
  const focusAfterChange = useRef<typeof focusAfter>(undefined);
  const shownFailure = useRef<{ error: unknown; heading: Element | null }>(null);
  const closings = useRef(0);
  const isMounted = useRef(true);
  // Reports the shown failure when the page removes the dialog, because notifications are outside React's tree.
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
      // A failure that was already shown when the user left the page needs no notification.
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
  const confirm = async (values: unknown) => {
    const before = closings.current;
    // If the user has gone back to another page, that page's title must not take the focus.
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
    // The result of a cancelled action must not close a dialog that was opened later.
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

function ActionForm({
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
}: Omit<ActionDialogProps<unknown>, 'isOpen' | 'title' | 'text' | 'removesOpener' | 'focusAfter' | 'done'>) {
  const form = useForm({
    id: 'action',
    schema: rules ?? v.object({}),
    async onSubmit(values) {
      const typed = form.ref.current ? readValues(form.ref.current)['confirmation'] : '';
      if (value !== undefined && foldText(typed ?? '') !== foldText(value))
        throw new FieldRefusal('confirmation', message(mismatch));
      try {
        await onConfirm(values);
      } catch (error) {
        // The user has cancelled the re-authentication dialog.
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

function ConfirmationField({
  value,
  prompt,
}: Required<Pick<ActionDialogProps<unknown>, 'prompt'>> & { value: string }) {
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
