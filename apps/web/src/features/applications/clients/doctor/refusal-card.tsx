import { useSearchParams } from 'react-router';
import * as v from 'valibot';
import { failedWith } from '#shared/api/api-failure.ts';
import { useRead } from '#shared/api/queries.ts';
import { Form, useForm } from '#shared/forms/form.tsx';
import { required } from '#shared/forms/rules.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { SubmitButton } from '#shared/ui/controls/button.tsx';
import { LoadState } from '#shared/ui/feedback/load-state.tsx';
import { TextField } from '#shared/ui/fields/text-field.tsx';
import { Card } from '#shared/ui/page/page.tsx';
import { RefusalDetails } from '#shared/ui/display/refusal-details.tsx';

const maxLength = 32;
const schema = v.object({ reference: v.pipe(required(), v.maxLength(maxLength)) });

export function RefusalCard({ appId, clientId }: { appId: string; clientId: string }) {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const reference = params.get('reference') ?? '';
  const form = useForm({
    id: 'reference',
    schema,
    onSubmit: async (values) => setParams({ reference: values.reference.trim() }),
  });
  return (
    <Card title={t('apps.doctor.refusal')} lead={t('apps.doctor.refusal.lead')}>
      <Form form={form} className="flex max-w-[36rem] flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <TextField
            name="reference"
            label={t('apps.doctor.refusal.reference')}
            defaultValue={reference}
            maxLength={maxLength}
            autoComplete="off"
          />
        </div>
        <SubmitButton isWide={false} look="secondary" text="apps.doctor.refusal.find" />
      </Form>
      {reference !== '' && (
        <div className="mt-6">
          <Found appId={appId} clientId={clientId} reference={reference} />
        </div>
      )}
    </Card>
  );
}

type Props = { appId: string; clientId: string; reference: string };

function Found(params: Props) {
  const t = useT();
  const query = useRead('GET /vid/api/apps/:appId/clients/:clientId/refusals/:reference', { params });
  if (failedWith(query.error, 'NOT_FOUND')) return <output>{t('apps.doctor.refusal.unknown')}</output>;
  if (query.data === undefined) return <LoadState query={query} />;
  return <RefusalDetails refusal={query.data} />;
}
