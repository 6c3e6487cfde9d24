import { useState } from 'react';
import * as v from 'valibot';
import { inJourney } from '#journeys/in-journey.tsx';
import { passwordResetJourney } from '#journeys/password-reset.ts';
import { codeSent, useOpenNextPage } from '#journeys/run.ts';
import { basePath, paths } from '#navigation/paths.ts';
import { FieldRefusal } from '#shared/forms/field-refusal.ts';
import { Form, useForm } from '#shared/forms/form.tsx';
import { message } from '#shared/forms/message.ts';
import { captchaAnswer, phone } from '#shared/forms/rules.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { SubmitButton, TextLink } from '#shared/ui/controls/button.tsx';
import { PageTitle } from '#shared/ui/page-title.tsx';
import { PhoneField } from '#shared/ui/fields/text-field.tsx';
import { signupEvents } from '#state/signup.ts';
import { checkPhone } from '#features/sign-in/account-check/check-phone.ts';
import { CaptchaField } from '#features/sign-in/captcha/captcha-field.tsx';
import { useCaptcha } from '#features/sign-in/captcha/use-captcha.ts';
import { JourneyNotice } from '#features/sign-in/otp/journey-notice.tsx';
import { requestCode } from '#features/sign-in/otp/request-code.ts';
import { useDraft } from '#features/sign-in/use-draft.ts';

const schema = v.object({ phone: phone(), captcha: captchaAnswer() });

function ForgetPassword() {
  const t = useT();
  const openNextPage = useOpenNextPage(passwordResetJourney);
  const captcha = useCaptcha('otp');
  const [unknownPhone, setUnknownPhone] = useState<string>();

  const form = useForm({
    id: 'forget',
    schema,
    async onSubmit(values) {
      setUnknownPhone(undefined);
      if ((await checkPhone(values.phone, { isRepeatable: true })) === 'free') {
        setUnknownPhone(values.phone);
        throw new FieldRefusal('phone', message('auth.accountNonExist'));
      }
      const answer = await requestCode(captcha, values.captcha, {
        phone: values.phone,
        purpose: 'forget-password',
      });
      openNextPage(codeSent(passwordResetJourney, answer, { phone: values.phone }));
    },
  });

  useDraft(form.ref);
  return (
    <>
      <PageTitle title={t('reset.title')} lead={t('reset.lead')} />
      <JourneyNotice />
      <div className="mt-6">
        <Form focusesFirstField form={form} action={`${basePath}${paths.forgetPassword}`}>
          <PhoneField label={t('common.phone')} hint={t('common.phone.hint')} />
          {unknownPhone !== undefined && (
            <p className="-mt-1">
              <TextLink
                isPlain
                to={paths.signUpOtp}
                onClick={() => signupEvents.detailsGiven({ phone: unknownPhone })}
                text="reset.signUpWithThis"
              />
            </p>
          )}
          <CaptchaField captcha={captcha} />
          <SubmitButton>{t('auth.otp.submit')}</SubmitButton>
        </Form>
      </div>
      <p className="mt-6 text-center">
        <TextLink isPlain to={paths.recovery} text="reset.lostPhone" />
      </p>
      <p className="mt-3 text-center">
        <TextLink isPlain to={paths.signIn} text="reset.backToSignIn" />
      </p>
    </>
  );
}

export const ForgetPasswordPage = inJourney(passwordResetJourney, ForgetPassword);
