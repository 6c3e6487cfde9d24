import { useState } from 'react';
import { newPasswordTwice } from '#shared/forms/account-rules.ts';
import { failedWith } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { FieldRefusal } from '#shared/forms/field-refusal.ts';
import { Form, useForm } from '#shared/forms/form.tsx';
import { message } from '#shared/forms/message.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { SubmitButton } from '#shared/ui/controls/button.tsx';
import { Checkbox } from '#shared/ui/fields/checkbox.tsx';
import { NewPasswordField } from '#shared/ui/fields/new-password-field.tsx';
import { HiddenUsername, PasswordField } from '#shared/ui/fields/password-field.tsx';
import { StepPage } from '#shared/ui/page-title.tsx';
import { authEvents } from '#state/auth.ts';
import { otpTokenInCookie, readSignup } from '#state/signup.ts';
import { RemovalSteps } from './recovery-steps.tsx';

const schema = newPasswordTwice();

type Props = {
  onDone: () => void;
  onInvalid: () => void;
  /** Called if the member must verify a phone again. */
  onRestart: (reason: string) => void;
};

/** The last step of a recovery, which starts no session; the member then signs in. */
export function NewPasswordStep({ onDone, onInvalid, onRestart }: Props) {
  const t = useT();
  const [phone] = useState(() => readSignup().phone ?? '');
  const [hasSlept, setHasSlept] = useState(false);
  const form = useForm({
    id: 'recovery-password',
    schema,
    async onSubmit({ newPassword: chosen, isNewOwner }) {
      try {
        await api.post('/vid/ajax/auth/recovery/complete', {
          body: { phone, otpToken: otpTokenInCookie, newPassword: chosen, isNewOwner },
        });
        authEvents.phoneEntered(phone);
        onDone();
        return undefined;
      } catch (error) {
        if (failedWith(error, 'RECOVERY_LINK_INVALID')) onInvalid();
        else if (failedWith(error, 'OTP_TOKEN_INVALID')) onRestart(message('otp.reason.verificationExpired'));
        else if (failedWith(error, 'ACCOUNT_EXISTS')) onRestart(message('reset.recovery.phoneTaken'));
        else if (failedWith(error, 'PASSWORD_POLICY', 'PASSWORD_COMMON', 'PASSWORD_CONTAINS_PHONE'))
          throw new FieldRefusal('newPassword', error.message, error);
        else if (failedWith(error, 'RECOVERY_REQUIRED')) {
          setHasSlept(true);
          return message('reset.recovery.phoneSlept');
        } else throw error;
        return undefined;
      }
    },
  });
  return (
    <StepPage
      title={t('reset.input.title')}
      notice={
        <div className="mt-6">
          <RemovalSteps />
        </div>
      }
    >
      <Form focusesFirstField form={form}>
        <HiddenUsername phone={phone} />
        <NewPasswordField name="newPassword" label={t('reset.input.password')} />
        <PasswordField name="confirm" label={t('reset.input.confirm')} kind="repeat" />
        {hasSlept && <Checkbox name="isNewOwner" label={t('reset.recovery.newOwner')} />}
        <SubmitButton>{t('reset.recovery.finish')}</SubmitButton>
      </Form>
    </StepPage>
  );
}
