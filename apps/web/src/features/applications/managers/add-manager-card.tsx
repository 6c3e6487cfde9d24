import { useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import { failedWith, failureText } from '#shared/api/api-failure.ts';
import { FieldRefusal } from '#shared/forms/field-refusal.ts';
import { Form } from '#shared/forms/form.tsx';
import { message } from '#shared/forms/message.ts';
import { phone } from '#shared/forms/rules.ts';
import { useForm } from '#shared/forms/use-form.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { SubmitButton } from '#shared/ui/button.tsx';
import { PhoneField } from '#shared/ui/fields/text-field.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { commonEvents } from '#state/common.ts';
import { useManagerActions } from './managers.ts';

/** Adds a manager by phone, then clears the form. */
export function AddManagerCard({ appId }: { appId: string }) {
  const t = useT();
  const [round, setRound] = useState(0);
  return (
    <Card title={t('apps.managers.add')} lead={t('apps.managers.add.lead')} className="max-w-[42rem]">
      <AddForm key={round} appId={appId} isNext={round > 0} onAdded={() => setRound(round + 1)} />
    </Card>
  );
}

const schema = v.object({ phone: phone() });

function AddForm({ appId, isNext, onAdded }: { appId: string; isNext: boolean; onAdded: () => void }) {
  const t = useT();
  const { add } = useManagerActions(appId);
  const field = useRef<HTMLInputElement>(null);
  // Moves the DOM focus from the submitted form, because the user may add another manager.
  useEffect(() => {
    if (isNext && document.activeElement === document.body) field.current?.focus();
  }, [isNext]);
  const form = useForm({
    id: 'add-manager',
    schema,
    async onSubmit(values) {
      try {
        const { outcome } = await add.mutateAsync(values.phone);
        if (outcome === 'already') throw new FieldRefusal('phone', message('apps.managers.already'));
      } catch (error) {
        if (!failedWith(error, 'ACCOUNT_NOT_FOUND')) throw error;
        throw new FieldRefusal('phone', failureText(error), error);
      }
      commonEvents.succeeded('apps.managers.added');
      onAdded();
    },
  });
  return (
    <Form form={form}>
      <PhoneField ref={field} label={t('apps.managers.add.phone')} autoComplete="off" enterKeyHint="done" />
      <SubmitButton isWide={false} className="w-full sm:w-fit">
        {t('apps.managers.add.submit')}
      </SubmitButton>
    </Form>
  );
}
