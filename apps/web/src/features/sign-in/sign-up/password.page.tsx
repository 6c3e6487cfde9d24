import { useState } from 'react';
import * as v from 'valibot';
import { takeStep, useOpenNextPage } from '#journeys/run.ts';
import { signUpJourney } from '#journeys/sign-up.ts';
import { basePath, paths } from '#navigation/paths.ts';
import { findSessionOf, sessionStarted } from '#session/session.ts';
import { failedWith } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { FieldRefusal } from '#shared/forms/field-refusal.ts';
import { Form } from '#shared/forms/form.tsx';
import { newPassword, optionalText } from '#shared/forms/rules.ts';
import { useForm } from '#shared/forms/use-form.ts';
import { Rich } from '#shared/i18n/rich.tsx';
import { useT } from '#shared/i18n/use-t.ts';
import { SubmitButton } from '#shared/ui/button.tsx';
import { PageTitle } from '#shared/ui/page-title.tsx';
import { HiddenUsername, PasswordField } from '#shared/ui/fields/password-field.tsx';
import type { UserInfo } from '#state/auth.ts';
import { readSignup, signupEvents } from '#state/signup.ts';
import { ShownPhone } from '#features/sign-in/otp/code-page.tsx';
import { otpTokenInCookie } from '#features/sign-in/otp/request-code.ts';
import { accountDetails, AccountKind, Agreement, currentTermsVersion } from './account-details.tsx';
import { Progress } from './progress.tsx';
import { ReferralField } from './referral-field.tsx';

const fields = { password: newPassword(), referralCode: optionalText(32) };
const schema = v.object(fields);
/** Users who come from the OTP sign-in have not seen the first page, so its fields are shown here. */
const fullSchema = v.object({ ...fields, ...accountDetails() });

const passwordCodes = ['PASSWORD_POLICY', 'PASSWORD_COMMON', 'PASSWORD_CONTAINS_PHONE'] as const;

async function createAccount(values: { password: string; referralCode: string }): Promise<UserInfo> {
  const { phone, isEnterprise, campaign, acceptedTerms } = readSignup();
  const creation = api.post('/vid/ajax/users/signup/phone', {
    body: {
      phone: phone ?? '',
      password: values.password,
      isEnterprise,
      referralCode: values.referralCode === '' ? null : values.referralCode,
      campaign,
      otpToken: otpTokenInCookie,
      acceptedTerms: acceptedTerms !== null,
    },
    flags: { ignore401: true },
    // An otpToken creates at most one account, so retrying after a lost answer is safe.
    isRepeatable: true,
  });
  return creation.catch(async (error: unknown) => {
    const existing = failedWith(error, 'OTP_TOKEN_INVALID') ? await findSessionOf(phone ?? '') : null;
    if (existing === null) throw error;
    return existing;
  });
}

/** The last step: the password and the referral code. */
export function SignUpPasswordPage() {
  const t = useT();
  const openNextPage = useOpenNextPage(signUpJourney);
  const known = readSignup();
  const [asksForDetails] = useState(known.acceptedTerms === null);
  const phone = known.phone ?? '';

  const finish = async (values: { password: string; referralCode: string }) => {
    try {
      const userInfo = await createAccount(values);
      takeStep(signUpJourney, 'accountCreated');
      // The access rule of this route then redirects to the success page.
      sessionStarted(userInfo);
    } catch (error) {
      if (failedWith(error, 'OTP_TOKEN_INVALID'))
        openNextPage(takeStep(signUpJourney, 'verificationExpired'));
      else if (failedWith(error, 'ACCOUNT_EXISTS')) openNextPage(takeStep(signUpJourney, 'accountExists'));
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
    onSubmit({ kind, ...values }) {
      signupEvents.detailsGiven({
        isEnterprise: kind === 'enterprise',
        acceptedTerms: currentTermsVersion(),
      });
      return finish(values);
    },
  });

  return (
    <>
      <PageTitle title={t('signUp.password.title')} lead={t('signUp.password.lead')} />
      <Progress step={3} />
      <p className="mt-4 text-label text-muted">
        <Rich text={t('signUp.verifiedPhone', { phone })} parts={{ phone: <ShownPhone phone={phone} /> }} />
      </p>
      <div className="mt-6">
        <Form form={asksForDetails ? fullForm : shortForm} action={`${basePath}${paths.signUpPassword}`}>
          <HiddenUsername phone={phone} />
          {asksForDetails && <AccountKind defaultValue="personal" />}
          <PasswordField name="password" label={t('common.password')} kind="new" />
          <ReferralField defaultValue={known.referralCode ?? ''} />
          {asksForDetails && <Agreement />}
          <SubmitButton>{t('signUp.password.submit')}</SubmitButton>
        </Form>
      </div>
    </>
  );
}
