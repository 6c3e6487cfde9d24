import * as v from 'valibot';
import { paths } from '#navigation/paths.ts';
import { providerNames } from '#session/social/providers.ts';
import { failedWith } from '#shared/api/api-failure.ts';
import { FieldRefusal } from '#shared/forms/field-refusal.ts';
import { Form, useForm } from '#shared/forms/form.tsx';
import { message } from '#shared/forms/message.ts';
import { typedPassword } from '#shared/forms/rules.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { SubmitButton, TextLink } from '#shared/ui/controls/button.tsx';
import { HiddenUsername, PasswordField } from '#shared/ui/fields/password-field.tsx';
import { StepPage } from '#shared/ui/page-title.tsx';
import { PhoneText } from '#shared/ui/display/phone-text.tsx';
import { readSignup } from '#state/signup.ts';
import { Progress } from '#features/sign-in/sign-up/progress.tsx';
import { useFinishSignUp } from './finish-sign-up.ts';
import { IdentityRow } from './identity-row.tsx';
import type { PendingSignUp } from './pending-sign-up.ts';

const schema = v.object({ password: typedPassword() });

/** Links the identity to the account that already has the phone, after checking its password. */
export function LinkForm({ pending }: { pending: PendingSignUp }) {
  const t = useT();
  const finish = useFinishSignUp('signedIn');
  const phone = readSignup().phone ?? '';
  const provider = providerNames[pending.provider];
  const form = useForm({
    id: 'social-link',
    schema,
    async onSubmit(values) {
      try {
        await finish(values);
      } catch (error) {
        // The phone is known here, so only the password can be wrong.
        if (!failedWith(error, 'AUTH_FAILED')) throw error;
        throw new FieldRefusal('password', message('social.link.wrongPassword'), error);
      }
    },
  });
  return (
    <StepPage
      title={t('social.reception.link', { provider })}
      lead={<PhoneText text={t('social.link.lead', { phone, provider })} phone={phone} />}
      notice={
        <>
          <Progress step={3} />
          <IdentityRow pending={pending} />
        </>
      }
    >
      <Form focusesFirstField form={form}>
        <HiddenUsername phone={phone} />
        <PasswordField name="password" label={t('social.link.password')} enterKeyHint="done" />
        <p>
          <TextLink isPlain to={paths.forgetPassword} text="auth.signIn.forgot" />
        </p>
        <SubmitButton>{t('social.link.submit')}</SubmitButton>
      </Form>
    </StepPage>
  );
}
