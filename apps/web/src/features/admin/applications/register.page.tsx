import { useNavigate } from 'react-router';
import * as v from 'valibot';
import { areaPaths } from '#navigation/area-paths.ts';
import { Form, useForm } from '#shared/forms/form.tsx';
import { message } from '#shared/forms/message.ts';
import { optionalCheckbox, required } from '#shared/forms/rules.ts';
import { useSuggestedCode } from '#shared/forms/use-suggested-code.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { isPlausiblePhone } from '#shared/lib/phone.ts';
import { ButtonLink, SubmitButton } from '#shared/ui/button.tsx';
import { Checkbox } from '#shared/ui/fields/checkbox.tsx';
import { ChoiceCards } from '#shared/ui/fields/choice-cards.tsx';
import { PhoneField, TextField } from '#shared/ui/fields/text-field.tsx';
import { Card, Page } from '#shared/ui/page/page.tsx';
import { commonEvents } from '#state/common.ts';
import { pathOf, useRegister } from './applications.tsx';

const schema = v.object({
  code: v.pipe(
    required(),
    v.regex(/^[A-Za-z0-9][A-Za-z0-9_-]{1,40}$/u, message('admin.application.code.wrong')),
  ),
  name: required(),
  ownerPhone: v.pipe(
    v.string(),
    v.trim(),
    v.check((typed) => typed === '' || isPlausiblePhone(typed), message('errors.phone')),
  ),
  access: v.picklist(['open', 'restricted']),
  isFirstParty: optionalCheckbox(),
});

export function RegisterPage() {
  const t = useT();
  const navigate = useNavigate();
  const register = useRegister();
  const suggested = useSuggestedCode(41);
  const form = useForm({
    id: 'application',
    schema,
    async onSubmit({ ownerPhone, ...input }) {
      const { id } = await register.mutateAsync({ ...input, ...(ownerPhone !== '' && { ownerPhone }) });
      commonEvents.succeeded('admin.application.registered');
      await navigate(pathOf(id));
    },
  });
  return (
    <Page
      width="form"
      back={{ to: areaPaths.adminApplications, text: t('admin.application.back') }}
      title={t('admin.applications.register')}
      lead={t('admin.application.register.lead')}
    >
      <Card>
        <Form form={form} focusesFirstField>
          <TextField
            name="name"
            label={t('admin.application.name')}
            hint={t('admin.application.name.hint')}
            maxLength={200}
            {...suggested.name}
          />
          <TextField
            name="code"
            label={t('admin.application.code')}
            hint={t('admin.application.code.hint')}
            autoCapitalize="none"
            spellCheck={false}
            {...suggested.code}
          />
          <PhoneField
            name="ownerPhone"
            label={t('admin.application.ownerPhone')}
            hint={t('admin.application.ownerPhone.hint')}
            autoComplete="off"
            isOptional
          />
          <ChoiceCards
            name="access"
            label={t('admin.applications.access')}
            defaultValue="open"
            choices={(['open', 'restricted'] as const).map((value) => ({
              value,
              label: t(`admin.applications.access.${value}`),
              hint: t(`admin.application.access.${value}.hint`),
            }))}
          />
          <Checkbox name="isFirstParty" label={t('admin.application.firstParty.label')} />
          <div className="mt-2 flex flex-col-reverse gap-3 md:flex-row">
            <ButtonLink look="secondary" to={areaPaths.adminApplications} text="common.cancel" />
            <SubmitButton isWide={false}>{t('admin.applications.register')}</SubmitButton>
          </div>
        </Form>
      </Card>
    </Page>
  );
}
