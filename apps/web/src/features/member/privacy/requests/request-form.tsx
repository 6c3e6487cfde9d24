import { useEffect, useRef } from 'react';
import { Form } from '#shared/forms/form.tsx';
import { useForm } from '#shared/forms/use-form.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button, SubmitButton } from '#shared/ui/button.tsx';
import { SelectField } from '#shared/ui/fields/select-field.tsx';
import { TextAreaField } from '#shared/ui/fields/text-area-field.tsx';
import { requestKinds, requestSchema, useMakeRequest } from './requests.ts';

export function RequestForm({ onDone }: { onDone: () => void }) {
  const t = useT();
  const make = useMakeRequest();
  const area = useRef<HTMLDivElement>(null);
  // The button that opened the form, and had the focus, is unmounted.
  useEffect(() => area.current?.querySelector('select')?.focus(), []);
  const form = useForm({
    id: 'privacy-request',
    schema: requestSchema,
    onSubmit: async (values) => {
      await make.mutateAsync(values);
      onDone();
    },
  });
  return (
    <div ref={area} className="max-w-[36rem]">
      <Form form={form}>
        <SelectField
          name="kind"
          label={t('privacy.request.kind')}
          options={requestKinds.map((value) => ({ value, label: t(`privacy.request.kind.${value}`) }))}
        />
        <TextAreaField
          name="details"
          label={t('privacy.request.details')}
          hint={t('privacy.request.details.hint')}
        />
        <div className="flex flex-col-reverse gap-3 sm:flex-row">
          <Button look="secondary" onClick={onDone}>
            {t('common.cancel')}
          </Button>
          <SubmitButton isWide={false}>{t('privacy.request.submit')}</SubmitButton>
        </div>
      </Form>
    </div>
  );
}
