import { incidentDataKinds, incidentSeverities } from '@vid/contract/endpoints/admin/incident-shapes';
import { useState } from 'react';
import * as v from 'valibot';
import { ErrorSummary } from '#shared/forms/error-summary.tsx';
import { FieldRefusal } from '#shared/forms/field-refusal.ts';
import { FormButtons } from '#shared/forms/form-buttons.tsx';
import { Form, useForm } from '#shared/forms/form.tsx';
import { message } from '#shared/forms/message.ts';
import { optionalText, required } from '#shared/forms/rules.ts';
import type { RawValues } from '#shared/forms/values.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Checkbox } from '#shared/ui/fields/checkbox.tsx';
import { DateField } from '#shared/ui/fields/date-field.tsx';
import { labelClass } from '#shared/ui/fields/field.tsx';
import { SelectField } from '#shared/ui/fields/select-field.tsx';
import { TextAreaField } from '#shared/ui/fields/text-area-field.tsx';
import { TextField } from '#shared/ui/fields/text-field.tsx';
import { fromField, type IncidentText, toField } from './incidents.tsx';

const max = { title: 200, text: 4_000 };
const boxOf = (kind: string) => `data-${kind}`;

const schema = v.object({
  ...Object.fromEntries(incidentDataKinds.map((kind) => [boxOf(kind), v.string()])),
  title: required(),
  description: required(),
  severity: v.picklist(incidentSeverities, message('admin.incidents.severity.required')),
  measures: optionalText(max.text),
  discoveredAt: required(),
});

type Props = {
  text?: IncidentText;
  action: string;
  onSave: (text: IncidentText) => Promise<void>;
  onCancel: () => void;
};

export function IncidentForm({ text, action, onSave, onCancel }: Props) {
  const t = useT();
  const [now] = useState(() => Date.now());
  const form = useForm({
    id: 'incident',
    schema,
    async onSubmit({ title, description, severity, measures, discoveredAt, ...others }) {
      const boxes: RawValues = others;
      const time = fromField(discoveredAt);
      if (time === undefined) throw new FieldRefusal('discoveredAt', message('admin.incidents.time.invalid'));
      const dataKinds = incidentDataKinds.filter((kind) => boxes[boxOf(kind)] === 'on');
      if (dataKinds.length === 0)
        throw new FieldRefusal(boxOf('names'), message('admin.incidents.data.required'));
      await onSave({ title, description, severity, measures, discoveredAt: time, dataKinds });
    },
  });
  const labels = {
    title: t('admin.incidents.name'),
    discoveredAt: t('admin.incidents.discoveredAt'),
    description: t('admin.incidents.description'),
    severity: t('admin.incidents.severity'),
  };
  return (
    <Form form={form}>
      <ErrorSummary labels={labels} />
      <TextField
        name="title"
        label={labels.title}
        maxLength={max.title}
        autoComplete="off"
        defaultValue={text?.title}
      />
      <DateField
        withTime
        name="discoveredAt"
        label={labels.discoveredAt}
        hint={t('admin.incidents.discoveredAt.hint')}
        defaultValue={toField(text?.discoveredAt ?? now)}
      />
      <TextAreaField
        name="description"
        label={labels.description}
        hint={t('admin.incidents.description.hint')}
        rows={5}
        maxLength={max.text}
        defaultValue={text?.description}
      />
      <fieldset>
        <legend className={labelClass}>{t('admin.incidents.data')}</legend>
        <div className="mt-2 grid gap-x-6 gap-y-1 sm:grid-cols-2">
          {incidentDataKinds.map((kind) => (
            <Checkbox
              key={kind}
              name={boxOf(kind)}
              label={t(`admin.incidents.data.${kind}`)}
              defaultChecked={text?.dataKinds.includes(kind) ?? false}
            />
          ))}
        </div>
      </fieldset>
      <SelectField
        name="severity"
        label={labels.severity}
        hint={t('admin.incidents.severity.hint')}
        options={incidentSeverities.map((value) => ({
          value,
          label: t(`admin.incidents.severity.${value}`),
        }))}
        defaultValue={text?.severity ?? ''}
      />
      <TextAreaField
        name="measures"
        label={t('admin.incidents.measures')}
        hint={t('admin.incidents.measures.hint')}
        isOptional
        rows={4}
        maxLength={max.text}
        defaultValue={text?.measures}
      />
      <FormButtons action={action} onCancel={onCancel} />
    </Form>
  );
}
