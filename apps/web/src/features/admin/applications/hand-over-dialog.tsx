import * as v from 'valibot';
import { Form } from '#shared/forms/form.tsx';
import { message } from '#shared/forms/message.ts';
import { phone } from '#shared/forms/rules.ts';
import { useForm } from '#shared/forms/use-form.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { foldText } from '#shared/lib/fold-text.ts';
import { Button, SubmitButton } from '#shared/ui/button.tsx';
import { TextAreaField } from '#shared/ui/fields/text-area-field.tsx';
import { PhoneField } from '#shared/ui/fields/text-field.tsx';
import { Dialog } from '#shared/ui/overlays/dialog.tsx';
import { commonEvents } from '#state/common.ts';
import { ConfirmationField } from '#features/admin/confirmation-field.tsx';
import { type ApplicationDetail, useHandOver } from './applications.ts';

type Props = { application: ApplicationDetail; isOpen: boolean; onClose: () => void };

/** Asks for the owner, and for the application's code, so that the wrong application is not given away. */
export function HandOverDialog({ application, isOpen, onClose }: Props) {
  const t = useT();
  const { name, owner } = application;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t(owner ? 'admin.application.handOver.title' : 'admin.application.assignOwner.title', { name })}
      lead={owner && t('admin.application.handOver.text')}
    >
      {isOpen && <HandOverForm application={application} onClose={onClose} />}
    </Dialog>
  );
}

function HandOverForm({ application, onClose }: Omit<Props, 'isOpen'>) {
  const t = useT();
  const handOver = useHandOver(application.id);
  const hasOwner = application.owner !== null;
  const isCode = (typed: string) => foldText(typed) === foldText(application.code);
  const form = useForm({
    id: 'hand-over',
    schema: v.object({
      phone: phone(),
      reason: v.pipe(v.string(), v.trim(), v.nonEmpty(message('admin.reason.required')), v.maxLength(500)),
      confirmation: v.pipe(v.string(), v.check(isCode, message('admin.application.handOver.wrongCode'))),
    }),
    async onSubmit({ phone: newPhone, reason }) {
      await handOver.mutateAsync({ phone: newPhone, reason });
      onClose();
      commonEvents.succeeded('admin.application.handedOver');
    },
  });
  return (
    <Form form={form}>
      <PhoneField
        label={t(hasOwner ? 'admin.application.newOwner' : 'admin.application.ownerPhone')}
        autoComplete="off"
      />
      <TextAreaField name="reason" label={t('admin.reason')} rows={2} maxLength={500} />
      <ConfirmationField value={application.code} />
      <div className="flex flex-col-reverse gap-3 md:flex-row md:justify-end">
        <Button look="secondary" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <SubmitButton isWide={false} look={hasOwner ? 'danger' : 'primary'}>
          {t(hasOwner ? 'admin.application.handOver' : 'admin.application.assignOwner')}
        </SubmitButton>
      </div>
    </Form>
  );
}
