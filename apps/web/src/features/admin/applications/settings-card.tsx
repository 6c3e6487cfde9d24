import * as v from 'valibot';
import { failedWith } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { useChange, useSend } from '#shared/api/queries.ts';
import { Form, useForm } from '#shared/forms/form.tsx';
import { Saved, SaveRow, useSaved } from '#shared/forms/save-row.tsx';
import { optionalCheckbox, optionalText, required } from '#shared/forms/rules.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/controls/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { Checkbox } from '#shared/ui/fields/checkbox.tsx';
import { ChoiceCards } from '#shared/ui/fields/choice-cards.tsx';
import { TextField } from '#shared/ui/fields/text-field.tsx';
import { PageIcon } from '#shared/ui/page/page-icon.tsx';
import { Card, DataList } from '#shared/ui/page/page.tsx';
import type { ApplicationDetail } from './applications.tsx';
import { shownFailure } from '#shared/ui/feedback/load-state.tsx';
import { FileButton } from '#shared/ui/controls/file-button.tsx';

const schema = v.object({
  name: required(),
  access: v.picklist(['open', 'restricted']),
  isFirstParty: optionalCheckbox(),
  operatorName: optionalText(),
  policyUrl: optionalText(2048),
});

export function SettingsCard({ application }: { application: ApplicationDetail }) {
  const t = useT();
  const params = { appId: application.id };
  const saved = useSaved();
  const change = useSend('PATCH /vid/api/admin/applications/:appId', params, 'admin/applications');
  const form = useForm({
    id: 'application-settings',
    schema,
    async onSubmit({ operatorName, policyUrl, ...values }) {
      await saved.run(async () => {
        await change.mutateAsync({
          ...values,
          operatorName: operatorName || null,
          policyUrl: policyUrl || null,
        });
      });
    },
  });
  return (
    <Card title={t('admin.application.settings')}>
      <div className="mb-4">
        <DataList items={{ [t('admin.application.code')]: <bdi>{application.code}</bdi> }} />
      </div>
      <LogoControl application={application} />
      <Form form={form}>
        <TextField
          name="name"
          label={t('admin.application.name')}
          hint={t('admin.application.name.hint')}
          defaultValue={application.name}
          maxLength={200}
        />
        <TextField
          name="operatorName"
          label={t('admin.application.operator')}
          hint={t('admin.application.operator.hint')}
          defaultValue={application.operatorName ?? ''}
          maxLength={200}
          isOptional
        />
        <TextField
          name="policyUrl"
          label={t('admin.application.policy')}
          hint={t('admin.application.policy.hint')}
          defaultValue={application.policyUrl ?? ''}
          inputMode="url"
          dir="ltr"
          isOptional
        />
        <ChoiceCards
          name="access"
          label={t('admin.applications.access')}
          defaultValue={application.access}
          choices={(['open', 'restricted'] as const).map((value) => ({
            value,
            label: t(`admin.applications.access.${value}`),
            hint: t(`admin.application.access.${value}.hint`),
          }))}
        />
        <Checkbox
          name="isFirstParty"
          label={t('admin.application.firstParty.label')}
          defaultChecked={application.isFirstParty}
        />
        <SaveRow saved={saved} />
      </Form>
    </Card>
  );
}

function logoFailure(error: Error | null): string | undefined {
  return (failedWith(error, 'VALIDATION_FAILED') ? error.fields['logo'] : undefined) ?? shownFailure(error);
}

function LogoControl({ application: { id: appId, logo } }: { application: ApplicationDetail }) {
  const t = useT();
  const setLogo = useChange(
    (file: File | null) =>
      file
        ? api.put('/vid/api/admin/applications/:appId/logo', { params: { appId }, file })
        : api.delete('/vid/api/admin/applications/:appId/logo', { params: { appId } }),
    'admin/applications',
  );
  return (
    <div className="mb-4 grid gap-3">
      <div className="flex flex-wrap items-center gap-4">
        <span className="grid size-14 place-items-center overflow-hidden rounded-control border border-line bg-bg text-muted">
          {logo === null ? (
            <PageIcon name="apps" />
          ) : (
            <img src={logo} alt="" className="size-full object-contain" />
          )}
        </span>
        <FileButton
          look="secondary"
          isBusy={setLogo.isPending}
          accept="image/png,image/jpeg,image/webp,image/svg+xml"
          label={t('admin.application.logo.choose')}
          onFile={(file) => setLogo.mutate(file)}
        />
        {logo !== null && (
          <Button look="ghost" onClick={() => setLogo.mutate(null)} text="admin.application.logo.remove" />
        )}
        <Saved text={setLogo.isSuccess && 'common.updateSuccess'} />
      </div>
      <p className="text-sm text-muted">{t('admin.application.logo.hint')}</p>
      <Alert text={logoFailure(setLogo.error)} />
    </div>
  );
}
