import { useState } from 'react';
import { inJourney } from '#journeys/in-journey.tsx';
import { passwordResetJourney } from '#journeys/password-reset.ts';
import { takeStep, useOpenNextPage } from '#journeys/run.ts';
import { lazyPage } from '#navigation/lazy-page.ts';
import { newPasswordTwice } from '#shared/forms/account-rules.ts';
import { failedWith, isLostAnswer } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { FieldRefusal } from '#shared/forms/field-refusal.ts';
import { Form, useForm } from '#shared/forms/form.tsx';
import { message } from '#shared/forms/message.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { SubmitButton } from '#shared/ui/controls/button.tsx';
import { notify } from '#shared/ui/feedback/notify.ts';
import { StepPage } from '#shared/ui/page-title.tsx';
import { NewPasswordField } from '#shared/ui/fields/new-password-field.tsx';
import { HiddenUsername, PasswordField } from '#shared/ui/fields/password-field.tsx';
import { authEvents } from '#state/auth.ts';
import { otpTokenInCookie, readSignup } from '#state/signup.ts';

const schema = newPasswordTwice();

/**
 * Sets the password with the verified phone. A verification is valid for one call, so the retry after a lost response
 * may be refused although the password was set. Calls `onLost` before such a retry.
 */
async function setPassword(
  values: { phone: string; newPassword: string },
  onLost: () => void,
): Promise<void> {
  const body = { ...values, otpToken: otpTokenInCookie };
  try {
    await api.post('/vid/api/users/password/forget', { body });
  } catch (error) {
    if (!isLostAnswer(error)) throw error;
    onLost();
    await api.post('/vid/api/users/password/forget', { body, isRepeatable: true });
  }
}

/** Loads on demand, because a reset that needs only a code does not show this form. */
const MoreProof = lazyPage(() => import('../recovery/more-proof.tsx'), 'MoreProof', 'reset');

/** The last step of a password reset, which starts no session; the user then signs in with the new password. */
function NewPassword() {
  const t = useT();
  const openNextPage = useOpenNextPage(passwordResetJourney);
  const phone = readSignup().phone ?? '';
  const [needsMore, setNeedsMore] = useState(false);

  const form = useForm({
    id: 'new-password',
    schema,
    async onSubmit({ newPassword: chosen }) {
      let wasLost = false;
      try {
        await setPassword({ phone, newPassword: chosen }, () => {
          wasLost = true;
        });
      } catch (error) {
        if (failedWith(error, 'OTP_TOKEN_INVALID')) {
          if (wasLost) notify.error(message('auth.maybeReset'));
          if (wasLost) authEvents.phoneEntered(phone);
          openNextPage(takeStep(passwordResetJourney, wasLost ? 'passwordSet' : 'verificationExpired'));
          return;
        }
        if (failedWith(error, 'RECOVERY_REQUIRED')) {
          setNeedsMore(true);
          return;
        }
        if (failedWith(error, 'PASSWORD_POLICY', 'PASSWORD_COMMON', 'PASSWORD_CONTAINS_PHONE')) {
          throw new FieldRefusal('newPassword', error.message, error);
        }
        throw error;
      }
      authEvents.passwordChanged();
      authEvents.phoneEntered(phone);
      openNextPage(takeStep(passwordResetJourney, 'passwordSet'));
    },
  });

  if (needsMore) return <MoreProof />;
  return (
    <StepPage title={t('reset.input.title')} lead={t('reset.input.lead')}>
      <Form focusesFirstField form={form}>
        <HiddenUsername phone={phone} />
        <NewPasswordField name="newPassword" label={t('reset.input.password')} />
        <PasswordField name="confirm" label={t('reset.input.confirm')} kind="repeat" />
        <SubmitButton>{t('reset.input.submit')}</SubmitButton>
      </Form>
    </StepPage>
  );
}

export const NewPasswordPage = inJourney(passwordResetJourney, NewPassword);
