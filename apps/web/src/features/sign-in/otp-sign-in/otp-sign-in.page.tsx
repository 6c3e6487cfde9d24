import { Suspense } from 'react';
import * as v from 'valibot';
import { inJourney } from '#journeys/in-journey.tsx';
import { otpSignInJourney } from '#journeys/otp-sign-in.ts';
import { codeSent, useOpenNextPage } from '#journeys/run.ts';
import { basePath, paths } from '#navigation/paths.ts';
import { Form, useForm } from '#shared/forms/form.tsx';
import { captchaAnswer, phone, optionalCheckbox } from '#shared/forms/rules.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { SubmitButton, TextLink } from '#shared/ui/controls/button.tsx';
import { Loading } from '#shared/ui/feedback/loader.tsx';
import { readSignup, useSignup } from '#state/signup.ts';
import { Checkbox } from '#shared/ui/fields/checkbox.tsx';
import { PageTitle } from '#shared/ui/page-title.tsx';
import { PhoneField } from '#shared/ui/fields/text-field.tsx';
import { CaptchaField } from '#features/sign-in/captcha/captcha-field.tsx';
import { useCaptcha } from '#features/sign-in/captcha/use-captcha.ts';
import { CodeLead, CodeStep } from '#features/sign-in/otp/code-step.ts';
import { JourneyNotice } from '#features/sign-in/otp/journey-notice.tsx';
import { requestCode } from '#features/sign-in/otp/request-code.ts';
import { SocialPlace } from '#features/sign-in/social/social-place.tsx';
import { useDraft } from '#features/sign-in/use-draft.ts';
import { SignInTabs } from '#features/sign-in/auth-layout/sign-in-tabs.tsx';

const schema = v.object({
  phone: phone(),
  captcha: captchaAnswer(),
  remember: v.fallback(optionalCheckbox(), false),
});

function OtpSignIn() {
  const t = useT();
  const openNextPage = useOpenNextPage(otpSignInJourney);
  const captcha = useCaptcha('otp');
  const { afterPassword, phone: known } = useSignup();
  // The user has entered an account's password, so the code can only go to the account's phone.
  const isNamed = afterPassword && known !== null;
  const form = useForm({
    id: 'signin-otp',
    schema,
    async onSubmit(values) {
      const answer = await requestCode(captcha, values.captcha, { phone: values.phone, purpose: 'signin' });
      const remember = isNamed ? readSignup().remember : values.remember;
      openNextPage(codeSent(otpSignInJourney, answer, { phone: values.phone, remember }));
    },
  });
  useDraft(form.ref);
  if (isNamed)
    return (
      <Suspense fallback={<Loading />}>
        <CodeStep lead={<CodeLead phone={known} />} notice={<JourneyNotice />}>
          <Form form={form} action={`${basePath}${paths.signInOtp}`}>
            <input type="hidden" name="phone" defaultValue={known} />
            <CaptchaField captcha={captcha} />
            <SubmitButton>{t('auth.otp.submit')}</SubmitButton>
          </Form>
        </CodeStep>
      </Suspense>
    );
  return (
    <>
      <PageTitle title={t('auth.otp.title')} lead={t('auth.otp.lead')} />
      <JourneyNotice />
      <SignInTabs />
      <Form focusesFirstField form={form} action={`${basePath}${paths.signInOtp}`}>
        <PhoneField label={t('common.phone')} hint={t('common.phone.hint')} />
        <CaptchaField captcha={captcha} />
        <Checkbox name="remember" label={t('auth.signIn.remember')} defaultChecked />
        <SubmitButton>{t('auth.otp.submit')}</SubmitButton>
      </Form>
      <SocialPlace />
      <p className="mt-6 text-center text-muted">
        {t('auth.signIn.noAccount')} <TextLink to={paths.signUpOtp}>{t('auth.signIn.register')}</TextLink>
      </p>
    </>
  );
}

export const OtpSignInPage = inJourney(otpSignInJourney, OtpSignIn);
