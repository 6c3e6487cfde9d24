import * as v from 'valibot';
import { Form } from '#shared/forms/form.tsx';
import { message } from '#shared/forms/message.ts';
import { useForm } from '#shared/forms/use-form.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { foldText } from '#shared/lib/fold-text.ts';
import { Button, SubmitButton } from '#shared/ui/button.tsx';
import { TextAreaField } from '#shared/ui/fields/text-area-field.tsx';
import { Dialog } from '#shared/ui/overlays/dialog.tsx';
import { ConfirmationField } from './confirmation-field.tsx';

const maxReason = 500;

const schema = v.object({
  reason: v.pipe(v.string(), v.trim(), v.nonEmpty(message('admin.reason.required')), v.maxLength(maxReason)),
});

const schemaWith = (value: string) =>
  v.object({
    ...schema.entries,
    confirmation: v.pipe(
      v.string(),
      v.check((typed) => foldText(typed) === foldText(value), message('shell.confirmType.mismatch')),
    ),
  });

export type ReasonQuestion = {
  readonly title: string;
  readonly text: string;
  /** Explains who reads the reason. By default only the audit log stores it. */
  readonly hint?: string;
  readonly action: string;
  readonly isDangerous?: boolean;
  readonly value?: string;
};

/** Asks for a reason before a change, because the audit log stores it. */
export function ReasonDialog({
  question,
  onClose,
  onConfirm,
}: {
  /** The question to ask; null closes the dialog. */
  question: ReasonQuestion | null;
  onClose: () => void;
  /** Rejects with the failure to show in the dialog. */
  onConfirm: (reason: string) => Promise<void>;
}) {
  return (
    <Dialog isOpen={question !== null} onClose={onClose} title={question?.title ?? ''} lead={question?.text}>
      {question && <ReasonForm question={question} onClose={onClose} onConfirm={onConfirm} />}
    </Dialog>
  );
}

function ReasonForm({
  question,
  onClose,
  onConfirm,
}: {
  question: ReasonQuestion;
  onClose: () => void;
  onConfirm: (reason: string) => Promise<void>;
}) {
  const t = useT();
  const { value } = question;
  const form = useForm({
    id: 'reason',
    schema: value === undefined ? schema : schemaWith(value),
    onSubmit: ({ reason }) => onConfirm(reason),
  });
  return (
    <Form form={form}>
      <TextAreaField
        name="reason"
        label={t('admin.reason')}
        hint={question.hint ?? t('admin.reason.hint')}
        rows={3}
        maxLength={maxReason}
      />
      {value !== undefined && <ConfirmationField value={value} />}
      <div className="flex flex-col-reverse gap-3 md:flex-row md:justify-end">
        <Button look="secondary" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <SubmitButton isWide={false} look={question.isDangerous === true ? 'danger' : 'primary'}>
          {question.action}
        </SubmitButton>
      </div>
    </Form>
  );
}
