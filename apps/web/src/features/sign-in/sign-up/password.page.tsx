import { useState } from 'react';
import * as v from 'valibot';
import { takeStep, useGoOn } from '#journeys/run.ts';
import { signUpJourney } from '#journeys/sign-up.ts';
import { basePath, paths } from '#navigation/paths.ts';
import { findSessionOf, sessionStarted } from '#session/session.ts';
import { failedWith } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { FieldRefusal } from '#shared/forms/field-refusal.ts';
import { Form } from '#shared/forms/form.tsx';
import { message } from '#shared/forms/message.ts';
import { newPassword, optionalText, ticked } from '#shared/forms/rules.ts';
import { useForm } from '#shared/forms/use-form.ts';
import { Rich } from '#shared/i18n/rich.tsx';
import { useT } from '#shared/i18n/use-t.ts';
import { SubmitButton } from '#shared/ui/button.tsx';
import { PageTitle } from '#shared/ui/page-title.tsx';
import { PasswordField } from '#shared/ui/password-field.tsx';
import type { UserInfo } from '#state/auth.ts';
import { readSignup, signupEvents } from '#state/signup.ts';
import { HiddenUsername } from '#features/sign-in/otp/hidden-username.tsx';
import { ShownPhone } from '#features/sign-in/otp/phone-part.tsx';
import { otpTokenInCookie } from '#features/sign-in/otp/request-code.ts';
import { AccountKind, accountKind } from './account-kind.tsx';
import { Agreement, agreedTerms } from './agreement.tsx';
import { Progress } from './progress.tsx';
import { ReferralField } from './referral-field.tsx';

const fields = { password: newPassword(), referralCode: optionalText(32) };
const schema = v.object(fields);
/** Whoever comes from the sign-in by code has not seen the first page: its questions are asked here. */
const fullSchema = v.object({
  ...fields,
  kind: accountKind(),
  agree: ticked(message('signUp.agree.required')),
});

const passwordCodes = ['PASSWORD_POLICY', 'PASSWORD_COMMON', 'PASSWORD_CONTAINS_PHONE'] as const;

async function createAccount(given: { password: string; referralCode: string }): Promise<UserInfo> {
  const { phone, isEnterprise, campaign, acceptedTerms } = readSignup();
  const creation = api.post('/vid/ajax/users/signup/phone', {
    body: {
      phone: phone ?? '',
      password: given.password,
      isEnterprise,
      referralCode: given.referralCode === '' ? null : given.referralCode,
      campaign,
      otpToken: otpTokenInCookie,
      acceptedTerms: acceptedTerms !== null,
    },
    flags: { muteLoading: true, muteError: true, muteSuccess: true, ignore401: true },
    // One otpToken makes one account however often it is sent, so that a lost answer can be asked for again.
    isRepeatable: true,
  });
  return creation.catch(async (error: unknown) => {
    const made = failedWith(error, 'OTP_TOKEN_INVALID') ? await findSessionOf(phone ?? '') : null;
    if (made === null) throw error;
    return made;
  });
}

/** The last step: the password, and who invited. */
export function SignUpPasswordPage() {
  const t = useT();
  const goOn = useGoOn(signUpJourney);
  const known = readSignup();
  const [asksAll] = useState(known.acceptedTerms === null);
  const phone = known.phone ?? '';

  const finish = async (given: { password: string; referralCode: string }) => {
    try {
      const userInfo = await createAccount(given);
      takeStep(signUpJourney, 'accountCreated');
      // The access rule of this route leads a signed-in person on to the success page.
      sessionStarted(userInfo);
    } catch (error) {
      if (failedWith(error, 'OTP_TOKEN_INVALID')) goOn(takeStep(signUpJourney, 'verificationExpired'));
      else if (failedWith(error, 'ACCOUNT_EXISTS')) goOn(takeStep(signUpJourney, 'accountExists'));
      else if (failedWith(error, ...passwordCodes)) throw new FieldRefusal('password', error.message);
      else if (failedWith(error, 'REFERRAL_INVALID')) throw new FieldRefusal('referralCode', error.message);
      else if (failedWith(error, 'TERMS_NOT_ACCEPTED')) throw new FieldRefusal('agree', error.message);
      else throw error;
    }
  };

  const shortForm = useForm({ id: 'signup-password', schema, onSubmit: finish });
  const fullForm = useForm({
    id: 'signup-password',
    schema: fullSchema,
    onSubmit({ kind, ...given }) {
      signupEvents.detailsGiven({ isEnterprise: kind === 'enterprise', acceptedTerms: agreedTerms() });
      return finish(given);
    },
  });

  return (
    <>
      <PageTitle title={t('signUp.password.title')} lead={t('signUp.password.lead')} />
      <Progress step={3} />
      <p className="mt-4 text-label text-muted">
        <Rich text={t('signUp.verifiedPhone', { phone })} parts={{ phone: <ShownPhone phone={phone} /> }} />
      </p>
      <div className="mt-4">
        <Form form={asksAll ? fullForm : shortForm} action={`${basePath}${paths.signUpPassword}`}>
          <HiddenUsername phone={phone} />
          {asksAll && <AccountKind defaultValue="personal" />}
          <PasswordField name="password" label={t('common.password')} kind="new" />
          <ReferralField defaultValue={known.referralCode ?? ''} />
          {asksAll && <Agreement />}
          <SubmitButton>{t('signUp.password.submit')}</SubmitButton>
        </Form>
      </div>
    </>
  );
}
