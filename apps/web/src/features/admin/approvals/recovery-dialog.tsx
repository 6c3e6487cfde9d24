import * as v from 'valibot';
import { Form } from '#shared/forms/form.tsx';
import { message } from '#shared/forms/message.ts';
import { useForm } from '#shared/forms/use-form.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button, SubmitButton } from '#shared/ui/button.tsx';
import { TextAreaField } from '#shared/ui/fields/text-area-field.tsx';
import { TextField } from '#shared/ui/fields/text-field.tsx';
import { Dialog } from '#shared/ui/overlays/dialog.tsx';

const schema = v.object({
  contact: v.pipe(v.string(), v.trim(), v.nonEmpty(message('errors.required')), v.maxLength(254)),
  reason: v.pipe(v.string(), v.trim(), v.nonEmpty(message('admin.reason.required')), v.maxLength(500)),
});

type Props = {
  readonly name: string;
  readonly onClose: () => void;
  /** Rejects with the failure to show in the dialog. */
  readonly onConfirm: (input: v.InferOutput<typeof schema>) => Promise<void>;
};

/**
 * Asks for the phone or address that receives the link of a recovery through support, and for the way in which the
 * member was identified.
 */
export function RecoveryDialog({ isOpen, name, onClose, onConfirm }: Props & { isOpen: boolean }) {
  const t = useT();
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('admin.approval.recover-account.title', { name })}
      lead={t('admin.approval.recover-account.text')}
    >
      {isOpen && <RecoveryForm name={name} onClose={onClose} onConfirm={onConfirm} />}
    </Dialog>
  );
}

function RecoveryForm({ onClose, onConfirm }: Props) {
  const t = useT();
  const form = useForm({ id: 'support-recovery', schema, onSubmit: onConfirm });
  return (
    <Form form={form}>
      <TextField
        name="contact"
        label={t('admin.approval.recover-account.contact')}
        hint={t('admin.approval.recover-account.contact.hint')}
        maxLength={254}
        autoComplete="off"
      />
      <TextAreaField
        name="reason"
        label={t('admin.reason')}
        hint={t('admin.approval.recover-account.reason')}
        rows={3}
        maxLength={500}
      />
      <div className="flex flex-col-reverse gap-3 md:flex-row md:justify-end">
        <Button look="secondary" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <SubmitButton isWide={false}>{t('admin.approval.ask')}</SubmitButton>
      </div>
    </Form>
  );
}
