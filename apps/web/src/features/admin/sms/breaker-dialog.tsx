import { breakerMinutes } from '@vid/contract/endpoints/admin/sms';
import * as v from 'valibot';
import { Form } from '#shared/forms/form.tsx';
import { message } from '#shared/forms/message.ts';
import { useForm } from '#shared/forms/use-form.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button, SubmitButton } from '#shared/ui/button.tsx';
import { SelectField } from '#shared/ui/fields/select-field.tsx';
import { TextAreaField } from '#shared/ui/fields/text-area-field.tsx';
import { Dialog } from '#shared/ui/overlays/dialog.tsx';
import { commonEvents } from '#state/common.ts';
import { useChangeBreaker } from './sms.ts';

export type BreakerAction = 'open' | 'closed' | 'release';

const schema = v.object({
  minutes: v.fallback(v.string(), ''),
  reason: v.pipe(v.string(), v.trim(), v.nonEmpty(message('admin.reason.required')), v.maxLength(500)),
});

/** Asks for a duration and a reason. Null closes the dialog. */
export function BreakerDialog({ action, onClose }: { action: BreakerAction | null; onClose: () => void }) {
  const t = useT();
  return (
    <Dialog
      isOpen={action !== null}
      onClose={onClose}
      title={action ? t(`admin.sms.breaker.${action}.title`) : ''}
      lead={action && t(`admin.sms.breaker.${action}.text`)}
    >
      {action && <BreakerForm action={action} onClose={onClose} />}
    </Dialog>
  );
}

const defaultMinutes = 60;

function BreakerForm({ action, onClose }: { action: BreakerAction; onClose: () => void }) {
  const t = useT();
  const change = useChangeBreaker();
  const submit = async ({ minutes, reason }: v.InferOutput<typeof schema>) => {
    const chosen = breakerMinutes.find((value) => String(value) === minutes) ?? defaultMinutes;
    await change.mutateAsync(
      action === 'release' ? { state: 'auto', reason } : { state: action, minutes: chosen, reason },
    );
    onClose();
    commonEvents.succeeded('admin.sms.breaker.done');
  };
  const form = useForm({ id: 'sms-breaker', schema, onSubmit: submit });
  return (
    <Form form={form}>
      {action !== 'release' && (
        <SelectField
          name="minutes"
          label={t('admin.sms.breaker.minutes')}
          defaultValue={String(defaultMinutes)}
          placeholder={t('admin.sms.breaker.minutes.60')}
          options={breakerMinutes.map((value) => ({
            value: String(value),
            label: t(`admin.sms.breaker.minutes.${value}`),
          }))}
        />
      )}
      <TextAreaField name="reason" label={t('admin.reason')} rows={3} maxLength={500} />
      <div className="flex flex-col-reverse gap-3 md:flex-row md:justify-end">
        <Button look="secondary" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <SubmitButton isWide={false} look={action === 'open' ? 'danger' : 'primary'}>
          {t(`admin.sms.breaker.${action}`)}
        </SubmitButton>
      </div>
    </Form>
  );
}
