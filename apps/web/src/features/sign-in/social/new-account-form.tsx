import { useState } from 'react';
import * as v from 'valibot';
import { providerNames } from '#session/social/providers.ts';
import { newPassword } from '#shared/forms/account-rules.ts';
import { nameRule, optionalEmail, optionalName } from '#shared/forms/name-rule.ts';
import { Form, useForm } from '#shared/forms/form.tsx';
import { optionalText } from '#shared/forms/rules.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { SubmitButton } from '#shared/ui/controls/button.tsx';
import { NewPasswordField } from '#shared/ui/fields/new-password-field.tsx';
import { HiddenUsername } from '#shared/ui/fields/password-field.tsx';
import { TextField } from '#shared/ui/fields/text-field.tsx';
import { StepPage } from '#shared/ui/page-title.tsx';
import { PhoneText } from '#shared/ui/display/phone-text.tsx';
import { readSignup } from '#state/signup.ts';
import { useSso } from '#state/sso.ts';
import { AccountKind } from '#features/sign-in/sign-up/account-kind.tsx';
import { Progress } from '#features/sign-in/sign-up/progress.tsx';
import { ReferralField } from '#features/sign-in/sign-up/referral-field.tsx';
import { useFinishSignUp } from './finish-sign-up.ts';
import type { PendingSignUp } from './pending-sign-up.ts';

/** Facebook sends an e-mail address only if the user has one and agrees, so ask for a missing address. */
const asksForEmail = ({ provider, suggestion }: PendingSignUp): boolean =>
  provider === 'facebook' && suggestion.email === null;

function schemaFor(asks: { email: boolean; requiresName: boolean }) {
  return v.object({
    kind: v.string(),
    name: asks.requiresName ? nameRule() : optionalName(),
    email: asks.email ? optionalEmail() : v.fallback(v.string(), ''),
    password: newPassword(),
    referralCode: optionalText(32),
  });
}

export function NewAccountForm({ pending }: { pending: PendingSignUp }) {
  const t = useT();
  const finish = useFinishSignUp('accountCreated');
  const { phone: known, referralCode } = readSignup();
  const phone = known ?? '';
  const application = useSso((state) => state.application);
  const requiresName = application?.requiresName === true;
  const provider = providerNames[pending.provider];
  const asksEmail = asksForEmail(pending);
  const [isEnterprise, setIsEnterprise] = useState(false);
  const form = useForm({
    id: 'social-sign-up',
    schema: schemaFor({ email: asksEmail, requiresName }),
    onSubmit: ({ kind, ...values }) => finish({ ...values, isEnterprise: kind === 'enterprise' }),
  });
  return (
    <StepPage
      title={t('signUp.password.title')}
      lead={t('social.password.lead', { provider })}
      notice={
        <>
          <Progress step={3} />
          <p className="mt-4 text-label text-muted">
            <PhoneText text={t('signUp.verifiedPhone', { phone })} phone={phone} />
          </p>
        </>
      }
    >
      <Form focusesFirstField form={form}>
        <HiddenUsername phone={phone} />
        <AccountKind
          defaultValue="personal"
          onValueChange={(kind) => setIsEnterprise(kind === 'enterprise')}
        />
        {isEnterprise ? (
          <TextField
            key="enterprise"
            name="name"
            label={t('signUp.name.enterprise')}
            isOptional={!requiresName}
            autoComplete="organization"
            enterKeyHint="next"
          />
        ) : (
          <TextField
            key="personal"
            name="name"
            label={t('signUp.name.personal')}
            hint={t('social.name.hint', { provider })}
            isOptional={!requiresName}
            defaultValue={pending.suggestion.name ?? ''}
            autoComplete="name"
            enterKeyHint="next"
          />
        )}
        {asksEmail && (
          <TextField
            name="email"
            type="email"
            inputMode="email"
            label={t('social.email')}
            hint={t('social.email.hint')}
            isOptional
            autoComplete="email"
            enterKeyHint="next"
          />
        )}
        <NewPasswordField name="password" label={t('common.password')} />
        <ReferralField defaultValue={referralCode ?? ''} />
        <SubmitButton>{t('signUp.password.submit')}</SubmitButton>
      </Form>
    </StepPage>
  );
}
