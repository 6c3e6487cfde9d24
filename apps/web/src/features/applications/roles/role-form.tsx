import * as v from 'valibot';
import { failedWith, failureText } from '#shared/api/api-failure.ts';
import { FieldRefusal } from '#shared/forms/field-refusal.ts';
import { FormButtons } from '#shared/forms/form-buttons.tsx';
import { Form, useForm } from '#shared/forms/form.tsx';
import { message } from '#shared/forms/message.ts';
import { optionalCheckbox, optionalText, required } from '#shared/forms/rules.ts';
import { useSuggestedCode } from '#shared/forms/use-suggested-code.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Checkbox } from '#shared/ui/fields/checkbox.tsx';
import { TextAreaField } from '#shared/ui/fields/text-area-field.tsx';
import { TextField } from '#shared/ui/fields/text-field.tsx';
import type { AppRole, NewRole } from './roles.ts';

const texts = { name: required(), description: optionalText(200), isDefault: optionalCheckbox() };
const codeShape = v.regex(/^[a-z][a-z0-9_-]{0,40}$/, message('apps.roles.code.format'));
const newSchema = v.object({ code: v.pipe(required(), codeShape), ...texts });
const changeSchema = v.object({ code: v.fallback(v.string(), ''), ...texts });

type Props = { role?: AppRole; onSubmit: (role: NewRole) => Promise<void>; onCancel: () => void };

export function RoleForm({ role, onSubmit, onCancel }: Props) {
  const t = useT();
  const suggested = useSuggestedCode(41);
  const form = useForm({
    id: 'role',
    schema: role ? changeSchema : newSchema,
    onSubmit: (values) =>
      onSubmit({ ...values, code: role?.code ?? values.code }).catch((error: unknown) => {
        if (failedWith(error, 'ROLE_EXISTS')) throw new FieldRefusal('code', failureText(error), error);
        throw error;
      }),
  });
  return (
    <Form form={form} focusesFirstField>
      <TextField
        name="name"
        label={t('apps.roles.name')}
        hint={t('apps.roles.name.hint')}
        maxLength={100}
        autoComplete="off"
        defaultValue={role?.name ?? ''}
        {...suggested.name}
      />
      {!role && (
        <TextField
          name="code"
          label={t('apps.roles.code')}
          hint={t('apps.roles.code.hint')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...suggested.code}
        />
      )}
      <TextAreaField
        name="description"
        label={t('apps.roles.description')}
        hint={t('apps.roles.description.hint')}
        rows={2}
        maxLength={200}
        isOptional
        defaultValue={role?.description ?? ''}
      />
      <Checkbox
        name="isDefault"
        label={t('apps.roles.isDefault')}
        defaultChecked={role?.isDefault ?? false}
      />
      <FormButtons action={t(role ? 'account.saveChanges' : 'apps.addEntry')} onCancel={onCancel} />
    </Form>
  );
}
