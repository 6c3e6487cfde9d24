import * as v from 'valibot';
import { nameRule } from '#shared/forms/name-rule.ts';
import { ApiFailure } from '#shared/api/api-failure.ts';
import { FieldRefusal } from '#shared/forms/field-refusal.ts';
import { useForm } from '#shared/forms/form.tsx';
import { useT } from '#shared/i18n/use-t.ts';
import { TextField } from '#shared/ui/fields/text-field.tsx';
import { useAuth } from '#state/auth.ts';
import { DetailForm, type DetailProps, isOtherAccount, saveDetail } from './detail-form.tsx';

const schema = v.object({ name: nameRule() });

export function AskForName({ accountId, onSaved, ...props }: DetailProps) {
  const t = useT();
  const isEnterprise = useAuth((state) => state.user?.isEnterprise === true);
  const form = useForm({
    id: 'sso-name',
    schema,
    async onSubmit({ name }) {
      if (isOtherAccount(accountId)) return onSaved();
      try {
        await saveDetail(isEnterprise ? { enterprise: { name } } : { name });
      } catch (error) {
        const refused = error instanceof ApiFailure ? error.fields['enterprise.name'] : undefined;
        if (refused !== undefined) throw new FieldRefusal('name', refused, error);
        throw error;
      }
      await onSaved();
    },
  });
  return (
    <DetailForm
      {...props}
      form={form}
      title={t('sso.name.title')}
      lead={t('sso.name.lead', { app: props.application.name })}
      submit={t('sso.continue')}
    >
      <TextField
        name="name"
        label={t(isEnterprise ? 'sso.name.enterprise' : 'sso.name.personal')}
        autoComplete={isEnterprise ? 'organization' : 'name'}
        enterKeyHint="done"
      />
    </DetailForm>
  );
}
