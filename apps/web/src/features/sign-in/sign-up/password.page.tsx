import { useState } from 'react';
import { useLocation } from 'react-router';
import * as v from 'valibot';
import { takeStep, useOpenNextPage } from '#journeys/run.ts';
import { inJourney } from '#journeys/in-journey.tsx';
import { signUpJourney } from '#journeys/sign-up.ts';
import { findSessionOf } from '#session/find-session.ts';
import { newPassword } from '#shared/forms/account-rules.ts';
import { nameRule } from '#shared/forms/name-rule.ts';
import { ApiFailure, failedWith } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { Form, useForm } from '#shared/forms/form.tsx';
import { optionalText } from '#shared/forms/rules.ts';
import type { RawValues } from '#shared/forms/values.ts';
import { isRecord } from '#shared/lib/is-record.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { SubmitButton } from '#shared/ui/controls/button.tsx';
import { StepPage } from '#shared/ui/page-title.tsx';
import { PhoneText } from '#shared/ui/display/phone-text.tsx';
import { TextField } from '#shared/ui/fields/text-field.tsx';
import { NewPasswordField } from '#shared/ui/fields/new-password-field.tsx';
import { HiddenUsername } from '#shared/ui/fields/password-field.tsx';
import { otpTokenInCookie, readSignup, signupEvents } from '#state/signup.ts';
import { useSso } from '#state/sso.ts';
import { type SignInOutcome, useSignInOutcome } from '#features/sign-in/two-step/use-sign-in-outcome.ts';
import { accountDetails, Agreement, currentTermsVersion } from './account-details.tsx';
import { AccountKind } from './account-kind.tsx';
import { Progress } from './progress.tsx';
import { ReferralField } from './referral-field.tsx';

type Asked = {
  /** Whether to show the fields of the first page, which users who come from the OTP sign-in have not seen. */
  details: boolean;
  name: boolean;
};

function schemaFor(asked: Asked) {
  const { kind, acceptedTerms } = accountDetails();
  const absent = v.fallback(v.string(), '');
  return v.object({
    kind: asked.details ? kind : absent,
    name: asked.name ? nameRule() : absent,
    password: newPassword(),
    referralCode: optionalText(32),
    acceptedTerms: asked.details ? acceptedTerms : absent,
  });
}

type Values = {
  password: string;
  referralCode: string;
  name: string;
  /**
   * Whether the user says that the number has a new owner, so that a dormant account, unused for 180 days, loses the
   * number.
   */
  isNewOwner: boolean;
};

function sendSignUp(
  { password, referralCode, name, isNewOwner }: Values,
  { acceptedTerms, isRepeatable }: { acceptedTerms: string | null; isRepeatable: boolean },
): Promise<SignInOutcome> {
  const { phone, isEnterprise, campaign } = readSignup();
  return api.post('/vid/ajax/users/signup/phone', {
    body: {
      phone: phone ?? '',
      password,
      isEnterprise,
      referralCode: referralCode === '' ? null : referralCode,
      campaign,
      otpToken: otpTokenInCookie,
      acceptedTerms: acceptedTerms !== null,
      ...(acceptedTerms !== null && { termsVersion: acceptedTerms }),
      ...(name !== '' && { name }),
      ...(isNewOwner && { isNewOwner }),
    },
    flags: { ignore401: true },
    // An otpToken creates at most one account, so retrying after a lost response is safe.
    isRepeatable,
  });
}

async function createAccount(values: Values): Promise<SignInOutcome> {
  const { phone, acceptedTerms } = readSignup();
  const creation = sendSignUp(values, { acceptedTerms, isRepeatable: true });
  return creation.catch(async (error: unknown) => {
    const existing = failedWith(error, 'OTP_TOKEN_INVALID') ? await findSessionOf(phone ?? '') : null;
    if (existing === null) throw error;
    return existing;
  });
}

/**
 * Returns the server's errors for the fields, except the agreement, of a form that the browser has rejected. Without
 * the agreement, the server never creates an account.
 */
async function findRefusedFields({ password = '', referralCode = '', name = '' }: RawValues) {
  try {
    // The server's schema rejects an empty password before it checks the other fields, so send a placeholder.
    const values = { password: password || '-', referralCode, name, isNewOwner: false };
    await sendSignUp(values, { acceptedTerms: null, isRepeatable: false });
    return {};
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    const { acceptedTerms: _expected, ...fields } = error.fields;
    return fields;
  }
}

function SignUpPassword() {
  const t = useT();
  const openNextPage = useOpenNextPage(signUpJourney);
  const takeOutcome = useSignInOutcome();
  const known = readSignup();
  const application = useSso((state) => state.application);
  const [asksForDetails] = useState(known.acceptedTerms === null);
  // After a reload, the application is known only once its request has been validated again.
  const asked: Asked = { details: asksForDetails, name: application?.requiresName === true };
  const phone = known.phone ?? '';
  const { state }: { state: unknown } = useLocation();
  const isNewOwner = isRecord(state) && state['isNewOwner'] === true;

  const form = useForm({
    id: 'signup-password',
    schema: schemaFor(asked),
    async onSubmit({ kind, acceptedTerms: _ticked, ...values }) {
      if (asked.details) {
        signupEvents.detailsGiven({
          isEnterprise: kind === 'enterprise',
          acceptedTerms: currentTermsVersion(),
        });
      }
      try {
        const outcome = await createAccount({ ...values, isNewOwner });
        takeStep(signUpJourney, 'accountCreated');
        takeOutcome(outcome, phone);
      } catch (error) {
        if (failedWith(error, 'OTP_TOKEN_INVALID'))
          openNextPage(takeStep(signUpJourney, 'verificationExpired'));
        else if (failedWith(error, 'ACCOUNT_EXISTS')) openNextPage(takeStep(signUpJourney, 'accountExists'));
        else throw error;
      }
    },
    findMore: findRefusedFields,
  });
  const nameOf = known.isEnterprise ? 'enterprise' : 'personal';

  return (
    <StepPage
      title={t('signUp.password.title')}
      lead={t('signUp.password.lead')}
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
        {asked.details && <AccountKind defaultValue="personal" />}
        {asked.name && (
          <TextField
            name="name"
            label={t(`signUp.name.${asked.details ? 'either' : nameOf}`)}
            hint={t('signUp.name.hint', { app: application?.name ?? '' })}
            autoComplete={!asked.details && known.isEnterprise ? 'organization' : 'name'}
            enterKeyHint="next"
          />
        )}
        <NewPasswordField name="password" label={t('common.password')} />
        <ReferralField defaultValue={known.referralCode ?? ''} />
        {asked.details && <Agreement />}
        <SubmitButton>{t('signUp.password.submit')}</SubmitButton>
      </Form>
    </StepPage>
  );
}

export const SignUpPasswordPage = inJourney(signUpJourney, SignUpPassword);
