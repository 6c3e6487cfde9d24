import { useState } from 'react';
import { useNavigate } from 'react-router';
import * as v from 'valibot';
import { areaPaths } from '#navigation/area-paths.ts';
import { api } from '#shared/api/api.ts';
import { message } from '#shared/forms/message.ts';
import { optionalCheckbox, required } from '#shared/forms/rules.ts';
import { useSuggestedCode } from '#shared/forms/use-suggested-code.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { isPlausiblePhone } from '#shared/lib/phone/phone.ts';
import { Notice } from '#shared/ui/feedback/alert.tsx';
import { Checkbox } from '#shared/ui/fields/checkbox.tsx';
import { ChoiceCards } from '#shared/ui/fields/choice-cards.tsx';
import { PhoneField, TextField } from '#shared/ui/fields/text-field.tsx';
import { Card, Page } from '#shared/ui/page/page.tsx';
import { ClientForm } from '#features/applications/clients/client-form.tsx';
import { useNewClient } from '#features/applications/clients/secret-dialog.tsx';
import { pathOf, useRegister } from './applications.tsx';

const basicRules = v.object({
  code: v.pipe(
    required(),
    v.regex(/^[A-Za-z0-9][A-Za-z0-9_-]{1,40}$/u, message('admin.application.code.wrong')),
  ),
  name: required(),
});
const rules = v.object({
  ...basicRules.entries,
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
  const { follow, dialog } = useNewClient();
  const suggested = useSuggestedCode(41);
  /** The application, if the server registered it but rejected its client, which can then be corrected. */
  const [registered, setRegistered] = useState<{ id: string; name: string } | null>(null);
  const basic = (
    <>
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
    </>
  );
  const owner = (
    <PhoneField
      name="ownerPhone"
      label={t('admin.application.ownerPhone')}
      hint={t('admin.application.ownerPhone.hint')}
      autoComplete="off"
      isOptional
    />
  );
  const advanced = (
    <>
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
    </>
  );
  return (
    <Page
      width="form"
      back={{ to: areaPaths.adminApplications, text: t('admin.application.back') }}
      title={t('admin.applications.register')}
      lead={t('admin.application.register.lead')}
    >
      {registered && (
        <Notice tone="success">{t('admin.application.registered', { name: registered.name })}</Notice>
      )}
      <Card>
        <ClientForm<v.InferOutput<typeof rules>>
          application={registered ? undefined : { basic, owner, advanced, rules, basicRules }}
          suggestedName={registered?.name}
          action="admin.applications.register"
          onCancel={() => void navigate(registered ? pathOf(registered.id) : areaPaths.adminApplications)}
          onSubmit={async (body, _changes, { ownerPhone, code, name, access, isFirstParty }) => {
            const { id: appId } =
              registered ??
              (await register.mutateAsync({
                code,
                name,
                access,
                isFirstParty,
                ...(ownerPhone !== '' && { ownerPhone }),
              }));
            try {
              const made = await api.post('/vid/api/apps/:appId/clients', { params: { appId }, body });
              follow({ ...made, kind: body.kind, appId });
            } catch (error) {
              setRegistered((before) => before ?? { id: appId, name });
              throw error;
            }
          }}
        />
      </Card>
      {dialog}
    </Page>
  );
}
