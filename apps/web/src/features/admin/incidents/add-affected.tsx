import { incidentCriteria } from '@vid/contract/endpoints/admin/incident-shapes';
import { useState } from 'react';
import * as v from 'valibot';
import { api } from '#shared/api/api.ts';
import { FieldRefusal } from '#shared/forms/field-refusal.ts';
import { Form, useForm } from '#shared/forms/form.tsx';
import { checkPhones, maxPhones } from '#shared/forms/phone-list.ts';
import { message } from '#shared/forms/message.ts';
import { required } from '#shared/forms/rules.ts';
import { formatNumber } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { SubmitButton } from '#shared/ui/controls/button.tsx';
import { Notice } from '#shared/ui/feedback/alert.tsx';
import { SelectField } from '#shared/ui/fields/select-field.tsx';
import { TextAreaField } from '#shared/ui/fields/text-area-field.tsx';
import { DateField } from '#shared/ui/fields/date-field.tsx';
import { TextField } from '#shared/ui/fields/text-field.tsx';
import { Card } from '#shared/ui/page/page.tsx';
import { Phone } from '#shared/ui/display/values.tsx';
import { useApplications } from '#features/admin/applications/applications.tsx';
import { phonesOf } from '#shared/lib/phone/phone-lines.ts';
import { fromField, type IncidentDetail, toField, stale } from './incidents.tsx';
import { readAll, useSend, useChange } from '#shared/api/queries.ts';
import type { Answer, Body } from '#shared/api/request-types.ts';

export type Affected = Answer<'POST /vid/api/admin/incidents/:incidentId/accounts/search'>['items'][number];
type AddReport = Answer<'POST /vid/api/admin/incidents/:incidentId/accounts'>['report'];
type Search = Omit<Body<'POST /vid/api/admin/incidents/:incidentId/accounts/find'>, 'after'>;
type Found = { readonly added: number; readonly seen: number };

/** Adds the accounts that match a criterion, in several calls. Repeating a call adds no account twice. */
function useFindAffected(incidentId: string) {
  return useChange(
    async (search: Search): Promise<Found> => {
      const parts = await readAll((cursor) =>
        api.post('/vid/api/admin/incidents/:incidentId/accounts/find', {
          params: { incidentId },
          body: { ...search, ...cursor },
        }),
      );
      const sum = (figure: keyof Found) => parts.reduce((all, part) => all + part[figure], 0);
      return { added: sum('added'), seen: sum('seen') };
    },
    ...stale,
  );
}

const dayMs = 86_400_000;

export function AddAffected({ incident }: { incident: IncidentDetail }) {
  const t = useT();
  return (
    <Card title={t('admin.incidents.add.title')}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-2">
        <PhonesForm incidentId={incident.id} />
        <CriterionForm incident={incident} />
      </div>
    </Card>
  );
}

const phonesSchema = v.object({ phones: v.string() });

function PhonesForm({ incidentId }: { incidentId: string }) {
  const t = useT();
  const add = useSend('POST /vid/api/admin/incidents/:incidentId/accounts', { incidentId }, ...stale);
  const [report, setReport] = useState<AddReport | null>(null);
  const form = useForm({
    id: 'affected-phones',
    schema: phonesSchema,
    async onSubmit({ phones: text }) {
      const phones = phonesOf(text);
      checkPhones(phones);
      setReport((await add.mutateAsync({ phones })).report);
    },
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
      <Form form={form}>
        <TextAreaField
          name="phones"
          label={t('admin.incidents.phones')}
          hint={t('admin.incidents.phones.hint', { max: maxPhones })}
          rows={6}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
        />
        <SubmitButton isWide={false} look="secondary" className="sm:w-fit">
          {t('admin.incidents.phones.submit')}
        </SubmitButton>
      </Form>
      <div aria-live="polite">{report && <Report report={report} />}</div>
    </div>
  );
}

function Report({ report }: { report: AddReport }) {
  const t = useT();
  const count = (wanted: AddReport[number]['outcome']) =>
    report.filter(({ outcome }) => outcome === wanted).length;
  const wrong = report
    .map((line, index) => ({ ...line, line: index + 1 }))
    .filter(({ outcome }) => outcome === 'no-account' || outcome === 'invalid');
  return (
    <Notice
      tone={wrong.length > 0 ? 'info' : 'success'}
      title={t('admin.incidents.report', { added: count('added'), already: count('already') })}
    >
      {wrong.length > 0 && (
        <ul className="mt-2 grid max-h-48 gap-1 overflow-y-auto">
          {wrong.map(({ line, phone, outcome }) => (
            <li key={line} className="flex flex-wrap gap-x-2">
              <Phone number={phone} className="digits wrap-anywhere" />
              <span>{t(`admin.incidents.report.${outcome === 'invalid' ? 'invalid' : 'noAccount'}`)}</span>
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}

const criterionSchema = v.object({
  by: v.picklist(incidentCriteria, message('admin.incidents.by.required')),
  value: v.fallback(v.pipe(v.string(), v.trim()), ''),
  from: required(),
  to: required(),
});

function CriterionForm({ incident }: { incident: IncidentDetail }) {
  const t = useT();
  const find = useFindAffected(incident.id);
  const [now] = useState(() => Date.now());
  const [by, setBy] = useState('');
  const [found, setFound] = useState<Found | null>(null);
  const form = useForm({
    id: 'affected-criterion',
    schema: criterionSchema,
    async onSubmit({ value, ...criterion }) {
      const from = fromField(criterion.from);
      if (from === undefined) throw new FieldRefusal('from', message('admin.incidents.time.invalid'));
      const to = fromField(criterion.to);
      if (to === undefined || to <= from) throw new FieldRefusal('to', message('admin.incidents.to.order'));
      if (criterion.by !== 'sign-in' && value === '')
        throw new FieldRefusal('value', message('errors.required'));
      setFound(null);
      setFound(
        await find.mutateAsync({ by: criterion.by, from, to, ...(criterion.by !== 'sign-in' && { value }) }),
      );
    },
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
      <Form form={form}>
        <SelectField
          name="by"
          label={t('admin.incidents.by')}
          options={incidentCriteria.map((value) => ({ value, label: t(`admin.incidents.by.${value}`) }))}
          onChange={(change) => setBy(change.target.value)}
        />
        {(by === 'address' || by === 'actor') && (
          <TextField
            key={by}
            name="value"
            label={t(`admin.incidents.value.${by}`)}
            maxLength={64}
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
          />
        )}
        {by === 'application' && <ApplicationField />}
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2 lg:grid-cols-1">
          <DateField
            withTime
            name="from"
            label={t('admin.incidents.from')}
            defaultValue={toField(new Date(incident.discoveredAt).getTime() - dayMs)}
          />
          <DateField
            withTime
            name="to"
            label={t('admin.incidents.to')}
            defaultValue={toField(now + 60_000)}
          />
        </div>
        <SubmitButton isWide={false} look="secondary" className="sm:w-fit" text="admin.incidents.find" />
      </Form>
      <div aria-live="polite">
        {found && (
          <Notice
            tone={found.added > 0 ? 'success' : 'info'}
            title={t('admin.incidents.found', {
              added: formatNumber(found.added),
              seen: formatNumber(found.seen),
            })}
          />
        )}
      </div>
    </div>
  );
}

function ApplicationField() {
  const t = useT();
  const applications = useApplications({ limit: 100 });
  return (
    <SelectField
      name="value"
      label={t('admin.incidents.how.application')}
      options={(applications.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}
