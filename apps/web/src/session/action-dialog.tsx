import { type ReactNode, useRef } from 'react';
import * as v from 'valibot';
import { failedWith } from '#shared/api/api-failure.ts';
import { FormButtons } from '#shared/forms/form-buttons.tsx';
import { FieldRefusal } from '#shared/forms/field-refusal.ts';
import { Form } from '#shared/forms/form.tsx';
import { message } from '#shared/forms/message.ts';
import { useForm } from '#shared/forms/use-form.ts';
import { type RawValues, readValues } from '#shared/forms/values.ts';
import type { PlainKey } from '#shared/i18n/message-types.ts';
import { Rich } from '#shared/i18n/rich.tsx';
import { useT } from '#shared/i18n/use-t.ts';
import { foldText } from '#shared/lib/fold-text.ts';
import { FieldError, useControl } from '#shared/ui/fields/field.tsx';
import { Dialog, type DialogProps } from '#shared/ui/overlays/dialog.tsx';
import { commonEvents } from '#state/common.ts';

type Props<Values> = Pick<DialogProps, 'isOpen' | 'onClose' | 'title'> & {
  text?: ReactNode;
  /** The text of the button that makes the change. False if there is nothing to change. */
  action: string | false;
  isDangerous?: boolean | undefined;
  /** The fields of the form, and the schema of their values. */
  children?: ReactNode;
  rules?: v.GenericSchema<RawValues, Values>;
  /**
   * A text that the user must type, such as a name or a code, which prevents confirming out of habit. Case, diacritics
   * and extra spaces are ignored.
   */
  value?: string | undefined;
  /** Asks for `value`. */
  prompt?: 'shell.confirmType' | 'shell.confirmType.phone';
  /** The error shown if the typed text is not `value`. */
  mismatch?: PlainKey;
  /** Makes the change. Rejects with the failure, which the dialog shows. */
  onConfirm: (values: Values) => Promise<unknown> | void;
  /** Whether the change removes the button that opened the dialog. The focus then moves to the title of the page. */
  removesOpener?: boolean;
  /** The notification after the change. The dialog is closed by then. */
  done?: PlainKey | undefined;
};

/** Asks before a change. Shows the failure of the change, or closes after its success. */
export function ActionDialog<Values>({ isOpen, title, text, removesOpener = false, ...form }: Props<Values>) {
  const losesOpener = useRef(false);
  const confirm = async (values: Values) => {
    await form.onConfirm(values);
    losesOpener.current = removesOpener;
  };
  const finalFocus = () => {
    const isLost = losesOpener.current;
    losesOpener.current = false;
    return !isLost || document.querySelector('h1');
  };
  return (
    <Dialog isOpen={isOpen} onClose={form.onClose} title={title} lead={text} finalFocus={finalFocus}>
      <ActionForm {...form} onConfirm={confirm} />
    </Dialog>
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
  done,
}: Omit<Props<Values>, 'isOpen' | 'title' | 'text' | 'removesOpener'>) {
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
      onClose();
      if (done !== undefined) commonEvents.succeeded(done);
    },
  });
  return (
    <Form form={form}>
      {children}
      {value !== undefined && <ConfirmationField value={value} prompt={prompt} />}
      <FormButtons action={action} look={isDangerous ? 'danger' : 'primary'} onCancel={onClose} />
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
