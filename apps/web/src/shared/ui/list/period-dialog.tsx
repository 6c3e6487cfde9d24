import * as v from 'valibot';
import { optionalDay } from '#shared/forms/day.ts';
import { FormButtons } from '#shared/forms/form-buttons.tsx';
import { Form, useForm } from '#shared/forms/form.tsx';
import { message } from '#shared/forms/message.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { DateField } from '#shared/ui/fields/date-field.tsx';
import { Dialog } from '#shared/ui/overlays/dialog.tsx';
import type { Days } from './period.ts';

const rules = v.pipe(
  v.object({ from: optionalDay(), to: optionalDay() }),
  v.forward(
    v.check(({ from, to }) => from === '' || to === '' || from <= to, message('list.period.order')),
    ['to'],
  ),
);

type Props = {
  isOpen: boolean;
  label: string;
  days: Days;
  onChange: (days: Days) => void;
  onClose: () => void;
};

export function PeriodDialog({ isOpen, label, ...form }: Props) {
  return (
    <Dialog isOpen={isOpen} onClose={form.onClose} title={label}>
      <PeriodForm {...form} />
    </Dialog>
  );
}

function PeriodForm({ days, onChange, onClose }: Omit<Props, 'isOpen' | 'label'>) {
  const t = useT();
  const form = useForm({
    id: 'period',
    schema: rules,
    onSubmit: (chosen) => {
      onClose();
      onChange(chosen);
    },
  });
  return (
    <Form form={form}>
      <DateField name="from" label={t('list.period.from')} defaultValue={days.from} isOptional />
      <DateField name="to" label={t('list.period.to')} defaultValue={days.to} isOptional />
      <FormButtons action={t('list.period.apply')} onCancel={onClose} />
    </Form>
  );
}
