import { api } from '#shared/api/api.ts';
import { useRefresh } from '#shared/api/queries.ts';
import { ErrorSummary } from '#shared/forms/error-summary.tsx';
import { FormButtons } from '#shared/forms/form-buttons.tsx';
import { Form, useForm } from '#shared/forms/form.tsx';
import { useT } from '#shared/i18n/use-t.ts';
import { Notice } from '#shared/ui/feedback/alert.tsx';
import { DateField } from '#shared/ui/fields/date-field.tsx';
import { SelectField } from '#shared/ui/fields/select-field.tsx';
import { TextField } from '#shared/ui/fields/text-field.tsx';
import { useProvinces } from '#state/labels.ts';
import { EmployerField } from './employer-field.tsx';
import { bodyOf, type Certificate, certificateSchema, valuesOf } from './certificate-values.ts';

type Props = {
  certificate: Certificate | null;
  /** Called after the certificate is saved, or the change is discarded. */
  onDone: (isSaved: boolean) => void;
};

export function CertificateForm({ certificate, onDone }: Props) {
  const t = useT();
  const reload = useRefresh('users/information');
  const saved = valuesOf(certificate);
  const provinces = useProvinces(certificate?.province ?? null);
  const form = useForm({
    id: 'certificate',
    schema: certificateSchema,
    onSubmit: async (checked) => {
      await api.put('/vid/api/users/certificate', {
        body: bodyOf(checked),
        isRepeatable: true,
      });
      await reload();
      onDone(true);
    },
  });
  const labels = {
    number: t('profile.certificate.number'),
    province: t('profile.certificate.province'),
    issuedOn: t('profile.certificate.issuedOn'),
    expiresOn: t('profile.certificate.expiresOn'),
    employer: t('profile.certificate.employer'),
  };
  return (
    <Form form={form}>
      <ErrorSummary labels={labels} />
      {certificate?.status === 'confirmed' && <Notice>{t('profile.certificate.recheck')}</Notice>}
      <TextField
        name="number"
        label={labels.number}
        autoComplete="off"
        spellCheck={false}
        defaultValue={saved.number}
      />
      <SelectField
        name="province"
        label={labels.province}
        placeholder={t('account.province.choose')}
        options={provinces}
        defaultValue={saved.province}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2">
        <DateField name="issuedOn" label={labels.issuedOn} defaultValue={saved.issuedOn} />
        <DateField name="expiresOn" label={labels.expiresOn} isOptional defaultValue={saved.expiresOn} />
      </div>
      <EmployerField label={labels.employer} saved={certificate?.employer ?? null} />
      <FormButtons action={t('profile.certificate.save')} onCancel={() => onDone(false)} />
    </Form>
  );
}
