import { useEffect } from 'react';
import * as v from 'valibot';
import { codeSent, takeStep, useOpenNextPage } from '#journeys/run.ts';
import { inJourney } from '#journeys/in-journey.tsx';
import { socialSignUpJourney } from '#journeys/social-sign-up.ts';
import { Form, useForm } from '#shared/forms/form.tsx';
import { captchaAnswer } from '#shared/forms/rules.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { LinkButton, SubmitButton } from '#shared/ui/controls/button.tsx';
import { StepPage } from '#shared/ui/page-title.tsx';
import { PhoneText } from '#shared/ui/display/phone-text.tsx';
import { useSignup } from '#state/signup.ts';
import { CaptchaField } from '#features/sign-in/captcha/captcha-field.tsx';
import { useCaptcha } from '#features/sign-in/captcha/use-captcha.ts';
import { requestCode } from '#features/sign-in/otp/request-code.ts';
import { Progress } from '#features/sign-in/sign-up/progress.tsx';

const schema = v.object({ captcha: captchaAnswer() });

/** Asks for a captcha if proof of work in the background was not enough or could not run. */
function ConfirmCaptcha() {
  const t = useT();
  const openNextPage = useOpenNextPage(socialSignUpJourney);
  const phone = useSignup((state) => state.phone) ?? '';
  const captcha = useCaptcha('otp');
  const { prepare } = captcha;
  // Ask the server for a challenge at once, because the user has already used the previous form.
  useEffect(() => prepare(), [prepare]);

  const form = useForm({
    id: 'social-captcha',
    schema,
    async onSubmit({ captcha: typed }) {
      const answer = await requestCode(captcha, typed, { phone, purpose: 'social' });
      openNextPage(codeSent(socialSignUpJourney, answer));
    },
  });
  return (
    <StepPage
      title={t('social.captcha.title')}
      lead={<PhoneText text={t('otp.resend.lead', { phone })} phone={phone} />}
      notice={<Progress step={1} />}
    >
      <Form form={form}>
        <CaptchaField captcha={captcha} />
        <SubmitButton>{t('auth.otp.submit')}</SubmitButton>
      </Form>
      <p className="text-center text-label">
        <LinkButton onClick={() => openNextPage(takeStep(socialSignUpJourney, 'phoneChangeRequested'))}>
          {t('otp.changePhone')}
        </LinkButton>
      </p>
    </StepPage>
  );
}

export const ConfirmCaptchaPage = inJourney(socialSignUpJourney, ConfirmCaptcha);
